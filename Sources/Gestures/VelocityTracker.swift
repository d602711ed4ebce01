import Geometry

/// Estimates a pointer's velocity when it is released: the slope of the straight line that fits the last
/// motion best, by least squares.
struct VelocityTracker {
    /// How far back motion counts, in seconds.
    private static let horizon = 0.1
    /// A longer time between samples is a rest: the motion before it does not count. Devices report each 16
    /// ms or more often. In seconds.
    private static let pause = 0.04
    /// Bounds the memory where time stands still; a 1 kHz mouse sends 100 samples within the horizon.
    private static let capacity = 128

    private struct Sample {
        var position: Point<View>
        var time: Double
    }

    private var samples: [Sample] = []

    /// Takes in where the pointer was.
    /// - Parameters:
    ///   - position: in view units.
    ///   - time: in seconds.
    mutating func add(_ position: Point<View>, at time: Double) {
        // What came before a rest, or before a clock that steps back, says nothing about this motion.
        if let last = samples.last, !isElapsed(time - last.time, within: Self.pause) { samples.removeAll() }
        samples.append(Sample(position: position, time: time))
        if samples.count > Self.capacity { samples.removeFirst() }
    }

    /// The velocity of a release.
    /// - Parameter time: when, in seconds.
    /// - Returns: view units per second; zero where the pointer rested before the release, or where too
    ///   little is known.
    func velocity(at time: Double) -> Vector<View> {
        guard let last = samples.last, isElapsed(time - last.time, within: Self.pause) else { return .zero }
        let recent = samples.filter { isElapsed(last.time - $0.time, within: Self.horizon) }
        // Samples of the same millisecond hold no time that their distance could be divided by.
        guard let first = recent.first, !isElapsed(last.time - first.time, within: 0) else { return .zero }

        let count = Double(recent.count)
        var meanTime = 0.0
        var meanMotion = Vector<View>.zero
        for sample in recent {
            meanTime += (sample.time - last.time) / count
            meanMotion = meanMotion + (sample.position - last.position) * (1 / count)
        }
        var variance = 0.0
        var covariance = Vector<View>.zero
        for sample in recent {
            let timeDeviation = sample.time - last.time - meanTime
            variance += timeDeviation * timeDeviation
            covariance = covariance + (sample.position - last.position + -meanMotion) * timeDeviation
        }
        return covariance * (1 / variance)
    }
}
