import Geometry
import Testing

@testable import Rendering

@Suite struct PictureTests {
    @Test func levelIsTheOneJustAboveTheScale() throws {
        let picture = try Bitmap(width: 1000, height: 10) { _, _ in 0 }.picture()
        // 1000 → 500 → 250 → 125 → 63: five levels.
        let expected: [(Double, Int)] = [
            (0.001, 4), (0.0625, 4), (0.07, 3), (0.125, 3), (0.126, 2), (0.25, 2), (0.3, 1), (0.5, 1),
            (0.51, 0), (1, 0), (2, 0), (15.9, 0), (16, -3), (31.9, -3), (32, -4), (1023, -8), (1024, -9),
            (1e9, -9),
        ]
        for (scale, level) in expected { #expect(picture.level(for: scale) == level, "\(scale)") }
    }

    @Test(arguments: Orientation.allCases) func readyRectIsSeenWhereTheRowsAre(orientation: Orientation)
        throws
    {
        let bitmap = Bitmap(width: 70, height: 40) { _, _ in 0 }
        let picture = try bitmap.picture(orientation: orientation, rows: 11)
        // Mark the stored rows in a raster of their own and look where they turn up.
        let marked = Bitmap(width: 70, height: 40) { _, y in y < 11 ? 1 : 0 }.upright(orientation)
        let rect = picture.readyRect(level: 0)
        let found = Bitmap(width: marked.width, height: marked.height) { x, y in
            rect.x0 <= x && x < rect.x1 && rect.y0 <= y && y < rect.y1 ? 1 : 0
        }
        #expect(found == marked)
        // Of 11 rows, level 1 has 5 whole ones, which are 10.
        #expect(min(picture.readyRect(level: 1).width, picture.readyRect(level: 1).height) == 10)
    }

    @Test func knowsHowFarItHasCome() throws {
        let picture = try Bitmap(width: 8, height: 20) { _, _ in 0 }.picture(rows: 5)
        #expect(picture.hasPixels)
        #expect(!picture.isComplete)
        picture.rowsCame(5..<20, of: picture.firstPyramid)
        #expect(picture.isComplete)
        // Rows that come anew take nothing away.
        picture.rowsCame(0..<3, of: picture.firstPyramid)
        #expect(picture.isComplete)
    }

    @Test func allRowsButNotAllLevels() throws {
        let pyramid = try MipPyramid(
            raster: Bitmap(width: 8, height: 200) { _, _ in 0 }.raster(), storage: .memory)
        let picture = Picture(pyramid: pyramid)
        picture.rowsCame(0..<100, of: picture.firstPyramid)
        // What is still to come is not waited for.
        #expect(!picture.isBeingBuilt(at: 0.1))
        picture.rowsCame(100..<200, of: picture.firstPyramid)
        #expect(picture.isBeingBuilt(at: 0.1))
        // The full size is there, whatever is built above it.
        #expect(!picture.isBeingBuilt(at: 1))
        picture.levelsCame(pyramid.build(from: 0..<100))
        #expect(picture.isBeingBuilt(at: 0.1))
        picture.levelsCame(pyramid.build(from: 100..<200))
        #expect(!picture.isBeingBuilt(at: 0.1))
        // A picture of one level has nothing to be built.
        let raster = try Bitmap(width: 8, height: 20) { _, _ in 0 }.raster()
        let small = Picture(pyramid: try MipPyramid(raster: raster, storage: .memory))
        small.rowsCame(0..<20, of: small.firstPyramid)
        #expect(!small.isBeingBuilt(at: 0.1))
    }

    @Test func iconIsOpaqueInTheMiddleAndClearAtTheCorners() {
        for side in Icon.sides {
            let pixels = Icon.pixels(side: side)
            #expect(pixels.count == side * side)
            #expect([0, side - 1, side * side - 1].allSatisfy { pixels[$0] >> 24 == 0 })
            #expect(pixels[side / 2 * side + side / 2] >> 24 == 255)
        }
    }
}
