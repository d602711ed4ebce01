import Foundation
import Geometry
import Gestures
import Testing

@Suite struct TwistTests {
    var recognizer = GestureRecognizer()

    /// Puts finger 1 at the origin's right and finger 2 opposite, 200 units apart about (500, 400), too slowly for a tap.
    private mutating func begin(_ degrees: Double = 0, distance: Double = 200) {
        let (first, second) = fingers(degrees, distance: distance)
        _ = recognizer.down(1, first.x, first.y, time: 0) + recognizer.down(2, second.x, second.y, time: 0.5)
    }

    /// The fingers' places when the pair has turned by an angle, clockwise, from lying level.
    private func fingers(_ degrees: Double, distance: Double) -> (Point<View>, Point<View>) {
        let (dx, dy) = (cos(degrees * .pi / 180) * distance / 2, sin(degrees * .pi / 180) * distance / 2)
        return (at(500 - dx, 400 - dy), at(500 + dx, 400 + dy))
    }

    /// Turns the fingers to an angle; the number that is told, if one is.
    private mutating func turn(_ degrees: Double, distance: Double = 200) -> [Int] {
        let (first, second) = fingers(degrees, distance: distance)
        let events =
            recognizer.move(1, first.x, first.y, time: 1) + recognizer.move(2, second.x, second.y, time: 1)
        return events.compactMap { if case .twistChanged(let turns) = $0 { turns } else { nil } }
    }

    /// Lifts finger 2 where it is: how far the picture turns.
    private mutating func release() -> Int {
        let events = recognizer.handle(
            TouchSample(phase: .ended, id: 2, position: at(.nan, 0), time: 2))
        guard events.count == 2, events[0] == .pinchEnded, case .twist(let turns, let center) = events[1]
        else { return events == [.pinchEnded] ? 0 : .max }
        #expect(center.distance(to: at(500, 400)) < 1e-9)
        return turns
    }

    @Test(arguments: [
        (34.9, 0), (35.1, 1), (90, 1), (124.9, 1), (125.1, 2), (180, 2), (214.9, 2), (215.1, 3), (361, 4),
        (-34.9, 0), (-35.1, -1), (-90, -1), (-125.1, -2), (-361, -4),
    ])
    mutating func itTurnsFrom35DegreesPastEachQuarterOn(degrees: Double, turns: Int) {
        begin(20)
        for step in 1...100 { _ = turn(20 + degrees * Double(step) / 100) }
        #expect(release() == turns)
    }

    @Test mutating func theNumberIsToldWhenItChanges() {
        begin()
        #expect(turn(30) == [])
        #expect(turn(40) == [1])
        #expect(turn(100) == [])
        #expect(turn(130) == [2])
        #expect(turn(80) == [1])
        #expect(turn(10) == [0])
        #expect(turn(-36) == [-1])
        #expect(turn(0) == [0])
        #expect(release() == 0)
    }

    /// The wobble of real pinches: the direction sways while the fingers spread, close, and wander.
    @Test(arguments: [(60.0, 500.0), (500, 60), (200, 220)])
    mutating func wanderingFingersTurnNothing(from: Double, to: Double) {
        begin(70, distance: from)
        for step in 1...200 {
            let part = Double(step) / 200
            // Three swings of up to 30° to both sides, and a tremble of half a degree.
            let sway = 29.5 * sin(part * 6 * .pi) + 0.5 * cos(Double(step * step))
            #expect(turn(70 + sway, distance: from + (to - from) * part) == [])
        }
        #expect(release() == 0)
    }

    @Test mutating func fingersCloserThanTheSlopHaveNoDirection() {
        begin(0, distance: 100)
        _ = turn(20, distance: 100)
        // One passes the other: half a turn that is none.
        _ = turn(20, distance: 9)
        _ = turn(120, distance: 9)
        _ = turn(200, distance: 9)
        #expect(turn(200, distance: 100) == [])
        #expect(turn(214, distance: 100) == [])
        #expect(turn(216, distance: 100) == [1])
        #expect(release() == 1)
    }

    @Test mutating func coincidentFingersHaveNoDirection() {
        recognizer.configuration.touchSlop = 0
        begin(0, distance: 0)
        #expect(turn(50, distance: 0) == [])
        #expect(turn(90) == [])
        #expect(turn(130) == [1])
    }

    @Test mutating func aCancelledPinchTurnsNothing() {
        begin()
        #expect(turn(90) == [1])
        #expect(recognizer.cancel(2, 0, 0, time: 2) == [.pinchCancelled(source: .touchscreen)])
        _ = recognizer.cancelAll()
        begin()
        #expect(turn(90) == [1])
        #expect(recognizer.cancelAll() == [.pinchCancelled(source: .touchscreen)])
    }

    @Test mutating func theNextPairBeginsAnew() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.down(2, 100, 0, time: 0.5)
        _ = recognizer.down(3, 0, 300, time: 0.6)
        #expect(recognizer.move(2, 0, 100, time: 1).last == .twistChanged(quarterTurns: 1))
        #expect(
            recognizer.up(2, 0, 100, time: 1.1) == [
                .pinchEnded, .twist(quarterTurns: 1, center: at(50, 0)),
                .pinchBegan(center: at(0, 150), source: .touchscreen),
            ])
        #expect(recognizer.move(3, 0, 310, time: 1.2).count == 1)
        #expect(recognizer.up(3, 0, 310, time: 1.3) == [.pinchEnded])
    }

    @Test mutating func fingersThatTurnWithinTheirSlopsDoNotTap() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.down(2, 11, 0, time: 0.05)
        #expect(recognizer.move(2, 7.8, 7.8, time: 0.1).last == .twistChanged(quarterTurns: 1))
        #expect(
            recognizer.up(2, 7.8, 7.8, time: 0.15) == [
                .pinchEnded, .twist(quarterTurns: 1, center: at(5.5, 0)),
            ])
        #expect(recognizer.up(1, 0, 0, time: 0.2) == [.touchUp])
    }
}
