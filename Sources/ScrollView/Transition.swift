import Geometry
import Glibc

/// An animation from one placement to another: eased in and out, the zoom scale exponentially (at a constant
/// relative speed), the offset linearly in the zoom scale, which on each axis is a zoom about a fixed point.
struct Transition {
    /// How long an animation lasts, in seconds.
    static let standardDuration = 0.25

    let target: Placement
    let end: Double
    private let origin: Placement
    private let start: Double
    /// How far out of its range the offset is at the start; it goes back while the zoom goes on.
    private let excess: Vector<Content>
    /// The easing's slope at the start: 0 from rest, more where a running animation was given a new target.
    private let initialSlope: Double

    /// An animation.
    /// - Parameters:
    ///   - origin: the placement shown at the start.
    ///   - target: the placement to end on, exactly; within the layout's limits.
    ///   - layout: what both are in.
    ///   - start: the start's time, in seconds.
    ///   - duration: in seconds, above 0.
    ///   - previous: the animation that this one takes over from, whose speed it goes on with.
    init(
        from origin: Placement, to target: Placement, in layout: ScrollLayout,
        start: Double, duration: Double, after previous: Transition?
    ) {
        self.origin = origin
        self.target = target
        self.start = start
        end = start + duration
        excess = origin.contentOffset - layout.clamped(offset: origin.contentOffset, at: origin.zoomScale)
        let change = (
            zoom: log(target.zoomScale / origin.zoomScale),
            way: target.contentOffset - origin.contentOffset
        )
        let slope = (previous?.speed(at: start, along: change) ?? 0) * duration
        // A cubic with a slope above 3 would overshoot.
        initialSlope = max(0, min(3, slope))
    }

    /// The part of the way that is done: the cubic with the values 0 and 1 and the slopes `initialSlope` and
    /// 0 at the ends; from rest, 3p² − 2p³.
    /// - Parameter share: p, the part of the duration that is over, 0...1.
    /// - Returns: 0...1.
    private func eased(_ share: Double) -> Double {
        share * (initialSlope + share * ((3 - 2 * initialSlope) + share * (initialSlope - 2)))
    }

    /// How fast this animation goes along the change of another.
    /// - Parameters:
    ///   - time: in seconds.
    ///   - change: the other's way in the zoom scale's logarithm and in the offset, in view units.
    /// - Returns: parts of that change per second; 0 if one of the two zooms and the other does not.
    private func speed(at time: Double, along change: (zoom: Double, way: Vector<Content>)) -> Double {
        let duration = end - start
        let share = (time - start) / duration
        guard share < 1 else { return 0 }
        let slope = initialSlope + share * (2 * (3 - 2 * initialSlope) + share * 3 * (initialSlope - 2))
        let zoom = log(target.zoomScale / origin.zoomScale)
        let way = target.contentOffset - origin.contentOffset
        let part: Double
        switch (abs(zoom) > 1e-9, abs(change.zoom) > 1e-9) {
        case (true, true): part = zoom / change.zoom
        case (false, false):
            let square = change.way.dx * change.way.dx + change.way.dy * change.way.dy
            part = square > 0 ? (way.dx * change.way.dx + way.dy * change.way.dy) / square : 0
        default: part = 0
        }
        return part * slope / duration
    }

    /// What is shown.
    /// - Parameters:
    ///   - time: in seconds.
    ///   - layout: the layout of the start.
    /// - Returns: the placement; from the end on exactly the target. An axis on which the content fits stays centred.
    func placement(at time: Double, in layout: ScrollLayout) -> Placement {
        if time >= end { return target }
        let share = (time - start) / (end - start)
        if share <= 0 { return origin }
        let done = eased(share)
        let ratio = log(target.zoomScale / origin.zoomScale)
        let zoomScale = origin.zoomScale * exp(done * ratio)
        // (s − s₀)/(s₁ − s₀), which is the part done where the zoom hardly changes.
        let part = abs(ratio) < 1e-12 ? done : expm1(done * ratio) / expm1(ratio)
        let way = target.contentOffset - origin.contentOffset
        let offset = layout.clamped(offset: origin.contentOffset + way * part, at: zoomScale)
        return Placement(zoomScale: zoomScale, contentOffset: offset + excess * (1 - done))
    }
}
