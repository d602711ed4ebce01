import Geometry
import Glibc

/// How a picture moves from one frame to the next, and where that leads.
struct Course {
    /// Frames that are looked ahead, at most.
    private static let horizon = 15.0
    /// The factor that is looked ahead of a zoom, at most.
    private static let zoomHorizon = 1.5

    private weak var picture: Picture?
    private var before: Placement?
    private var last: Placement?

    /// Notes a frame.
    mutating func add(_ picture: Picture, at placement: Placement) {
        before = self.picture === picture ? last : nil
        self.picture = picture
        last = placement
    }

    /// Where the picture will be if it goes on as it did between the last two frames.
    /// - Parameter window: its size; no more than half of it is looked ahead.
    /// - Returns: the picture and its places, the next first; none where it stood still, jumped, or is another one.
    func ahead(in window: PixelSize) -> (picture: Picture, placements: [Placement])? {
        guard let picture, let before, let last, before != last else { return nil }
        let ratio = last.scale / before.scale
        let (dx, dy) = (last.origin.x - before.origin.x, last.origin.y - before.origin.y)
        let isZoom = abs(ratio - 1) > 1e-6
        let reach =
            isZoom
            ? log(Self.zoomHorizon) / abs(log(ratio))
            : min(Double(window.width) / 2 / abs(dx), Double(window.height) / 2 / abs(dy))
        let frames = min(Self.horizon, reach).rounded(.down)
        guard frames >= 1 else { return nil }
        let placements = (frames > 1 ? [1, frames] : [1]).map { frames in
            guard isZoom else {
                let origin = Point<View>(x: last.origin.x + frames * dx, y: last.origin.y + frames * dy)
                return Placement(origin: origin, scale: last.scale)
            }
            // The origin moves on a line, by steps that grow as the scale does.
            let factor = pow(ratio, frames)
            let steps = ratio * (1 - factor) / (1 - ratio)
            return Placement(
                origin: Point(x: last.origin.x + steps * dx, y: last.origin.y + steps * dy),
                scale: last.scale * factor)
        }
        return (picture, placements)
    }
}
