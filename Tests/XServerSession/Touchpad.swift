/// The moment of a touchpad gesture.
public enum GesturePhase: UInt16, Sendable {
    /// The fingers are recognized.
    case begin = 0
    /// They moved.
    case update = 1
    /// They left, or the gesture was cancelled.
    case end = 2
}

/// An injected touchpad: two-finger scroll, pinch and swipe at the pointer, which it can move too. Each call returns when
/// the server has processed it.
public final class Touchpad {
    private let device: InputTestDevice

    init(device: InputTestDevice) { self.device = device }

    /// Sends one moment of a pinch, as libinput's driver does.
    /// - Parameters:
    ///   - phase: begin, update or end.
    ///   - scale: distance of the fingers relative to the begin.
    ///   - dx: motion of the fingers' centre since the last event, in pixels rightward.
    ///   - dy: the same downward.
    ///   - angle: turn since the last event, in degrees clockwise.
    ///   - cancelled: with `end`, that the gesture turned out to be another.
    ///   - fingers: how many.
    /// - Throws: `SessionError`.
    public func pinch(
        _ phase: GesturePhase, scale: Double = 1, dx: Double = 0, dy: Double = 0, angle: Double = 0,
        cancelled: Bool = false, fingers: Int = 2
    ) throws {
        try device.send(
            .gesture(
                .pinch, type: 27 + phase.rawValue, fingers: fingers, cancelled: cancelled,
                values: [dx, dy, dx, dy, scale, angle]))
    }

    /// Sends one moment of a swipe.
    /// - Parameters:
    ///   - phase: begin, update or end.
    ///   - dx: motion since the last event, in pixels rightward.
    ///   - dy: the same downward.
    ///   - cancelled: with `end`, that the gesture turned out to be another.
    ///   - fingers: how many.
    /// - Throws: `SessionError`.
    public func swipe(
        _ phase: GesturePhase, dx: Double = 0, dy: Double = 0, cancelled: Bool = false, fingers: Int = 3
    ) throws {
        try device.send(
            .gesture(
                .swipe, type: 30 + phase.rawValue, fingers: fingers, cancelled: cancelled,
                values: [dx, dy, dx, dy]))
    }

    /// A whole pinch from scale 1.
    /// - Parameters:
    ///   - scale: at the end; the way there is exponential.
    ///   - steps: updates.
    ///   - interval: seconds between two updates.
    ///   - afterStep: called with the number of each update, from 1.
    /// - Throws: `SessionError`, and what `afterStep` throws.
    public func pinch(
        to scale: Double, steps: Int = 30, interval: Double = 1.0 / 60,
        afterStep: (Int) throws -> Void = { _ in }
    ) throws {
        try pinch(.begin)
        for step in 1...max(1, steps) {
            try pinch(.update, scale: exponential(scale, Double(step) / Double(max(1, steps))))
            pause(interval)
            try afterStep(step)
        }
        try pinch(.end, scale: scale)
    }

    /// Scrolls by two fingers.
    /// - Parameters:
    ///   - dx: change of the horizontal scroll axis, positive rightward; 120 is a wheel's notch.
    ///   - dy: change of the vertical one, positive downward.
    /// - Throws: `SessionError`.
    public func scroll(dx: Double = 0, dy: Double = 0) throws {
        try device.send(.motion(axes: scrollAxes(dx, dy), absolute: false))
    }

    /// Moves the pointer by one finger, through the server's acceleration.
    /// - Parameters:
    ///   - dx: rightward.
    ///   - dy: downward.
    /// - Throws: `SessionError`.
    public func move(dx: Double, dy: Double) throws {
        try device.send(.motion(axes: [0: dx, 1: dy], absolute: false))
    }
}
