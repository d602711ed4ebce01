import Decoding
import Geometry
import Loading
import Testing

@Suite struct ICOTests {
    /// An icon's picture, and the bytes of its entry that tell sizes, which decoders had better not believe.
    private struct Entry {
        var sizes: [UInt8] = [0, 0]
        var body: [UInt8]
    }

    private static func file(_ entries: [Entry], type: Int = 1) -> [UInt8] {
        var directory = little16(0) + little16(type) + little16(entries.count)
        var place = 6 + 16 * entries.count
        for entry in entries {
            directory += entry.sizes + [0, 0] + little32(0) + little32(entry.body.count) + little32(place)
            place += entry.body.count
        }
        return directory + entries.flatMap(\.body)
    }

    /// A picture of one colour, none of it hidden.
    private static func plain(_ side: Int, bits: Int, _ color: Int) -> Entry {
        let row = [UInt8](repeating: 0, count: (side * bits + 31) / 32 * 4)
        let mask = [UInt8](repeating: 0, count: (side + 31) / 32 * 4 * side)
        let rows = bits == 24 ? (0..<side).flatMap { _ in colorRow(side, color) } : row.repeated(side)
        let palette = bits == 24 ? [] : [color] + [Int](repeating: 0, count: (1 << bits) - 1)
        return Entry(
            body: Bitmap(width: side, height: 2 * side, bits: bits, palette: palette, pixels: rows + mask)
                .body)
    }

    private static func colorRow(_ side: Int, _ color: Int) -> [UInt8] {
        Bitmap.rows([Array((0..<side).flatMap { _ in little32(color).prefix(3) })])
    }

    private static func png(width: Int, height: Int, channels: UInt8 = 6) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + big32(13) + Array("IHDR".utf8) + big32(width)
            + big32(height) + [8, channels, 0, 0, 0]
    }

    /// The largest first; of equals, that with most bits, then the first.
    @Test func pages() throws {
        let file = Self.file([
            Self.plain(3, bits: 1, 0x111111), Self.plain(4, bits: 4, 0x222222),
            Self.plain(4, bits: 24, 0x333333), Self.plain(4, bits: 4, 0x444444),
            Self.plain(5, bits: 1, 0x555555),
        ])
        let expected = [(5, 0x555555), (4, 0x333333), (4, 0x222222), (4, 0x444444), (3, 0x111111)]
        for (page, (side, color)) in expected.enumerated() {
            let decoded = try Decoded(file, as: .ico, page: page)
            #expect(decoded.message == nil)
            #expect(decoded.header?.pageCount == 5)
            #expect(decoded.header?.size == PixelSize(width: side, height: side))
            #expect(decoded.pixels == [UInt32](repeating: 0xFF00_0000 | UInt32(color), count: side * side))
        }
        #expect(try Decoded(file, as: .ico, page: 5).message == "there are 5 pictures in it")
    }

    @Test(arguments: [1, 2]) func maskHidesPixels(type: Int) throws {
        let pixels = Bitmap.rows([[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [0x80], [0x40]])
        let body = Bitmap(width: 2, height: 4, bits: 24, pixels: pixels).body
        let decoded = try Decoded(Self.file([Entry(body: body)], type: type), as: .ico)
        #expect(decoded.header?.hasAlpha == true)
        #expect(decoded.pixels == [rgb(9, 8, 7), 0, 0, rgb(6, 5, 4)])
        // A file that ends before its mask.
        let cut = try Decoded(Self.file([Entry(body: Array(body.dropLast(8)))], type: type), as: .ico)
        #expect(cut.message == nil)
        #expect(cut.pixels == [rgb(9, 8, 7), rgb(12, 11, 10), rgb(3, 2, 1), rgb(6, 5, 4)])
    }

    /// Alpha makes the mask void, unless it is 0 everywhere.
    @Test func alphaOrMask() throws {
        let mask = Bitmap.rows([[0x40]])
        let decode = { (alpha: UInt8) in
            let pixels: [UInt8] = [1, 2, 3, alpha, 4, 5, 6, 0]
            return try Decoded(
                Self.file([
                    Entry(body: Bitmap(width: 2, height: 2, bits: 32, pixels: pixels + mask).body)
                ]), as: .ico)
        }
        #expect(try decode(128).pixels == [rgba(3, 2, 1, 128), 0])
        #expect(try decode(0).pixels == [rgb(3, 2, 1), 0])
    }

    /// Writers that do not count the mask's rows.
    @Test func heightThatIsNotDoubled() throws {
        let pixels = Bitmap.rows([[1, 2, 3], [4, 5, 6], [0], [0x80]])
        let body = Bitmap(width: 1, height: 2, bits: 24, pixels: pixels).body
        let decoded = try Decoded(Self.file([Entry(sizes: [1, 2], body: body)]), as: .ico)
        #expect(decoded.header?.size == PixelSize(width: 1, height: 2))
        #expect(decoded.pixels == [0, rgb(3, 2, 1)])
    }

    /// PNG files go to their own decoder, and take their place by their own sizes.
    @Test func pngEntries() throws {
        let png = Self.png(width: 256, height: 256)
        let file = Self.file([
            Self.plain(4, bits: 24, 0), Entry(sizes: [1, 1], body: png + [1, 2, 3]),
            Entry(body: Self.png(width: 256, height: 256, channels: 3)),
        ])
        let decoded = try Decoded(file, as: .ico)
        #expect(decoded.header?.pageCount == 3)
        #expect(decoded.pixels == [UInt32(png.count + 3)])
        #expect(try Decoded(file, as: .ico, page: 1).pixels == [UInt32(png.count)])
    }

    @Test func entriesThatAreNotThere() throws {
        #expect(try Decoded(Self.file([]), as: .ico).message == "there is no picture in it")
        var file = Self.file([Self.plain(4, bits: 24, 0x123456), Self.plain(2, bits: 24, 0x654321)])
        // The place of the first is behind the file's end.
        file.replaceSubrange(18..<22, with: little32(0x7FFF_FFFF))
        let decoded = try Decoded(file, as: .ico)
        #expect(decoded.header?.pageCount == 1)
        #expect(decoded.pixels == [UInt32](repeating: 0xFF65_4321, count: 4))
        file.replaceSubrange(34..<38, with: little32(0xFFFF_FFFF))
        #expect(try Decoded(file, as: .ico).message == "there is no picture in it")
    }

    @Test func endsEarly() throws {
        let pixels = Bitmap.rows([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
        let body = Bitmap(width: 1, height: 6, bits: 24, pixels: Array(pixels.dropLast(4))).body
        let decoded = try Decoded(Self.file([Entry(body: body)]), as: .ico)
        #expect(decoded.message == "the file ends early (row 2 of 3)")
        #expect(decoded.pixels == [0, rgb(6, 5, 4), rgb(3, 2, 1)])
    }
}

extension [UInt8] {
    func repeated(_ count: Int) -> [UInt8] { Array([[UInt8]](repeating: self, count: count).joined()) }
}
