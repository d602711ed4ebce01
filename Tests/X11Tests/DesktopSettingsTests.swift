import Testing

@testable import X11

/// Builds the property `_XSETTINGS_SETTINGS`, in either byte order.
private struct Property {
    let isBigEndian: Bool
    var entries: [[UInt8]] = []

    func integer(_ value: UInt32, bytes: Int = 4) -> [UInt8] {
        let little = (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        return isBigEndian ? little.reversed() : little
    }

    /// Type, unused, name's length, name, fill, serial number of the last change.
    private func start(_ type: UInt8, _ name: String) -> [UInt8] {
        let fill = [UInt8](repeating: 0xAA, count: (4 - name.utf8.count % 4) % 4)
        return [type, 0] + integer(UInt32(name.utf8.count), bytes: 2) + name.utf8 + fill + integer(77)
    }

    mutating func add(_ name: String, _ value: Int32) {
        entries.append(start(0, name) + integer(UInt32(bitPattern: value)))
    }

    mutating func add(_ name: String, text: String) {
        let fill = [UInt8](repeating: 0xAA, count: (4 - text.utf8.count % 4) % 4)
        entries.append(start(1, name) + integer(UInt32(text.utf8.count)) + text.utf8 + fill)
    }

    mutating func addColor(_ name: String) { entries.append(start(2, name) + [1, 2, 3, 4, 5, 6, 7, 8]) }

    /// With a count of its own where the true one is not wanted.
    func bytes(count: UInt32? = nil) -> [UInt8] {
        [isBigEndian ? 1 : 0, 0, 0, 0] + integer(12) + integer(count ?? UInt32(entries.count))
            + entries.joined()
    }

    static func sample(isBigEndian: Bool) -> Property {
        var property = Property(isBigEndian: isBigEndian)
        property.add("Net/DoubleClickTime", 321)
        property.add("Gtk/FontName", text: "Sans 10")
        property.add("Net/DoubleClickDistance", 7)
        property.addColor("Net/Color")
        property.add("Net/DndDragThreshold", 9)
        property.add("Net/ThemeName", text: "")
        property.add("Gtk/EnableAnimations", 0)
        property.add("Gdk/WindowScalingFactor", 2)
        property.add("Xft/DPI", 147_456)
        return property
    }
}

@Suite struct DesktopSettingsTests {
    private static let expected = {
        var settings = DesktopSettings()
        settings.doubleClickTime = 321
        settings.doubleClickDistance = 7
        settings.dragThreshold = 9
        settings.enablesAnimations = false
        settings.windowScalingFactor = 2
        settings.textResolution = 147_456
        return settings
    }()

    @Test(arguments: [false, true]) func allKindsAreRead(isBigEndian: Bool) {
        let property = Property.sample(isBigEndian: isBigEndian)
        #expect(DesktopSettings(property: property.bytes()) == Self.expected)
    }

    /// What is whole before the end counts, and nothing else does.
    @Test(arguments: [false, true]) func cutAtEveryLength(isBigEndian: Bool) {
        let property = Property.sample(isBigEndian: isBigEndian)
        let bytes = property.bytes()
        for length in 0..<bytes.count {
            var (whole, end) = (Property(isBigEndian: isBigEndian), 12)
            for entry in property.entries {
                end += entry.count
                if end > length { break }
                whole.entries.append(entry)
            }
            let settings = DesktopSettings(property: Array(bytes.prefix(length)))
            #expect(settings == DesktopSettings(property: whole.bytes()), "\(length)")
        }
    }

