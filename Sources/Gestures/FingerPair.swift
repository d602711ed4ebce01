import Geometry
import Glibc

/// A pair of fingers that may still become a two-finger tap.
struct TwoFingerTap {
    /// When the first finger came down, in seconds.
    let startTime: Double
    /// The midpoint of the fingers when the second came down, in view units.
    let center: Point<View>
}

/// The two fingers of a touchscreen that pinch.
struct FingerPair {
    let first: UInt32
    let second: UInt32
    /// Their midpoint at the begin, in view units.
    let center: Point<View>
    /// What they may still become beside a pinch.
    var tap: TwoFingerTap?
    /// How far they have turned.
    private(set) var twist = Twist()
    /// Their distance at the begin, in view units.
    private let distance: Double

    /// The pair of two fingers, by their numbers and places.
    init(
        _ first: (id: UInt32, position: Point<View>), _ second: (id: UInt32, position: Point<View>),
        tap: TwoFingerTap?, slop: Double
    ) {
        self.first = first.id
        self.second = second.id
        self.tap = tap
        center = first.position.midpoint(to: second.position)
        distance = Self.distance(first.position, second.position)
        twist.turn(to: second.position - first.position, slop: slop)
    }

    /// One of the two has moved.
    /// - Parameters:
    ///   - first: where the first is.
    ///   - second: where the second is.
    ///   - slop: the distance in view units below which two fingers have no direction.
    /// - Returns: the events of it.
    mutating func move(_ first: Point<View>, _ second: Point<View>, slop: Double) -> [GestureEvent] {
        let turnsBefore = twist.quarterTurns
        twist.turn(to: second - first, slop: slop)
        let change = GestureEvent.pinchChanged(
            scale: Self.distance(first, second) / distance, center: first.midpoint(to: second))
        let turns = twist.quarterTurns
        return turns == turnsBefore ? [change] : [change, .twistChanged(quarterTurns: turns)]
    }

    /// The events of a release.
    var endEvents: [GestureEvent] {
        let turns = twist.quarterTurns
        return turns == 0 ? [.pinchEnded] : [.pinchEnded, .twist(quarterTurns: turns, center: center)]
    }

    /// The distance of two fingers in view units, at least 1: coincident fingers have no ratio.
    private static func distance(_ first: Point<View>, _ second: Point<View>) -> Double {
        max(1, first.distance(to: second))
    }
}

/// How far a pair of fingers has turned since it began.
struct Twist {
    /// A pinch whose fingers wander turns by less than this; from here on past each quarter, it is meant. In degrees.
    private static let threshold = 35.0
    private static let quarter = 90.0

    /// Clockwise as seen, in degrees; past a full turn it goes on.
    private var angle = 0.0
    /// The direction at the last sample that had one, in degrees.
    private var direction: Double?

    /// By how many quarters the picture is to turn, clockwise: one from 35° on, two from 125° on.
    var quarterTurns: Int {
        let turns = max(0, Int(((abs(angle) - Self.threshold) / Self.quarter).rounded(.down)) + 1)
        return angle < 0 ? -turns : turns
    }

    /// Takes in how the fingers lie.
    /// - Parameters:
    ///   - way: from the first to the second, in view units.
    ///   - slop: a shorter way says nothing; the turning goes on from the next that does.
    mutating func turn(to way: Vector<View>, slop: Double) {
        guard way != .zero, way.length >= slop else {
            direction = nil
            return
        }
        let now = atan2(way.dy, way.dx) * (180 / .pi)
        if let direction { angle += (now - direction).remainder(dividingBy: 360) }
        direction = now
    }
}
