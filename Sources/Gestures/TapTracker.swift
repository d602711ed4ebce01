import Geometry

/// Pairs taps, or clicks, into double ones. A press whose end is not reported was no tap.
struct TapTracker {
    private struct Press {
        var position: Point<View>
        var time: Double
    }

    /// The press of a finished tap that another one can join.
    private var previous: Press?
    /// The press that is held, where it can become a first tap.
    private var current: Press?

    /// A press.
    /// - Parameters:
    ///   - position: in view units.
    ///   - time: in seconds.
    ///   - interval: the longest time since the press of the first tap, in seconds.
    ///   - distance: the largest distance from the press of the first tap, in view units.
    /// - Returns: whether it is the second of a pair. The next press then starts anew.
    mutating func press(
        at position: Point<View>, time: Double, interval: Double, distance: Double
    ) -> Bool {
        let first = previous
        forget()
        if let first, isElapsed(time - first.time, within: interval),
            position.distance(to: first.position) <= distance
        {
            return true
        }
        current = Press(position: position, time: time)
        return false
    }

    /// The press ended as a tap.
    /// - Returns: whether it is one of its own; not the second of a pair.
    @discardableResult
    mutating func release() -> Bool {
        previous = current
        current = nil
        return previous != nil
    }

    /// What is pressed is no tap, and what was tapped is no half of a pair.
    mutating func forget() {
        previous = nil
        current = nil
    }
}
