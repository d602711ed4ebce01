public import Geometry

/// The state of a view that shows a part of a larger content and that is scrolled, zoomed and flung as
/// UIScrollView is: content offset and zoom scale, their limits, rubber bands, deceleration and animation.
///
/// It draws nothing, recognizes no gestures and reads no clock. The owner hands in gestures and commands with
/// their times, calls `advance(to:)` when `nextUpdate` says so, and paints what `zoomScale` and
/// `contentOffset` say: the content at zoom `zoomScale`, its top-left at −`contentOffset` in the window.
///
/// Times are seconds of one monotonic clock, from 0 up. One earlier than the latest seen counts as that. The
/// state depends on inputs and their times alone, not on how often `advance(to:)` is called. Coordinates,
/// factors and times that are not numbers or not finite are ignored, so is a factor of 0 or below; coordinates count
/// at most 10⁹ units and speeds at most 10⁶ units per second.
public final class ScrollView {
    /// The owner, told of every change.
    public weak var delegate: (any ScrollViewDelegate)?
    /// What a pinch does beside zooming; holds from the next pinch on.
    public var pinchMode = PinchMode.fixed
    /// Whether changes are animated and flicks coast. Without, everything is at its end at once.
    public var animationsEnabled = true

    /// The sizes and limits.
    public internal(set) var layout: ScrollLayout
    /// The size shown relative to the size at zoom 1.
    public private(set) var zoomScale: Double
    /// The content point at the window's top-left, in view units at the zoom scale: view = content − offset.
    public private(set) var contentOffset: Point<Content>
    /// Whether a zoom has begun and not come to rest.
    public private(set) var isZooming = false
    /// Whether a pan is going on.
    public var isDragging: Bool { if case .panning = motion { true } else { false } }
    /// Whether the content coasts or springs back after a pan.
    public var isDecelerating: Bool { if case .decelerating = motion { true } else { false } }

    var motion = Motion.still
    /// A layout that came during a gesture and waits for its end.
    var pendingLayout: ScrollLayout?
    /// What that layout is to keep in place.
    private var pendingAnchor: ResizeAnchor?
    /// The latest time seen.
    private var now = 0.0

    /// A scroll view at zoom 1, or the limit nearest to it, and at the top-left of its content.
    public init(layout: ScrollLayout) {
        self.layout = layout
        zoomScale = layout.clamped(zoomScale: 1)
        contentOffset = layout.clamped(offset: .zero, at: zoomScale)
    }

    /// The content's size at zoom 1, in view units.
    public var contentSize: Size<Content> { layout.contentSize }
    /// The window's size in view units.
    public var bounds: Size<View> { layout.bounds }
    /// The insets at the zoom scale shown, in view units.
    public var contentInset: Insets { layout.contentInset(at: zoomScale) }
    /// The least zoom scale at rest.
    public var minimumZoomScale: Double { layout.minimumZoomScale }
    /// The greatest zoom scale at rest.
    public var maximumZoomScale: Double { layout.maximumZoomScale }

    /// What is shown.
    public var placement: Placement { Placement(zoomScale: zoomScale, contentOffset: contentOffset) }

    /// What is shown when everything has come to rest, if no further input comes.
    public var destination: Placement {
        switch motion {
        case .still, .pinching, .panning: layout.settled(placement)
        case .awaitingPinch(let cancelled): layout.settled(cancelled.before)
        case .animating(let transition): transition.target
        case .decelerating(let deceleration):
            Placement(zoomScale: zoomScale, contentOffset: deceleration.restingOffset)
        }
    }

    // MARK: Time

    /// When to call `advance(to:)`.
    public var nextUpdate: NextUpdate {
        switch motion {
        case .still, .pinching, .panning: .none
        case .awaitingPinch(let cancelled): .at(cancelled.deadline)
        case .animating, .decelerating: .everyFrame
        }
    }

    /// Moves animations and decelerations on.
    /// - Parameter time: the time to show, in seconds.
    public func advance(to time: Double) {
        let time = clock(time)
        if case .awaitingPinch(let cancelled) = motion, time >= cancelled.deadline {
            motion = .still
            move(to: layout.settled(cancelled.before), animated: true, at: cancelled.deadline)
        }
        switch motion {
        case .still, .pinching, .panning, .awaitingPinch: break
        case .animating(let transition):
            let isOver = time >= transition.end
            if isOver { motion = .still }
            show(transition.placement(at: time, in: layout))
            if isOver { endAnimation() }
        case .decelerating(let deceleration):
            let isOver = time >= deceleration.end
            if isOver { motion = .still }
            show(Placement(zoomScale: zoomScale, contentOffset: deceleration.offset(at: time)))
            if isOver { delegate?.scrollViewDidEndDecelerating(self) }
        }
    }

    /// Takes a time as the latest seen.
    /// - Parameter time: seconds.
    /// - Returns: the time to use instead: finite and never running back.
    func clock(_ time: Double) -> Double {
        if time.isFinite { now = max(now, time) }
        return now
    }

    // MARK: Layout

    /// Takes new sizes and limits, for the same content.
    ///
    /// Another size at zoom 1 is another unit: what is shown keeps its size on the screen, except that zoom 1
    /// stays zoom 1. The content point in the window's middle stays there, or that at the anchor; then limits are
    /// applied, at once. An animation counts as having arrived. While a pinch or a pan goes on the layout waits for
    /// its end.
    /// - Parameters:
    ///   - newLayout: the sizes and limits.
    ///   - anchor: what stays in place instead of the middle; ignored if it is not finite.
    ///   - time: when, in seconds.
    public func setLayout(_ newLayout: ScrollLayout, anchor: ResizeAnchor? = nil, at time: Double) {
        advance(to: time)
        let anchor = anchor?.bounded
        switch motion {
        case .pinching, .panning:
            // What is shown lies as before the first of several: only its own place before is known there.
            if let first = pendingAnchor, let anchor {
                pendingAnchor = ResizeAnchor(before: first.before, after: anchor.after)
            } else {
                pendingAnchor = anchor
            }
            pendingLayout = newLayout
        case .still, .awaitingPinch, .animating, .decelerating:
            let kept = newLayout.adopted(destinationOfResize, from: layout, anchor: anchor, keepsFit: true)
            let stopped = motion
            motion = .still
            layout = newLayout
            show(layout.settled(kept, about: anchor?.after))
            reportStop(of: stopped)
        }
    }

