public import Geometry

/// The sizes and limits that a scroll view works within, and the rules that follow from them.
public struct ScrollLayout {
    /// Free space to keep around the content.
    ///
    /// The arguments are the content's size at the zoom scale in question, in view units, and the window's size.
    public typealias InsetRule = (_ content: Size<Content>, _ bounds: Size<View>) -> Insets

    /// The content's size at zoom 1, in view units.
    public let contentSize: Size<Content>
    /// The window's size in view units.
    public let bounds: Size<View>
    /// The least zoom scale at rest.
    public let minimumZoomScale: Double
    /// The greatest zoom scale at rest.
    public let maximumZoomScale: Double
    /// The insets as a function of the content's size; asked anew at every zoom step.
    public let contentInset: InsetRule

    /// A layout.
    /// - Parameters:
    ///   - contentSize: the content's size at zoom 1, in view units.
    ///   - bounds: the window's size in view units; 0 × 0 where there is none yet.
    ///   - minimumZoomScale: the least zoom scale at rest; counts as 10⁻¹² at least.
    ///   - maximumZoomScale: the greatest zoom scale at rest; counts as 10¹² at most.
    ///   - contentInset: the insets; without it there are none.
    /// - Precondition: the content's size is above 0 and at most 10¹² on each axis, the window's finite and not below
    ///   0; 0 < minimum ≤ maximum.
    public init(
        contentSize: Size<Content>, bounds: Size<View>,
        minimumZoomScale: Double = 1, maximumZoomScale: Double = 1,
        contentInset: @escaping InsetRule = { _, _ in Insets() }
    ) {
        for axis in Axis.allCases {
            precondition(contentSize[axis] > 0 && contentSize[axis] <= 1e12, "the content has a size")
            precondition(bounds[axis] >= 0 && bounds[axis].isFinite, "the window's size is finite")
        }
        precondition(0 < minimumZoomScale && minimumZoomScale <= maximumZoomScale, "zoom limits in order")
        self.contentSize = contentSize
        self.bounds = bounds
        // Beyond, products with a zoom scale could leave Double's range.
        self.minimumZoomScale = min(max(minimumZoomScale, 1e-12), 1e12)
        self.maximumZoomScale = min(max(maximumZoomScale, 1e-12), 1e12)
        self.contentInset = contentInset
    }

    /// The insets that centre a content on each axis on which it is smaller than the window:
    /// top = max((H − height)/2, 0), left likewise, nothing below and to the right.
    public static func centered(_ content: Size<Content>, in bounds: Size<View>) -> Insets {
        Insets(
            top: max((bounds.height - content.height) / 2, 0),
            left: max((bounds.width - content.width) / 2, 0))
    }

    /// The middle of the window.
    public var center: Point<View> { Point(x: bounds.width / 2, y: bounds.height / 2) }

    /// The zoom scales allowed at rest.
    public var zoomLimits: ClosedRange<Double> { minimumZoomScale...maximumZoomScale }

    /// The insets at a zoom scale, in view units.
    public func contentInset(at zoomScale: Double) -> Insets {
        contentInset(
            Size(width: contentSize.width * zoomScale, height: contentSize.height * zoomScale), bounds)
    }

    /// The content offsets allowed at rest, on one axis: from −inset to
    /// max(−inset, content − bounds + trailing inset), in view units.
    public func offsetRange(_ axis: Axis, at zoomScale: Double) -> ClosedRange<Double> {
        let inset = contentInset(at: zoomScale)
        // 0 − 0 is 0, where −(0) would be −0.
        let low = 0 - inset.leading(axis)
        let high = contentSize[axis] * zoomScale - bounds[axis] + inset.trailing(axis)
        return low...max(low, high)
    }

    /// Whether there is nothing to scroll on an axis. A range below 1/1000 view unit is the rounding of a content
    /// that was fitted to the window, not something to pan.
    public func fits(_ axis: Axis, at zoomScale: Double) -> Bool {
        let range = offsetRange(axis, at: zoomScale)
        return range.upperBound - range.lowerBound < 1e-3
    }

    /// A zoom scale moved into the limits.
    public func clamped(zoomScale: Double) -> Double {
        max(minimumZoomScale, min(maximumZoomScale, zoomScale))
    }

    /// A content offset moved into its range at a zoom scale.
    public func clamped(offset: Point<Content>, at zoomScale: Double) -> Point<Content> {
        var clamped = offset
        for axis in Axis.allCases {
            let range = offsetRange(axis, at: zoomScale)
            clamped[axis] = max(range.lowerBound, min(range.upperBound, offset[axis]))
        }
        return clamped
    }

    /// The allowed placement that a placement comes to rest at.
    /// - Parameters:
    ///   - placement: any placement.
    ///   - point: the window point that a zoom beyond a limit goes back about; without it the window's middle.
    /// - Returns: the placement with its zoom scale in the limits and its offset in its range.
    public func settled(_ placement: Placement, about point: Point<View>? = nil) -> Placement {
        let zoomScale = clamped(zoomScale: placement.zoomScale)
        var settled = placement
        if zoomScale != placement.zoomScale {
            settled = placement.zoomed(to: zoomScale, about: point ?? center)
        }
        settled.contentOffset = clamped(offset: settled.contentOffset, at: zoomScale)
        return settled
    }

    /// The largest placement that shows all of a rectangle.
    /// - Parameter rect: a part of the content, in view units at zoom 1, with an area.
    /// - Returns: the placement with the rectangle in the window's middle as far as limits and edges allow.
    public func placement(showing rect: Rect<Content>) -> Placement {
        let scale = min(bounds.width / rect.size.width, bounds.height / rect.size.height)
        let zoomScale = clamped(zoomScale: scale)
        let offset = Point<Content>(
            x: rect.center.x * zoomScale - bounds.width / 2,
            y: rect.center.y * zoomScale - bounds.height / 2)
        return Placement(zoomScale: zoomScale, contentOffset: clamped(offset: offset, at: zoomScale))
    }

    /// What a placement in another layout becomes in this one, with the content point in the window's
    /// middle kept there, or the one at an anchor.
    /// - Parameters:
    ///   - placement: a placement in `old`.
    ///   - old: the layout so far, of the same content; its size at zoom 1 may be another.
    ///   - anchor: the window point whose content is kept, before and after; without it the window's middle.
    ///   - keepsFit: whether zoom 1 stays zoom 1; everything else keeps its size on the screen.
    /// - Returns: the placement, not yet settled.
    func adopted(
        _ placement: Placement, from old: ScrollLayout, anchor: ResizeAnchor?, keepsFit: Bool
    ) -> Placement {
        let anchor = anchor ?? ResizeAnchor(before: old.center, after: center)
        var zoomScale = placement.zoomScale * (old.contentSize.width / contentSize.width)
        if keepsFit && Self.isFit(placement.zoomScale) { zoomScale = 1 }
        var offset = Point<Content>.zero
        for axis in Axis.allCases {
            let kept = placement.contentOffset[axis] + anchor.before[axis]
            let share = kept / (old.contentSize[axis] * placement.zoomScale)
            offset[axis] = share * (contentSize[axis] * zoomScale) - anchor.after[axis]
        }
        return Placement(zoomScale: zoomScale, contentOffset: offset)
    }

    /// Whether a zoom scale is 1 but for rounding.
    static func isFit(_ zoomScale: Double) -> Bool { abs(zoomScale - 1) <= 1e-9 }
}
