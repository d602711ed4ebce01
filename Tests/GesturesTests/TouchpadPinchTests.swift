import Geometry
import Gestures
import Testing

@Suite struct TouchpadPinchTests {
    var recognizer = GestureRecognizer()
    private let began = GestureEvent.pinchBegan(center: at(100, 100), source: .touchpad(device: 7))

    @Test mutating func theCenterIsThePointerAtTheBegin() {
        #expect(recognizer.touchpad(.began) == [began])
        #expect(
            recognizer.touchpad(.moved, scale: 1.5, 140, 160) == [
                .pinchChanged(scale: 1.5, center: at(100, 100))
            ])
        #expect(recognizer.touchpad(.ended, scale: 1) == [.pinchEnded])
        #expect(recognizer.touchpad(.moved, scale: 2) == [])
    }

    @Test(arguments: [0, -1, .nan, .infinity, 1e-7, 1e7])
    mutating func scalesThatAreNoneAreIgnored(scale: Double) {
        _ = recognizer.touchpad(.began)
        #expect(recognizer.touchpad(.moved, scale: scale) == [])
        #expect(
            recognizer.touchpad(.moved, scale: 0.5) == [.pinchChanged(scale: 0.5, center: at(100, 100))])
    }

    @Test mutating func withoutABeginNothingHappens() {
        #expect(recognizer.touchpad(.moved, scale: 2) == [])
        #expect(recognizer.touchpad(.ended) == [])
        #expect(recognizer.touchpad(.cancelled) == [])
        #expect(recognizer.touchpad(.began, .nan) == [])
    }

    @Test mutating func aCancelledOneNamesItsDevice() {
        _ = recognizer.touchpad(.began)
        #expect(recognizer.touchpad(.cancelled) == [.pinchCancelled(source: .touchpad(device: 7))])
        _ = recognizer.touchpad(.began)
        #expect(recognizer.cancelAll() == [.pinchCancelled(source: .touchpad(device: 7))])
    }

    @Test mutating func aBeginWithoutAnEndEndsTheOldOne() {
        _ = recognizer.touchpad(.began, 5, 5)
        #expect(recognizer.touchpad(.began) == [.pinchEnded, began])
    }

    @Test mutating func anotherDeviceWaits() {
        _ = recognizer.touchpad(.began)
        #expect(recognizer.touchpad(.began, device: 8) == [])
        #expect(recognizer.touchpad(.moved, scale: 2, device: 8) == [])
        #expect(recognizer.touchpad(.cancelled, device: 8) == [])
        #expect(recognizer.touchpad(.ended, device: 8) == [])
        #expect(recognizer.touchpad(.moved, scale: 2) == [.pinchChanged(scale: 2, center: at(100, 100))])
    }
}

@Suite struct ArbitrationTests {
    var recognizer = GestureRecognizer()

    @Test mutating func fingersAndButtonsWaitForATouchpadPinch() {
        _ = recognizer.touchpad(.began)
        #expect(recognizer.down(1, 0, 0, time: 0) == [])
        #expect(recognizer.mouse(.pressed(button: 1), 0, 0, time: 0) == [])
        #expect(recognizer.touchpad(.ended) == [.pinchEnded])
        // What began meanwhile stays out.
        #expect(recognizer.move(1, 50, 0, time: 0.1) == [])
        #expect(recognizer.mouse(.moved, 50, 0, time: 0.1) == [])
        #expect(recognizer.down(2, 0, 0, time: 0.2) == [.touchDown])
    }

    @Test mutating func touchpadsAndButtonsWaitForAFinger() {
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.touchpad(.began) == [])
        #expect(recognizer.touchpad(.moved, scale: 2) == [])
        #expect(recognizer.mouse(.pressed(button: 1), 0, 0, time: 0.1) == [])
        #expect(recognizer.mouse(.moved, 90, 0, time: 0.2) == [])
        #expect(recognizer.up(1, 0, 0, time: 0.3) == [.touchUp, .tap(at: .zero)])
        #expect(recognizer.touchpad(.began).count == 1)
    }

    @Test mutating func fingersAndTouchpadsWaitForAButton() {
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 0)
        #expect(recognizer.down(1, 0, 0, time: 0.1) == [])
        #expect(recognizer.touchpad(.began) == [])
        #expect(recognizer.mouse(.released(button: 1), 0, 0, time: 0.2) == [.touchUp, .tap(at: .zero)])
        #expect(recognizer.down(2, 0, 0, time: 0.3) == [.touchDown])
    }

    @Test mutating func scrollsAreIgnoredWhileTheContentIsHeld() {
        let scroll = ScrollSample(notches: by(0, 1), isTouchpad: true, position: .zero, time: 0)
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(recognizer.handle(scroll) == [.scroll(by: by(0, 15))])
        _ = recognizer.move(1, 20, 0, time: 0.1)
        #expect(recognizer.handle(scroll) == [])
        _ = recognizer.up(1, 20, 0, time: 0.2)
        #expect(recognizer.handle(scroll) == [.scroll(by: by(0, 15))])
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 1)
        _ = recognizer.mouse(.moved, 9, 0, time: 1.1)
        #expect(recognizer.handle(scroll) == [])
        _ = recognizer.cancelAll()
        _ = recognizer.touchpad(.began)
        #expect(recognizer.handle(scroll) == [])
    }
}
