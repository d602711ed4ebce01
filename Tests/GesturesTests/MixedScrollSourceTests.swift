import Geometry
import Testing

@testable import Gestures

@Suite struct MixedScrollSourceTests {
    @Test func wholeNotchesAreAWheels() {
        var source = MixedScrollSource()
        for (notches, time, isTouchpad) in [
            (1.0, 0.0, false), (-2, 0.1, false), (0.999_999_9, 0.2, false), (0.15, 1, true),
            (-0.7, 1.02, true),
            // Fingers come across a whole one now and then.
            (1, 1.04, true), (2, 1.5, true), (1, 1.53, false), (0.5, 3, true),
        ] {
            #expect(
                source.isTouchpad(Vector(dx: 0, dy: notches), at: time) == isTouchpad, "\(notches) \(time)")
            var sideways = source
            #expect(sideways.isTouchpad(Vector(dx: notches, dy: 0), at: time) == isTouchpad)
        }
    }
}
