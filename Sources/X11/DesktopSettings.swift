/// The desktop's settings that concern input, as XSETTINGS has them (freedesktop.org, "XSETTINGS" 0.5); `nil` where
/// it does not say.
public struct DesktopSettings: Hashable, Sendable {
    /// Milliseconds between two presses of a double-click.
    public var doubleClickTime: Int?
    /// Pixels between the two presses.
    public var doubleClickDistance: Int?
    /// Pixels that a press may move before it is a drag.
    public var dragThreshold: Int?
    /// Whether motion may be animated.
    public var enablesAnimations: Bool?
    /// Device pixels for a unit of the desktop, as a whole number.
    public var windowScalingFactor: Int?
    /// Dots per inch of text, in 1024ths.
    public var textResolution: Int?

    /// Dots per inch of text by the X resources (`Xft.dpi`), of a desktop that tells none of the two before.
    public var resourceResolution: Double?

    /// Settings of which none is known.
    public init() {}

    /// How much larger than at 96 dots per inch everything is to be.
    public var scale: Double {
        let dpi = textResolution.map { Double($0) / 1024 }
        let told = max((dpi ?? 96) / 96, Double(windowScalingFactor ?? 1))
        let isTold = dpi != nil || windowScalingFactor != nil
        let factor = isTold ? told : (resourceResolution ?? 96) / 96
        return (0.5...8).contains(factor) ? factor : 1
    }

    /// Reads the property `_XSETTINGS_SETTINGS`. What cannot be read ends the list; what is before it counts.
    init(property: [UInt8]) {
        var reader = Reader(bytes: property)
        guard let order = reader.integer(bytes: 1), reader.skip(3 + 4) else { return }
        reader.isBigEndian = order == 1
        guard let count = reader.integer(bytes: 4) else { return }
        for _ in 0..<min(count, property.count) {
            guard let type = reader.integer(bytes: 1), reader.skip(1), let length = reader.integer(bytes: 2),
                let name = reader.text(length: length), reader.skip(4)
            else { return }
            switch type {
            case 0:
                guard let value = reader.integer(bytes: 4) else { return }
                set(name, to: Int(Int32(truncatingIfNeeded: value)))
            case 1:
                guard let length = reader.integer(bytes: 4), reader.text(length: length) != nil else {
                    return
                }
            case 2: guard reader.skip(8) else { return }
            default: return
            }
        }
    }

    /// Reads the property RESOURCE_MANAGER: lines of a name, a colon, space and a value (X(7), "Resources").
    mutating func readResources(_ property: [UInt8]) {
        let name = Array("Xft.dpi".utf8)
        for line in property.split(separator: UInt8(ascii: "\n")) where line.starts(with: name) {
            let rest = line.dropFirst(name.count).drop { $0 == 0x20 || $0 == 0x09 }
            guard rest.first == UInt8(ascii: ":") else { continue }
            let space = Set(" \t\r\u{0}".utf8)
            let word = rest.dropFirst().drop(while: space.contains).prefix { !space.contains($0) }
            guard let value = Double(String(decoding: word, as: UTF8.self)), value > 0 else { continue }
            // The last of a name counts.
            resourceResolution = value
        }
    }

    private mutating func set(_ name: String, to value: Int) {
        switch name {
        case "Net/DoubleClickTime" where value > 0: doubleClickTime = value
        case "Net/DoubleClickDistance" where value >= 0: doubleClickDistance = value
        case "Net/DndDragThreshold" where value > 0: dragThreshold = value
        case "Gtk/EnableAnimations": enablesAnimations = value != 0
        case "Gdk/WindowScalingFactor" where value > 0: windowScalingFactor = value
        case "Xft/DPI" where value > 0: textResolution = value
        default: break
        }
    }

    private struct Reader {
        let bytes: [UInt8]
        var isBigEndian = false
        private var offset = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func skip(_ count: Int) -> Bool {
            offset += count
            return offset <= bytes.count
        }

        mutating func integer(bytes count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            let part = bytes[offset..<offset + count]
            offset += count
            return isBigEndian
                ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
        }

        /// Text, and the bytes that fill it up to a multiple of four.
        mutating func text(length: Int) -> String? {
            guard length >= 0, offset + length <= bytes.count else { return nil }
            defer { offset += (length + 3) & ~3 }
            return String(decoding: bytes[offset..<offset + length], as: UTF8.self)
        }
    }
}
