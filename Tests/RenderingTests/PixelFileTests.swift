import Foundation
import Geometry
import Loading
import Posix
import Testing

@testable import Rendering

/// Levels that are kept in a file, and rasters that keep a few rows.
@Suite struct PixelFileTests {
    private static let folder = NSTemporaryDirectory() + "xzoom-pixels-\(getpid())/a/b"

    /// A pyramid that has no memory for levels of more bytes.
    private static func pyramid(_ raster: Raster, memoryLimit: Int, below end: Int? = nil) throws
        -> MipPyramid
    {
        try MipPyramid(raster: raster, below: end, storage: .init(memoryLimit: memoryLimit, folder: folder))
    }

    /// A raster with memory for `capacity` rows, into which rows come as `put` is called.
    private struct Ring {
        let bitmap: Bitmap
        let raster: Raster

        init(_ bitmap: Bitmap, capacity: Int, reduction: Int = 0) throws {
            self.bitmap = bitmap
            let memory = try SharedMemory(byteCount: bitmap.width * 4 * capacity)
            raster = Raster(
                fullSize: PixelSize(width: bitmap.width << reduction, height: bitmap.height << reduction),
                reduction: reduction, stride: bitmap.width * 4, capacity: capacity, hasAlpha: false,
                orientation: .topLeft, memory: memory)
        }

        func put(_ rows: Range<Int>) {
            for y in rows {
                let row = UnsafeMutablePointer(mutating: raster.row(y))
                for x in 0..<bitmap.width { row[x] = bitmap[x, y] }
            }
        }
    }

    /// Wherever levels are kept, and in whatever pieces rows come, they are the same; rows told of can be read at once.
    @Test(arguments: [(700, 530, 0), (700, 530, 300_000), (257, 129, 0), (64, 300, 10_000), (1, 1000, 0)])
    func levelsAreTheSame(width: Int, height: Int, memoryLimit: Int) throws {
        var numbers = SeededNumbers(state: UInt64(width + height))
        let bitmap = Bitmap.noise(width: width, height: height)
        let ring = try Ring(bitmap, capacity: 64)
        let pyramid = try Self.pyramid(ring.raster, memoryLimit: memoryLimit)
        #expect(pyramid.levels[0].isInFile)
        var told = pyramid.levels.map { _ in 0 }
        var row = 0
        while row < height {
            let end = min(height, row + Int.random(in: 1...64, using: &numbers))
            ring.put(row..<end)
            for (index, rows) in pyramid.build(from: row..<end).rows.enumerated() where !rows.isEmpty {
                #expect(rows.lowerBound <= told[index])
                told[index] = max(told[index], rows.upperBound)
            }
            row = end
        }
        #expect(told == pyramid.levels.map(\.size.height))
        var expected = bitmap
        for level in pyramid.levels {
            #expect(level.bitmap == expected)
            expected = expected.halved
        }
    }

    /// What can be packed is: a drawing of two colours takes a fraction of its pixels.
    @Test func partsOfBlocks() throws {
        let bitmap = Bitmap(width: 600, height: 200) { x, y in (x / 50 + y / 30) % 2 == 0 ? 0xFF00_0000 : .max
        }
        let ring = try Ring(bitmap, capacity: 256)
        let pyramid = try Self.pyramid(ring.raster, memoryLimit: 0)
        ring.put(0..<200)
        _ = pyramid.build(from: 0..<200)
        for (x, y, width, height) in [(0, 0, 1, 1), (255, 63, 2, 2), (200, 50, 400, 150), (599, 199, 1, 1)] {
            let part = PixelRect<Level>(x0: x, y0: y, x1: x + width, y1: y + height)
            var isRight = true
            pyramid.levels[0].withPixels(of: part) { pixels, stride in
                for row in 0..<height {
                    for column in 0..<width where pixels[row * stride + column] != bitmap[x + column, y + row]
                    {
                        isRight = false
                    }
                }
            }
            #expect(isRight, "\(part)")
        }
    }

