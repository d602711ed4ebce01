import Geometry
import Glibc

/// The motion on one axis after a release: exponential deceleration, at an edge a critically damped spring
/// that comes to rest on the edge. The position is a closed function of the time since the release, so that
/// it does not depend on when it is asked for.
struct AxisDeceleration {
    /// λ per second: v(t) = v₀ · e^(−λt) is v₀ · 0.998^(t in ms), UIScrollView's normal deceleration rate.
    static let rate = -1000 * log(0.998)
    /// β of the edge's spring, per second.
    static let springRate = 10.0
    /// The coasting stops when this much of its way is left, in view units.
    static let coastTolerance = 0.5
    /// The spring is at rest, and put on the edge, when it is this near, in view units.
    static let springTolerance = 0.1

    /// Where it is released.
    private let start: Double
    /// The speed it coasts with at the release.
    private let velocity: Double
    /// When the spring takes over, in seconds after the release; infinite if it never does.
    private let springTime: Double
    /// The distance from the edge and the speed at that time.
    private let spring: (x: Double, v: Double)
    /// The spring's β, per second.
    private let springRate: Double
    /// Where it comes to rest.
    let end: Double
    /// When it comes to rest, in seconds after the release.
    let duration: Double

    /// The motion of an offset.
    /// - Parameters:
    ///   - offset: where it is released.
    ///   - velocity: of the offset, in view units per second.
    ///   - range: the offsets allowed at rest.
    ///   - springRate: the β of the spring at an edge, per second.
    init(
        from offset: Double, velocity: Double, in range: ClosedRange<Double>,
        springRate: Double = Self.springRate
    ) {
        self.springRate = springRate
        start = offset
        if range.contains(offset) {
            self.velocity = velocity
            let way = velocity / Self.rate
            let coast = way - (way < 0 ? -Self.coastTolerance : Self.coastTolerance)
            if abs(way) <= Self.coastTolerance {
                (springTime, spring, end, duration) = (.infinity, (0, 0), offset, 0)
            } else if range.contains(offset + coast) {
                (springTime, spring, end) = (.infinity, (0, 0), offset + coast)
                duration = log(abs(way) / Self.coastTolerance) / Self.rate
            } else {
                let edge = coast < 0 ? range.lowerBound : range.upperBound
                let crossing = velocity - Self.rate * (edge - offset)
                (spring, end) = ((0, crossing), edge)
                springTime = -log(crossing / velocity) / Self.rate
                duration = springTime + Self.settlingTime(spring, springRate)
            }
        } else {
            self.velocity = 0
            let edge = offset < range.lowerBound ? range.lowerBound : range.upperBound
            let x = offset - edge
            // Faster than this inward, it would cross the edge and come back to it from the other side.
            let v = x < 0 ? min(velocity, -springRate * x) : max(velocity, -springRate * x)
            (springTime, spring, end) = (0, (x, v), edge)
            duration = Self.settlingTime(spring, springRate)
        }
    }

    /// Where it is.
    /// - Parameter time: seconds after the release.
    /// - Returns: the offset.
    func position(at time: Double) -> Double {
        if time >= duration { return end }
        if time < springTime { return start + velocity / Self.rate * (1 - exp(-Self.rate * time)) }
        return end + Self.distance(spring, springRate, at: time - springTime)
    }

    /// x(t) = e^(−βt) · (x₀ + (v₀ + βx₀) · t).
    private static func distance(_ spring: (x: Double, v: Double), _ rate: Double, at time: Double) -> Double
    {
        exp(-rate * time) * (spring.x + (spring.v + rate * spring.x) * time)
    }

    /// When a spring that never crosses its edge comes, for good, within the tolerance.
    private static func settlingTime(_ spring: (x: Double, v: Double), _ rate: Double) -> Double {
        let push = spring.v + rate * spring.x
        // The farthest point: before it the distance can still grow.
        var low = push == 0 ? 0 : max(0, 1 / rate - spring.x / push)
        guard abs(distance(spring, rate, at: low)) > springTolerance else { return 0 }
        // e^(−100) leaves nothing of any distance; halving the span 60 times gives the last bit.
        var high = low + 10
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if abs(distance(spring, rate, at: middle)) > springTolerance {
                low = middle
            } else {
                high = middle
            }
        }
        return high
    }
}

/// The motion on both axes after a release; each goes by itself.
struct Deceleration {
    private let start: Double
    private let x: AxisDeceleration
    private let y: AxisDeceleration

    /// The motion of a placement.
    /// - Parameters:
    ///   - placement: where it is released.
    ///   - velocity: of the content offset, in view units per second.
    ///   - layout: what it moves in.
    ///   - time: of the release, in seconds.
    init(from placement: Placement, velocity: Vector<Content>, in layout: ScrollLayout, at time: Double) {
        func along(_ axis: Axis) -> AxisDeceleration {
            AxisDeceleration(
                from: placement.contentOffset[axis],
                velocity: layout.fits(axis, at: placement.zoomScale) ? 0 : velocity[axis],
                in: layout.offsetRange(axis, at: placement.zoomScale))
        }
        start = time
        x = along(.x)
        y = along(.y)
    }

    /// Whether there is any motion.
    var isMoving: Bool { max(x.duration, y.duration) > 0 }
    /// When both axes are at rest, in seconds.
    var end: Double { start + max(x.duration, y.duration) }
    /// Where both axes come to rest.
    var restingOffset: Point<Content> { Point(x: x.end, y: y.end) }

    /// The content offset at a time in seconds.
    func offset(at time: Double) -> Point<Content> {
        if time >= end { return restingOffset }
        return Point(x: x.position(at: time - start), y: y.position(at: time - start))
    }
}
