import Geometry
import Testing

@testable import Rendering

@Suite struct OverlayTests {
    private static let size = PixelSize(width: 120, height: 90)
    /// A window: what its back buffer has, and what it shows.
    private final class Stage {
        let surface = Surface.image(size: OverlayTests.size, hasAlpha: false)
        let buffer: BackBuffer
        let painter: Painter
        let overlay = Overlay()
        var window = Bitmap(width: 120, height: 90) { _, _ in Frame.unpainted }
        /// Pixels that the last presentation changed or could have.
        var copied = 0

        init() {
            buffer = BackBuffer(surface)
            painter = Painter(
                prototype: surface, filter: .auto,
                background: Color(red: 0x33 / 255.0, green: 0x66 / 255.0, blue: 0x99 / 255.0))
        }

        /// What `Window.present` does.
        func show(_ items: [OverlayItem], isNewFrame: Bool) {
            let (patches, uncovered) = overlay.compose(items, over: buffer, isNewFrame: isNewFrame)
            let parts = isNewFrame ? buffer.window.parts(outside: patches.map(\.frame)) : uncovered
            let pixels = surface.bitmap()
            copied = 0
            for part in parts {
                copy(part) { x, y in pixels[(x + self.buffer.cornerX) % 120, (y + self.buffer.cornerY) % 90] }
            }
            for patch in patches {
                let pixels = patch.surface.bitmap()
                copy(patch.frame) { x, y in pixels[x - patch.frame.x0, y - patch.frame.y0] }
            }
        }

        private func copy(_ part: PixelRect<View>, _ pixel: (Int, Int) -> UInt32) {
            copied += part.width * part.height
            for y in part.y0..<part.y1 {
                for x in part.x0..<part.x1 { window.pixels[y * 120 + x] = pixel(x, y) }
            }
        }

        func paint(_ picture: Picture, x: Double, y: Double, scale: Double) {
            let placement = Placement(origin: Point(x: x, y: y), scale: scale)
            for _ in 0..<20 where painter.paint(picture, at: placement, on: buffer) { break }
        }
    }

    /// A box of white, or of a grey that lets half of the picture through.
    private static func item(_ x: Int, _ y: Int, opacity: Double = 1, width: Int = 30, height: Int = 20)
        -> OverlayItem
    {
        let frame = PixelRect<View>(x0: x, y0: y, x1: x + width, y1: y + height)
        return OverlayItem(
            frame: frame, opacity: opacity,
            bars: [OverlayItem.Bar(frame: frame, brightness: 1, opacity: 1)])
    }

    private static func contains(_ item: OverlayItem, _ x: Int, _ y: Int) -> Bool {
        let frame = item.frame
        return (frame.x0..<frame.x1).contains(x) && (frame.y0..<frame.y1).contains(y)
    }

    private static let moves: [(x: Double, y: Double)] = [
        (5, 3), (-20, 11), (0, -40), (60, 0), (-119, -89), (119, 89), (130, 0), (1, -95), (-7, 50), (0, 0),
    ]

    /// While the buffer is a ring over which the window moves, the picture is exact beside an item, and in it as well.
    @Test(arguments: [1.0, 0.5]) func panningBelowAnItemIsExact(opacity: Double) throws {
        let picture = try Bitmap.noise(width: 560, height: 540).picture()
        let stage = Stage()
        let item = Self.item(70, 60, opacity: opacity)
        var (x, y) = (-300.0, -280.0)
        for move in [(0.0, 0.0)] + Self.moves {
            (x, y) = (x + move.0, y + move.1)
            stage.paint(picture, x: x, y: y, scale: 1)
            stage.show([item], isNewFrame: true)
            let plain = Frame(picture, origin: (x, y), scale: 1).pixels
            let wanted = Bitmap(width: 120, height: 90) { column, row in
                guard Self.contains(item, column, row) else { return plain[column, row] }
                if opacity == 1 { return 0xFFFF_FFFF }
                // Half white.
                return [0, 8, 16].reduce(0xFF00_0000) {
                    $0 | (((plain[column, row] >> $1 & 255) + 255) / 2) << $1
                }
            }
            let differs = zip(stage.window.pixels, wanted.pixels).contains { a, b in
                [0, 8, 16].contains { abs(Int(a >> $0 & 255) - Int(b >> $0 & 255)) > (opacity == 1 ? 0 : 1) }
            }
            #expect(!differs, "\(move)")
        }
        // Nothing of it is in the buffer.
        stage.show([], isNewFrame: true)
        #expect(stage.window == Frame(picture, origin: (x, y), scale: 1).pixels)
    }

