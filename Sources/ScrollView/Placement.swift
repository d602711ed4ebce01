public import Geometry

/// How a content lies in its window: how large it is shown and which part of it.
public struct Placement: Hashable, Sendable {
    /// Size shown relative to the size at zoom 1; above 0.
    public var zoomScale: Double
    /// The content point at the window's top-left, in view units at `zoomScale`: view = content − offset.
    public var contentOffset: Point<Content>

    /// The placement of a zoom scale and a content offset.
    public init(zoomScale: Double, contentOffset: Point<Content>) {
        self.zoomScale = zoomScale
        self.contentOffset = contentOffset
    }

    /// The placement at another zoom scale with the content under a window point kept there:
    /// offset′ = offset + (a + offset) · (s′/s − 1) on each axis.
    /// - Parameters:
    ///   - zoomScale: the new zoom scale s′, above 0.
    ///   - point: the window point a.
    /// - Returns: the new placement; its offset is not clamped.
    public func zoomed(to zoomScale: Double, about point: Point<View>) -> Placement {
        let growth = zoomScale / self.zoomScale - 1
        return Placement(
            zoomScale: zoomScale,
            contentOffset: Point(
                x: contentOffset.x + (point.x + contentOffset.x) * growth,
                y: contentOffset.y + (point.y + contentOffset.y) * growth))
    }

    /// Whether nobody could tell the two apart: the offsets within 1/1000 view unit, the zoom scales
    /// within 10⁻⁹ of each other.
    func isIndistinguishable(from other: Placement) -> Bool {
        abs(zoomScale / other.zoomScale - 1) <= 1e-9
            && abs(contentOffset.x - other.contentOffset.x) <= 1e-3
            && abs(contentOffset.y - other.contentOffset.y) <= 1e-3
    }
}

/// What the two fingers of a pinch do to the content beside zooming it.
public enum PinchMode: Hashable, Sendable {
    /// The content under the midpoint at the pinch's beginning stays where it is: fingers never drag.
    case fixed
    /// The content under the midpoint at the pinch's beginning follows the midpoint, as in UIScrollView.
    case follow
}

/// A place that a resize leaves where it is on the screen: in the window before, and in the window after. The
/// content under it stays under it, as far as limits and edges allow.
public struct ResizeAnchor: Hashable, Sendable {
    /// In the window so far.
    public var before: Point<View>
    /// In the window from then on.
    public var after: Point<View>

    /// The anchor of a place before and after.
    public init(before: Point<View>, after: Point<View>) {
        self.before = before
        self.after = after
    }

    /// The anchor with coordinates that can be computed with; nil where one is not finite.
    var bounded: Self? {
        guard let before = before.bounded, let after = after.bounded else { return nil }
        return Self(before: before, after: after)
    }
}

/// When a scroll view wants `advance(to:)` to be called.
public enum NextUpdate: Hashable, Sendable {
    /// Not before the next input.
    case none
    /// At every frame: something is moving.
    case everyFrame
    /// At this time, in seconds of the clock that the inputs' times come from.
    case at(Double)
}

extension Point {
    /// The point with each coordinate limited to ±10⁹ units, so that sums and products of it stay finite;
    /// nil where a coordinate is not a number or infinite.
    var bounded: Self? {
        guard isFinite else { return nil }
        return Self(x: max(-1e9, min(1e9, x)), y: max(-1e9, min(1e9, y)))
    }
}

extension Vector {
    /// The vector with each part limited to ±`limit`; nil where a part is not a number or infinite.
    func bounded(by limit: Double = 1e9) -> Self? {
        guard dx.isFinite, dy.isFinite else { return nil }
        return Self(dx: max(-limit, min(limit, dx)), dy: max(-limit, min(limit, dy)))
    }
}
