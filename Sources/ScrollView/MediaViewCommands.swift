public import Geometry

/// What keys, wheels and taps do. Steps during an animation go on from where that is going.
extension MediaView {
    /// Shows a part of the picture as large as it fits, in the window's middle as far as the edges allow.
    /// - Parameters:
    ///   - rect: in image pixels; ignored if it has no area.
    ///   - animated: whether it takes 250 ms.
    ///   - time: when, in seconds.
    public func zoom(to rect: Rect<Image>, animated: Bool = true, at time: Double) {
        let content = Rect<Content>(
            origin: Point(x: rect.origin.x * fitScale, y: rect.origin.y * fitScale),
            size: Size(width: rect.size.width * fitScale, height: rect.size.height * fitScale))
        scrollView.zoom(to: content, animated: animated, at: time)
    }

    /// Zooms in by one step, × 1.25, animated.
    /// - Parameters:
    ///   - point: the window point whose content stays there; without it the window's middle.
    ///   - time: when, in seconds.
    public func zoomIn(about point: Point<View>? = nil, at time: Double) {
        scrollView.zoom(by: Self.zoomStep, about: point, animated: true, at: time)
    }

    /// Zooms out by one step, ÷ 1.25, animated.
    /// - Parameters:
    ///   - point: the window point whose content stays there; without it the window's middle.
    ///   - time: when, in seconds.
    public func zoomOut(about point: Point<View>? = nil, at time: Double) {
        scrollView.zoom(by: 1 / Self.zoomStep, about: point, animated: true, at: time)
    }

    /// Zooms at once, as a wheel does: `zoomStep` to the power of the notches.
    /// - Parameters:
    ///   - factor: multiplies the zoom scale.
    ///   - point: the pointer, whose content stays there.
    ///   - time: when, in seconds.
    public func zoom(by factor: Double, about point: Point<View>, at time: Double) {
        scrollView.zoom(by: factor, about: point, animated: false, at: time)
    }

    /// Goes to zoom 1, or the limit nearest to it, animated.
    /// - Parameter time: when, in seconds.
    public func showWholeImage(at time: Double) {
        forgetRestoredState()
        scrollView.setZoomScale(1, animated: true, at: time)
    }

    /// Goes to 100 %, or the limit nearest to it, about the window's middle, animated.
    /// - Parameter time: when, in seconds.
    public func showActualSize(at time: Double) {
        scrollView.setZoomScale(1 / fitScale, animated: true, at: time)
    }

    /// A double tap: goes back to the whole picture if it is zoomed in, or is going to be, else to the
    /// double-tap zoom scale with the tapped point in the window's middle as far as the edges allow. Animated.
    /// - Parameters:
    ///   - point: where it was tapped.
    ///   - time: when, in seconds.
    public func doubleTap(_ point: Point<View>, at time: Double) {
        guard let point = point.bounded else { return }
        scrollView.advance(to: time)
        let zoomScale = scrollView.destination.zoomScale
        let isAboveMinimum = zoomScale > scrollView.minimumZoomScale * (1 + 1e-9)
        // With a minimum below 1 the whole picture is above it, and there is nothing to go back to.
        if isAboveMinimum && !isAtFit {
            showWholeImage(at: time)
            return
        }
        let (bounds, offset) = (scrollView.bounds, scrollView.contentOffset)
        let tapped = Point<Content>(
            x: (point.x + offset.x) / scrollView.zoomScale, y: (point.y + offset.y) / scrollView.zoomScale)
        let size = Size<Content>(
            width: bounds.width / options.doubleTapZoomScale,
            height: bounds.height / options.doubleTapZoomScale)
        scrollView.zoom(to: Rect(center: tapped, size: size), animated: true, at: time)
    }

    /// A tap with two fingers: zooms out by one step about their midpoint, animated.
    /// - Parameters:
    ///   - point: the midpoint.
    ///   - time: when, in seconds.
    public func twoFingerTap(_ point: Point<View>, at time: Double) {
        zoomOut(about: point, at: time)
    }

    /// Scrolls at once, as a touchpad does, not past an edge.
    /// - Parameters:
    ///   - distance: added to the content offset, in view units; positive shows what lies right and below.
    ///   - time: when, in seconds.
    public func scroll(by distance: Vector<Content>, at time: Double) {
        scrollView.scroll(by: distance, animated: false, at: time)
    }

    /// Scrolls by a step, as an arrow key does, animated, not past an edge.
    /// - Parameters:
    ///   - distance: added to the content offset, in view units; positive shows what lies right and below.
    ///   - time: when, in seconds.
    public func nudge(by distance: Vector<Content>, at time: Double) {
        scrollView.scroll(by: distance, animated: true, at: time)
    }
}
