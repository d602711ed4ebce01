import Decoding
import Geometry
import Loading
import Testing

@Suite struct FarbfeldTests {
    private static func file(width: Int, height: Int, _ samples: [Int]) -> [UInt8] {
        Array("farbfeld".utf8) + big32(width) + big32(height) + samples.flatMap { little16($0).reversed() }
    }

    @Test func samples() throws {
        let decoded = try Decoded(
            Self.file(width: 1, height: 2, [0x1234, 0xFFFF, 0, 0xFFFF, 0x8080, 0x4040, 0xFFFF, 0x8080]),
            as: .farbfeld)
        #expect(decoded.message == nil)
        #expect(decoded.header?.hasAlpha == true)
        #expect(decoded.header?.size == PixelSize(width: 1, height: 2))
        #expect(decoded.pixels == [rgb(eight(0x1234, of: 65535), 255, 0), rgba(128, 64, 255, 128)])
    }

    @Test func rowsThatAreThereAreShown() throws {
        let file = Self.file(width: 1, height: 2, [0, 0, 0xFFFF, 0xFFFF, 1, 2, 3])
        let decoded = try Decoded(file, as: .farbfeld)
        #expect(decoded.message == "the file ends early (row 1 of 2)")
        #expect(decoded.pixels == [rgb(0, 0, 255), 0])
        #expect(try Decoded(Array(file.prefix(15)), as: .farbfeld).message == "the file ends early")
        #expect(
            try Decoded(Self.file(width: 0, height: 2, []), as: .farbfeld).message
                == "0 × 2 pixels are no picture")
        let large = try Decoded(Self.file(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF, []), as: .farbfeld)
        #expect(large.message?.hasSuffix("pixels take too much memory") == true)
    }
}
