public import Geometry

/// Goes from picture to picture by a horizontal swipe that the pictures follow.
///
/// The picture shown lies at `offset`, the next one a window's width and a gap to the right of it, the previous one likewise
/// to the left. A gesture's end decides which picture is shown, and says so once; from then on `offset` is that of the picture
/// decided for, which glides to its place. So a swipe that comes while it glides goes on from there, and can turn again.
///
/// What `ScrollView` says of times and of unusable numbers holds here too.
public struct Pager: Sendable {
    /// The free space between two pictures, in units of the scale.
    public static let gap = 16.0
    /// How far a gesture without a known direction goes before it has one, in units of the scale.
    private static let slop = 10.0
    /// β of the spring that pulls a picture to its place, per second: 99 % of the way in 0.42 s.
    private static let springRate = 16.0
    /// The greatest speed at a release that is taken, in page widths per second.
    private static let greatestSpeed = 8.0
    /// The part of the window past an end up to which the rubber band is inverted.
    private static let invertibleShare = 0.9
    private static let windowExtents = 1.0...1e6
    private static let scales = 1e-3...1e3

    private enum Motion {
        case still
        /// A gesture that has no direction yet.
        case undecided
        /// A gesture that is none of the pager's.
        case refused
        case following(Follow)
        case settling(AxisDeceleration, start: Double)
    }

    /// A gesture that the pictures follow.
    private struct Follow {
        /// The translation at which it began to move the pictures.
        let begin: Double
        /// The translation now.
        var translation: Double
        /// The translation at the last change from elsewhere, at first the begin.
        var translationAtStart: Double
        /// The offset without rubber band at that time.
        var start = 0.0
        /// What the rubber band cannot account for.
        var overhang = 0.0

        /// The offset that the fingers ask for.
        var raw: Double { start + (translation - translationAtStart) }
    }

    /// Where the picture shown lies, to the right of its place, in view units.
    public private(set) var offset = 0.0
    /// Whether pictures glide to their places. Without, they are there at once.
    public var animationsEnabled = true
    /// Whether there is a picture before the one shown; the owner's to keep right, after each turn too.
    public var hasPrevious = false { didSet { if hasPrevious != oldValue { rebase() } } }
    /// Whether there is a picture behind the one shown; likewise.
    public var hasNext = false { didSet { if hasNext != oldValue { rebase() } } }

    private var motion = Motion.still
    private var width = 0.0
    private var scale = 1.0
    /// The latest time seen.
    private var now = 0.0

    /// A pager that has no window yet, and no other pictures.
    public init() {}

    // MARK: Layout

    /// Takes the window's size. A picture that glides is at its place; one that follows stays where it is.
    /// - Parameters:
    ///   - width: the window's, in view units; ignored unless in 1…10⁶.
    ///   - scale: view units per unit of the lengths here; ignored unless in 10⁻³…10³.
    public mutating func layout(width: Double, scale: Double) {
        guard Self.windowExtents.contains(width), Self.scales.contains(scale) else { return }
        guard width != self.width || scale != self.scale else { return }
        self.width = width
        self.scale = scale
        if case .settling = motion { rest() }
        rebase()
    }

    /// From one picture's place to the next one's, in view units.
    public var pageWidth: Double { width + Self.gap * scale }

    /// Where a neighbour of the picture shown lies.
    /// - Parameter direction: 1 is the next, −1 the previous.
    /// - Returns: how far to the right of its place, in view units.
    public func offset(ofNeighbor direction: Int) -> Double { offset + Double(direction) * pageWidth }

    /// The neighbour that comes into the window: 1 is the next, −1 the previous, 0 none.
    public var neighbor: Int {
        if offset < 0 && hasNext { return 1 }
        return offset > 0 && hasPrevious ? -1 : 0
    }

    // MARK: Time

    /// Whether the pictures follow a gesture.
    public var isFollowing: Bool { if case .following = motion { true } else { false } }
    /// Whether a picture glides to its place.
    public var isSettling: Bool { if case .settling = motion { true } else { false } }
    /// When to call `advance(to:)`.
    public var nextUpdate: NextUpdate { isSettling ? .everyFrame : .none }

    /// Moves a picture that glides on.
    /// - Parameter time: the time to show, in seconds.
    public mutating func advance(to time: Double) {
        if time.isFinite { now = max(now, time) }
        guard case .settling(let spring, let start) = motion else { return }
        offset = spring.position(at: now - start)
        if now >= start + spring.duration { rest() }
    }

    // MARK: Gestures

    /// A gesture begins. One that finds the pictures out of their places takes hold of them as they are; another moves
    /// them if it is more horizontal than vertical.
    /// - Parameters:
    ///   - way: how far the fingers went before, in view units, which tells the direction; zero where that is unknown: then
    ///     the first ten units (of the scale) tell, and are lost.
    ///   - time: when, in seconds.
    public mutating func begin(way: Vector<View> = .zero, at time: Double) {
        advance(to: time)
        guard width > 0 else { return }
        if offset != 0 || isFollowing || abs(way.dx) > abs(way.dy) {
            follow(from: 0)
        } else {
            motion = way == .zero ? .undecided : .refused
        }
    }

