import Foundation
import Geometry
import ScrollView
import Testing

/// A pager in the middle of pictures, in a window 1000 wide: a page is 1016.
func pager(previous: Bool = true, next: Bool = true) -> Pager {
    var pager = Pager()
    pager.layout(width: 1000, scale: 1)
    pager.hasPrevious = previous
    pager.hasNext = next
    return pager
}

extension Pager {
    /// Moves the fingers level, and lets go.
    mutating func swipe(_ dx: Double, velocity: Double = 0, at time: Double = 1) -> Int {
        begin(way: Vector(dx: dx, dy: 0), at: time)
        change(translation: Vector(dx: dx, dy: 0), at: time)
        return end(velocity: Vector(dx: velocity, dy: 0), at: time)
    }

    mutating func move(_ dx: Double, _ dy: Double = 0, at time: Double = 1) {
        change(translation: Vector(dx: dx, dy: dy), at: time)
    }
}

@Suite("Pager")
struct PagerTests {
    @Test func thePicturesFollowTheFingers() {
        var pager = pager()
        pager.begin(way: Vector(dx: -10, dy: 9), at: 1)
        #expect(pager.isFollowing)
        pager.move(-300, 500)
        #expect(pager.offset == -300)
        #expect(pager.neighbor == 1)
        #expect(pager.offset(ofNeighbor: 1) == 716)
        #expect(pager.offset(ofNeighbor: -1) == -1316)
        pager.move(20)
        #expect(pager.offset == 20)
        #expect(pager.neighbor == -1)
        pager.move(0)
        #expect(pager.neighbor == 0)
        #expect(pager.nextUpdate == .none)
    }

    @Test func theGapGrowsWithTheDisplay() {
        var pager = pager()
        #expect(pager.pageWidth == 1016)
        pager.layout(width: 2000, scale: 2)
        #expect(pager.pageWidth == 2032)
        for width in [0, -1, .nan, .infinity, 1e7] { pager.layout(width: width, scale: 1) }
        for scale in [0, -1, .nan, .infinity] { pager.layout(width: 500, scale: scale) }
        #expect(pager.pageWidth == 2032)
    }

    // MARK: Direction

    @Test(arguments: [(10.0, 10.0), (3, -9), (0, 1), (.nan, 0), (0, .nan)])
    func aVerticalSwipeIsNone(dx: Double, dy: Double) {
        var pager = pager()
        pager.begin(way: Vector(dx: dx, dy: dy), at: 1)
        pager.move(-900)
        #expect(pager.offset == 0 && !pager.isFollowing)
        #expect(pager.end(velocity: Vector(dx: -9000, dy: 0), at: 1) == 0)
        #expect(pager.swipe(-900) == 1)
    }

    @Test func withoutADirectionTheWayBeyondTheSlopDecides() {
        var sideways = pager()
        sideways.begin(at: 1)
        sideways.move(0, 9)
        sideways.move(-6, 8)
        #expect(sideways.offset == 0 && !sideways.isFollowing)
        // 4/5 of the way are level: of the slop's 10 as well, which are lost.
        sideways.move(-40, 30)
        #expect(sideways.offset == -32)
        sideways.move(-100, 900)
        #expect(sideways.offset == -92)

        var downward = pager()
        downward.begin(at: 1)
        downward.move(20, 20)
        downward.move(-900)
        #expect(downward.offset == 0)
        #expect(downward.end(velocity: .zero, at: 1) == 0)

        var enlarged = pager()
        enlarged.layout(width: 1000, scale: 2)
        enlarged.begin(at: 1)
        enlarged.move(20)
        #expect(!enlarged.isFollowing)
        enlarged.move(21)
        #expect(enlarged.offset == 1)
    }

    // MARK: Decisions

    @Test(arguments: [
        (-508.0, 0.0, 0), (-508.1, 0, 1), (508, 0, 0), (508.1, 0, -1), (-1016, 0, 1),
        // v/λ: 816 units/s coast 407.6 units.
        (-100, -816, 0), (-100, -817, 1), (100, 816, 0), (100, 817, -1),
        // Back: as far as its own place, but no farther.
        (-600, 100, 1), (-600, 400, 0), (-600, 9000, 0), (600, -9000, 0),
        // It would coast back past half.
        (-1000, 900, 1), (-1000, 1000, 0),
    ])
    func theEndDecides(translation: Double, velocity: Double, turn: Int) {
        var pager = pager()
        #expect(pager.swipe(translation, velocity: velocity) == turn)
        #expect(pager.offset == translation + Double(turn) * 1016)
        #expect(pager.isSettling == (pager.offset != 0))
        // It was told; nothing more comes of it.
        #expect(pager.end(velocity: Vector(dx: -9000, dy: 0), at: 1.1) == 0)
        pager.advance(to: 9)
        #expect(pager.offset == 0)
        #expect(pager.nextUpdate == .none)
    }

