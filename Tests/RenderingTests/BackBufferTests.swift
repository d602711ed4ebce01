import Geometry
import Testing

@testable import Rendering

@Suite struct BackBufferTests {
    private static let size = PixelSize(width: 120, height: 90)
    private static let background = Color(red: 0x33 / 255.0, green: 0x66 / 255.0, blue: 0x99 / 255.0)

    /// A buffer and a painter, as a window has them.
    private struct Stage {
        let surface = Surface.image(size: BackBufferTests.size, hasAlpha: false)
        let buffer: BackBuffer
        let painter: Painter

        init(filter: Filter = .auto) {
            buffer = BackBuffer(surface)
            painter = Painter(prototype: surface, filter: filter, background: BackBufferTests.background)
        }

        func paint(_ picture: Picture, x: Double, y: Double, scale: Double) {
            let placement = Placement(origin: Point(x: x, y: y), scale: scale)
            for _ in 0..<20 where painter.paint(picture, at: placement, on: buffer) { break }
        }

        /// What the window shows.
        var seen: Bitmap {
            let pixels = surface.bitmap()
            return Bitmap(width: pixels.width, height: pixels.height) { x, y in
                pixels[(x + buffer.cornerX) % pixels.width, (y + buffer.cornerY) % pixels.height]
            }
        }

        /// Marks what is there, so that it is seen whether it is painted anew.
        func mark(_ x: Int, _ y: Int) {
            let (column, row) = ((x + buffer.cornerX) % 120, (y + buffer.cornerY) % 90)
            surface.withPixels { start, stride in start[row * stride + column] = Frame.unpainted }
        }
    }

    private static let moves: [(x: Double, y: Double)] = [
        (5, 3), (-20, 11), (0, -40), (60, 0), (-119, -89), (119, 89), (130, 0), (1, -95), (-7, 50), (0, 0),
    ]

    /// After any moves the window shows what a frame painted from nothing does.
    @Test(arguments: [1.0, 2, 3]) func movingIsExact(scale: Double) throws {
        let picture = try Bitmap.noise(width: 560, height: 540).picture()
        let stage = Stage()
        var (x, y) = (-500.0 * scale, -500.0 * scale)
        stage.paint(picture, x: x, y: y, scale: scale)
        for move in Self.moves {
            (x, y) = (x + move.x, y + move.y)
            stage.paint(picture, x: x, y: y, scale: scale)
            #expect(stage.seen == Frame(picture, origin: (x, y), scale: scale).pixels, "\(move)")
        }
    }

    /// Between whole scales the samples' places differ by the rounding of the server's transforms.
    @Test func movingSmoothPicturesLeavesNoSeam() throws {
        let bitmap = Bitmap(width: 900, height: 800) { x, y in
            0xFF00_0000 | UInt32(x / 4) << 16 | UInt32(y / 4) << 8
        }
        let picture = try bitmap.picture()
        let stage = Stage()
        var (x, y) = (-300.3, -200.7)
        stage.paint(picture, x: x, y: y, scale: 0.77)
        for move in Self.moves {
            (x, y) = (x + move.x, y + move.y)
            stage.paint(picture, x: x, y: y, scale: 0.77)
            let (seen, wanted) = (stage.seen, Frame(picture, origin: (x, y), scale: 0.77).pixels)
            let differs = zip(seen.pixels, wanted.pixels).contains { a, b in
                [0, 8, 16].contains { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) > 1 }
            }
            #expect(!differs, "\(move)")
        }
    }

    @Test func onlyWhatComesIntoViewIsPainted() throws {
        let picture = try Bitmap.noise(width: 300, height: 300).picture()
        let stage = Stage()
        stage.paint(picture, x: -50, y: -50, scale: 1.3)
        stage.mark(60, 40)
        stage.paint(picture, x: -45, y: -47, scale: 1.3)
        #expect(stage.seen[65, 43] == Frame.unpainted)
        stage.paint(picture, x: -45.4, y: -47.4, scale: 1.3)
        #expect(stage.seen[65, 43] == Frame.unpainted)
        stage.paint(picture, x: -45, y: -47, scale: 1.31)
        #expect(!stage.seen.pixels.contains(Frame.unpainted))
    }

    @Test func newPixelsArePainted() throws {
        let picture = try Bitmap.noise(width: 300, height: 300).picture()
        let other = try Bitmap.noise(width: 300, height: 301).picture()
        let stage = Stage()
        let rowsAnew = { picture.rowsCame(0..<300, of: picture.firstPyramid) }
        for change in [rowsAnew, { stage.paint(other, x: -5, y: -5, scale: 1) }] {
            stage.paint(picture, x: -5, y: -5, scale: 1)
            stage.mark(60, 40)
            change()
            stage.paint(picture, x: -4, y: -4, scale: 1)
            #expect(!stage.seen.pixels.contains(Frame.unpainted))
        }
    }

    /// The checkerboard stays where it is.
    @Test func transparentPicturesArePaintedAnew() throws {
        let picture = try Bitmap.transparentNoise(width: 300, height: 300).picture(hasAlpha: true)
        let stage = Stage()
        stage.paint(picture, x: -50, y: -50, scale: 1)
        stage.paint(picture, x: -47, y: -48, scale: 1)
        #expect(stage.seen == Frame(picture, origin: (-47, -48), scale: 1).pixels)
    }

    /// What the course leads to is there before it is seen.
    @Test func tilesAreStagedAhead() throws {
        let picture = try Bitmap.noise(width: 1100, height: 600).picture()
        let stage = Stage()
        let tile = { (level: Int, column: Int) in
            picture.tiles.tile(
                TileCache.Key(level: level, index: TileGrid.Index(column: column, row: 0)))
        }
        stage.paint(picture, x: -380, y: -50, scale: 1)
        stage.painter.stageAhead(until: .infinity, window: Self.size)
        #expect(tile(0, 1) == nil)
        stage.paint(picture, x: -382, y: -50, scale: 1)
        stage.painter.stageAhead(until: .infinity, window: Self.size)
        #expect(tile(0, 1) != nil)
        stage.paint(picture, x: -290, y: -30, scale: 0.52)
        stage.paint(picture, x: -290, y: -30, scale: 0.51)
        #expect(tile(1, 0) == nil)
        stage.painter.stageAhead(until: .infinity, window: Self.size)
        #expect(tile(1, 0) != nil)
    }
}
