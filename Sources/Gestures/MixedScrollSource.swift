public import Geometry

/// Tells a touchpad from a wheel where both come as one device, as under XWayland: a wheel goes by whole notches, fingers by any
/// part of one.
public struct MixedScrollSource: Sendable {
    /// Seconds after a part of a notch in which whole ones are taken to be of the same fingers.
    private static let patience = 0.5
    /// How far from a whole number of notches a wheel may be, by rounding.
    private static let tolerance = 1e-6

    private var lastPart = -Double.infinity

    /// Nothing has scrolled yet.
    public init() {}

    /// Takes in a step.
    /// - Parameters:
    ///   - notches: how far.
    ///   - time: when, in seconds.
    /// - Returns: whether fingers did it.
    public mutating func isTouchpad(_ notches: Vector<View>, at time: Double) -> Bool {
        let isWhole = [notches.dx, notches.dy].allSatisfy { abs($0 - $0.rounded()) <= Self.tolerance }
        if !isWhole { lastPart = time }
        return time - lastPart <= Self.patience
    }
}