    @Test func aFadeCopiesItsPatchAlone() throws {
        let picture = try Bitmap.noise(width: 300, height: 300).picture()
        let stage = Stage()
        stage.paint(picture, x: -50, y: -50, scale: 1)
        let still = Self.item(10, 10)
        stage.show([still, Self.item(70, 60)], isNewFrame: true)
        for opacity in [0.75, 0.5, 0.25] {
            stage.show([still, Self.item(70, 60, opacity: opacity)], isNewFrame: false)
            #expect(stage.copied == 30 * 20)
        }
        #expect(stage.window[10, 10] == 0xFFFF_FFFF)
        // What it covered is seen again; the other one stays.
        stage.show([still], isNewFrame: false)
        #expect(stage.copied == 30 * 20)
        stage.show([still], isNewFrame: false)
        #expect(stage.copied == 0)
        stage.show([], isNewFrame: false)
        #expect(stage.window == Frame(picture, origin: (-50, -50), scale: 1).pixels)
    }

    /// Items that overlap, come, go and move look as they do when all of the window is painted.
    @Test func anySequenceLooksLikeTheLast() throws {
        let picture = try Bitmap.noise(width: 300, height: 300).picture()
        let (stage, other) = (Stage(), Stage())
        for stage in [stage, other] {
            stage.paint(picture, x: -50, y: -50, scale: 1)
            stage.paint(picture, x: -31, y: -77, scale: 1)
            stage.show([], isNewFrame: true)
        }
        let (a, b, c) = (Self.item(10, 10), Self.item(25, 20, opacity: 0.5), Self.item(100, 80, opacity: 0.7))
        let states: [[OverlayItem]] = [
            [a], [a, b], [b], [b, a], [a, b, c], [c], [Self.item(90, 75, opacity: 0.2), a, c], [a, c],
            [c, Self.item(12, 9)],
            [Self.item(-5, -5), Self.item(118, 88), Self.item(300, 300)], [],
        ]
        for items in states {
            stage.show(items, isNewFrame: false)
            other.show(items, isNewFrame: true)
            #expect(stage.window == other.window, "\(items.map(\.frame))")
        }
    }

    @Test func aLabelIsSeen() throws {
        let picture = try Bitmap.noise(width: 300, height: 300).picture()
        let stage = Stage()
        stage.paint(picture, x: -50, y: -50, scale: 1)
        let typeset = try #require(
            try LabelSetter().set(Label([.text("50 %")], style: .line, fontSize: 14, maximumSize: Self.size)))
        let frame = PixelRect<View>(x0: 20, y0: 30, x1: 20 + typeset.size.width, y1: 30 + typeset.size.height)
        stage.show([OverlayItem(frame: frame, image: OverlayImage(typeset))], isNewFrame: true)
        // Behind the box a third of the picture is left.
        let plain = Frame(picture, origin: (-50, -50), scale: 1).pixels
        let (x, y) = (frame.x0 + typeset.size.width / 2, frame.y0 + 2)
        for shift: UInt32 in [0, 8, 16] {
            let left = Double(plain[x, y] >> shift & 255) * (1 - 0xA6 / 255.0)
            #expect(abs(Double(stage.window[x, y] >> shift & 255) - left) <= 1)
        }
        #expect(stage.window[frame.x0 - 1, y] == plain[frame.x0 - 1, y])
        let letters = (frame.y0..<frame.y1).reduce(0) { count, y in
            count + (frame.x0..<frame.x1).count { stage.window[$0, y] & 0xFF > 0xC0 }
        }
        #expect(letters > 15)
    }

    /// It has the picture's colours, and leaves no trace in what the painter knows of frames.
    @Test func anOverviewIsTheWholePicture() throws {
        let bitmap = Bitmap(width: 400, height: 300) { x, y in
            0xFF00_0000 | UInt32(x * 255 / 400) << 16 | UInt32(y * 255 / 300) << 8
        }
        let picture = try bitmap.picture()
        picture.isLoaded = true
        let stage = Stage()
        stage.paint(picture, x: -500, y: -400, scale: 4)
        let size = PixelSize(width: 80, height: 60)
        let (image, isWhole) = stage.painter.overview(of: picture, size: size, like: stage.buffer)
        #expect(isWhole)
        let pixels = image.surface(like: stage.surface).bitmap()
        for (x, y) in [(0, 0), (79, 0), (0, 59), (79, 59), (40, 30)] {
            let wanted = bitmap[x * 5 + 2, y * 5 + 2]
            for shift: UInt32 in [8, 16] {
                #expect(
                    abs(Int(pixels[x, y] >> shift & 255) - Int(wanted >> shift & 255)) <= 3, "(\(x), \(y))")
            }
        }
        stage.paint(picture, x: -497, y: -399, scale: 4)
        stage.show([], isNewFrame: true)
        #expect(stage.window == Frame(picture, origin: (-497, -399), scale: 4).pixels)
    }
}
