import Geometry

/// One finger or a held button, from its press on: tells a press at one place from a motion.
struct Drag {
    /// Where it was pressed, in view units.
    let start: Point<View>
    /// When it was pressed, in seconds.
    let startTime: Double
    /// Where it is, in view units.
    private(set) var position: Point<View>
    /// Where it left the slop, in view units; nil while it has not.
    private var origin: Point<View>?
    private var velocityTracker = VelocityTracker()

    /// A press.
    /// - Parameters:
    ///   - start: in view units.
    ///   - time: in seconds.
    init(at start: Point<View>, time: Double) {
        self.start = start
        startTime = time
        position = start
        velocityTracker.add(start, at: time)
    }

    /// Whether it has moved by the slop at some time.
    var hasLeftSlop: Bool { origin != nil }
    /// The way from the press to where it left the slop, in view units.
    var slopWay: Vector<View> { origin.map { $0 - start } ?? .zero }
    /// The motion since it left the slop, in view units.
    var translation: Vector<View> { origin.map { position - $0 } ?? .zero }

    /// Takes in a step of the motion.
    /// - Parameters:
    ///   - end: where the step ends, in view units.
    ///   - time: in seconds.
    ///   - slop: the radius around the press that is no motion yet, in view units.
    mutating func move(to end: Point<View>, time: Double, slop: Double) {
        velocityTracker.add(end, at: time)
        if origin == nil, end != start, end.distance(to: start) >= slop {
            origin = slopCrossing(of: end, slop: slop)
        }
        position = end
    }

    /// The velocity of a release at `time` (seconds), in view units per second.
    func velocity(at time: Double) -> Vector<View> { velocityTracker.velocity(at: time) }

    /// Where the step from `position` to `end` crosses the slop circle: there the motion begins, so that
    /// neither the slop nor the rest of the step is lost or jumped.
    private func slopCrossing(of end: Point<View>, slop: Double) -> Point<View> {
        // |offset + t·step| = slop, solved for the t of the way out.
        let offset = position - start
        let step = end - position
        let a = step.dx * step.dx + step.dy * step.dy
        let b = offset.dx * step.dx + offset.dy * step.dy
        let c = offset.dx * offset.dx + offset.dy * offset.dy - slop * slop
        // No step, or none that is measurable: the slop was made smaller under a resting finger.
        guard a > 0, c < 0 else { return position }
        let t = (-b + (b * b - a * c).squareRoot()) / a
        return position + step * min(max(t, 0), 1)
    }
}
