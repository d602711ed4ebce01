import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Pager in flight")
struct PagerInFlightTests {
    @Test func aNewTouchTakesHoldWithoutAJump() {
        var pager = pager()
        #expect(pager.swipe(-600) == 1)
        pager.advance(to: 1.1)
        let caught = pager.offset
        #expect(caught > 50)
        // Whatever its direction.
        pager.begin(way: Vector(dx: 0, dy: 20), at: 1.1)
        #expect(pager.offset == caught)
        pager.advance(to: 1.5)
        #expect(pager.offset == caught && pager.nextUpdate == .none)
        pager.move(-40, at: 1.5)
        #expect(near(pager.offset, caught - 40))
        #expect(pager.end(velocity: .zero, at: 1.6) == 0)
    }

    @Test func swipesInARowTurnOnePictureEach() {
        var pager = pager()
        #expect(pager.swipe(-300, velocity: -3000, at: 1) == 1)
        #expect(pager.swipe(-300, velocity: -3000, at: 1.05) == 1)
        #expect(pager.swipe(-300, velocity: -3000, at: 1.1) == 1)
        // Back while it glides in: it turns where half the way back is passed.
        pager.advance(to: 1.2)
        let left = pager.offset
        #expect(pager.swipe(30, velocity: 3000, at: 1.2) == -1)
        #expect(near(pager.offset, left + 30 - 1016))
    }

    @Test func caughtInABandItIsHeldThere() {
        var pager = pager(previous: false)
        pager.begin(way: Vector(dx: 1, dy: 0), at: 1)
        pager.move(800)
        let shown = pager.offset
        _ = pager.end(velocity: .zero, at: 1)
        pager.begin(at: 1)
        #expect(pager.offset == shown)
        pager.move(100)
        let band = (1 - 1 / (900 * 0.00055 + 1)) * 1000.0
        #expect(near(pager.offset, band))
    }

    @Test func aPictureThatComesOrGoesCausesNoJump() {
        var pager = pager()
        pager.begin(way: Vector(dx: -1, dy: 0), at: 1)
        pager.move(-950)
        pager.hasNext = false
        #expect(pager.offset == -950)
        pager.move(-950)
        #expect(near(pager.offset, -950))
        pager.move(-951)
        #expect(pager.offset < -950 && pager.offset > -951)
        #expect(pager.end(velocity: Vector(dx: -5000, dy: 0), at: 1) == 0)
    }

    @Test func aResizeCausesNoJump() {
        var pager = pager()
        pager.begin(way: Vector(dx: -1, dy: 0), at: 1)
        pager.move(-700)
        pager.layout(width: 500, scale: 1)
        #expect(pager.offset == -700)
        pager.move(-600)
        #expect(pager.offset > -700)
        #expect(pager.end(velocity: .zero, at: 1) == 1)
        pager.layout(width: 800, scale: 1)
        #expect(pager.offset == 0 && !pager.isSettling)
    }

    // MARK: Commands

    @Test func aStepIsImmediateOrGlides() {
        var pager = pager()
        #expect(pager.step(1, animated: false, at: 1) == 1)
        #expect(pager.offset == 0)
        #expect(pager.step(-7, animated: true, at: 1) == -1)
        #expect(pager.offset == -1016)
        pager.advance(to: 1.1)
        let way = exp(-1.6) * 2.6
        #expect(near(pager.offset, -1016 * way))
        // Only neighbours are seen.
        #expect(pager.step(-1, animated: true, at: 1.1) == -1)
        #expect(pager.offset == -1016)
        #expect(pager.step(1, animated: false, at: 1.2) == 1)
        #expect(pager.offset == 0 && pager.nextUpdate == .none)
        #expect(pager.step(0, animated: true, at: 1.2) == 0)
        pager.hasNext = false
        #expect(pager.step(1, animated: true, at: 1.2) == 0)
        #expect(pager.offset == 0)
    }

    @Test func aStepEndsASwipe() {
        var pager = pager()
        pager.begin(way: Vector(dx: -1, dy: 0), at: 1)
        pager.move(-700)
        #expect(pager.step(1, animated: false, at: 1) == 1)
        pager.move(-800)
        #expect(pager.offset == 0)
        #expect(pager.end(velocity: .zero, at: 1) == 0)
    }

    @Test func withoutAWindowNothingHappens() {
        var pager = Pager()
        pager.hasNext = true
        #expect(pager.swipe(-900, velocity: -900) == 0)
        #expect(pager.step(1, animated: true, at: 1) == 0)
        #expect(pager.offset == 0)
    }

    // MARK: Anything

    @Test(arguments: 0..<20)
    func whateverComesItStaysFiniteAndComesToRest(seed: Int) {
        var numbers = Numbers(state: UInt64(seed))
        let odd = [0, -0.0, .nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 1e9]
        func value(_ range: ClosedRange<Double>) -> Double {
            Int.random(in: 0..<12, using: &numbers) == 0
                ? odd.randomElement(using: &numbers) ?? 0 : .random(in: range, using: &numbers)
        }
        var pager = Pager()
        var same = Pager()
        var time = 0.0
        var place = 0
        for _ in 0..<3000 {
            time += Double.random(in: 0...0.1, using: &numbers)
            let way = Vector<View>(dx: value(-1500...1500), dy: value(-900...900))
            let now = Int.random(in: 0..<30, using: &numbers) == 0 ? value(0...1) : time
            let kind = Int.random(in: 0..<14, using: &numbers)
            let isOn = Bool.random(using: &numbers)
            func apply(to pager: inout Pager) -> Int {
                switch kind {
                case 0: pager.begin(at: now)
                case 1: pager.begin(way: way, at: now)
                case 2, 3, 4, 5: pager.change(translation: way, at: now)
                case 6, 7: return pager.end(velocity: way, at: now)
                case 8: pager.cancel(at: now)
                case 9: return pager.step(isOn ? 1 : -1, animated: way.dx > 0, at: now)
                case 10: pager.hasNext = isOn
                case 11: pager.hasPrevious = isOn
                case 12: pager.layout(width: 400 + abs(way.dx), scale: isOn ? 1 : 2)
                default: pager.advance(to: now)
                }
                return 0
            }
            let turn = apply(to: &pager)
            #expect(turn == apply(to: &same))
            #expect(abs(turn) <= 1)
            #expect(turn != 1 || pager.hasNext)
            #expect(turn != -1 || pager.hasPrevious)
            place += turn
            #expect(pager.offset.isFinite && pager.offset == same.offset)
            #expect(!(pager.isFollowing && pager.isSettling))
        }
        #expect(place != 0)
        pager.cancel(at: time)
        pager.advance(to: .greatestFiniteMagnitude)
        #expect(pager.offset == 0 && pager.nextUpdate == .none)
    }
}
