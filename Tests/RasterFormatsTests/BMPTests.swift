import Decoding
import Geometry
import Loading
import Testing

@Suite struct BMPTests {
    private static let colors = [0x000000, 0xFF0000, 0x00FF00, 0x0000FF, 0x123456, 0xABCDEF, 0xFFFFFF]

    private static func pixel(_ color: Int) -> UInt32 { 0xFF00_0000 | UInt32(color) }

    /// Palettes of all depths, in an order that is not that of the file's rows.
    @Test(arguments: [1, 2, 4, 8], [12, 16, 40, 52, 56, 64, 108, 124])
    func palette(bits: Int, headerLength: Int) throws {
        let (width, height) = (11, 3)
        let index = { (x: Int, y: Int) in (x * 3 + y * 5) % min(1 << bits, Self.colors.count) }
        var rows: [[UInt8]] = []
        for y in (0..<height).reversed() {
            var row = [UInt8](repeating: 0, count: (width * bits + 7) / 8)
            for x in 0..<width {
                row[x * bits / 8] |= UInt8(index(x, y) << (8 - bits - x * bits % 8))
            }
            rows.append(row)
        }
        // Fewer entries than there could be; what comes behind them is given by the offset.
        let palette = Array(Self.colors.prefix(1 << bits))
        let bitmap = Bitmap(
            width: width, height: height, bits: bits, headerLength: headerLength, palette: palette,
            used: palette.count, pixels: Bitmap.rows(rows))
        let decoded = try Decoded(bitmap.file, as: .bmp)
        #expect(decoded.message == nil)
        #expect(decoded.header?.size == PixelSize(width: width, height: height))
        #expect(decoded.header?.hasAlpha == false)
        let expected = (0..<width * height).map { Self.pixel(Self.colors[index($0 % width, $0 / width)]) }
        #expect(decoded.pixels == expected)
    }

    /// Numbers that the palette lacks are black, whatever comes behind it.
    @Test func shortPalette() throws {
        let bitmap = Bitmap(
            width: 4, height: -1, bits: 8, palette: [0x112233, 0x445566], used: 2, gap: 40,
            pixels: [0, 1, 2, 255])
        let decoded = try Decoded(bitmap.file, as: .bmp)
        #expect(decoded.pixels == [0xFF11_2233, 0xFF44_5566, 0xFF00_0000, 0xFF00_0000])
    }

    /// More entries than numbers, and an offset that is not there: the pixels are behind all entries.
    @Test func longPalette() throws {
        let bitmap = Bitmap(
            width: 8, height: 1, bits: 1, palette: [0, 0xFFFFFF, 0xFF0000, 0x00FF00], used: 4,
            pixels: [0x5A, 0, 0, 0])
        var file = bitmap.file
        file.replaceSubrange(10..<14, with: little32(0))
        for file in [bitmap.file, file] {
            let decoded = try Decoded(file, as: .bmp)
            #expect(decoded.pixels.map { $0 & 1 } == [0, 1, 0, 1, 1, 0, 1, 0])
        }
    }

