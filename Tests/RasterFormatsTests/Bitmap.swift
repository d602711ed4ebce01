/// A BMP file to be written.
struct Bitmap {
    var width: Int
    /// Below 0 where rows go from the top down.
    var height: Int
    var bits: Int
    var compression = 0
    /// Bytes of the header behind that of the file.
    var headerLength = 40
    /// Masks, behind the fields of the header.
    var masks: [Int] = []
    /// Palette entries 0xRRGGBB.
    var palette: [Int] = []
    /// The number of entries that the header has; 0 is as many as there can be.
    var used = 0
    /// What the file has between palette and pixels.
    var gap = 0
    /// Stored rows with what fills them up to four bytes, or runs.
    var pixels: [UInt8] = []

    /// The header of a bitmap, its palette and its pixels.
    var body: [UInt8] {
        var header = little32(headerLength)
        if headerLength == 12 {
            header += little16(width) + little16(height) + little16(1) + little16(bits)
        } else {
            header += little32(width) + little32(height) + little16(1) + little16(bits)
            header += little32(compression) + little32(0) + little32(2835) + little32(2835)
            header += little32(used) + little32(0)
            header = Array(header.prefix(headerLength))
        }
        header += masks.flatMap { little32($0) }
        header += [UInt8](repeating: 0, count: max(0, headerLength - header.count))
        for color in palette { header += little32(color).prefix(headerLength == 12 ? 3 : 4) }
        return header + [UInt8](repeating: 0xA5, count: gap) + pixels
    }

    /// The file.
    var file: [UInt8] {
        let offset = 14 + body.count - pixels.count
        return Array("BM".utf8) + little32(14 + body.count) + little32(0) + little32(offset) + body
    }

    /// Rows of bytes that fill up four.
    static func rows(_ rows: [[UInt8]]) -> [UInt8] {
        rows.flatMap { $0 + [UInt8](repeating: 0, count: (4 - $0.count % 4) % 4) }
    }
}
