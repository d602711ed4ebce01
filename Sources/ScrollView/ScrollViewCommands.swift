public import Geometry

/// Changes that a program makes. All end within the limits. They end a pinch or a pan that is going on, whose
/// centre bends nothing afterwards; its further motion is ignored.
extension ScrollView {
    /// Goes to a zoom scale.
    /// - Parameters:
    ///   - zoomScale: relative to the size at zoom 1; moved into the limits.
    ///   - point: the window point whose content stays there; without it the window's middle.
    ///   - animated: whether it takes 250 ms.
    ///   - time: when, in seconds.
    public func setZoomScale(
        _ zoomScale: Double, about point: Point<View>? = nil, animated: Bool, at time: Double
    ) {
        guard zoomScale > 0, let point = (point ?? layout.center).bounded else { return }
        command(animated: animated, at: time) { layout, base in
            base.zoomed(to: layout.clamped(zoomScale: zoomScale), about: point)
        }
    }

    /// Shows a part of the content as large as it fits, in the window's middle as far as the edges allow.
    /// - Parameters:
    ///   - rect: in view units at zoom 1; ignored if it has no area.
    ///   - animated: whether it takes 250 ms.
    ///   - time: when, in seconds.
    public func zoom(to rect: Rect<Content>, animated: Bool, at time: Double) {
        guard rect.size.width > 0, rect.size.height > 0, let center = rect.center.bounded else { return }
        let rect = Rect(center: center, size: rect.size)
        command(animated: animated, at: time) { layout, _ in layout.placement(showing: rect) }
    }

    /// Goes to a content offset.
    /// - Parameters:
    ///   - offset: in view units at the zoom scale, that of the target if a zoom is under way; moved into its range.
    ///   - animated: whether it takes 250 ms.
    ///   - time: when, in seconds.
    public func setContentOffset(_ offset: Point<Content>, animated: Bool, at time: Double) {
        guard let offset = offset.bounded else { return }
        command(animated: animated, at: time) { _, base in
            Placement(zoomScale: base.zoomScale, contentOffset: offset)
        }
    }

    /// Zooms by a factor, as keys and wheels do.
    /// - Parameters:
    ///   - factor: multiplies the zoom scale that a running animation is going to, else the one shown.
    ///   - point: the window point whose content stays there; without it the window's middle.
    ///   - animated: true for a step of its own, which takes 250 ms; false for one of a stream, which is
    ///     shown at once, or by the end of a running animation, goes on with a pan and is ignored during a pinch.
    ///   - time: when, in seconds.
    public func zoom(by factor: Double, about point: Point<View>? = nil, animated: Bool, at time: Double) {
        guard factor > 0, factor.isFinite, let point = (point ?? layout.center).bounded else { return }
        step(animated: animated, at: time) { layout, base in
            base.zoomed(to: layout.clamped(zoomScale: base.zoomScale * factor), about: point)
        }
    }

    /// Scrolls by a distance, as keys and touchpads do.
    /// - Parameters:
    ///   - distance: added to the content offset that a running animation is going to, else to the one
    ///     shown, in view units; positive shows what lies right and below.
    ///   - animated: true for a step of its own, false for one of a stream, as in `zoom(by:about:animated:at:)`.
    ///   - time: when, in seconds.
    public func scroll(by distance: Vector<Content>, animated: Bool, at time: Double) {
        guard let distance = distance.bounded() else { return }
        step(animated: animated, at: time) { _, base in
            Placement(zoomScale: base.zoomScale, contentOffset: base.contentOffset + distance)
        }
    }

    /// A change of a placement in a layout; the result's offset need not be in its range.
    private typealias Change = (ScrollLayout, Placement) -> Placement

    /// Ends what is going on and makes a change to where it was going.
    private func command(animated: Bool, at time: Double, _ change: Change) {
        advance(to: time)
        let time = clock(time)
        let base = endGestures()
        move(to: layout.settled(change(layout, base)), animated: animated, at: time)
    }

    /// Makes a change that may be one of a stream.
    private func step(animated: Bool, at time: Double, _ change: Change) {
        guard !animated else { return command(animated: true, at: time, change) }
        advance(to: time)
        let time = clock(time)
        switch motion {
        case .pinching:
            break
        case .panning(var pan):
            let raw = Placement(
                zoomScale: zoomScale, contentOffset: pan.rawOffset(at: zoomScale, in: layout))
            let changed = change(layout, raw)
            pan.rebase(to: changed, in: layout)
            let shown = Placement(
                zoomScale: changed.zoomScale, contentOffset: pan.offset(at: changed.zoomScale, in: layout))
            let zooms = shown.zoomScale != zoomScale
            motion = .panning(pan)
            if zooms { beginZooming() }
            show(shown)
            if zooms { endAnimation() }
        case .animating(let transition):
            let target = layout.settled(change(layout, transition.target))
            move(to: target, animated: true, at: time, until: transition.end)
        case .still, .awaitingPinch, .decelerating:
            let base = endGestures()
            // Beyond an edge or a limit a jump would show: go there in time instead.
            let isInLimits = base.isIndistinguishable(from: layout.settled(base))
            move(to: layout.settled(change(layout, base)), animated: !isInLimits, at: time)
        }
    }

    /// Ends gestures and decelerations where they are; an animation goes on until the change takes over.
    /// - Returns: the placement that a change starts out from.
    private func endGestures() -> Placement {
        let stopped = motion
        switch stopped {
        case .still: return placement
        case .animating(let transition): return transition.target
        case .pinching, .awaitingPinch: motion = .still
        case .panning, .decelerating:
            motion = .still
            reportStop(of: stopped)
        }
        guard pendingLayout != nil else { return placement }
        return takePendingLayout(adopting: layout.settled(placement))
    }
}
