import Geometry
import Gestures
import Testing

@Suite struct PinchTests {
    var recognizer = GestureRecognizer()

    /// Puts finger 1 on (100, 200) and finger 2 on (300, 200), too slowly for a tap.
    private mutating func begin() -> [GestureEvent] {
        recognizer.down(1, 100, 200, time: 0) + recognizer.down(2, 300, 200, time: 0.5)
    }

    @Test mutating func theSecondFingerBeginsItAtOnce() {
        #expect(begin() == [.touchDown, .pinchBegan(center: at(200, 200), source: .touchscreen)])
        #expect(
            recognizer.move(2, 301, 200, time: 0.51) == [.pinchChanged(scale: 1.005, center: at(200.5, 200))])
    }

    @Test mutating func theScaleIsTheRatioToTheDistanceAtTheBegin() {
        _ = begin()
        #expect(recognizer.move(2, 500, 200, time: 0.6) == [.pinchChanged(scale: 2, center: at(300, 200))])
        #expect(recognizer.move(1, 400, 200, time: 0.7) == [.pinchChanged(scale: 0.5, center: at(450, 200))])
        // There and back again is exactly 1.
        _ = recognizer.move(1, 100, 200, time: 0.8)
        #expect(recognizer.move(2, 300, 200, time: 0.9) == [.pinchChanged(scale: 1, center: at(200, 200))])
    }

    @Test mutating func wanderingFingersKeepTheScale() {
        _ = begin()
        _ = recognizer.move(1, 400, 600, time: 0.6)
        #expect(
            recognizer.move(2, 600, 600, time: 0.61).first == .pinchChanged(scale: 1, center: at(500, 600)))
        // Turned by a quarter.
        #expect(
            recognizer.move(2, 400, 800, time: 0.62) == [
                .pinchChanged(scale: 1, center: at(400, 700)), .twistChanged(quarterTurns: 1),
            ])
    }

    @Test mutating func coincidentFingersCountAsOneUnitApart() {
        _ = recognizer.down(1, 50, 50, time: 0)
        #expect(
            recognizer.down(2, 50, 50, time: 0.5) == [.pinchBegan(center: at(50, 50), source: .touchscreen)])
        #expect(recognizer.move(2, 80, 90, time: 0.6) == [.pinchChanged(scale: 50, center: at(65, 70))])
        #expect(recognizer.move(2, 50, 50, time: 0.7) == [.pinchChanged(scale: 1, center: at(50, 50))])
    }

    @Test mutating func fingersThatMeetDoNotMakeTheScaleZero() {
        _ = begin()
        #expect(
            recognizer.move(2, 100, 200, time: 0.6) == [.pinchChanged(scale: 0.005, center: at(100, 200))])
    }

    @Test mutating func theSecondFingerStaysAndPansFromWhereItIs() {
        _ = begin()
        _ = recognizer.move(2, 310, 200, time: 0.6)
        #expect(recognizer.up(1, 100, 200, time: 0.7) == [.pinchEnded])
        #expect(recognizer.move(2, 315, 200, time: 0.71) == [])
        // The slop counts from where the finger was left, not from its press: it ends at x = 320.
        #expect(
            recognizer.move(2, 340, 200, time: 0.72) == [
                .panBegan(source: .remainingFinger, way: by(10, 0)), .panChanged(translation: by(20, 0)),
            ])
        #expect(recognizer.up(2, 340, 200, time: 1) == [.panEnded(velocity: .zero)])
    }

    @Test mutating func theFirstFingerStaysAndPansFromWhereItIs() {
        _ = begin()
        _ = recognizer.move(1, 100, 210, time: 0.6)
        #expect(recognizer.up(2, 300, 200, time: 0.7) == [.pinchEnded])
        #expect(recognizer.move(1, 100, 215, time: 0.71) == [])
        #expect(
            recognizer.move(1, 100, 240, time: 0.72) == [
                .panBegan(source: .remainingFinger, way: by(0, 10)), .panChanged(translation: by(0, 20)),
            ])
        #expect(recognizer.up(1, 100, 240, time: 1) == [.panEnded(velocity: .zero)])
    }

    @Test mutating func theFingerThatStaysAndLiftsIsNoTap() {
        _ = begin()
        #expect(recognizer.up(1, 100, 200, time: 0.6) == [.pinchEnded])
        #expect(recognizer.up(2, 300, 200, time: 0.65) == [.touchUp])
        #expect(recognizer.tap(3, 300, 200, time: 0.7) == [.touchDown, .touchUp, .tap(at: at(300, 200))])
    }

    @Test mutating func motionThatComesWithTheReleaseCounts() {
        _ = begin()
        #expect(
            recognizer.up(2, 500, 200, time: 0.6) == [
                .pinchChanged(scale: 2, center: at(300, 200)), .pinchEnded,
            ])
    }

    @Test mutating func aPanHandsOverWithoutMotion() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 100, 0, time: 0.03)
        #expect(
            recognizer.down(2, 300, 0, time: 0.04) == [
                .panEnded(velocity: .zero), .pinchBegan(center: at(200, 0), source: .touchscreen),
            ])
    }

    @Test mutating func aThirdFingerIsIgnored() {
        _ = begin()
        #expect(recognizer.down(3, 700, 700, time: 0.6) == [])
        #expect(recognizer.move(3, 800, 800, time: 0.61) == [])
        #expect(recognizer.move(2, 500, 200, time: 0.62) == [.pinchChanged(scale: 2, center: at(300, 200))])
        #expect(recognizer.up(3, 800, 800, time: 0.63) == [])
        #expect(recognizer.move(2, 300, 200, time: 0.64) == [.pinchChanged(scale: 1, center: at(200, 200))])
    }

    @Test mutating func theLongestDownFingerTakesTheLiftedOnesPlace() {
        _ = begin()
        _ = recognizer.down(3, 300, 900, time: 0.6)
        _ = recognizer.down(4, 900, 900, time: 0.7)
        _ = recognizer.move(3, 300, 600, time: 0.75)
        // Finger 2 stays; its new partner is 3, where it is now: 400 apart.
        #expect(
            recognizer.up(1, 100, 200, time: 0.8) == [
                .pinchEnded, .pinchBegan(center: at(300, 400), source: .touchscreen),
            ])
        #expect(recognizer.move(3, 300, 400, time: 0.9) == [.pinchChanged(scale: 0.5, center: at(300, 300))])
        #expect(recognizer.move(4, 0, 0, time: 0.91) == [])
        #expect(
            recognizer.up(2, 300, 200, time: 1) == [
                .pinchEnded, .pinchBegan(center: at(150, 200), source: .touchscreen),
            ])
        #expect(recognizer.up(4, 0, 0, time: 1.1) == [.pinchEnded])
        #expect(recognizer.up(3, 300, 400, time: 1.2) == [.touchUp])
    }

    @Test mutating func aCancelledFingerCancelsThePinch() {
        _ = begin()
        #expect(recognizer.cancel(2, 300, 200, time: 0.6) == [.pinchCancelled(source: .touchscreen)])
        #expect(recognizer.cancel(1, 100, 200, time: 0.6) == [.touchUp])
        _ = recognizer.down(1, 100, 200, time: 1)
        _ = recognizer.down(2, 300, 200, time: 1.1)
        #expect(recognizer.cancelAll() == [.pinchCancelled(source: .touchscreen)])
        #expect(recognizer.move(1, 0, 0, time: 1.2) == [])
        #expect(recognizer.down(1, 100, 200, time: 2) == [.touchDown])
    }

    @Test mutating func anIDThatBeginsAgainMakesANewPair() {
        _ = begin()
        #expect(
            recognizer.down(2, 100, 600, time: 1) == [
                .pinchEnded, .pinchBegan(center: at(100, 400), source: .touchscreen),
            ])
        #expect(recognizer.move(2, 100, 400, time: 1.1) == [.pinchChanged(scale: 0.5, center: at(100, 300))])
    }
}

