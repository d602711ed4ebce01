import Geometry
import Testing

@testable import Gestures

@Suite struct VelocityTrackerTests {
    var tracker = VelocityTracker()

    private mutating func add(_ samples: [(x: Double, y: Double, time: Double)]) {
        for sample in samples { tracker.add(at(sample.x, sample.y), at: sample.time) }
    }

    private func expect(_ velocity: Vector<View>, _ dx: Double, _ dy: Double) {
        #expect(abs(velocity.dx - dx) < 1e-9 && abs(velocity.dy - dy) < 1e-9, "\(velocity)")
    }

    @Test mutating func theSlopeOfTheBestLine() {
        add([(0, 0, 0), (10, 0, 0.01), (30, 0, 0.02), (40, -4, 0.03)])
        // Times off their mean: ∓15, ∓5 ms, squares 5e-4 in all. x off its mean 20: ∓20, ∓10; products 0.3 +
        // 0.05 + 0.05 + 0.3 = 0.7; 0.7 / 5e-4 = 1400. y off its mean −1: 1, 1, 1, −3; products −0.015 − 0.005
        // + 0.005 − 0.045 = −0.06.
        expect(tracker.velocity(at: 0.03), 1400, -120)
    }

    @Test mutating func motionOlderThanTheHorizonDoesNotCount() {
        // 1000 units/s for 60 ms, then at rest under a trembling device for 100 ms.
        add([(0, 0, 0), (30, 0, 0.03), (60, 0, 0.06)])
        add([(60, 0, 0.09), (60, 0, 0.12), (60, 0, 0.14), (60, 0, 0.16)])
        expect(tracker.velocity(at: 0.16), 0, 0)
    }

    @Test mutating func theHorizonIsInclusive() {
        add([(0, 0, 7), (0, 0, 7.04), (0, 0, 7.08), (20, 0, 7.1)])
        // Times off their mean 55 ms: −55, −15, 25, 45 ms, squares 5900e-6; x off 5: −5, −5, −5, 15; products
        // 0.275 + 0.075 − 0.125 + 0.675 = 0.9.
        expect(tracker.velocity(at: 7.1), 0.9 / 0.0059, 0)
    }

    @Test mutating func motionBeforeAPauseDoesNotCount() {
        add([(0, 0, 0), (100, 0, 0.01), (100, 0, 0.051), (104, 0, 0.061)])
        expect(tracker.velocity(at: 0.061), 400, 0)
    }

    @Test mutating func aGapOfThePauseItselfCounts() {
        add([(0, 0, 3), (40, 0, 3.04)])
        expect(tracker.velocity(at: 3.04), 1000, 0)
        expect(tracker.velocity(at: 3.08), 1000, 0)
        #expect(tracker.velocity(at: 3.081) == .zero)
    }

    @Test mutating func tooLittleIsZero() {
        #expect(tracker.velocity(at: 0) == .zero)
        add([(0, 0, 0)])
        #expect(tracker.velocity(at: 0) == .zero)
        add([(50, 0, 0), (90, 0, 0.0001)])
        #expect(tracker.velocity(at: 0.0001) == .zero)
    }

    @Test mutating func aClockThatStepsBackStartsAnew() {
        add([(0, 0, 10), (50, 0, 10.01), (60, 0, 2), (70, 0, 2.01)])
        expect(tracker.velocity(at: 2.01), 1000, 0)
        #expect(tracker.velocity(at: 1) == .zero)
        #expect(tracker.velocity(at: .nan) == .zero)
    }

    @Test mutating func manySamplesAtOnceKeepTheNewest() {
        // At rest, but for the last 128.
        add((0..<1000).map { (Double(max($0, 872)), 0, Double($0) / 10000) })
        expect(tracker.velocity(at: 0.0999), 10000, 0)
    }
}