    /// A resize stops a deceleration where it is; everything else has arrived.
    private var destinationOfResize: Placement { isDecelerating ? placement : destination }

    /// Takes sizes and limits of a content whose parts lie otherwise. At once, also while a pan goes on: then what
    /// the finger holds stays under it.
    /// - Parameters:
    ///   - newLayout: the sizes and limits; the zoom scale must be allowed in it.
    ///   - way: by how much what is shown lies elsewhere in the content, in view units.
    ///   - time: when, in seconds.
    func reflow(to newLayout: ScrollLayout, movingBy way: Vector<Content>, at time: Double) {
        advance(to: time)
        guard case .panning(var pan) = motion else {
            let (stopped, base) = (motion, destinationOfResize)
            let moved = Placement(zoomScale: base.zoomScale, contentOffset: base.contentOffset + way)
            motion = .still
            layout = newLayout
            show(layout.settled(moved))
            return reportStop(of: stopped)
        }
        let raw = pan.rawOffset(at: zoomScale, in: layout) + way
        layout = newLayout
        pan.rebase(to: Placement(zoomScale: zoomScale, contentOffset: raw), in: layout)
        pan.before.contentOffset = pan.before.contentOffset + way
        motion = .panning(pan)
        show(Placement(zoomScale: zoomScale, contentOffset: pan.offset(at: zoomScale, in: layout)))
    }

    /// Shows another content from its beginning: zoom 1 or the limit nearest to it, nothing moving.
    /// - Parameters:
    ///   - newLayout: the sizes and limits.
    ///   - placement: what to show of it instead, moved into the limits.
    ///   - time: when, in seconds.
    public func reset(to newLayout: ScrollLayout, showing placement: Placement? = nil, at time: Double) {
        advance(to: time)
        let stopped = motion
        motion = .still
        pendingLayout = nil
        pendingAnchor = nil
        layout = newLayout
        show(layout.settled(placement ?? Placement(zoomScale: 1, contentOffset: .zero)))
        reportStop(of: stopped)
    }

    /// Takes the layout that waited for a gesture's end, if there is one, without moving what is shown.
    /// - Parameter target: the placement that the gesture's end leads to, in the layout so far.
    /// - Returns: that placement in the new layout.
    func takePendingLayout(adopting target: Placement) -> Placement {
        guard let newLayout = pendingLayout else { return target }
        let (old, anchor) = (layout, pendingAnchor)
        pendingLayout = nil
        pendingAnchor = nil
        let shown = newLayout.adopted(placement, from: old, anchor: anchor, keepsFit: false)
        layout = newLayout
        show(shown)
        let kept = newLayout.adopted(target, from: old, anchor: anchor, keepsFit: true)
        return newLayout.settled(kept, about: anchor?.after)
    }

    // MARK: Changes and callbacks

    /// Takes a placement and reports what has changed.
    func show(_ placement: Placement) {
        let didZoom = placement.zoomScale != zoomScale
        let didScroll = placement.contentOffset != contentOffset
        zoomScale = placement.zoomScale
        contentOffset = placement.contentOffset
        if didZoom { delegate?.scrollViewDidZoom(self) }
        if didScroll { delegate?.scrollViewDidScroll(self) }
    }

    /// Goes to a placement, taking over from a running animation.
    /// - Parameters:
    ///   - target: a placement within the limits.
    ///   - animated: whether it takes time, if animations are enabled and there is a way to go.
    ///   - time: the start, in seconds.
    ///   - end: the end, in seconds; without it the standard duration after the start.
    func move(to target: Placement, animated: Bool, at time: Double, until end: Double? = nil) {
        var running: Transition?
        if case .animating(let transition) = motion {
            running = transition
            if animated && transition.target == target { return }
        }
        if target.zoomScale != zoomScale { beginZooming() }
        let duration = (end ?? time + Transition.standardDuration) - time
        if animated && animationsEnabled && duration > 0 && !placement.isIndistinguishable(from: target) {
            motion = .animating(
                Transition(
                    from: placement, to: target, in: layout, start: time, duration: duration, after: running))
            return
        }
        motion = .still
        show(target)
        if isZooming || running != nil { endAnimation() }
    }

    /// Reports that a zoom begins, once.
    func beginZooming() {
        guard !isZooming else { return }
        isZooming = true
        delegate?.scrollViewWillBeginZooming(self)
    }

    /// Reports the end of a zoom, if one had begun, else that of an animated scroll.
    func endAnimation() {
        guard isZooming else {
            delegate?.scrollViewDidEndScrollingAnimation(self)
            return
        }
        isZooming = false
        delegate?.scrollViewDidEndZooming(self, atScale: zoomScale)
    }

    /// Reports that a motion was ended by something else, which has already taken its place.
    func reportStop(of stopped: Motion) {
        switch stopped {
        case .still: break
        case .pinching, .awaitingPinch, .animating: endAnimation()
        case .panning: delegate?.scrollViewDidEndDragging(self, willDecelerate: false)
        case .decelerating: delegate?.scrollViewDidEndDecelerating(self)
        }
    }
}
