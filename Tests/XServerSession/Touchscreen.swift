public import Geometry

/// Injected fingers on a touchscreen that covers the screen. Positions are screen pixels with fractions; clients get
/// them to 1/65536 pixel. Each call returns when the server has processed it.
public final class Touchscreen {
    private let device: InputTestDevice
    private let screen: PixelSize
    /// The fingers down, and where.
    public private(set) var fingers: [Int: Point<Screen>] = [:]

    init(device: InputTestDevice, screen: PixelSize) {
        (self.device, self.screen) = (device, screen)
    }

    /// Axis values a screen's extent is divided into: the axes reach from 0 to 65535, and the server spreads the 65536
    /// whole values over the screen.
    private static let axisRange = 65536.0

    private func send(_ finger: Int, type: UInt32, at point: Point<Screen>) throws {
        let x = point.x * Self.axisRange / Double(screen.width)
        let y = point.y * Self.axisRange / Double(screen.height)
        try device.send(.touch(finger, type: type, axes: [0: x, 1: y]))
    }

    /// Puts a finger down.
    /// - Parameters:
    ///   - finger: a number of the caller's choice that no finger down has, 0 to 9.
    ///   - point: where.
    /// - Throws: `SessionError`.
    public func down(_ finger: Int, at point: Point<Screen>) throws {
        precondition(fingers[finger] == nil, "finger \(finger) is down already")
        try send(finger, type: 18, at: point)
        fingers[finger] = point
    }

    /// Moves a finger that is down.
    /// - Parameters:
    ///   - finger: its number.
    ///   - point: where to.
    /// - Throws: `SessionError`.
    public func move(_ finger: Int, to point: Point<Screen>) throws {
        precondition(fingers[finger] != nil, "finger \(finger) is not down")
        try send(finger, type: 19, at: point)
        fingers[finger] = point
    }

    /// Lifts a finger where it is.
    /// - Parameter finger: its number.
    /// - Throws: `SessionError`.
    public func up(_ finger: Int) throws {
        guard let point = fingers.removeValue(forKey: finger) else {
            preconditionFailure("finger \(finger) is not down")
        }
        try send(finger, type: 20, at: point)
    }

    /// Lifts all fingers, the lowest number first.
    /// - Throws: `SessionError`.
    public func upAll() throws {
        for finger in fingers.keys.sorted() { try up(finger) }
    }

    /// Moves fingers together along straight lines from where they are.
    /// - Parameters:
    ///   - targets: where each finger ends.
    ///   - steps: moves of each finger.
    ///   - interval: seconds between two steps; a screen's refresh where not given.
    ///   - afterStep: called with the number of each step, from 1, once all fingers have made it.
    /// - Throws: `SessionError`, and what `afterStep` throws.
    public func drag(
        _ targets: [Int: Point<Screen>], steps: Int = 30, interval: Double = 1.0 / 60,
        afterStep: (Int) throws -> Void = { _ in }
    ) throws {
        let starts = fingers
        for step in 1...max(1, steps) {
            let share = Double(step) / Double(max(1, steps))
            for (finger, target) in targets.sorted(by: { $0.key < $1.key }) {
                guard let start = starts[finger] else { preconditionFailure("finger \(finger) is not down") }
                // The last step lands on the target exactly.
                try move(finger, to: share == 1 ? target : start + (target - start) * share)
            }
            pause(interval)
            try afterStep(step)
        }
    }

    /// A pinch by fingers 0 and 1 from one pair of positions to another, along straight lines.
    /// - Parameters:
    ///   - start: where the fingers go down, finger 0 first.
    ///   - end: where they are at the end.
    ///   - steps: moves of each finger.
    ///   - interval: seconds between two steps.
    ///   - lift: whether the fingers are lifted at the end.
    ///   - afterStep: called with the number of each step, from 1.
    /// - Throws: `SessionError`, and what `afterStep` throws.
    public func pinch(
        from start: (Point<Screen>, Point<Screen>), to end: (Point<Screen>, Point<Screen>), steps: Int = 30,
        interval: Double = 1.0 / 60, lift: Bool = true, afterStep: (Int) throws -> Void = { _ in }
    ) throws {
        try down(0, at: start.0)
        try down(1, at: start.1)
        try drag([0: end.0, 1: end.1], steps: steps, interval: interval, afterStep: afterStep)
        if lift { try upAll() }
    }

    /// A horizontal pinch about a fixed centre.
    /// - Parameters:
    ///   - center: the midpoint of the fingers all the time.
    ///   - start: the fingers' distance at the beginning, in pixels.
    ///   - end: their distance at the end.
    ///   - steps: moves of each finger.
    ///   - lift: whether the fingers are lifted at the end.
    ///   - afterStep: called with the number of each step, from 1.
    /// - Throws: `SessionError`, and what `afterStep` throws.
    public func pinch(
        about center: Point<Screen>, from start: Double, to end: Double, steps: Int = 30, lift: Bool = true,
        afterStep: (Int) throws -> Void = { _ in }
    ) throws {
        func pair(_ distance: Double) -> (Point<Screen>, Point<Screen>) {
            let half = Vector<Screen>(dx: distance / 2, dy: 0)
            return (center + -half, center + half)
        }
        try pinch(from: pair(start), to: pair(end), steps: steps, lift: lift, afterStep: afterStep)
    }

    /// A tap, or several, by finger 0.
    /// - Parameters:
    ///   - point: where.
    ///   - count: taps.
    ///   - hold: seconds that the finger stays down, and up between two taps.
    /// - Throws: `SessionError`.
    public func tap(at point: Point<Screen>, count: Int = 1, hold: Double = 0.05) throws {
        for tap in 0..<count {
            if tap > 0 { pause(hold) }
            try down(0, at: point)
            pause(hold)
            try up(0)
        }
    }
}
