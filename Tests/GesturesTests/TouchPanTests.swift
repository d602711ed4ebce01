import Geometry
import Gestures
import Testing

@Suite struct TouchPanTests {
    var recognizer = GestureRecognizer()

    @Test mutating func insideTheSlopNothingMoves() {
        #expect(recognizer.down(1, 100, 100, time: 0) == [.touchDown])
        #expect(recognizer.move(1, 109, 100, time: 0.01) == [])
        #expect(recognizer.move(1, 100, 91, time: 0.02) == [])
        #expect(recognizer.up(1, 100, 91, time: 0.03) == [.touchUp, .tap(at: at(100, 100))])
    }

    @Test mutating func theMotionBeginsWhereTheStepCrossesTheSlopCircle() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 6, 0, time: 0.01)
        // From (6, 0) straight down the circle of radius 10 is crossed at (6, 8).
        #expect(
            recognizer.move(1, 6, 20, time: 0.02) == [
                .panBegan(source: .touchscreen, way: by(6, 8)), .panChanged(translation: by(0, 12)),
            ])
        #expect(recognizer.move(1, 16, 8, time: 0.03) == [.panChanged(translation: by(10, 0))])
        // Back inside the circle it is still a pan.
        #expect(recognizer.move(1, 0, 0, time: 0.04) == [.panChanged(translation: by(-6, -8))])
    }

    @Test mutating func oneLongStepLosesTheSlopOnly() {
        _ = recognizer.down(1, 50, 50, time: 0)
        #expect(
            recognizer.move(1, 80, 90, time: 0.01) == [
                .panBegan(source: .touchscreen, way: by(6, 8)), .panChanged(translation: by(24, 32)),
            ])
    }

    @Test mutating func aStepOntoTheCircleBeginsThePan() {
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.move(1, 0, 9.999, time: 0.01) == [])
        _ = recognizer.move(1, 0, 0, time: 0.02)
        #expect(
            recognizer.move(1, 10, 0, time: 0.03) == [
                .panBegan(source: .touchscreen, way: by(10, 0)), .panChanged(translation: .zero),
            ])
    }

    @Test mutating func theSlopGrowsWithTheDisplay() {
        recognizer.configuration.scale = 2
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.move(1, 19, 0, time: 0.01) == [])
        #expect(
            recognizer.move(1, 25, 0, time: 0.02) == [
                .panBegan(source: .touchscreen, way: by(20, 0)), .panChanged(translation: by(5, 0)),
            ])
    }

    @Test mutating func withoutASlopTheFirstMotionPans() {
        recognizer.configuration.touchSlop = 0
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.move(1, 0, 0, time: 0.01) == [])
        #expect(
            recognizer.move(1, 0.25, 0, time: 0.02) == [
                .panBegan(source: .touchscreen, way: .zero), .panChanged(translation: by(0.25, 0)),
            ])
    }

    @Test mutating func aSlopThatShrinksUnderTheFingerCausesNoJump() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 8, 0, time: 0.01)
        recognizer.configuration.touchSlop = 5
        #expect(
            recognizer.move(1, 8, 1, time: 0.02) == [
                .panBegan(source: .touchscreen, way: by(8, 0)), .panChanged(translation: by(0, 1)),
            ])
    }

    @Test mutating func theReleaseCarriesTheVelocity() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 16, 32, time: 0.03125)
        _ = recognizer.move(1, 32, 64, time: 0.0625)
        // 16 and 32 units each 1/32 s.
        #expect(recognizer.up(1, 32, 64, time: 0.0625) == [.panEnded(velocity: by(512, 1024))])
    }

    @Test mutating func aReleaseAfterARestHasNoVelocity() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 32, 0, time: 0.03125)
        #expect(recognizer.up(1, 32, 0, time: 0.073) == [.panEnded(velocity: .zero)])
    }

    @Test mutating func motionThatComesWithTheReleaseCounts() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 16, 0, time: 0.03125)
        #expect(
            recognizer.up(1, 32, 0, time: 0.0625) == [
                .panChanged(translation: by(22, 0)), .panEnded(velocity: by(512, 0)),
            ])
    }

    @Test mutating func aCancelledFingerCancelsThePan() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 30, 0, time: 0.01)
        #expect(recognizer.cancel(1, 30, 0, time: 0.02) == [.panCancelled])
        #expect(recognizer.move(1, 60, 0, time: 0.03) == [])
        #expect(recognizer.up(1, 60, 0, time: 0.04) == [])
    }

    @Test mutating func aCancelledFingerThatRestedIsAReleaseWithoutATap() {
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.cancel(1, 0, 0, time: 0.02) == [.touchUp])
        #expect(recognizer.tap(2, 0, 0, time: 0.1) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func cancelAllForgetsWhatIsDown() {
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.cancelAll() == [.touchUp])
        _ = recognizer.down(2, 0, 0, time: 1)
        _ = recognizer.move(2, 30, 0, time: 1.01)
        #expect(recognizer.cancelAll() == [.panCancelled])
        #expect(recognizer.move(2, 60, 0, time: 1.02) == [])
        #expect(recognizer.cancelAll() == [])
    }

    @Test mutating func anIDThatBeginsAgainEndsTheOldFinger() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 30, 0, time: 0.01)
        #expect(recognizer.down(1, 200, 0, time: 1) == [.panEnded(velocity: .zero), .touchDown])
        #expect(
            recognizer.move(1, 230, 0, time: 1.01) == [
                .panBegan(source: .touchscreen, way: by(10, 0)), .panChanged(translation: by(20, 0)),
            ])
    }

    @Test mutating func unknownFingersAreIgnored() {
        #expect(recognizer.move(9, 10, 10, time: 0) == [])
        #expect(recognizer.up(9, 10, 10, time: 0) == [])
        #expect(recognizer.cancel(9, 10, 10, time: 0) == [])
    }

    @Test mutating func positionsThatAreNoneAreIgnored() {
        #expect(recognizer.down(1, .nan, 0, time: 0) == [])
        #expect(recognizer.down(1, 0, 1e7, time: 0) == [])
        #expect(recognizer.down(1, 0, 0, time: .infinity) == [])
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 30, 0, time: 0.01)
        #expect(recognizer.move(1, .nan, 0, time: 0.02) == [])
        #expect(recognizer.move(1, 0, -.infinity, time: 0.02) == [])
        #expect(recognizer.move(1, 40, 0, time: .nan) == [])
        // The finger is up wherever it was lifted.
        #expect(recognizer.up(1, .nan, .nan, time: 1) == [.panEnded(velocity: .zero)])
    }
}