    /// Rows that never come leave a hole, and what came before them is kept.
    @Test func missingRows() throws {
        let bitmap = Bitmap.noise(width: 100, height: 300)
        let ring = try Ring(bitmap, capacity: 300)
        let pyramid = try Self.pyramid(ring.raster, memoryLimit: 0)
        let picture = Picture(pyramid: pyramid)
        for rows in [0..<10, 200..<210] {
            ring.put(rows)
            picture.levelsCame(pyramid.build(from: rows))
        }
        picture.levelsCame(pyramid.finish())
        let level = pyramid.levels[0].bitmap
        let expected = Bitmap(width: 100, height: 300) { x, y in
            (0..<10).contains(y) || (200..<210).contains(y) ? bitmap[x, y] : 0
        }
        #expect(level == expected)
        #expect(!picture.isComplete && picture.hasPixels)
    }

    /// Without a folder the finest levels are lost, and the picture is as fine as the first that is not.
    @Test func withoutAFile() throws {
        let bitmap = Bitmap.noise(width: 400, height: 300)
        let ring = try Ring(bitmap, capacity: 64)
        let pyramid = try MipPyramid(
            raster: ring.raster, storage: .init(memoryLimit: 40_000, folder: "/dev/null/x"))
        let picture = Picture(pyramid: pyramid)
        var failures = 0
        for start in stride(from: 0, to: 300, by: 50) {
            ring.put(start..<start + 50)
            let progress = pyramid.build(from: start..<start + 50)
            if progress.failure != nil { failures += 1 }
            picture.levelsCame(progress)
        }
        #expect(failures == 1)
        #expect(picture.finestLevel == 2)
        #expect(picture.isComplete && picture.isWhole)
        #expect(pyramid.levels[2].bitmap == bitmap.halved.halved)
        #expect(picture.level(for: 1) == 2)
    }

    /// Finer levels join those of a coarse raster; until a tile's rows are there, it is painted from what is whole.
    @Test func finerLevelsJoin() throws {
        let bitmap = Bitmap.noise(width: 1200, height: 800)
        let half = bitmap.halved
        let coarse = try Ring(half, capacity: half.height, reduction: 1)
        let first = try Self.pyramid(coarse.raster, memoryLimit: 1 << 20)
        let picture = Picture(pyramid: first)
        coarse.put(0..<half.height)
        picture.rowsCame(0..<half.height, of: first)
        picture.levelsCame(first.build(from: 0..<half.height))
        picture.isLoaded = true
        #expect((picture.finestLevel, picture.isComplete, picture.level(for: 1)) == (1, true, 1))
        let fine = try Ring(bitmap, capacity: 128)
        let second = try Self.pyramid(fine.raster, memoryLimit: 1 << 20, below: picture.finestLevel)
        #expect(second.levels.map(\.level) == [0])
        picture.add(second)
        #expect((picture.finestLevel, picture.isComplete, picture.level(for: 1)) == (0, true, 0))
        #expect(!picture.isBeingBuilt(at: 1))
        var row = 0
        for end in [0, 600, 800] {
            while row < end {
                fine.put(row..<row + 100)
                picture.levelsCame(second.build(from: row..<row + 100))
                row += 100
            }
            let frame = Frame(picture, origin: (-500, -470), scale: 1)
            // Tiles of 512: those of the second row have all their rows with the last of them.
            #expect(
                frame.differences { x, y in
                    let (column, line) = (x + 500, y + 470)
                    return line < 512 && row >= 512 || row == 800
                        ? bitmap[column, line] : frame.pixels[x, y]
                } == [])
            #expect(!frame.pixels.pixels.contains(Frame.unpainted))
        }
        picture.remove(second)
        #expect((picture.finestLevel, picture.isComplete) == (1, true))
    }
}
