extension ImageFormat {
    /// Tells a file's format from its first bytes, whatever its name.
    /// - Parameter bytes: the file's first `signatureLength` bytes, or all of a shorter file.
    /// - Returns: the format, or `nil` where it is none of ours.
    public static func detect(_ bytes: [UInt8]) -> ImageFormat? {
        for (format, mark, place) in marks where bytes.has(mark, at: place) { return format }
        if bytes.has(riff, at: 0), bytes.has(webPMark, at: 8) { return .webP }
        if isBMP(bytes) { return .bmp }
        if isICO(bytes) { return .ico }
        if isHEIF(bytes) { return .heif }
        if isPNM(bytes) { return .pnm }
        if isSVG(bytes) { return .svg }
        return isTGA(bytes) ? .tga : nil
    }

    /// Bytes that a format always has at a place.
    private static let marks: [(ImageFormat, [UInt8], at: Int)] = [
        (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], 0),
        (.jpeg, [0xFF, 0xD8, 0xFF], 0),
        (.gif, Array("GIF87a".utf8), 0), (.gif, Array("GIF89a".utf8), 0),
        (.qoi, Array("qoif".utf8), 0), (.farbfeld, Array("farbfeld".utf8), 0),
        (.jpegXL, [0xFF, 0x0A], 0),
        (.jpegXL, [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], 0),
        (.tiff, [0x49, 0x49, 0x2A, 0], 0), (.tiff, [0x4D, 0x4D, 0, 0x2A], 0),
        (.tiff, [0x49, 0x49, 0x2B, 0], 0), (.tiff, [0x4D, 0x4D, 0, 0x2B], 0),
        // gzip (RFC 1952): of pictures only SVG is kept in it.
        (.svg, [0x1F, 0x8B, 8], 0),
        (.other, Array("8BPS".utf8), 0), (.other, [0x76, 0x2F, 0x31, 0x01], 0),
        (.other, Array("#?RADIANCE".utf8), 0), (.other, Array("#?RGBE".utf8), 0),
        (.other, Array("DDS ".utf8), 0), (.other, Array("SIMPLE  =".utf8), 0),
        (.other, Array("%PDF-".utf8), 0), (.other, Array("/* XPM".utf8), 0),
        (.other, Array("#define ".utf8), 0), (.other, [0x0A, 5, 1], 0),
        (.other, [0xB1, 0x68, 0xDE, 0x3A], 0), (.other, [0x59, 0xA6, 0x6A, 0x95], 0),
        (.other, Array("SDPX".utf8), 0), (.other, Array("XPDS".utf8), 0),
        (.other, Array("id=ImageMagick".utf8), 0), (.other, [0x8A, 0x4D, 0x4E, 0x47], 0),
        // SGI, plain and packed, of 8 and 16 bits.
        (.other, [1, 0xDA, 0, 1], 0), (.other, [1, 0xDA, 1, 1], 0),
        (.other, [1, 0xDA, 0, 2], 0), (.other, [1, 0xDA, 1, 2], 0),
        // JPEG 2000: the file format and the bare codestream.
        (.other, [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], 0), (.other, [0xFF, 0x4F, 0xFF, 0x51], 0),
    ]

    private static let riff = Array("RIFF".utf8)
    private static let webPMark = Array("WEBP".utf8)
    private static let fileTypeBox = Array("ftyp".utf8)
    private static let brands = Set(
        [
            "avif", "avis", "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2",
            "msf1", "miaf",
        ].map { Array($0.utf8).bigEndian(at: 0, count: 4) })

    /// A file type box (ISO/IEC 14496-12) with a brand of still pictures or sequences of them.
    private static func isHEIF(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 16, bytes.has(fileTypeBox, at: 4) else { return false }
        let end = min(bytes.count, bytes.bigEndian(at: 0, count: 4))
        // The major brand, and behind its version those that it is compatible with.
        return stride(from: 8, to: end - 3, by: 4).contains { place in
            place != 12 && brands.contains(bytes.bigEndian(at: place, count: 4))
        }
    }

    private static let bitmapMark = Array("BM".utf8)
    private static let bitmapArrayMark = Array("BA".utf8)

    /// The mark is two letters, as a text may begin with: the length of the header behind it must make sense
    /// too.
    private static func isBMP(_ bytes: [UInt8]) -> Bool {
        let start = bytes.has(bitmapArrayMark, at: 0) ? 14 : 0
        guard bytes.has(bitmapMark, at: start), bytes.count >= start + 18 else { return false }
        return (12...4096).contains(bytes.littleEndian(at: start + 14, count: 4))
    }

    /// A directory of icons or cursors: other formats begin with these bytes, but have no entry that makes
    /// sense.
    private static func isICO(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 22, bytes[0] == 0, bytes[1] == 0, [1, 2].contains(bytes[2]), bytes[3] == 0 else {
            return false
        }
        let count = min(bytes.littleEndian(at: 4, count: 2), (bytes.count - 6) / 16)
        return (0..<count).contains { entry in
            let length = bytes.littleEndian(at: 6 + 16 * entry + 8, count: 4)
            let place = bytes.littleEndian(at: 6 + 16 * entry + 12, count: 4)
            // The smallest header; and no icon is as large as what a text or a film has in this place.
            return length >= 12 && length < 1 << 28 && place >= 22 && place < 1 << 28
        }
    }

    /// TGA has no mark at its start: every field of its header must make sense.
    private static func isTGA(_ bytes: [UInt8]) -> Bool {
        guard bytes.count > 18 else { return false }
        let (mapKind, type, mapBits, bits, flags) = (bytes[1], bytes[2], bytes[7], bytes[16], bytes[17])
        let mapCount = bytes.littleEndian(at: 5, count: 2)
        guard bytes.littleEndian(at: 12, count: 2) > 0, bytes.littleEndian(at: 14, count: 2) > 0,
            flags & 0xC0 == 0, flags & 0x0F <= 8
        else { return false }
        // Writers leave the fields of a map that is not there 0, apart from its bits.
        let hasMap = mapKind == 1 && mapCount > 0 && [15, 16, 24, 32].contains(mapBits)
        guard hasMap || bytes[3..<7].allSatisfy({ $0 == 0 }) && mapKind <= 1 else { return false }
        switch type {
        case 1, 9: return hasMap && [8, 16].contains(bits)
        case 2, 10: return [15, 16, 24, 32].contains(bits)
        case 3, 11: return [8, 16].contains(bits)
        default: return false
        }
    }
}

extension [UInt8] {
    /// Whether a mark is there at a place.
    func has(_ mark: [UInt8], at place: Int) -> Bool {
        guard place >= 0, count - place >= mark.count else { return false }
        for index in mark.indices where self[place + index] != mark[index] { return false }
        return true
    }

    fileprivate func bigEndian(at place: Int, count: Int) -> Int {
        (0..<count).reduce(0) { $0 << 8 | Int(self[place + $1]) }
    }

    fileprivate func littleEndian(at place: Int, count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(self[place + $1]) << (8 * $1) }
    }
}