@Suite struct TwoFingerTapTests {
    var recognizer = GestureRecognizer()

    /// Two fingers down `delay` apart and up by `end`, the second lifted first.
    private mutating func tap(delay: Double = 0.05, end: Double = 0.2) -> [GestureEvent] {
        _ = recognizer.down(1, 100, 100, time: 5)
        _ = recognizer.down(2, 200, 100, time: 5 + delay)
        return recognizer.up(2, 200, 100, time: 5 + delay + 0.01) + recognizer.up(1, 100, 100, time: 5 + end)
    }

    @Test(arguments: [(0.05, 0.2), (0.15, 0.2), (0.05, 0.3)])
    mutating func downAndUpTogether(delay: Double, end: Double) {
        #expect(tap(delay: delay, end: end) == [.pinchEnded, .touchUp, .twoFingerTap(at: at(150, 100))])
    }

    @Test(arguments: [(0.151, 0.2), (0.05, 0.301)])
    mutating func tooSlowly(delay: Double, end: Double) {
        #expect(tap(delay: delay, end: end) == [.pinchEnded, .touchUp])
    }

    @Test mutating func smallMotionKeepsTheFirstMidpoint() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.move(2, 209, 100, time: 0.1)
        _ = recognizer.up(1, 100, 100, time: 0.15)
        _ = recognizer.move(2, 205, 100, time: 0.16)
        #expect(recognizer.up(2, 205, 100, time: 0.2) == [.touchUp, .twoFingerTap(at: at(150, 100))])
    }

    @Test mutating func motionWithinThePairSpoilsIt() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.move(2, 210, 100, time: 0.1)
        _ = recognizer.move(2, 200, 100, time: 0.11)
        #expect(recognizer.up(1, 100, 100, time: 0.15) == [.pinchEnded])
        #expect(recognizer.up(2, 200, 100, time: 0.2) == [.touchUp])
    }

    @Test mutating func motionOfTheLastFingerIsMeasuredFromItsPress() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.move(2, 206, 100, time: 0.1)
        _ = recognizer.up(1, 100, 100, time: 0.15)
        // 6 units from where the other finger left it, 12 from its press.
        #expect(recognizer.move(2, 212, 100, time: 0.16) == [])
        #expect(recognizer.up(2, 212, 100, time: 0.2) == [.touchUp])
    }

    @Test mutating func aThirdFingerSpoilsIt() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.down(3, 300, 100, time: 0.1)
        #expect(recognizer.up(3, 300, 100, time: 0.12) == [])
        #expect(recognizer.up(2, 200, 100, time: 0.15) == [.pinchEnded])
        #expect(recognizer.up(1, 100, 100, time: 0.2) == [.touchUp])
    }

    @Test mutating func theRestOfAPinchIsNoFirstFinger() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.up(2, 200, 100, time: 0.08)
        _ = recognizer.down(3, 300, 100, time: 0.1)
        #expect(recognizer.up(3, 300, 100, time: 0.15) == [.pinchEnded])
        #expect(recognizer.up(1, 100, 100, time: 0.2) == [.touchUp])
    }

    @Test mutating func aCancelledFingerSpoilsIt() {
        _ = recognizer.down(1, 100, 100, time: 0)
        _ = recognizer.down(2, 200, 100, time: 0.05)
        _ = recognizer.cancel(2, 200, 100, time: 0.1)
        #expect(recognizer.up(1, 100, 100, time: 0.2) == [.touchUp])
    }
}
