import Decoding
import Geometry
import Loading
import Testing

@Suite struct QOITests {
    private static func file(
        width: Int, height: Int, channels: UInt8 = 4, colors: UInt8 = 0, _ chunks: [UInt8]
    ) -> [UInt8] {
        Array("qoif".utf8) + big32(width) + big32(height) + [channels, colors] + chunks + [
            0, 0, 0, 0, 0, 0, 0, 1,
        ]
    }

    /// One chunk of each kind.
    @Test func chunks() throws {
        let chunks: [UInt8] = [
            0xFE, 10, 20, 30,  // a colour
            0xFF, 200, 100, 50, 128,  // with alpha
            0x72,  // +1, -2, 0
            0xAA, 0x3C,  // green +10; red 10 - 5, blue 10 + 4
            0xC1,  // twice more
            9,  // the first again, which is in slot (3 · 10 + 5 · 20 + 7 · 30 + 11 · 255) mod 64
            0xFE, 0, 255, 255, 0x5F,  // over the ends: -1, +1, +1
        ]
        let decoded = try Decoded(Self.file(width: 3, height: 3, chunks), as: .qoi)
        #expect(decoded.message == nil)
        #expect(decoded.header?.hasAlpha == true)
        let luma = rgba(201 + 5, 98 + 10, 50 + 14, 128)
        #expect(
            decoded.pixels == [
                rgb(10, 20, 30), rgba(200, 100, 50, 128), rgba(201, 98, 50, 128), luma, luma, luma,
                rgb(10, 20, 30), rgb(0, 255, 255), rgb(255, 0, 0),
            ])
    }

    /// Black comes before the first, and alpha does not count in three channels.
    @Test func threeChannels() throws {
        let chunks: [UInt8] = [0xC0, 0xFF, 1, 2, 3, 4]
        let decoded = try Decoded(Self.file(width: 2, height: 1, channels: 3, chunks), as: .qoi)
        #expect(decoded.header?.hasAlpha == false)
        #expect(decoded.pixels == [rgb(0, 0, 0), rgb(1, 2, 3)])
    }

    /// Writers call pixels linear that are not.
    @Test func colorsAreSRGB() throws {
        let decoded = try Decoded(Self.file(width: 1, height: 1, colors: 1, [0xFE, 128, 64, 255]), as: .qoi)
        #expect(decoded.pixels == [rgb(128, 64, 255)])
    }

    @Test func rowsThatAreThereAreShown() throws {
        let file = Self.file(width: 2, height: 3, [0xFE, 1, 2, 3, 0xC1, 0xFE, 4])
        let decoded = try Decoded(Array(file.dropLast(8)), as: .qoi)
        #expect(decoded.message == "the file ends early (row 1 of 3)")
        #expect(decoded.pixels == [rgb(1, 2, 3), rgb(1, 2, 3), 0, 0, 0, 0])
        // The mark at the end is no pixels.
        let short = try Decoded(Self.file(width: 2, height: 3, [0xC1]), as: .qoi)
        #expect(short.message == "the file ends early (row 1 of 3)")
    }

    @Test func headersThatMakeNoSense() throws {
        #expect(
            try Decoded(Self.file(width: 1, height: 1, channels: 5, []), as: .qoi).message == "5 channels")
        #expect(
            try Decoded(Self.file(width: 0, height: 1, []), as: .qoi).message == "0 × 1 pixels are no picture"
        )
        let large = try Decoded(Self.file(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, [0xC1]), as: .qoi)
        #expect(large.message?.hasSuffix("pixels take too much memory") == true)
    }
}
