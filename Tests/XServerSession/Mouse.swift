import Foundation
public import Geometry

/// The axes of a scroll; one that does not move is not in the event.
func scrollAxes(_ dx: Double, _ dy: Double) -> [Int: Double] {
    [2: dx, 3: dy].filter { $0.value != 0 }
}

/// A part of the way from 1 to `scale`, at constant relative speed.
func exponential(_ scale: Double, _ share: Double) -> Double { pow(scale, share) }

/// A button of the core protocol.
public enum MouseButton: Int, Sendable {
    /// The main button.
    case left = 1
    /// The wheel pressed.
    case middle = 2
    /// The menu button.
    case right = 3
    /// Legacy wheel up, one press a notch; a device with scroll axes sends these by itself.
    case wheelUp = 4
    /// Legacy wheel down.
    case wheelDown = 5
    /// The side button to the last page.
    case back = 8
    /// The side button to the next page.
    case forward = 9
}

/// An injected mouse with a wheel. Each call returns when the server has processed it.
public final class Mouse {
    private let device: InputTestDevice

    init(device: InputTestDevice) { self.device = device }

    /// Puts the pointer at a position in one motion, without acceleration.
    /// - Parameter point: screen pixels; clients get the fraction to 1/65536 pixel.
    /// - Throws: `SessionError`.
    public func move(to point: Point<Screen>) throws {
        try device.send(.motion(axes: [0: point.x, 1: point.y], absolute: true))
    }

    /// Moves the pointer along a straight line.
    /// - Parameters:
    ///   - start: where the line begins; the pointer is there already.
    ///   - end: where it ends.
    ///   - steps: motions.
    ///   - interval: seconds between two motions.
    ///   - afterStep: called with the number of each motion, from 1.
    /// - Throws: `SessionError`, and what `afterStep` throws.
    public func move(
        from start: Point<Screen>, to end: Point<Screen>, steps: Int, interval: Double = 1.0 / 60,
        afterStep: (Int) throws -> Void = { _ in }
    ) throws {
        for step in 1...max(1, steps) {
            let share = Double(step) / Double(max(1, steps))
            try move(to: share == 1 ? end : start + (end - start) * share)
            pause(interval)
            try afterStep(step)
        }
    }

    /// Presses a button.
    /// - Parameter button: which.
    /// - Throws: `SessionError`.
    public func press(_ button: MouseButton = .left) throws {
        try device.send(.button(button.rawValue, pressed: true))
    }

    /// Releases a button.
    /// - Parameter button: which.
    /// - Throws: `SessionError`.
    public func release(_ button: MouseButton = .left) throws {
        try device.send(.button(button.rawValue, pressed: false))
    }

    /// Clicks where the pointer is.
    /// - Parameters:
    ///   - button: which.
    ///   - count: 2 is a double-click.
    ///   - hold: seconds that the button stays down, and up between two clicks.
    /// - Throws: `SessionError`.
    public func click(_ button: MouseButton = .left, count: Int = 1, hold: Double = 0.03) throws {
        for click in 0..<count {
            if click > 0 { pause(hold) }
            try press(button)
            pause(hold)
            try release(button)
        }
    }

    /// Double-clicks at a position.
    /// - Parameters:
    ///   - point: screen pixels.
    ///   - button: which.
    /// - Throws: `SessionError`.
    public func doubleClick(at point: Point<Screen>, _ button: MouseButton = .left) throws {
        try move(to: point)
        try click(button, count: 2)
    }

    /// Turns the wheel.
    /// - Parameters:
    ///   - dx: change of the horizontal scroll axis, positive rightward; 120 is a notch.
    ///   - dy: change of the vertical one, positive downward (towards the user).
    /// - Throws: `SessionError`.
    public func scroll(dx: Double = 0, dy: Double = 0) throws {
        try device.send(.motion(axes: scrollAxes(dx, dy), absolute: false))
    }
}
