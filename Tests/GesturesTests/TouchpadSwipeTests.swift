import Geometry
import Gestures
import Testing

@Suite struct TouchpadSwipeTests {
    var recognizer = GestureRecognizer()

    private mutating func swipe(
        _ phase: TouchPhase, _ dx: Double = 0, _ dy: Double = 0, fingers: Int = 3, device: Int = 7,
        time: Double = 0
    ) -> [GestureEvent] {
        recognizer.handle(
            TouchpadSwipeSample(
                phase: phase, delta: by(dx, dy), fingerCount: fingers, device: device, time: time))
    }

    @Test mutating func theTranslationAddsUp() {
        #expect(swipe(.began) == [.swipeBegan])
        #expect(swipe(.moved, -10, 2) == [.swipeChanged(translation: by(-10, 2))])
        #expect(swipe(.moved, -5.5, 1) == [.swipeChanged(translation: by(-15.5, 3))])
        #expect(swipe(.ended, time: 1) == [.swipeEnded(velocity: .zero)])
        #expect(swipe(.moved, 1, 1) == [])
    }

    @Test mutating func theEndCarriesTheVelocityOfTheLast100Milliseconds() {
        _ = swipe(.began)
        for step in 1...5 { _ = swipe(.moved, -100, 0, time: Double(step) / 32) }
        for step in 6...8 { _ = swipe(.moved, 16, -8, time: Double(step) / 32) }
        #expect(swipe(.ended, time: 0.25) == [.swipeEnded(velocity: by(512, -256))])
    }

    @Test mutating func motionThatComesWithTheEndCounts() {
        _ = swipe(.began)
        _ = swipe(.moved, 16, 0, time: 1 / 32)
        #expect(
            swipe(.ended, 16, 0, time: 1 / 16) == [
                .swipeChanged(translation: by(32, 0)), .swipeEnded(velocity: by(512, 0)),
            ])
    }

    @Test mutating func aRestBeforeTheEndHasNoVelocity() {
        _ = swipe(.began)
        _ = swipe(.moved, 16, 0, time: 0.02)
        #expect(swipe(.ended, time: 0.1) == [.swipeEnded(velocity: .zero)])
    }

    @Test mutating func twoFingersAreNoSwipe() {
        #expect(swipe(.began, fingers: 2) == [])
        #expect(swipe(.moved, 10, 0) == [])
        #expect(swipe(.began, fingers: 4) == [.swipeBegan])
    }

    @Test(arguments: [(.nan, 0), (0, .infinity), (1e7, 0)])
    mutating func motionThatIsNoneIsIgnored(dx: Double, dy: Double) {
        _ = swipe(.began)
        #expect(swipe(.moved, dx, dy) == [])
        #expect(swipe(.moved, 3, 4) == [.swipeChanged(translation: by(3, 4))])
        #expect(swipe(.ended, dx, dy, time: .nan) == [.swipeEnded(velocity: .zero)])
        #expect(swipe(.began, time: .nan) == [])
    }

    @Test mutating func aCancelledOneIsCancelled() {
        _ = swipe(.began)
        #expect(swipe(.cancelled) == [.swipeCancelled])
        #expect(swipe(.ended) == [])
        _ = swipe(.began)
        #expect(recognizer.cancelAll() == [.swipeCancelled])
    }

    @Test mutating func aBeginWithoutAnEndEndsTheOldOne() {
        _ = swipe(.began)
        _ = swipe(.moved, 9, 9)
        #expect(swipe(.began) == [.swipeEnded(velocity: .zero), .swipeBegan])
        #expect(swipe(.moved, 1, 0) == [.swipeChanged(translation: by(1, 0))])
    }

    @Test mutating func anotherDeviceWaits() {
        _ = swipe(.began)
        #expect(swipe(.began, device: 8) == [])
        #expect(swipe(.moved, 9, 9, device: 8) == [])
        #expect(swipe(.ended, device: 8) == [])
        #expect(swipe(.cancelled, device: 8) == [])
        #expect(swipe(.moved, 1, 0) == [.swipeChanged(translation: by(1, 0))])
    }

    @Test mutating func everythingElseWaitsForASwipe() {
        _ = swipe(.began)
        #expect(recognizer.down(1, 0, 0, time: 0) == [])
        #expect(recognizer.mouse(.pressed(button: 1), 0, 0, time: 0) == [])
        #expect(recognizer.touchpad(.began) == [])
        let scroll = ScrollSample(notches: by(0, 1), isTouchpad: true, position: .zero, time: 0)
        #expect(recognizer.handle(scroll) == [])
        #expect(swipe(.ended) == [.swipeEnded(velocity: .zero)])
        #expect(recognizer.down(2, 0, 0, time: 1) == [.touchDown])
    }

    @Test mutating func aSwipeWaitsForEverythingElse() {
        _ = recognizer.touchpad(.began)
        #expect(swipe(.began) == [])
        _ = recognizer.touchpad(.ended)
        _ = recognizer.down(1, 0, 0, time: 0)
        #expect(swipe(.began) == [])
        _ = recognizer.up(1, 0, 0, time: 0.1)
        _ = recognizer.mouse(.pressed(button: 1), 0, 0, time: 1)
        #expect(swipe(.began) == [])
        #expect(swipe(.moved, 1, 0) == [])
        _ = recognizer.mouse(.released(button: 1), 0, 0, time: 1.1)
        #expect(swipe(.began) == [.swipeBegan])
    }
}
