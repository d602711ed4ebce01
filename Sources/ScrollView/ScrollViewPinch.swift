public import Geometry

/// Pinches, and everything else that gives a scale and a centre: a touchpad's gesture, or one finger that
/// drags after a double tap (scale 2^(dy/150), centre where it tapped).
extension ScrollView {
    /// A pinch begins. It stops everything else; while another device pinches it is ignored.
    /// - Parameters:
    ///   - source: names the device.
    ///   - center: the fingers' midpoint, or the pointer.
    ///   - time: when, in seconds.
    public func beginPinch(source: Int, center: Point<View>, at time: Double) {
        guard let center = center.bounded else { return }
        let time = clock(time)
        var before: Placement?
        if case .awaitingPinch(let cancelled) = motion,
            cancelled.source == source, time < cancelled.deadline
        {
            before = cancelled.before
        } else {
            advance(to: time)
        }
        let stopped = motion
        switch stopped {
        case .pinching(let pinch):
            guard pinch.source == source else { return }
            before = pinch.before
        case .animating(let transition): before = transition.target
        case .still, .awaitingPinch, .panning, .decelerating: break
        }
        motion = .pinching(
            Pinch(
                source: source, before: before ?? placement, start: placement,
                rawZoomScale: RubberBand.rawZoom(zoomScale, past: layout.zoomLimits),
                startCenter: center, center: center, mode: pinchMode))
        switch stopped {
        case .panning, .decelerating: reportStop(of: stopped)
        // An animated scroll ends here; a zoom goes on as this one.
        case .animating: if !isZooming { reportStop(of: stopped) }
        case .still, .pinching, .awaitingPinch: break
        }
        beginZooming()
    }

    /// The fingers of a pinch have moved.
    /// - Parameters:
    ///   - source: the device whose pinch it is.
    ///   - scale: the fingers' distance relative to that at the beginning.
    ///   - center: the fingers' midpoint.
    ///   - time: when, in seconds.
    public func changePinch(source: Int, scale: Double, center: Point<View>, at time: Double) {
        guard case .pinching(var pinch) = motion, pinch.source == source else { return }
        advance(to: time)
        guard scale.isFinite, scale > 0, let center = center.bounded else { return }
        pinch.center = center
        motion = .pinching(pinch)
        show(pinch.placement(scale: scale, in: layout))
    }

    /// A pinch has ended: what is out of the limits goes back into them, about the pinch's centre.
    /// - Parameters:
    ///   - source: the device whose pinch it is.
    ///   - time: when, in seconds.
    public func endPinch(source: Int, at time: Double) {
        guard case .pinching(let pinch) = motion, pinch.source == source else { return }
        let time = clock(time)
        let target = takePendingLayout(adopting: layout.settled(placement, about: pinch.anchor))
        motion = .still
        move(to: target, animated: true, at: time)
    }

    /// A pinch was cancelled: it is undone unless the same device begins another within 100 ms, which then is
    /// the same pinch going on.
    /// - Parameters:
    ///   - source: the device whose pinch it is.
    ///   - time: when, in seconds.
    public func cancelPinch(source: Int, at time: Double) {
        guard case .pinching(let pinch) = motion, pinch.source == source else { return }
        let deadline = clock(time) + CancelledPinch.patience
        let before = takePendingLayout(adopting: layout.settled(pinch.before))
        motion = .awaitingPinch(CancelledPinch(source: source, before: before, deadline: deadline))
    }
}
