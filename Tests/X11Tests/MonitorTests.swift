import Geometry
import Testing

@testable import X11

@Suite struct MonitorTests {
    private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect<Root> {
        PixelRect(x0: x, y0: y, x1: x + width, y1: y + height)
    }

    /// A small one left of a large one that reaches further down.
    private static let two = Monitors(
        [rect(0, 0, 800, 600), rect(800, 0, 1920, 1080)].map {
            Monitor(name: 0, frame: $0, isPrimary: false)
        },
        screen: rect(0, 0, 2720, 1080))

    @Test(arguments: [
        (0, 0, 0), (799, 599, 0), (800, 0, 1), (2719, 1079, 1),
        // In no monitor, and off the screen.
        (790, 1000, 1), (10, 1000, 0), (-50, -50, 0), (9999, 9999, 1),
    ])
    func monitorAtOrNearest(x: Int, y: Int, index: Int) { #expect(Self.two.index(atX: x, y: y) == index) }

    @Test func windowIsWhereItsMiddleIs() {
        #expect(Self.two.index(of: Self.rect(700, 0, 199, 100)) == 0)
        #expect(Self.two.index(of: Self.rect(700, 0, 200, 100)) == 1)
    }

    @Test func withoutAnyTheScreenIsOne() {
        let screen = Self.rect(0, 0, 640, 480)
        #expect(Monitors([], screen: screen).all.map(\.frame) == [screen])
        let empty = Monitor(name: 0, frame: Self.rect(5, 5, 0, 0), isPrimary: true)
        #expect(Monitors([empty], screen: screen).all.map(\.frame) == [screen])
    }

    @Test func placeIsTheWorkAreaOnThePointersMonitor() {
        let area = { (work: PixelRect<Root>?, pointer: (Int, Int)) in
            OpeningPlace(workArea: work, monitors: Self.two, pointer: pointer).area
        }
        #expect(area(nil, (5, 5)) == Self.rect(0, 0, 800, 600))
        #expect(area(nil, (900, 5)) == Self.rect(800, 0, 1920, 1080))
        let work = Self.rect(50, 30, 2670, 1020)
        #expect(area(work, (5, 5)) == Self.rect(50, 30, 750, 570))
        #expect(area(work, (900, 5)) == Self.rect(800, 30, 1920, 1020))
        // That of another monitor is none of this one.
        #expect(area(Self.rect(800, 0, 1920, 1050), (5, 5)) == Self.rect(0, 0, 800, 600))
    }

    @Test func windowIsInTheMiddleOrAtTheCorner() {
        let place = OpeningPlace(workArea: nil, monitors: Self.two, pointer: (900, 5))
        #expect(place.isOneOfMany)
        #expect(place.corner(of: PixelSize(width: 920, height: 80)) == (1300, 500))
        #expect(place.corner(of: PixelSize(width: 5000, height: 80)) == (800, 500))
    }
}
