import Decoding

/// What a Truevision TGA file says of its picture (TGA File Format Specification, version 2.0).
struct TGAHeader {
    /// What a pixel is.
    enum Pixels {
        case mapped, colors, gray
    }

    /// How alpha is kept.
    enum Alpha {
        case none, separate, multiplied
    }

    let width: Int
    let height: Int
    let pixels: Pixels
    /// Whether there are packets of runs.
    let isPacked: Bool
    /// Bits of a stored pixel: 8, 15, 16, 24 or 32.
    let bits: Int
    let isTopDown: Bool
    let isRightToLeft: Bool
    let alpha: Alpha
    /// Pixels of the colour map, of which the first has the number `mapFirst`.
    let map: [UInt32]
    let mapFirst: Int
    let pixelStart: Int

    /// Bytes of a stored pixel.
    var pixelLength: Int { (bits + 7) / 8 }

    init(_ reader: ByteReader) throws(DecodingError) {
        let type = try reader.byte(at: 2)
        switch type & 7 {
        case 1: pixels = .mapped
        case 2: pixels = .colors
        case 3: pixels = .gray
        default: throw DecodingError("pictures of type \(type)")
        }
        guard type & ~0xB == 0 else { throw DecodingError("pictures of type \(type)") }
        isPacked = type & 8 != 0
        width = try reader.little16(at: 12)
        height = try reader.little16(at: 14)
        bits = Int(try reader.byte(at: 16))
        let flags = try reader.byte(at: 17)
        isTopDown = flags & 0x20 != 0
        isRightToLeft = flags & 0x10 != 0
        let depths = pixels == .colors ? [15, 16, 24, 32] : [8, 16]
        guard depths.contains(bits) else { throw DecodingError("\(bits) bits per pixel") }
        // Bits 6 and 7 are of version 1: rows that come in two or four turns.
        guard flags & 0xC0 == 0 else { throw DecodingError("interleaved rows") }

        mapFirst = try reader.little16(at: 3)
        let mapStart = 18 + Int(try reader.byte(at: 0))
        let mapBits = Int(try reader.byte(at: 7))
        let mapCount = try reader.byte(at: 1) == 0 ? 0 : try reader.little16(at: 5)
        pixelStart = mapStart + mapCount * ((mapBits + 7) / 8)
        let alpha = try Self.alpha(reader, attributeBits: flags & 15)
        map =
            pixels == .mapped
            ? try Self.map(reader, at: mapStart, count: mapCount, bits: mapBits, alpha) : []
        let alphaBits = pixels == .mapped ? mapBits : bits
        let mayHaveAlpha = pixels == .gray ? bits == 16 : alphaBits == 16 || alphaBits == 32
        self.alpha = mayHaveAlpha ? alpha : .none
    }

    private static func map(
        _ reader: ByteReader, at start: Int, count: Int, bits: Int, _ alpha: Alpha
    ) throws(DecodingError) -> [UInt32] {
        guard [15, 16, 24, 32].contains(bits), count > 0 else {
            throw DecodingError("a colour map of \(count) entries of \(bits) bits")
        }
        let length = (bits + 7) / 8
        return try reader.withBytes { (bytes) throws(DecodingError) in
            guard reader.has(count * length, at: start) else { throw .endsEarly }
            return (0..<count).map {
                color(bytes, at: start + $0 * length, bits: bits, keepsAlpha: alpha != .none)
            }
        }
    }

    /// A stored colour as 0xAARRGGBB.
    static func color(_ bytes: Span<UInt8>, at place: Int, bits: Int, keepsAlpha: Bool) -> UInt32 {
        let low = UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
        guard bits > 16 else {
            let color = five(low >> 10) << 16 | five(low >> 5) << 8 | five(low)
            return color | (keepsAlpha && bits == 16 && low & 0x8000 == 0 ? 0 : 0xFF00_0000)
        }
        let color = low | UInt32(bytes[place + 2]) << 16
        return color | (keepsAlpha && bits == 32 ? UInt32(bytes[place + 3]) << 24 : 0xFF00_0000)
    }

    /// 5 bits scaled to 8, rounded to the nearest.
    private static func five(_ value: UInt32) -> UInt32 { ((value & 31) * 510 + 31) / 62 }

    /// What the attribute bits of pixels are, which version 2 says in its extension area.
    private static func alpha(_ reader: ByteReader, attributeBits: UInt8) throws(DecodingError) -> Alpha {
        let footer = reader.count - 26
        let mark = Array("TRUEVISION-XFILE.".utf8)
        if footer >= 18, try reader.bytes(at: footer + 8, count: mark.count) == mark {
            let extensionArea = Int(try reader.little32(at: footer))
            if extensionArea > 0, reader.has(495, at: extensionArea) {
                switch try reader.byte(at: extensionArea + 494) {
                case 1, 2: return .none
                case 3: return .separate
                case 4: return .multiplied
                // Writers that say that there is no alpha often have it nevertheless, and say so in the
                // header.
                default: break
                }
            }
        }
        return attributeBits == 0 ? .none : .separate
    }
}
