import Geometry
import Glibc

extension ScrollSample {
    /// More notches in one step are a driver's mistake.
    private static let notchLimit = 1000.0

    /// What the step does: a touchpad's scroll pans, a wheel's zooms, or pans where that is asked for; with Control both
    /// zoom, with Shift a wheel pans sideways.
    /// - Parameter configuration: the distances and the zoom of a notch.
    /// - Returns: at most one event; none for no step, or an absurd one.
    func event(_ configuration: GestureConfiguration) -> GestureEvent? {
        guard abs(notches.dx) <= Self.notchLimit, abs(notches.dy) <= Self.notchLimit, position.isPlausible
        else { return nil }
        if control { return zoom(configuration) }
        if isTouchpad { return pan(notches * configuration.touchpadPanDistance) }
        let wheelPan = configuration.inViewUnits(configuration.wheelPanDistance)
        if shift { return pan(Vector(dx: (notches.dx + notches.dy) * wheelPan, dy: 0)) }
        if configuration.wheelPans { return pan(notches * wheelPan) }
        if notches.dy != 0 { return zoom(configuration) }
        return pan(Vector(dx: notches.dx * wheelPan, dy: 0))
    }

    private func pan(_ vector: Vector<View>) -> GestureEvent? {
        vector == .zero || !vector.dx.isFinite || !vector.dy.isFinite ? nil : .scroll(by: vector)
    }

    private func zoom(_ configuration: GestureConfiguration) -> GestureEvent? {
        // Up is away from the user: into the picture.
        let factor = pow(configuration.zoomPerNotch, -notches.dy)
        guard notches.dy != 0, factor.isFinite, factor > 0 else { return nil }
        return .zoom(factor: factor, at: position)
    }
}
