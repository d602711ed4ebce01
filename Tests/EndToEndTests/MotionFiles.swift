/// Files of one pixel a frame or page, byte by byte.
enum MotionFiles {
    /// Colours that the files use, as red, green and blue.
    static let palette: [[UInt8]] = [[220, 0, 0], [0, 200, 0], [0, 0, 210], [240, 240, 0]]

    /// A GIF animation.
    /// - Parameters:
    ///   - frames: the colour's place in the palette, and the delay in hundredths of a second.
    ///   - repeats: how often it is repeated, 0 for ever; nil for a file that does not say.
    /// - Returns: its bytes.
    static func gif(_ frames: [(color: Int, delay: Int)], repeats: Int?) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + word(1) + word(1) + [0x81, 0, 0] + palette.joined()
        if let repeats {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(repeats) + [0]
        }
        for frame in frames {
            bytes += [0x21, 0xF9, 4, 0] + word(frame.delay) + [0, 0]
            // Three codes of three bits: clear, the colour, end.
            bytes += [0x2C] + word(0) + word(0) + word(1) + word(1) + [0, 2, 2]
            bytes += word(4 | frame.color << 3 | 5 << 6) + [0]
        }
        return bytes + [0x3B]
    }

    /// A TIFF file with a page for each colour.
    static func tiff(_ colors: [Int]) -> [UInt8] {
        var bytes: [UInt8] = [0x49, 0x49, 42, 0] + long(8)
        for (page, color) in colors.enumerated() {
            let entries: [(tag: Int, type: Int, count: Int, value: Int)] = [
                (256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 3, bytes.count + 2 + 9 * 12 + 4), (259, 3, 1, 1),
                (262, 3, 1, 2), (273, 4, 1, bytes.count + 2 + 9 * 12 + 4 + 6), (277, 3, 1, 3), (278, 3, 1, 1),
                (279, 4, 1, 3),
            ]
            bytes += word(entries.count)
            for entry in entries {
                bytes += word(entry.tag) + word(entry.type) + long(entry.count) + long(entry.value)
            }
            let isLast = page == colors.count - 1
            bytes += long(isLast ? 0 : bytes.count + 4 + 6 + 4)
            bytes += word(8) + word(8) + word(8) + palette[color] + [0]
        }
        return bytes
    }

    private static func word(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

    private static func long(_ value: Int) -> [UInt8] { word(value & 0xFFFF) + word(value >> 16) }
}
