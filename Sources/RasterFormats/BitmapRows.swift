import Decoding

/// Uncompressed rows of a bitmap.
struct BitmapRows {
    let header: BitmapHeader
    let masks: BitmapMasks
    /// Rows of the picture, from the first stored one on.
    let height: Int
    /// Whether the bits of the alpha mask count.
    let usesAlpha: Bool
    private let reader: ByteReader

    /// The rows of a bitmap. Alpha that is 0 everywhere is alpha that its writer has left out.
    init(
        _ reader: ByteReader, _ header: BitmapHeader, masks: BitmapMasks, height: Int
    ) throws(DecodingError) {
        (self.reader, self.header, self.masks, self.height) = (reader, header, masks, height)
        guard header.bits < 64 else {
            usesAlpha = true
            return
        }
        let mayUse = masks.hasAlpha && header.bits >= 16
        usesAlpha = mayUse ? try Self.isAnythingVisible(reader, header, masks, height) : false
    }

    /// Where a stored row is.
    func place(of row: Int) -> Int { header.pixelStart + row * header.rowStride }

    /// Whether all pixels of a stored row are in the file.
    func has(row: Int) -> Bool { reader.has(header.rowLength, at: place(of: row)) }

    /// Decodes a row of up to 32 bits a pixel.
    /// - Parameters:
    ///   - row: a stored row that is there.
    ///   - pixels: takes 0xAARRGGBB of all its pixels.
    /// - Throws: never, if the row is there.
    func decode(_ row: Int, into pixels: inout [UInt32]) throws(DecodingError) {
        let start = place(of: row)
        try reader.withBytes { (bytes) throws(DecodingError) in
            switch header.bits {
            case 1...8:
                let mask = UInt8(truncatingIfNeeded: 1 << header.bits - 1)
                for x in pixels.indices {
                    let bit = x * header.bits
                    let shift = 8 - header.bits - bit & 7
                    pixels[x] = header.palette[Int(bytes[start + bit >> 3] >> shift & mask)]
                }
            case 16:
                for x in pixels.indices {
                    let stored = UInt32(bytes[start + 2 * x]) | UInt32(bytes[start + 2 * x + 1]) << 8
                    pixels[x] = masks.pixel(stored, usesAlpha: usesAlpha)
                }
            default:
                let length = header.bits / 8
                for x in pixels.indices {
                    let stored = Self.word(bytes, start + length * x, length)
                    pixels[x] =
                        masks.areBytes ? stored | 0xFF00_0000 : masks.pixel(stored, usesAlpha: usesAlpha)
                }
            }
        }
    }

    /// Decodes a row of 64 bits a pixel: blue, green, red and alpha with 13 bits behind the point, as GDI+
    /// writes them.
    /// They come as red, green, blue and alpha.
    func decode(_ row: Int, into samples: inout [Float]) throws(DecodingError) {
        let start = place(of: row)
        try reader.withBytes { (bytes) throws(DecodingError) in
            for x in 0..<header.width {
                for (index, target) in [2, 1, 0, 3].enumerated() {
                    let stored = Self.word(bytes, start + 8 * x + 2 * index, 2)
                    samples[4 * x + target] = Float(Int16(truncatingIfNeeded: stored)) / 8192
                }
            }
        }
    }

    private static func isAnythingVisible(
        _ reader: ByteReader, _ header: BitmapHeader, _ masks: BitmapMasks, _ height: Int
    ) throws(DecodingError) -> Bool {
        let length = header.bits / 8
        return try reader.withBytes { (bytes) throws(DecodingError) in
            for row in 0..<height {
                let start = header.pixelStart + row * header.rowStride
                guard reader.has(header.rowLength, at: start) else { return false }
                for x in 0..<header.width
                where masks.isVisible(word(bytes, start + length * x, length)) { return true }
            }
            return false
        }
    }

    /// A number of up to four bytes, the low one first.
    private static func word(_ bytes: Span<UInt8>, _ place: Int, _ length: Int) -> UInt32 {
        var word = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        if length > 2 { word |= UInt32(bytes[place + 2]) << 16 }
        if length > 3 { word |= UInt32(bytes[place + 3]) << 24 }
        return word
    }
}
