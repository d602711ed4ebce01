import Geometry
import Testing

@testable import Rendering

@Suite struct PainterTests {
    private static func checkerboard(_ x: Int, _ y: Int) -> UInt32 {
        (x / 8 + y / 8) % 2 == 0 ? 0xFF66_6666 : 0xFF99_9999
    }

    /// At a whole scale each image pixel is a square of device pixels.
    private static func expected(
        _ bitmap: Bitmap, origin: (x: Int, y: Int), scale: Int
    ) -> (_ x: Int, _ y: Int) -> UInt32 {
        { x, y in
            let (dx, dy) = (x - origin.x, y - origin.y)
            guard dx >= 0, dy >= 0, dx < bitmap.width * scale, dy < bitmap.height * scale else {
                return Frame.background
            }
            return bitmap[dx / scale, dy / scale]
        }
    }

    @Test func withoutAPictureAllIsBackground() throws {
        let frame = Frame(nil, origin: (0, 0), scale: 1)
        #expect(frame.differences { _, _ in Frame.background } == [])
        // One of which no row has come is none yet.
        let picture = Picture(
            pyramid: try MipPyramid(
                raster: Bitmap.noise(width: 9, height: 9).raster(), storage: .memory))
        #expect(Frame(picture, origin: (3, 3), scale: 2).differences { _, _ in Frame.background } == [])
    }

    @Test(arguments: [
        (0, 0), (17, -9), (-460, -470), (-512, -512), (-630, -540), (119, 89), (120, 0), (-700, 3),
    ])
    func actualSizeIsExact(x: Int, y: Int) throws {
        let bitmap = Bitmap.noise(width: 700, height: 600)
        let picture = try bitmap.picture()
        for filter in Filter.allCases {
            let frame = Frame(picture, origin: (Double(x), Double(y)), scale: 1, filter: filter)
            #expect(frame.differences(from: Self.expected(bitmap, origin: (x, y), scale: 1)) == [])
        }
    }

    /// Between device pixels the picture is put on the nearest ones rather than blurred.
    @Test func actualSizeSnapsToDevicePixels() throws {
        let bitmap = Bitmap.noise(width: 60, height: 40)
        let frame = Frame(try bitmap.picture(), origin: (10.49, 5.51), scale: 1)
        #expect(frame.differences(from: Self.expected(bitmap, origin: (10, 6), scale: 1)) == [])
    }

    @Test(arguments: [2, 3, 5, 7, 16, 17, 33, 64, 100, 511]) func wholeScalesAreExact(scale: Int) throws {
        let bitmap = Bitmap.noise(width: 700, height: 530)
        let picture = try bitmap.picture()
        // Around the border between the first tiles and around the picture's corners.
        for (column, row) in [(512, 512), (0, 0), (699, 529), (300, 512)] {
            let origin = (x: 60 - column * scale, y: 45 - row * scale)
            for filter in [Filter.auto, .nearest] {
                let frame = Frame(
                    picture, origin: (Double(origin.x), Double(origin.y)), scale: Double(scale),
                    filter: filter)
                let expected = Self.expected(bitmap, origin: origin, scale: scale)
                #expect(frame.differences(from: expected) == [], "around (\(column), \(row))")
            }
        }
    }

    @Test(arguments: Orientation.allCases) func orientationsAreExact(orientation: Orientation) throws {
        let bitmap = Bitmap.noise(width: 600, height: 520)
        let upright = bitmap.upright(orientation)
        let picture = try bitmap.picture(orientation: orientation)
        for scale in [1, 3, 16, 40] {
            for (column, row) in [(0, 0), (upright.width, upright.height), (88, 8), (512, 512)] {
                let origin = (x: 50 - column * scale, y: 40 - row * scale)
                let frame = Frame(
                    picture, origin: (Double(origin.x), Double(origin.y)), scale: Double(scale))
                let expected = Self.expected(upright, origin: origin, scale: scale)
                #expect(frame.differences(from: expected) == [], "\(scale) around (\(column), \(row))")
            }
        }
        let half = Frame(picture, origin: (-200, -190), scale: 0.5)
        let expected = Self.expected(upright.halved, origin: (-200, -190), scale: 1)
        #expect(half.differences(from: expected) == [])
    }

