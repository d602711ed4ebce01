public import Geometry

/// Pans, and fingers that only touch.
extension ScrollView {
    /// The greatest release velocity that is taken, in view units per second.
    private static let greatestVelocity = 1e6

    /// A pan begins. It stops everything else; during a pinch it is ignored.
    /// - Parameter time: when, in seconds.
    public func beginPan(at time: Double) {
        advance(to: time)
        let stopped = motion
        var before = placement
        switch stopped {
        case .pinching: return
        case .panning(let pan): before = pan.before
        case .animating(let transition): before = transition.target
        case .still, .awaitingPinch, .decelerating: break
        }
        motion = .panning(Pan(from: placement, before: before, in: layout))
        if case .panning = stopped { return }
        reportStop(of: stopped)
        delegate?.scrollViewWillBeginDragging(self)
    }

    /// The finger of a pan has moved; the content moves with it, ever less past an edge.
    /// - Parameters:
    ///   - translation: the finger's way since the pan began, in view units.
    ///   - time: when, in seconds.
    public func changePan(translation: Vector<View>, at time: Double) {
        guard case .panning(var pan) = motion else { return }
        advance(to: time)
        guard let translation = translation.bounded() else { return }
        pan.translation = translation
        motion = .panning(pan)
        show(Placement(zoomScale: zoomScale, contentOffset: pan.offset(at: zoomScale, in: layout)))
    }

    /// A pan has ended: the content coasts on, or springs back from beyond an edge.
    /// - Parameters:
    ///   - velocity: the finger's, in view units per second.
    ///   - time: when, in seconds.
    public func endPan(velocity: Vector<View>, at time: Double) {
        guard case .panning(let pan) = motion else { return }
        let time = clock(time)
        let finger = velocity.bounded(by: Self.greatestVelocity) ?? .zero
        let needsAnimation = pendingLayout != nil || layout.clamped(zoomScale: zoomScale) != zoomScale
        let target = takePendingLayout(adopting: layout.settled(placement))
        motion = .still
        if needsAnimation {
            delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
            settle(to: target, at: time)
        } else {
            let speed = pan.velocity(finger: finger, at: zoomScale, in: layout)
            decelerate(velocity: speed, at: time) {
                delegate?.scrollViewDidEndDragging(self, willDecelerate: $0)
            }
        }
    }

    /// A pan was cancelled: the content glides back to where it was before.
    /// - Parameter time: when, in seconds.
    public func cancelPan(at time: Double) {
        guard case .panning(let pan) = motion else { return }
        let time = clock(time)
        let target = takePendingLayout(adopting: layout.settled(pan.before))
        motion = .still
        delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
        settle(to: target, at: time)
    }

    /// A finger or button went down: a deceleration stops at once, wherever it is. A zoom animation goes on.
    /// - Parameter time: when, in seconds.
    public func touchDown(at time: Double) {
        advance(to: time)
        guard isDecelerating else { return }
        motion = .still
        delegate?.scrollViewDidEndDecelerating(self)
    }

    /// A finger or button that began no gesture went up: what it held beyond an edge goes back.
    /// - Parameter time: when, in seconds.
    public func touchUp(at time: Double) {
        advance(to: time)
        guard case .still = motion else { return }
        decelerate(velocity: .zero, at: clock(time)) { _ in }
    }

    /// Animates to a placement if it is another.
    private func settle(to target: Placement, at time: Double) {
        guard target != placement else { return }
        move(to: target, animated: true, at: time)
    }

    /// Lets the content coast, or spring back to an edge; without animations it is put back there.
    /// - Parameters:
    ///   - velocity: of the content offset, in view units per second.
    ///   - time: when, in seconds.
    ///   - report: called when the motion has begun, with whether there is any.
    private func decelerate(velocity: Vector<Content>, at time: Double, report: (Bool) -> Void) {
        let deceleration = Deceleration(from: placement, velocity: velocity, in: layout, at: time)
        let isMoving = animationsEnabled && deceleration.isMoving
        if isMoving {
            motion = .decelerating(deceleration)
        } else {
            show(layout.settled(placement))
        }
        report(isMoving)
    }
}
