import Geometry
import Rendering
import Testing

@testable import xzoom

@Suite struct OverlayLayoutTests {
    private let layout = OverlayLayout(window: PixelSize(width: 1000, height: 800), scale: 1)

    @Test func boxesAreAboveOneAnother() {
        let frames = layout.frames(of: [
            .zoom: PixelSize(width: 60, height: 30), .step: PixelSize(width: 201, height: 30),
            .panel: PixelSize(width: 300, height: 400),
        ])
        #expect(frames[.zoom] == PixelRect(x0: 470, y0: 754, x1: 530, y1: 784))
        #expect(frames[.step] == PixelRect(x0: 399, y0: 718, x1: 600, y1: 748))
        #expect(frames[.panel] == PixelRect(x0: 16, y0: 16, x1: 316, y1: 416))
        // Alone, a box is at the very bottom.
        #expect(layout.frames(of: [.step: PixelSize(width: 200, height: 30)])[.step]?.y1 == 784)
    }

    @Test func lengthsFollowTheScale() {
        let twice = OverlayLayout(window: PixelSize(width: 2000, height: 1600), scale: 2)
        #expect(layout.label(of: .zoom(1.25))?.fontSize == 14)
        #expect(twice.label(of: .zoom(1.25))?.fontSize == 28)
        #expect(twice.frames(of: [.zoom: PixelSize(width: 60, height: 30)])[.zoom]?.y1 == 1568)
        #expect(twice.label(of: .zoom(1.25))?.maximumSize == PixelSize(width: 1936, height: 1536))
    }

    @Test func words() {
        #expect(layout.label(of: .zoom(1.25))?.lines == [.text("125 %")])
        let step = Notices.Content.step(name: "a\u{202E}.png", number: 3, count: 17)
        // A name cannot turn the direction of what follows.
        #expect(layout.label(of: step)?.lines == [.text("\u{200E}\u{2068}a\u{FFFD}.png\u{2069}  3/17")])
        #expect(layout.label(of: .loading(name: "a", bar: 0...1))?.hasBar == true)
        #expect(layout.label(of: .indicators) == nil)
    }

    @Test func theBarIsWithinTheBox() {
        let box = PixelRect<View>(x0: 100, y0: 50, x1: 300, y1: 100)
        let room = PixelRect<View>(x0: 8, y0: 40, x1: 192, y1: 44)
        let bars = layout.bars(in: room, of: box, full: 0.25...0.5)
        #expect(
            bars.map(\.frame) == [
                PixelRect(x0: 108, y0: 90, x1: 292, y1: 94), PixelRect(x0: 154, y0: 90, x1: 200, y1: 94),
            ])
        #expect(layout.bars(in: room, of: box, full: 0...0).count == 1)
    }

    @Test func indicatorsShowTheVisiblePart() {
        // Twice as wide as the window, and as high.
        let picture = Rect<View>(origin: Point(x: -500, y: 0), size: Size(width: 2000, height: 800))
        let items = layout.indicators(of: picture, opacity: 0.5)
        #expect(items.count == 1)
        #expect(items[0].frame == PixelRect(x0: 3, y0: 794, x1: 991, y1: 797))
        #expect(
            items[0].bars.map(\.frame)
                == Array(repeating: PixelRect(x0: 250, y0: 794, x1: 744, y1: 797), count: 2))
        #expect(items[0].opacity == 0.5)
        // At an edge, and pulled beyond it.
        for x in [-1000.0, -1200] {
            let moved = Rect(origin: Point<View>(x: x, y: 0), size: picture.size)
            #expect(layout.indicators(of: moved, opacity: 1)[0].bars[0].frame.x1 == 991)
        }
        let fitted = Rect<View>(origin: .zero, size: Size(width: 1000, height: 800))
        #expect(layout.indicators(of: fitted, opacity: 1).isEmpty)
        let large = Rect<View>(origin: .zero, size: Size(width: 1e9, height: 1e9))
        #expect(layout.indicators(of: large, opacity: 1).map(\.bars[0].frame.width) == [24, 3])
    }

    @Test func overviewFitsItsRoom() {
        #expect(
            layout.overviewSize(of: PixelSize(width: 4000, height: 2000)) == PixelSize(width: 160, height: 80)
        )
        #expect(
            layout.overviewSize(of: PixelSize(width: 1000, height: 2000)) == PixelSize(width: 60, height: 120)
        )
        #expect(layout.overviewSize(of: PixelSize(width: 10, height: 100_000)) == nil)
    }
}
