import Geometry
import Loading
import Posix
import Testing

@testable import Rendering

@Suite struct MipPyramidTests {
    @Test(arguments: [(130, 67), (129, 129), (65, 1), (1, 200), (200, 3), (64, 64), (128, 96), (257, 255)])
    func everyLevelIsTheMeanOfTheOneBelow(width: Int, height: Int) throws {
        let bitmap = Bitmap.transparentNoise(width: width, height: height)
        let pyramid = try MipPyramid(raster: bitmap.raster(hasAlpha: true), storage: .memory)
        _ = pyramid.build(from: 0..<height)
        var expected = bitmap
        for level in pyramid.levels {
            #expect(level.bitmap == expected)
            expected = expected.halved
        }
        // The first level that is no larger than 64 is the last.
        let last = try #require(pyramid.levels.last?.size)
        #expect(max(last.width, last.height) <= 64)
        #expect(pyramid.levels.dropLast().allSatisfy { max($0.size.width, $0.size.height) > 64 })
    }

    @Test func meanIsRoundedAndKeepsChannelsApart() throws {
        // Blue 0 + 0 + 0 + 2 → 0.5 → 1; green 255 × 4 → 255; red 1 + 0 + 0 + 0 → 0.25 → 0; alpha 255 + 254 + 254 + 254 → 254.25.
        var bitmap = Bitmap(width: 66, height: 2) { _, _ in 0xFE00_FF00 }
        bitmap.pixels[0] = 0xFF01_FF00
        bitmap.pixels[67] = 0xFE00_FF02
        let pyramid = try MipPyramid(raster: bitmap.raster(), storage: .memory)
        _ = pyramid.build(from: 0..<2)
        #expect(pyramid.levels[1].bitmap[0, 0] == 0xFE00_FF01)
    }

    @Test func smallestPictureHasOneLevel() throws {
        let pyramid = try MipPyramid(
            raster: Bitmap(width: 1, height: 1) { _, _ in 0xFF12_3456 }.raster(), storage: .memory)
        #expect(pyramid.build(from: 0..<1).rows == [0..<1])
        #expect(pyramid.levels.map(\.size) == [PixelSize(width: 1, height: 1)])
        #expect(pyramid.levels[0].bitmap[0, 0] == 0xFF12_3456)
    }

    @Test(arguments: [false, true]) func thinPictureHalvesInOneDirection(isTall: Bool) throws {
        let sizes = [100_000, 50_000, 25_000, 12_500, 6250, 3125, 1563, 782, 391, 196, 98, 49]
        let bitmap = Bitmap(width: isTall ? 1 : 100_000, height: isTall ? 100_000 : 1) { x, y in
            0xFF00_0000 | UInt32(x + y)
        }
        let pyramid = try MipPyramid(raster: bitmap.raster(), storage: .memory)
        _ = pyramid.build(from: 0..<bitmap.height)
        #expect(pyramid.levels.map { isTall ? $0.size.height : $0.size.width } == sizes)
        #expect(pyramid.levels.allSatisfy { (isTall ? $0.size.width : $0.size.height) == 1 })
        var expected = bitmap
        for level in pyramid.levels {
            #expect(level.bitmap == expected)
            expected = expected.halved
        }
    }

    /// Rows come in pieces, in order; in the end the levels are those of the whole, and no row was told before it was right.
    @Test(arguments: 0..<12) func piecesMakeTheSameLevels(seed: UInt64) throws {
        var numbers = SeededNumbers(state: seed)
        let height = Int.random(in: 1...400, using: &numbers)
        let bitmap = Bitmap.noise(width: 130, height: height)
        let whole = try MipPyramid(raster: bitmap.raster(), storage: .memory)
        _ = whole.build(from: 0..<height)
        let pyramid = try MipPyramid(raster: bitmap.raster(), storage: .memory)
        var told = pyramid.levels.dropFirst().map { _ in 0 }
        var row = 0
        while row < height {
            let end = min(height, row + Int.random(in: 1...70, using: &numbers))
            for (index, rows) in pyramid.build(from: row..<end).rows.dropFirst().enumerated()
            where !rows.isEmpty {
                #expect(rows.lowerBound <= told[index], "a row was left out")
                told[index] = max(told[index], rows.upperBound)
                let (level, right) = (pyramid.levels[index + 1], whole.levels[index + 1])
                for y in rows {
                    for x in 0..<level.size.width {
                        #expect(level.row(y)[x] == right.row(y)[x])
                    }
                }
            }
            row = end
        }
        #expect(told == pyramid.levels.dropFirst().map(\.size.height))
    }

    /// An interlaced file's rows come again and again, better each time.
    @Test func rowsThatComeAnewAreBuiltAnew() throws {
        let bitmap = Bitmap.noise(width: 100, height: 77)
        let raster = try Bitmap(width: 100, height: 77) { _, _ in 0xFF80_8080 }.raster()
        let pyramid = try MipPyramid(raster: raster, storage: .memory)
        for start in stride(from: 0, to: 77, by: 16) { _ = pyramid.build(from: start..<min(77, start + 16)) }
        let words = raster.memory.bytes.bindMemory(to: UInt32.self)
        for start in stride(from: 0, to: 77, by: 16) {
            for y in start..<min(77, start + 16) {
                for x in 0..<100 { words[y * raster.stride / 4 + x] = bitmap[x, y] }
            }
            _ = pyramid.build(from: start..<min(77, start + 16))
        }
        #expect(pyramid.levels[1].bitmap == bitmap.halved)
    }

    @Test func abandonedPyramidBuildsNothing() throws {
        let pyramid = try MipPyramid(raster: Bitmap.noise(width: 200, height: 200).raster(), storage: .memory)
        pyramid.abandon()
        #expect(pyramid.build(from: 0..<200).rows.allSatisfy { $0.isEmpty })
    }
}

/// The same numbers every time (Marsaglia's xorshift64).
struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    init(state: UInt64) { self.state = state &* 0x2545_F491_4F6C_DD1D ^ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
