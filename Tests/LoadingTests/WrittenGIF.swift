/// A GIF file as tests write it, block by block (GIF89a).
struct WrittenGIF {
    /// The colours of a picture, R, G, B.
    typealias Palette = [[Int]]

    var width: Int
    var height: Int
    private(set) var bytes: [UInt8]

    /// The header; the palette is rounded up to a power of two of colours.
    init(width: Int, height: Int, palette: Palette? = nil) {
        (self.width, self.height) = (width, height)
        bytes = Array("GIF89a".utf8) + Self.words([width, height])
        bytes += [palette.map { 0x80 | Self.exponent($0) } ?? 0, 0, 0] + (palette.map(Self.entries) ?? [])
    }

    /// A file of frames whose colours, at most 15, are the palette's; pixels without alpha have an index of their own.
    init(_ frames: [StoredFrame], width: Int, height: Int, loops: Int?, hasLocalPalettes: Bool = false) {
        let colors = Set(frames.flatMap { $0.pixels }.filter { $0[3] == 255 }).sorted {
            $0.lexicographicallyPrecedes($1)
        }
        let palette = colors.map { Array($0.prefix(3)) } + [[9, 9, 9]]
        self.init(
            width: width, height: height, palette: hasLocalPalettes ? [[1, 2, 3], [4, 5, 6]] : palette)
        if let loops { addLoops(loops) }
        for frame in frames {
            let indices = frame.pixels.map { colors.firstIndex(of: $0) ?? colors.count }
            let isClear = frame.pixels.contains { $0[3] == 0 }
            addControl(
                delay: frame.delay, disposal: frame.disposal.rawValue + 1,
                transparent: isClear ? colors.count : nil)
            addImage(
                x: frame.x, y: frame.y, width: frame.width, height: frame.height,
                palette: hasLocalPalettes ? palette : nil, indices)
        }
        end()
    }

    /// The extension that says how often frames are repeated, 0 for ever.
    mutating func addLoops(_ count: Int, by application: String = "NETSCAPE2.0") {
        bytes += [0x21, 0xFF, 11] + Array(application.utf8) + [3, 1] + Self.words([count]) + [0]
    }

    /// What is said of the next image; the delay in hundredths of a second.
    mutating func addControl(delay: Int, disposal: Int = 0, transparent: Int? = nil) {
        bytes += [0x21, 0xF9, 4, UInt8(disposal << 2 | (transparent == nil ? 0 : 1))] + Self.words([delay])
        bytes += [UInt8(transparent ?? 0), 0]
    }

    /// An image of indices below 16, its rows in the order of the file.
    mutating func addImage(
        x: Int = 0, y: Int = 0, width: Int, height: Int, palette: Palette? = nil, isInterlaced: Bool = false,
        _ indices: [Int]
    ) {
        let flags = (palette.map { 0x80 | Self.exponent($0) } ?? 0) | (isInterlaced ? 0x40 : 0)
        bytes += [0x2C] + Self.words([x, y, width, height]) + [flags] + (palette.map(Self.entries) ?? [])
        bytes += [4] + Self.blocks(Self.codes(indices)) + [0]
    }

    mutating func add(_ more: [UInt8]) { bytes += more }

    mutating func end() { bytes.append(0x3B) }

    private static func words(_ numbers: [Int]) -> [UInt8] {
        numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    }

    private static func exponent(_ palette: Palette) -> UInt8 {
        UInt8((0..<8).first { 2 << $0 >= palette.count } ?? 7)
    }

    private static func entries(_ palette: Palette) -> [UInt8] {
        let missing = (2 << Int(exponent(palette))) - palette.count
        return (palette + Array(repeating: [0, 0, 0], count: missing)).flatMap { $0.map { UInt8($0) } }
    }

    /// Codes of five bits, which are the indices themselves: the table is cleared before it would need longer ones.
    private static func codes(_ indices: [Int]) -> [UInt8] {
        var codes: [Int] = []
        for (place, index) in indices.enumerated() {
            if place % 14 == 0 { codes.append(16) }
            codes.append(index)
        }
        var (bytes, bits, count): ([UInt8], Int, Int) = ([], 0, 0)
        for code in codes + [17] {
            bits |= code << count
            count += 5
            while count >= 8 {
                bytes.append(UInt8(bits & 255))
                bits >>= 8
                count -= 8
            }
        }
        return count > 0 ? bytes + [UInt8(bits)] : bytes
    }

    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start in
            let block = bytes[start..<min(start + 255, bytes.count)]
            return [UInt8(block.count)] + block
        }
    }
}
