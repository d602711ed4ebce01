/// One event on the wire of Xorg's inputtest driver, protocol 1.1, in the byte order and layout of the C structures of
/// `xorg/xf86-input-inputtest-protocol.h`.
struct InputTestMessage {
    /// Event numbers of the protocol.
    enum Kind: UInt32 {
        case clientVersion = 0
        case waitForSync = 1
        case motion = 2
        case button = 4
        case key = 5
        case touch = 6
        case pinch = 7
        case swipe = 8
    }

    private(set) var bytes: [UInt8] = []

    /// A header whose length is filled in at the end.
    private init(_ kind: Kind) {
        append(UInt32(0))
        append(kind.rawValue)
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        withUnsafeBytes(of: value) { bytes += $0 }
    }

    private mutating func append(_ value: Double) { append(value.bitPattern) }

    private mutating func finish() {
        // The structures end on a multiple of their alignment, 8 where they hold doubles.
        withUnsafeBytes(of: UInt32(bytes.count)) { bytes.replaceSubrange(0..<4, with: $0) }
    }

    /// The driver's limit of axes in a message, not that of a device.
    private static let maximumAxes = 64

    /// Values of axes. They begin at a multiple of 8 bytes.
    private mutating func append(axes: [Int: Double]) {
        while bytes.count % 8 != 0 { bytes.append(0) }
        append(UInt32(0))  // the second list is not used
        var mask = [UInt8](repeating: 0, count: Self.maximumAxes / 8)
        for axis in axes.keys { mask[axis / 8] |= 1 << UInt8(axis % 8) }
        bytes += mask + [0, 0, 0, 0]
        for axis in 0..<Self.maximumAxes { append(axes[axis] ?? 0) }
        for axis in 0..<Self.maximumAxes { append(axes[axis] ?? 0) }
    }

    /// The first message: the version spoken here.
    static var clientVersion: Self {
        var message = Self(.clientVersion)
        message.append(UInt16(1))
        message.append(UInt16(1))
        message.finish()
        return message
    }

    /// Asks for an answer once all before it is processed.
    static var waitForSync: Self {
        var message = Self(.waitForSync)
        message.finish()
        return message
    }

    static func motion(axes: [Int: Double], absolute: Bool) -> Self {
        var message = Self(.motion)
        message.append(UInt32(absolute ? 1 : 0))
        message.append(axes: axes)
        message.finish()
        return message
    }

    static func button(_ button: Int, pressed: Bool) -> Self {
        var message = Self(.button)
        message.append(Int32(0))
        message.append(Int32(button))
        message.append(UInt32(pressed ? 1 : 0))
        message.append(axes: [:])
        message.finish()
        return message
    }

    static func key(code: UInt8, pressed: Bool) -> Self {
        var message = Self(.key)
        message.append(Int32(code))
        message.append(UInt32(pressed ? 1 : 0))
        message.finish()
        return message
    }

    /// A finger; the types are XI_TouchBegin 18, XI_TouchUpdate 19 and XI_TouchEnd 20.
    static func touch(_ identifier: Int, type: UInt32, axes: [Int: Double]) -> Self {
        var message = Self(.touch)
        message.append(UInt32(identifier))
        message.append(type)
        message.append(axes: axes)
        message.finish()
        return message
    }

    /// A gesture; the types are XI_GesturePinchBegin 27 to XI_GesturePinchEnd 29 and XI_GestureSwipeBegin 30 to
    /// XI_GestureSwipeEnd 32, the values motion, motion before acceleration, and for a pinch scale and angle.
    static func gesture(_ kind: Kind, type: UInt16, fingers: Int, cancelled: Bool, values: [Double]) -> Self {
        var message = Self(kind)
        message.append(type)
        message.append(UInt16(fingers))
        message.append(UInt32(cancelled ? 1 : 0))
        values.forEach { message.append($0) }
        message.finish()
        return message
    }
}
