import Geometry
import Gestures
import Testing

@Suite struct PointerTests {
    var recognizer = GestureRecognizer()

    @Test mutating func button1Pans() {
        #expect(recognizer.mouse(.pressed(button: 1), 10, 10, time: 0) == [.touchDown])
        #expect(recognizer.mouse(.moved, 12, 10, time: 0.01) == [])
        #expect(
            recognizer.mouse(.moved, 20, 10, time: 0.02) == [
                .panBegan(source: .pointer, way: by(3, 0)), .panChanged(translation: by(7, 0)),
            ])
        #expect(recognizer.mouse(.moved, 13, 30, time: 0.03) == [.panChanged(translation: by(0, 20))])
        #expect(
            recognizer.mouse(.released(button: 1), 13, 30, time: 1) == [.panEnded(velocity: .zero)])
        #expect(recognizer.mouse(.moved, 50, 50, time: 1.1) == [])
    }

    @Test mutating func aFlickHasItsVelocity() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        _ = recognizer.mouse(.moved, -8, 0, time: 0.015625)
        _ = recognizer.mouse(.moved, -16, 0, time: 0.03125)
        #expect(
            recognizer.mouse(.released(button: 1), -16, 0, time: 0.04) == [.panEnded(velocity: by(-512, 0))])
    }

    @Test mutating func theSlopIsTheMousesOwn() {
        recognizer.configuration.mouseSlop = 8
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        #expect(recognizer.mouse(.moved, 7, 0, time: 0.01) == [])
        #expect(recognizer.mouse(.released(button: 1), 7, 0, time: 0.02) == [.touchUp, .tap(at: .zero)])
    }

    @Test mutating func withoutAButtonMotionIsNothing() {
        #expect(recognizer.mouse(.moved, 0, 0, time: 0) == [])
        #expect(recognizer.mouse(.moved, 100, 0, time: 0.01) == [])
        #expect(recognizer.mouse(.released(button: 1), 100, 0, time: 0.02) == [])
    }

    @Test mutating func aDoubleClickFiresAtTheSecondPress() {
        #expect(recognizer.click(10, 10, time: 0) == [.touchDown, .touchUp, .tap(at: at(10, 10))])
        #expect(
            recognizer.mouse(.pressed(button: 1), 13, 14, time: 0.2) == [
                .touchDown, .doubleTap(at: at(13, 14)),
            ])
        #expect(recognizer.mouse(.released(button: 1), 13, 14, time: 0.3) == [.touchUp])
        // The third starts anew, the fourth is its second.
        #expect(recognizer.click(13, 14, time: 0.35) == [.touchDown, .touchUp, .tap(at: at(13, 14))])
        #expect(
            recognizer.click(13, 14, time: 0.5) == [.touchDown, .doubleTap(at: at(13, 14)), .touchUp])
    }

    @Test(arguments: [(0.4, 5.0, true), (0.401, 5.0, false), (0.4, 5.01, false)])
    mutating func intervalAndDistanceAreInclusive(delay: Double, distance: Double, isDouble: Bool) {
        recognizer.click(0, 0, time: 100)
        let events = recognizer.click(distance, 0, time: 100 + delay)
        #expect(events.contains(.doubleTap(at: at(distance, 0))) == isDouble)
        #expect(events.contains(.tap(at: at(distance, 0))) == !isDouble)
    }

    @Test mutating func theDesktopsSettingsHold() {
        recognizer.configuration.doubleTapInterval = 0.8
        recognizer.configuration.mouseDoubleTapDistance = 20
        recognizer.click(0, 0, time: 0)
        #expect(recognizer.click(20, 0, time: 0.8).contains(.doubleTap(at: at(20, 0))))
    }

    @Test mutating func theDragOfADoubleClickPans() {
        recognizer.click(0, 0, time: 0)
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0.1)
        #expect(
            recognizer.mouse(.moved, 0, 13, time: 0.2) == [
                .panBegan(source: .pointer, way: by(0, 3)), .panChanged(translation: by(0, 10)),
            ])
        #expect(recognizer.mouse(.released(button: 1), 0, 13, time: 1) == [.panEnded(velocity: .zero)])
    }

    @Test mutating func aDragIsNoClick() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        _ = recognizer.mouse(.moved, 4, 0, time: 0.01)
        _ = recognizer.mouse(.released(button: 1), 4, 0, time: 0.02)
        #expect(recognizer.click(4, 0, time: 0.1) == [.touchDown, .touchUp, .tap(at: at(4, 0))])
    }

    @Test mutating func otherButtonsDoNothing() {
        #expect(recognizer.mouse(.pressed(button: 3), 0, 0, time: 0) == [])
        #expect(recognizer.mouse(.moved, 50, 0, time: 0.01) == [])
        #expect(recognizer.mouse(.released(button: 3), 50, 0, time: 0.02) == [])
    }

    @Test mutating func otherButtonsDoNotDisturbAPan() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        _ = recognizer.mouse(.moved, 13, 0, time: 0.01)
        #expect(recognizer.mouse(.pressed(button: 2), 13, 0, time: 0.02) == [])
        #expect(recognizer.mouse(.moved, 23, 0, time: 0.03) == [.panChanged(translation: by(20, 0))])
        #expect(recognizer.mouse(.released(button: 2), 23, 0, time: 0.04) == [])
        #expect(recognizer.mouse(.moved, 33, 0, time: 0.05) == [.panChanged(translation: by(30, 0))])
    }

    @Test mutating func anotherButtonBetweenTwoClicksSeparatesThem() {
        recognizer.click(0, 0, time: 0)
        _ = recognizer.mouse(.pressed(button: 3), 0, 0, time: 0.1)
        _ = recognizer.mouse(.released(button: 3), 0, 0, time: 0.15)
        #expect(recognizer.click(0, 0, time: 0.2) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func anotherButtonDuringAClickSpoilsIt() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        _ = recognizer.mouse(.pressed(button: 3), 0, 0, time: 0.1)
        #expect(recognizer.mouse(.released(button: 1), 0, 0, time: 0.2) == [.touchUp])
    }

    @Test mutating func aButtonPressedAgainEndsTheOldPress() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        _ = recognizer.mouse(.moved, 13, 0, time: 0.01)
        #expect(
            recognizer.mouse(.pressed(button: 1), 13, 0, time: 1) == [.panEnded(velocity: .zero), .touchDown])
    }

    @Test mutating func cancelAllEndsThePress() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        #expect(recognizer.cancelAll() == [.touchUp])
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 1)
        _ = recognizer.mouse(.moved, 13, 0, time: 1.01)
        #expect(recognizer.cancelAll() == [.panCancelled])
        #expect(recognizer.mouse(.released(button: 1), 13, 0, time: 1.02) == [])
    }

    @Test mutating func cancelAllSeparatesTwoClicks() {
        recognizer.click(0, 0, time: 0)
        #expect(recognizer.cancelAll() == [])
        #expect(recognizer.click(0, 0, time: 0.1) == [.touchDown, .touchUp, .tap(at: .zero)])
    }

    @Test mutating func positionsThatAreNoneAreIgnored() {
        #expect(recognizer.mouse(.pressed(button: 1), .nan, 0, time: 0) == [])
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        #expect(recognizer.mouse(.moved, 50, .infinity, time: 0.01) == [])
        #expect(recognizer.mouse(.released(button: 1), .nan, 0, time: 0.02) == [.touchUp, .tap(at: .zero)])
    }
}
