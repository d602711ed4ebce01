import Geometry
import Gestures
import Testing

@Suite struct TapTests {
    var recognizer = GestureRecognizer()

    @Test mutating func twoTapsAreADoubleTapAtTheReleaseOfTheSecond() {
        #expect(recognizer.tap(1, 100, 100, time: 0) == [.touchDown, .touchUp, .tap(at: at(100, 100))])
        #expect(recognizer.down(2, 110, 100, time: 0.2) == [.touchDown])
        #expect(recognizer.up(2, 110, 100, time: 0.3) == [.touchUp, .doubleTap(at: at(110, 100))])
    }

    // Times far from zero, where differences are rounded.
    @Test(arguments: [(10.4, true), (10.401, false), (10.01, true)])
    mutating func theIntervalIsInclusive(time: Double, isDouble: Bool) {
        recognizer.tap(1, 0, 0, time: 10)
        let events = recognizer.tap(2, 0, 0, time: time)
        #expect(
            events == [.touchDown, .touchUp, isDouble ? .doubleTap(at: .zero) : .tap(at: .zero)])
    }

    @Test(arguments: [(24.0, true), (24.01, false)])
    mutating func theDistanceIsInclusive(distance: Double, isDouble: Bool) {
        recognizer.tap(1, 0, 0, time: 0)
        let second = at(0, distance)
        #expect(
            recognizer.tap(2, 0, distance, time: 0.2).last
                == (isDouble ? .doubleTap(at: second) : .tap(at: second)))
    }

    @Test mutating func intervalAndDistanceFollowTheConfiguration() {
        recognizer.configuration.doubleTapInterval = 0.25
        recognizer.configuration.scale = 2
        recognizer.tap(1, 0, 0, time: 0)
        #expect(recognizer.tap(2, 0, 0, time: 0.3).last == .tap(at: .zero))
        #expect(recognizer.tap(3, 48, 0, time: 0.5).last == .doubleTap(at: at(48, 0)))
    }

    @Test mutating func aThirdTapStartsAnew() {
        recognizer.tap(1, 0, 0, time: 0)
        #expect(recognizer.tap(2, 0, 0, time: 0.1) == [.touchDown, .touchUp, .doubleTap(at: .zero)])
        #expect(recognizer.tap(3, 0, 0, time: 0.2) == [.touchDown, .touchUp, .tap(at: .zero)])
        #expect(recognizer.tap(4, 0, 0, time: 0.3) == [.touchDown, .touchUp, .doubleTap(at: .zero)])
    }

    @Test mutating func cancelAllSeparatesTwoTaps() {
        recognizer.tap(1, 0, 0, time: 0)
        #expect(recognizer.cancelAll() == [])
        #expect(recognizer.tap(2, 0, 0, time: 0.1) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func aLongFirstPressDoesNotCountBeyondTheInterval() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.up(1, 0, 0, time: 0.38)
        #expect(recognizer.tap(2, 0, 0, time: 0.42) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func aPanIsNoTap() {
        _ = recognizer.down(1, 0, 0, time: 0)
        _ = recognizer.move(1, 12, 0, time: 0.02)
        _ = recognizer.move(1, 0, 0, time: 0.04)
        _ = recognizer.up(1, 0, 0, time: 0.06)
        #expect(recognizer.tap(2, 0, 0, time: 0.2) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func aPinchBetweenTwoTapsSeparatesThem() {
        recognizer.tap(1, 0, 0, time: 0)
        _ = recognizer.down(2, 0, 0, time: 0.1)
        _ = recognizer.down(3, 100, 0, time: 0.11)
        _ = recognizer.up(3, 100, 0, time: 0.12)
        _ = recognizer.up(2, 0, 0, time: 0.13)
        #expect(recognizer.tap(4, 0, 0, time: 0.2) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func theSecondTapDraggedZoomsAboutTheTappedPoint() {
        recognizer.tap(1, 98, 100, time: 0)
        _ = recognizer.down(2, 100, 100, time: 0.2)
        #expect(recognizer.move(2, 100, 109, time: 0.3) == [])
        // The slop ends at y = 110; 150 units further the zoom has doubled.
        #expect(
            recognizer.move(2, 100, 260, time: 0.4) == [
                .pinchBegan(center: at(100, 100), source: .tapDrag),
                .pinchChanged(scale: 2, center: at(100, 100)),
            ])
        #expect(
            recognizer.move(2, 400, 185, time: 0.5) == [
                .pinchChanged(scale: 2.0.squareRoot(), center: at(100, 100))
            ])
        #expect(
            recognizer.move(2, 100, -190, time: 0.6) == [.pinchChanged(scale: 0.25, center: at(100, 100))])
        #expect(recognizer.up(2, 100, -190, time: 0.7) == [.pinchEnded])
        // It was no double-tap, and no half of one.
        #expect(recognizer.tap(3, 100, 100, time: 0.75) == [.touchDown, .touchUp, .tap(at: at(100, 100))])
    }

    @Test mutating func theTapDragStaysFiniteAndFollowsTheDisplay() {
        recognizer.configuration.scale = 2
        recognizer.tap(1, 0, 0, time: 0)
        _ = recognizer.down(2, 0, 0, time: 0.2)
        #expect(
            recognizer.move(2, 0, -320, time: 0.3).last == .pinchChanged(scale: 0.5, center: .zero))
        #expect(
            recognizer.move(2, 0, 999_999, time: 0.4) == [.pinchChanged(scale: 1_048_576, center: .zero)])
        recognizer.configuration.tapDragDoublingDistance = 0
        #expect(
            recognizer.move(2, 0, -999_999, time: 0.5) == [
                .pinchChanged(scale: 1 / 1_048_576, center: .zero)
            ])
    }

    @Test mutating func aCancelledTapDragIsACancelledPinch() {
        recognizer.tap(1, 0, 0, time: 0)
        _ = recognizer.down(2, 0, 0, time: 0.2)
        _ = recognizer.move(2, 0, 50, time: 0.3)
        #expect(recognizer.cancel(2, 0, 50, time: 0.4) == [.pinchCancelled(source: .tapDrag)])

        recognizer.tap(3, 0, 0, time: 1)
        _ = recognizer.down(4, 0, 0, time: 1.2)
        _ = recognizer.move(4, 0, 50, time: 1.3)
        #expect(recognizer.cancelAll() == [.pinchCancelled(source: .tapDrag)])
    }

    @Test mutating func aSecondFingerTurnsATapDragIntoAPinch() {
        recognizer.tap(1, 0, 0, time: 0)
        _ = recognizer.down(2, 0, 0, time: 0.2)
        _ = recognizer.move(2, 0, 60, time: 0.3)
        #expect(
            recognizer.down(3, 100, 60, time: 0.4) == [
                .pinchEnded, .pinchBegan(center: at(50, 60), source: .touchscreen),
            ])
        #expect(recognizer.move(3, 200, 60, time: 0.5) == [.pinchChanged(scale: 2, center: at(100, 60))])
    }
}