    @Test func whereThereIsNoPictureABandHolds() {
        var pager = pager(previous: false, next: false)
        pager.begin(way: Vector(dx: 1, dy: 0), at: 1)
        for translation in [100.0, 1000, -100, -1000] {
            pager.move(translation)
            let band = (1 - 1 / (abs(translation) * 0.55 / 1000 + 1)) * 1000
            #expect(near(abs(pager.offset), band))
            #expect(pager.offset.sign == translation.sign)
            #expect(pager.neighbor == 0)
        }
        pager.move(1e9)
        #expect(pager.offset < 1000)
        #expect(pager.end(velocity: Vector(dx: 9000, dy: 0), at: 1) == 0)
        pager.advance(to: 9)
        #expect(pager.offset == 0)
    }

    @Test func theNeighboursFarEndHoldsToo() {
        var pager = pager()
        pager.begin(way: Vector(dx: -1, dy: 0), at: 1)
        pager.move(-1016)
        #expect(pager.offset == -1016)
        pager.move(-1116)
        let band = (1 - 1 / (0.055 + 1)) * 1000.0
        #expect(near(pager.offset, -1016 - band))
    }

    @Test func anEndThatIsNoneIsSlow() {
        var pager = pager()
        #expect(pager.swipe(-300, velocity: .nan) == 0)
        pager.advance(to: 9)
        #expect(pager.swipe(-600, velocity: .infinity, at: 10) == 1)
    }

    // MARK: Settling

    @Test func itGlidesFromTheReleasesSpeedAndEndsExactly() {
        var pager = pager()
        #expect(pager.swipe(-600, velocity: -3000) == 1)
        #expect(pager.offset == 416)
        #expect(pager.nextUpdate == .everyFrame)
        pager.advance(to: 1.001)
        let speed = (pager.offset - 416) / 0.001
        #expect(near(speed, -3000, within: 60))
        // x(t) = e^(−16t) · (416 + (−3000 + 16 · 416) · t)
        pager.advance(to: 1.1)
        let left = exp(-1.6) * (416 + 3656 * 0.1)
        #expect(near(pager.offset, left))
        pager.advance(to: 1.4)
        #expect(pager.offset < 5 && pager.offset > 0)
        pager.advance(to: 2.5)
        #expect(pager.offset == 0)
        #expect(pager.nextUpdate == .none)
    }

    @Test func itDoesNotSwingPastItsPlace() {
        var pager = pager()
        #expect(pager.swipe(-1000, velocity: -8000) == 1)
        for step in 0...100 {
            pager.advance(to: 1 + Double(step) / 50)
            #expect(pager.offset >= 0)
        }
    }

    @Test func howOftenItIsAskedDoesNotMatter() {
        var often = pager()
        var seldom = pager()
        #expect(often.swipe(-600, velocity: -500) == seldom.swipe(-600, velocity: -500))
        for step in 0...30 { often.advance(to: 1 + Double(step) / 100) }
        seldom.advance(to: 1.3)
        #expect(often.offset == seldom.offset)
    }

    @Test func withoutAnimationsItIsThereAtOnce() {
        var pager = pager()
        pager.animationsEnabled = false
        #expect(pager.swipe(-600) == 1)
        #expect(pager.offset == 0 && pager.nextUpdate == .none)
        #expect(pager.swipe(-300) == 0)
        #expect(pager.offset == 0)
        #expect(pager.step(-1, animated: true, at: 2) == -1)
        #expect(pager.offset == 0)
    }

    @Test func aCancelledSwipeTurnsNothing() {
        var pager = pager()
        pager.begin(way: Vector(dx: -1, dy: 0), at: 1)
        pager.move(-900)
        pager.cancel(at: 1)
        #expect(pager.offset == -900 && pager.isSettling)
        #expect(pager.end(velocity: Vector(dx: -9000, dy: 0), at: 1) == 0)
        pager.move(-1000)
        pager.cancel(at: 1)
        #expect(pager.offset == -900)
        pager.advance(to: 9)
        #expect(pager.offset == 0)
        pager.begin(at: 10)
        pager.cancel(at: 10)
        pager.move(-900, at: 10)
        #expect(pager.offset == 0)
    }
}