    /// The fingers have moved.
    /// - Parameters:
    ///   - translation: their way since the begin, in view units.
    ///   - time: when, in seconds.
    public mutating func change(translation: Vector<View>, at time: Double) {
        advance(to: time)
        guard let translation = translation.bounded() else { return }
        if case .undecided = motion {
            let (length, slop) = (translation.length, Self.slop * scale)
            guard length > slop else { return }
            guard abs(translation.dx) > abs(translation.dy) else { return motion = .refused }
            follow(from: translation.dx * (slop / length))
        }
        guard case .following(var follow) = motion else { return }
        follow.translation = translation.dx
        motion = .following(follow)
        offset = band.shown(follow.raw, past: range) + follow.overhang
    }

    /// The fingers are lifted. Where the pictures are past half the way, or would coast past it, the neighbour is
    /// turned to. A flick back turns to no other picture.
    /// - Parameters:
    ///   - velocity: the fingers', in view units per second.
    ///   - time: when, in seconds.
    /// - Returns: 1 where the next picture is shown from now on, −1 the previous, 0 the same.
    public mutating func end(velocity: Vector<View>, at time: Double) -> Int {
        advance(to: time)
        guard case .following(let follow) = motion else {
            if !isSettling { motion = .still }
            return 0
        }
        let limit = Self.greatestSpeed * pageWidth
        let finger = velocity.dx.isFinite ? max(-limit, min(limit, velocity.dx)) : 0
        let speed = finger * band.slope(follow.raw, past: range)
        var goal = offset + speed / AxisDeceleration.rate
        let isFlickBack = (follow.translation - follow.begin) * speed < 0
        if isFlickBack && goal * offset < 0 { goal = 0 }
        let half = pageWidth / 2
        let turn = goal < -half && hasNext ? 1 : goal > half && hasPrevious ? -1 : 0
        offset += Double(turn) * pageWidth
        settle(velocity: speed)
        return turn
    }

    /// The gesture was cancelled: the picture shown glides back to its place.
    /// - Parameter time: when, in seconds.
    public mutating func cancel(at time: Double) {
        advance(to: time)
        switch motion {
        case .still, .settling: break
        case .undecided, .refused: motion = .still
        case .following: settle(velocity: 0)
        }
    }

    /// Turns to a neighbour by a command. It ends a gesture, whose further motion is ignored.
    /// - Parameters:
    ///   - direction: above 0 is the next, below 0 the previous.
    ///   - animated: whether it comes gliding in.
    ///   - time: when, in seconds.
    /// - Returns: 1 where the next picture is shown from now on, −1 the previous, 0 where there is none.
    public mutating func step(_ direction: Int, animated: Bool, at time: Double) -> Int {
        advance(to: time)
        let turn = direction.signum()
        guard width > 0, turn == 1 ? hasNext : turn == -1 && hasPrevious else { return 0 }
        guard animated else {
            rest()
            return turn
        }
        // Neighbours alone are seen: what is farther away comes from right outside of the window.
        offset = max(-pageWidth, min(pageWidth, offset + Double(turn) * pageWidth))
        settle(velocity: 0)
        return turn
    }

    // MARK: Rules

    /// The offsets without a rubber band.
    private var range: ClosedRange<Double> { (hasNext ? -pageWidth : 0)...(hasPrevious ? pageWidth : 0) }
    private var band: RubberBand { RubberBand(dimension: width) }

    /// Lets the pictures follow from where they are.
    /// - Parameter begin: the translation from which on.
    private mutating func follow(from begin: Double) {
        motion = .following(Follow(begin: begin, translation: begin, translationAtStart: begin))
        rebase()
    }

    /// Lets a gesture that is followed go on from what is shown, under the rules as they are now.
    private mutating func rebase() {
        guard case .following(var follow) = motion else { return }
        let reach = width * Self.invertibleShare
        let shown = max(range.lowerBound - reach, min(range.upperBound + reach, offset))
        follow.start = band.raw(shown, past: range)
        follow.overhang = offset - shown
        follow.translationAtStart = follow.translation
        motion = .following(follow)
    }

    /// Lets the picture shown glide to its place.
    /// - Parameter velocity: of the offset, in view units per second.
    private mutating func settle(velocity: Double) {
        let spring = AxisDeceleration(
            from: offset, velocity: velocity, in: 0...0, springRate: Self.springRate)
        guard animationsEnabled, spring.duration > 0 else { return rest() }
        motion = .settling(spring, start: now)
    }

    /// Puts the picture shown on its place.
    private mutating func rest() {
        motion = .still
        offset = 0
    }
}