    @Test(arguments: [false, true]) func lengthsThatAreTooLarge(isBigEndian: Bool) {
        var property = Property(isBigEndian: isBigEndian)
        property.add("Xft/DPI", 98_304)
        var only = DesktopSettings()
        only.textResolution = 98_304
        let tails: [[UInt8]] = [
            // A name of 65535 bytes; of 65533, which its fill takes past 65535; texts of 2³²−1 and 2³¹ bytes.
            [0, 0] + property.integer(65_535, bytes: 2) + [1, 2, 3, 4],
            [0, 0] + property.integer(65_533, bytes: 2),
            [1, 0] + property.integer(1, bytes: 2) + [0x61, 0, 0, 0, 0, 0, 0, 0] + property.integer(.max),
            [1, 0] + property.integer(0, bytes: 2) + [0, 0, 0, 0] + property.integer(1 << 31) + [1, 2],
            // A type that there is not.
            [3, 0] + property.integer(0, bytes: 2) + [0, 0, 0, 0, 0, 0, 0, 0],
        ]
        for tail in tails {
            #expect(DesktopSettings(property: property.bytes(count: .max) + tail) == only)
        }
        // More or fewer entries than there are.
        #expect(DesktopSettings(property: property.bytes(count: .max)) == only)
        #expect(DesktopSettings(property: property.bytes(count: 0)) == DesktopSettings())
    }

    @Test func valuesThatMakeNoSenseAreNotTaken() {
        var property = Property(isBigEndian: false)
        for (name, value) in [
            ("Net/DoubleClickTime", Int32(0)), ("Net/DoubleClickTime", -5), ("Net/DoubleClickDistance", -1),
            ("Net/DndDragThreshold", 0), ("Gdk/WindowScalingFactor", -1), ("Gdk/WindowScalingFactor", 0),
            ("Xft/DPI", -1), ("Other", 5), ("", 5),
        ] {
            property.add(name, value)
        }
        property.add("Net/DoubleClickTime", text: "400")
        #expect(DesktopSettings(property: property.bytes()) == DesktopSettings())
        property.add("Net/DoubleClickDistance", 0)
        property.add("Gtk/EnableAnimations", 3)
        var expected = DesktopSettings()
        expected.doubleClickDistance = 0
        expected.enablesAnimations = true
        #expect(DesktopSettings(property: property.bytes()) == expected)
    }

    @Test func randomBytes() {
        var state: UInt64 = 11
        for _ in 0..<5000 {
            let bytes = (0..<Int(state % 90)).map { index -> UInt8 in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                // The head makes sense half of the time, and most other bytes are small.
                return index < 12 && state >> 63 == 0
                    ? [0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0][index] : UInt8(state >> 58)
            }
            state &+= 1
            let scale = DesktopSettings(property: bytes).scale
            #expect(scale >= 0.5 && scale <= 8)
        }
    }

    @Test func scaleIsTheLargerOfTextAndWindow() {
        let scale = { (text: Int?, window: Int?) -> Double in
            var settings = DesktopSettings()
            settings.textResolution = text
            settings.windowScalingFactor = window
            return settings.scale
        }
        #expect(scale(nil, nil) == 1)
        #expect(scale(147_456, nil) == 1.5)
        #expect(scale(98_304, 2) == 2)
        #expect(scale(245_760, 2) == 2.5)
        #expect(scale(73_728, nil) == 0.75 || scale(73_728, nil) == 1)
        // Beyond all sense: as if it was not said.
        #expect(scale(1, 9) == 1)
        #expect(scale(.max, nil) == 1)
        #expect(scale(nil, .max) == 1)
    }

    @Test(arguments: [
        ("Xft.dpi:\t192\n", 2), ("*foo: 1\nXft.dpi: 144\nXft.hinting:\t1\n", 1.5),
        ("Xft.dpi  :  120.0", 1.25),
        ("Xft.dpi: 96\nXft.dpi: 192\n", 2), ("Xft.dpi:192\0", 2), ("! Xft.dpi: 192\n", 1),
        ("Xft.dpix: 192", 1),
        ("Xft.dpi: large", 1), ("Xft.dpi:", 1), ("Xft.dpi: -96", 1), ("Xft.dpi: nan", 1), ("Xft.dpi: 1e9", 1),
        ("", 1),
    ])
    func resourcesTellTheScale(resources: String, scale: Double) {
        var settings = DesktopSettings()
        settings.readResources(Array(resources.utf8))
        #expect(settings.scale == scale)
        // They are the last that is asked.
        settings.textResolution = 98_304
        #expect(settings.scale == 1)
        settings.textResolution = nil
        settings.windowScalingFactor = 3
        #expect(settings.scale == 3)
    }
}