    @Test(arguments: [-2, 2]) func colors24(height: Int) throws {
        let top: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
        let bottom: [UInt8] = [10, 20, 30, 40, 50, 60, 70, 80, 90]
        let rows = Bitmap.rows(height < 0 ? [top, bottom] : [bottom, top])
        let decoded = try Decoded(Bitmap(width: 3, height: height, bits: 24, pixels: rows).file, as: .bmp)
        #expect(decoded.message == nil)
        #expect(
            decoded.pixels == [
                rgb(3, 2, 1), rgb(6, 5, 4), rgb(9, 8, 7), rgb(30, 20, 10), rgb(60, 50, 40), rgb(90, 80, 70),
            ])
    }

    /// A fourth byte without a mask is no alpha.
    @Test func fourthByteIsNoAlpha() throws {
        let decoded = try Decoded(
            Bitmap(width: 2, height: 1, bits: 32, pixels: [1, 2, 3, 0, 4, 5, 6, 99]).file, as: .bmp)
        #expect(decoded.header?.hasAlpha == false)
        #expect(decoded.pixels == [rgb(3, 2, 1), rgb(6, 5, 4)])
    }

    /// Every number of 16 bits, without masks and with several.
    @Test(arguments: [
        [0x7C00, 0x03E0, 0x001F], [0xF800, 0x07E0, 0x001F], [0x0F00, 0x00F0, 0x000F],
        [0xE000, 0x0700, 0x0001],
        [0x0007, 0xFF00, 0x0000],
    ])
    func sixteenBits(masks: [Int]) throws {
        let pixels = (0..<65536).flatMap { little16($0) }
        let isUsual = masks[0] == 0x7C00
        let bitmap = Bitmap(
            width: 256, height: -256, bits: 16, compression: isUsual ? 0 : 3, masks: isUsual ? [] : masks,
            pixels: pixels)
        let decoded = try Decoded(bitmap.file, as: .bmp)
        #expect(decoded.message == nil)
        let part = { (value: Int, mask: Int) in mask == 0 ? 0 : eight(value & mask, of: mask) }
        let expected = (0..<65536).map { rgb(part($0, masks[0]), part($0, masks[1]), part($0, masks[2])) }
        #expect(decoded.pixels == expected)
    }

    /// Masks of 32 bits of any width, in headers that have them and behind one that has not.
    @Test(
        arguments: [
            [0xFFE0_0000, 0x001F_FC00, 0x0000_03FF, 0], [0xFF, 0xFF00, 0xFF_0000, 0xFF00_0000],
            [0xFE00_0000, 0x0100_0000, 0x00FF_0000, 0x0000_FE00],
            [0x3FF0_0000, 0x000F_FC00, 0x3FF, 0xC000_0000],
            [0xFFFF_F800, 0x700, 0xF0, 0xF],
        ], [(40, 6), (56, 3), (108, 3), (124, 3)])
    func masks(masks: [Int], header: (length: Int, compression: Int)) throws {
        let words = Noise.bytes(4 * 200, seed: 7)
        let bitmap = Bitmap(
            width: 20, height: -10, bits: 32, compression: header.compression, headerLength: header.length,
            masks: masks, pixels: words)
        let decoded = try Decoded(bitmap.file, as: .bmp)
        #expect(decoded.message == nil)
        #expect(decoded.header?.hasAlpha == (masks[3] != 0))
        let part = { (value: Int, mask: Int) in mask == 0 ? 255 : eight(value & mask, of: mask) }
        let expected = (0..<200).map { index in
            let value = (0..<4).reduce(0) { $0 | Int(words[4 * index + $1]) << (8 * $1) }
            return rgba(
                part(value, masks[0]), part(value, masks[1]), part(value, masks[2]), part(value, masks[3]))
        }
        #expect(decoded.pixels == expected)
    }

    /// Alpha that nobody has filled in.
    @Test func alphaOfZeroEverywhereIsNone() throws {
        var bitmap = Bitmap(
            width: 2, height: 1, bits: 32, compression: 3, headerLength: 56,
            masks: [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000], pixels: [1, 2, 3, 0, 4, 5, 6, 0])
        var decoded = try Decoded(bitmap.file, as: .bmp)
        #expect(decoded.header?.hasAlpha == false)
        #expect(decoded.pixels == [rgb(3, 2, 1), rgb(6, 5, 4)])
        bitmap.pixels[7] = 128
        // The mask alone says so, without a compression of masks.
        for compression in [0, 3] {
            bitmap.compression = compression
            decoded = try Decoded(bitmap.file, as: .bmp)
            #expect(decoded.header?.hasAlpha == true)
            #expect(decoded.pixels == [0, rgba(6, 5, 4, 128)])
        }
    }

    /// Linear numbers of 16 bits, of which 8192 is 1.
    @Test func sixtyFourBits() throws {
        let samples = [0, 8192, 16384, 8192, 4096, -5, 2048, 4096].flatMap { little16($0) }
        let decoded = try Decoded(Bitmap(width: 2, height: 1, bits: 64, pixels: samples).file, as: .bmp)
        #expect(decoded.header?.hasAlpha == true)
        // sRGB of a half is 188, of a quarter 137.
        #expect(decoded.pixels == [rgb(255, 255, 0), rgba(137, 0, 188, 128)])
    }

    /// Colours that are given by their places and a gamma.
    @Test func calibratedColors() throws {
        let parts = [0.64, 0.33, 0.03, 0.30, 0.60, 0.10, 0.15, 0.06, 0.79].map { Int($0 * Double(1 << 30)) }
        var bitmap = Bitmap(
            width: 1, height: 1, bits: 24, headerLength: 108, masks: [0, 0, 0, 0, 0] + parts,
            pixels: [128, 64, 255, 0])
        // Zero is for writers that do not know.
        #expect(try Decoded(bitmap.file, as: .bmp).pixels == [rgb(255, 64, 128)])
        bitmap.masks += [0x23333, 0x23333, 0x23333]
        #expect(try Decoded(bitmap.file, as: .bmp).pixels == [rgb(255, 64, 128)])
        bitmap.masks.replaceSubrange(14..<17, with: [65536, 65536, 65536])
        // sRGB of 128 / 255 and 64 / 255 of the light.
        #expect(try Decoded(bitmap.file, as: .bmp).pixels == [rgb(255, 137, 188)])
    }
}
