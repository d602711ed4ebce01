import Geometry
import Gestures

/// The point (x, y) of the view.
func at(_ x: Double, _ y: Double) -> Point<View> { Point(x: x, y: y) }
/// The displacement (dx, dy) in the view.
func by(_ dx: Double, _ dy: Double) -> Vector<View> { Vector(dx: dx, dy: dy) }

/// Shorthands that say what a finger or a mouse does; each takes view units and seconds.
extension GestureRecognizer {
    mutating func down(_ id: UInt32, _ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        handle(TouchSample(phase: .began, id: id, position: at(x, y), time: time))
    }

    mutating func move(_ id: UInt32, _ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        handle(TouchSample(phase: .moved, id: id, position: at(x, y), time: time))
    }

    mutating func up(_ id: UInt32, _ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        handle(TouchSample(phase: .ended, id: id, position: at(x, y), time: time))
    }

    mutating func cancel(_ id: UInt32, _ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        handle(TouchSample(phase: .cancelled, id: id, position: at(x, y), time: time))
    }

    /// A whole tap, 50 ms long.
    @discardableResult
    mutating func tap(_ id: UInt32, _ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        down(id, x, y, time: time) + up(id, x, y, time: time + 0.05)
    }

    mutating func mouse(
        _ action: PointerSample.Action, _ x: Double, _ y: Double, time: Double
    ) -> [GestureEvent] {
        handle(PointerSample(action: action, position: at(x, y), time: time))
    }

    /// A whole click of button 1, 50 ms long.
    @discardableResult
    mutating func click(_ x: Double, _ y: Double, time: Double) -> [GestureEvent] {
        mouse(.pressed(button: 1), x, y, time: time) + mouse(.released(button: 1), x, y, time: time + 0.05)
    }

    mutating func touchpad(
        _ phase: TouchPhase, scale: Double = 1, _ x: Double = 100, _ y: Double = 100, device: Int = 7
    ) -> [GestureEvent] {
        handle(
            TouchpadPinchSample(phase: phase, scale: scale, position: at(x, y), device: device, time: 0))
    }
}
