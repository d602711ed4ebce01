public import Geometry

/// Where a pattern is on the screen.
public struct Registration: Hashable, Sendable {
    /// Screen pixels per image pixel, horizontally.
    public let scaleX: Double
    /// Screen pixels per image pixel, vertically.
    public let scaleY: Double
    /// Screen position of the image's left edge.
    public let left: Double
    /// Screen position of the image's top edge.
    public let top: Double
    /// Root mean square of what the picture differs from the pattern, in levels of blue.
    public let residual: Double

    /// The screen position of a point of the image.
    /// - Parameter point: in image pixels.
    /// - Returns: in screen pixels.
    public func onScreen(_ point: Point<Image>) -> Point<Screen> {
        Point(x: left + point.x * scaleX, y: top + point.y * scaleY)
    }

    /// The point of the image at a screen position.
    /// - Parameter point: in screen pixels.
    /// - Returns: in image pixels; outside of the image's extent where the surround is seen.
    public func inImage(_ point: Point<Screen>) -> Point<Image> {
        Point(x: (point.x - left) / scaleX, y: (point.y - top) / scaleY)
    }
}

extension Pattern {
    /// Finds this pattern in a screenshot by least squares.
    ///
    /// Where the picture is smooth on the screen, points in the visible part are right to some hundredths of a screen pixel.
    /// Where image pixels are shown as blocks, the position is known to the blocks' rounding only: the line through the
    /// blocks' edges is taken, right to about a tenth of a pixel where the scale is not a simple fraction. A corner far
    /// outside the screenshot is extrapolated, with an error that grows with the distance.
    /// - Parameter screenshot: it may show a part of the picture, and other things.
    /// - Returns: nil where the pattern, upright and not mirrored, is not seen on enough of it.
    public func register(_ screenshot: Screenshot) -> Registration? {
        guard let ramps = findRamps(in: screenshot),
            let profiles = Profiles(of: self, in: screenshot, at: ramps)
        else { return nil }
        guard let x = profiles.columns.place(extent: width), let y = profiles.rows.place(extent: height)
        else {
            return nil
        }
        return Registration(
            scaleX: x.scale, scaleY: y.scale, left: x.start + screenshot.origin.x,
            top: y.start + screenshot.origin.y,
            residual: ((x.residual * x.residual + y.residual * y.residual) / 2).squareRoot())
    }
}
