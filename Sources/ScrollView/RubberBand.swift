import Glibc

/// UIScrollView's rubber band: past a limit the content follows ever less, and never farther than one
/// dimension. b(x) = (1 − 1/(x · 0.55/d + 1)) · d.
struct RubberBand {
    /// The share of the motion that is left right behind the limit (UIScrollView's constant).
    static let stiffness = 0.55
    /// The band of a zoom scale beyond its limits, on the logarithm: it ends at twice or half the limit.
    static let zoom = RubberBand(dimension: log(2))

    /// d: what the band tends to, in the unit of the excess; 0 makes a wall.
    let dimension: Double

    /// How far the content goes past the limit.
    /// - Parameter excess: how far it would go without a band, from 0 to infinity.
    /// - Returns: b(excess), from 0 to the dimension.
    func shown(_ excess: Double) -> Double {
        guard dimension > 0 else { return 0 }
        return (1 - 1 / (excess * Self.stiffness / dimension + 1)) * dimension
    }

    /// The inverse of `shown(_:)`.
    /// - Parameter shown: how far the content is past the limit; from 1 − 10⁻⁹ of the dimension on, where the
    ///   band has no inverse, that is taken.
    /// - Returns: how far it would be without a band; finite.
    func excess(_ shown: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let share = min(shown / dimension, 1 - 1e-9)
        return (1 / (1 - share) - 1) * dimension / Self.stiffness
    }

    /// The derivative of `shown(_:)`: the content's speed in terms of the finger's.
    func slope(_ excess: Double) -> Double {
        guard dimension > 0 else { return 0 }
        let stretch = excess * Self.stiffness / dimension + 1
        return Self.stiffness / (stretch * stretch)
    }

    /// A coordinate with the band past both ends of a range.
    func shown(_ raw: Double, past range: ClosedRange<Double>) -> Double {
        if raw < range.lowerBound { return range.lowerBound - shown(range.lowerBound - raw) }
        if raw > range.upperBound { return range.upperBound + shown(raw - range.upperBound) }
        return raw
    }

    /// The inverse of `shown(_:past:)`.
    func raw(_ shown: Double, past range: ClosedRange<Double>) -> Double {
        if shown < range.lowerBound { return range.lowerBound - excess(range.lowerBound - shown) }
        if shown > range.upperBound { return range.upperBound + excess(shown - range.upperBound) }
        return shown
    }

    /// The derivative of `shown(_:past:)`.
    func slope(_ raw: Double, past range: ClosedRange<Double>) -> Double {
        if raw < range.lowerBound { return slope(range.lowerBound - raw) }
        if raw > range.upperBound { return slope(raw - range.upperBound) }
        return 1
    }

    /// A zoom scale with the band past both limits: past the maximum, max · exp(b(ln(r/max))).
    /// - Parameters:
    ///   - raw: the zoom scale r that the fingers ask for, from 0 to infinity.
    ///   - limits: minimum and maximum, above 0.
    /// - Returns: the zoom scale to show, within a factor of 2 of the limits.
    static func shownZoom(_ raw: Double, past limits: ClosedRange<Double>) -> Double {
        let (low, high) = (limits.lowerBound, limits.upperBound)
        if raw > high { return high * exp(zoom.shown(log(raw / high))) }
        if raw < low { return low * exp(-zoom.shown(log(low / raw))) }
        return raw
    }

    /// The inverse of `shownZoom(_:past:)`.
    /// - Parameters:
    ///   - shown: the zoom scale shown, above 0.
    ///   - limits: minimum and maximum, above 0.
    /// - Returns: the zoom scale that the fingers would have asked for; finite and above 0.
    static func rawZoom(_ shown: Double, past limits: ClosedRange<Double>) -> Double {
        let (low, high) = (limits.lowerBound, limits.upperBound)
        // e^±600 keeps a product with a limit inside Double's range.
        if shown > high { return high * exp(min(600, zoom.excess(log(shown / high)))) }
        if shown < low { return low * exp(-min(600, zoom.excess(log(low / shown)))) }
        return shown
    }
}
