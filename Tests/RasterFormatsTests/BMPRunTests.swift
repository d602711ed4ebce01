import Decoding
import Loading
import Testing

@Suite struct BMPRunTests {
    private static let palette = (0..<16).map { $0 * 0x10_0804 + 0x050301 }

    private static func pixels(_ numbers: [Int?]) -> [UInt32] {
        numbers.map { number in number.map { 0xFF00_0000 | UInt32(palette[$0]) } ?? 0 }
    }

    private static func decode(
        _ runs: [UInt8], bits: Int, width: Int = 6, height: Int = 3
    ) throws -> Decoded {
        let bitmap = Bitmap(
            width: width, height: height, bits: bits, compression: bits == 8 ? 1 : bits == 4 ? 2 : 4,
            headerLength: bits == 24 ? 64 : 40, palette: bits == 24 ? [] : palette,
            used: bits == 24 ? 0 : 16, pixels: runs)
        return try Decoded(bitmap.file, as: .bmp)
    }

    /// Runs, numbers one by one, and all ways of leaving pixels out.
    @Test(arguments: [3, -3]) func eightBits(height: Int) throws {
        let runs: [UInt8] = [
            3, 1, 0, 3, 2, 3, 4, 0, 0, 0,  // 1 1 1 2 3 4
            2, 5, 0, 2, 2, 1, 1, 6,  // 5 5, two columns and a row further: 6
            0, 0, 0, 1,
        ]
        let decoded = try Self.decode(runs, bits: 8, height: height)
        #expect(decoded.message == nil)
        #expect(decoded.header?.hasAlpha == true)
        let rows: [[Int?]] = [
            [1, 1, 1, 2, 3, 4], [5, 5, nil, nil, nil, nil], [nil, nil, nil, nil, 6, nil],
        ]
        #expect(decoded.pixels == Self.pixels(Array((height > 0 ? rows.reversed() : rows).joined())))
    }

    @Test func fourBits() throws {
        let runs: [UInt8] = [
            5, 0x12, 1, 0x30, 0, 0,  // 1 2 1 2 1 3
            0, 5, 0x45, 0x67, 0x80, 0, 1, 0x90, 0, 0,  // 4 5 6 7 8 9
            0, 3, 0xAB, 0xC0, 0, 1,  // a b c, and the end
        ]
        let decoded = try Self.decode(runs, bits: 4)
        #expect(decoded.message == nil)
        #expect(
            decoded.pixels
                == Self.pixels([10, 11, 12, nil, nil, nil, 4, 5, 6, 7, 8, 9, 1, 2, 1, 2, 1, 3]))
    }

    @Test func twentyFourBits() throws {
        let runs: [UInt8] = [2, 1, 2, 3, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0, 1]
        let decoded = try Self.decode(runs, bits: 24, width: 5, height: 1)
        #expect(decoded.message == nil)
        #expect(
            decoded.pixels == [rgb(3, 2, 1), rgb(3, 2, 1), rgb(6, 5, 4), rgb(9, 8, 7), rgb(12, 11, 10)])
    }

    /// What reaches over a row's end, or over the last row, is cut off.
    @Test func overlongRuns() throws {
        let runs: [UInt8] = [255, 1, 200, 2, 0, 0, 0, 2, 250, 0, 9, 3, 0, 2, 0, 250, 4, 4, 4, 4]
        let decoded = try Self.decode(runs, bits: 8)
        #expect(decoded.message == nil)
        let missing = [Int?](repeating: nil, count: 12)
        #expect(decoded.pixels == Self.pixels(missing + [1, 1, 1, 1, 1, 1]))
    }

    /// A file that ends in its second row from the bottom.
    @Test func endsEarly() throws {
        var decoded = try Self.decode([6, 1, 0, 0, 3, 2], bits: 8)
        #expect(decoded.message == "the file ends early (row 1 of 3)")
        #expect(decoded.hasRows)
        #expect(
            decoded.pixels
                == Self.pixels(
                    [nil, nil, nil, nil, nil, nil, 2, 2, 2, nil, nil, nil, 1, 1, 1, 1, 1, 1]))
        decoded = try Self.decode([6, 1, 0, 0, 6, 2, 0, 0, 6, 3], bits: 8)
        #expect(decoded.message == nil)
        decoded = try Self.decode([], bits: 8)
        #expect(decoded.message == "the file ends early (row 0 of 3)")
        #expect(!decoded.hasRows)
    }
}