    @Test func halfAndQuarterSizeAreMeans() throws {
        let bitmap = Bitmap.noise(width: 1101, height: 1040)
        let picture = try bitmap.picture()
        var means = bitmap
        for scale in [0.5, 0.25, 0.125] {
            means = means.halved
            // Of an odd size the last device pixel shows only if its centre is on the picture.
            let width = Int((Double(bitmap.width) * scale - 0.5).rounded(.up))
            let height = Int((Double(bitmap.height) * scale - 0.5).rounded(.up))
            let seen = Bitmap(width: width, height: height) { means[$0, $1] }
            for origin in [(3, 4), (60 - width, 50 - height)] {
                let frame = Frame(picture, origin: (Double(origin.0), Double(origin.1)), scale: scale)
                let expected = Self.expected(seen, origin: (origin.0, origin.1), scale: 1)
                #expect(frame.differences(from: expected) == [], "\(scale)")
            }
        }
    }

    @Test func transparentPixelsAreOverTheCheckerboard() throws {
        let bitmap = Bitmap.transparentNoise(width: 600, height: 90)
        let frame = Frame(try bitmap.picture(hasAlpha: true), origin: (-480, 5), scale: 1)
        let differences = frame.differences { x, y in
            guard y >= 5 else { return Frame.background }
            let pixel = bitmap[x + 480, y - 5]
            let through = 255 - pixel >> 24
            let part = { (shift: UInt32) -> UInt32 in
                let behind = Self.checkerboard(x, y) >> shift & 255
                return ((pixel >> shift & 255) + (2 * behind * through + 255) / 510) << shift
            }
            return 0xFF00_0000 | part(16) | part(8) | part(0)
        }
        #expect(differences == [])
    }

    /// Rows that are still to come are background; those that never will are the checkerboard.
    @Test(arguments: Orientation.allCases) func missingRowsAreNotPainted(orientation: Orientation) throws {
        let bitmap = Bitmap.noise(width: 50, height: 40)
        let picture = try bitmap.picture(orientation: orientation, rows: 23)
        let marked = Bitmap(width: 50, height: 40) { x, y in y < 23 ? bitmap[x, y] : 0 }.upright(orientation)
        for isLoaded in [false, true] {
            picture.isLoaded = isLoaded
            for (scale, filter) in [(1, Filter.auto), (2, .auto), (17, .nearest)] {
                let frame = Frame(picture, origin: (4, 4), scale: Double(scale), filter: filter)
                let expected = Self.expected(marked, origin: (4, 4), scale: scale)
                let differences = frame.differences { x, y in
                    if expected(x, y) != 0 { return expected(x, y) }
                    return isLoaded ? Self.checkerboard(x, y) : Frame.background
                }
                #expect(differences == [], "\(scale)")
            }
        }
    }

    /// Of 23 rows, level 1 has 11 whole ones.
    @Test func missingRowsOfALevelAreNotPainted() throws {
        let bitmap = Bitmap.noise(width: 100, height: 80)
        let picture = try bitmap.picture(rows: 23)
        let frame = Frame(picture, origin: (4, 4), scale: 0.5)
        let seen = Bitmap(width: 50, height: 40) { x, y in
            y < 11 ? bitmap.halved[x, y] : Frame.background
        }
        #expect(frame.differences(from: Self.expected(seen, origin: (4, 4), scale: 1)) == [])
    }

    @Test func rowsThatComeLaterRefreshTheirTiles() throws {
        let bitmap = Bitmap.noise(width: 60, height: 50)
        let picture = try bitmap.picture(rows: 20)
        _ = Frame(picture, origin: (4, 4), scale: 1)
        picture.rowsCame(20..<50, of: picture.firstPyramid)
        let frame = Frame(picture, origin: (4, 4), scale: 1)
        #expect(frame.differences(from: Self.expected(bitmap, origin: (4, 4), scale: 1)) == [])
    }

    /// All rows are there, but the levels above are still being built: nothing of what was painted before shows through.
    @Test(arguments: [false, true]) func everyPixelIsPaintedBeforeTheLevelsAreBuilt(isLoaded: Bool) throws {
        let bitmap = Bitmap.noise(width: 400, height: 300)
        let pyramid = try MipPyramid(raster: bitmap.raster(), storage: .memory)
        let picture = Picture(pyramid: pyramid)
        picture.rowsCame(0..<300, of: pyramid)
        picture.isLoaded = isLoaded
        for rows in [0..<0, 0..<160] {
            picture.levelsCame(pyramid.build(from: rows))
            let frame = Frame(picture, origin: (10, 10), scale: 0.25)
            #expect(!frame.pixels.pixels.contains(Frame.unpainted))
        }
    }
}
