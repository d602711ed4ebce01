import Decoding
import Geometry
import Loading
import Testing

/// Small files of each kind, cut and changed in any way: a decoder that leaves its memory, or does arithmetic
/// that overflows, ends this program.
@Suite struct DamageTests {
    private static let files: [(format: ImageFormat, bytes: [UInt8])] = {
        let noise = Noise.bytes(200, seed: 3)
        let tga = { (type: UInt8, bits: UInt8, flags: UInt8) in
            [0, type & 7 == 1 ? 1 : 0, type] + (type & 7 == 1 ? [2, 0, 5, 0, 24] : [0, 0, 0, 0, 0])
                + little32(0)
                + little16(5) + little16(4) + [bits, flags] + noise
        }
        let icon: [UInt8] = Bitmap(
            width: 5, height: 8, bits: 4, palette: [1, 2, 3], used: 3, pixels: noise
        ).body
        let bitmaps: [Bitmap] = [
            Bitmap(width: 5, height: 4, bits: 1, headerLength: 12, palette: [1, 2], pixels: noise),
            Bitmap(width: 5, height: -4, bits: 24, pixels: noise),
            Bitmap(width: 5, height: 4, bits: 8, compression: 1, palette: [1, 2, 3], used: 3, pixels: noise),
            Bitmap(width: 5, height: 4, bits: 4, compression: 2, palette: [1, 2, 3], used: 3, pixels: noise),
            Bitmap(width: 5, height: 4, bits: 24, compression: 4, headerLength: 64, pixels: noise),
            Bitmap(
                width: 5, height: 4, bits: 16, compression: 3, headerLength: 124,
                masks: [0xF00, 0xF0, 0xF, 0xF000, 0x4D42_4544] + [Int](repeating: 9, count: 16),
                pixels: noise),
            Bitmap(width: 3, height: 4, bits: 64, pixels: noise),
        ]
        return bitmaps.map { (.bmp, $0.file) } + [
            (
                .ico,
                [0, 0, 1, 0, 2, 0, 5, 4, 0, 0, 0, 0, 0, 0] + little32(icon.count) + little32(38)
                    + [0, 0, 0, 0, 0, 0, 0, 0] + little32(icon.count) + little32(40) + icon
            ),
            (.pnm, Array("P1 5 4 10101010101010101010".utf8)),
            (.pnm, Array("P3 # c\n2 2 9 1 2 3 4 5 6 7 8 9 10 11 12 ".utf8)),
            (.pnm, Array("P6 5 4 300\n".utf8) + noise),
            (
                .pnm,
                Array("P7\nWIDTH 5\nHEIGHT 4\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n".utf8) + noise
            ),
            (.pnm, Array("Pf 5 4 -1\n".utf8) + noise), (.pnm, Array("P4 5 4\nabcdP4 1 1\nP5 1 1 1 1".utf8)),
            (.tga, tga(1, 8, 0)), (.tga, tga(9, 8, 0x20)), (.tga, tga(2, 16, 1)), (.tga, tga(10, 32, 0x38)),
            (.tga, tga(11, 16, 8)),
            (.qoi, Array("qoif".utf8) + big32(5) + big32(4) + [4, 0] + noise),
            (.farbfeld, Array("farbfeld".utf8) + big32(5) + big32(4) + noise),
        ]
    }()

    /// Whatever comes, there is a picture or a word about why not, and rows without a header do not come.
    private func check(_ bytes: [UInt8], as format: ImageFormat) throws {
        let decoded = try Decoded(bytes, as: format, memoryLimit: 1 << 16)
        #expect(decoded.message != "")
        if decoded.message == nil { #expect(decoded.hasRows) }
        if let size = decoded.header?.size { #expect(size.width * size.height <= 1 << 14) }
    }

    @Test(arguments: files.indices) func everyLength(index: Int) throws {
        let (format, bytes) = Self.files[index]
        for length in 0...bytes.count { try check(Array(bytes.prefix(length)), as: format) }
    }

    @Test(arguments: files.indices) func changedBytes(index: Int) throws {
        let (format, original) = Self.files[index]
        var noise = Noise(UInt64(index) + 100)
        let values: [UInt8] = [0, 1, 0x7F, 0x80, 0xFE, 0xFF]
        for _ in 0..<150 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...6, using: &noise) {
                // Headers say what the rest means.
                let place = Int.random(
                    in: 0..<min(bytes.count, Bool.random(using: &noise) ? 64 : 1000), using: &noise)
                let value = UInt8.random(in: 0...255, using: &noise)
                bytes[place] = Bool.random(using: &noise) ? value : values[Int(value) % values.count]
            }
            try check(bytes, as: format)
        }
    }
}
