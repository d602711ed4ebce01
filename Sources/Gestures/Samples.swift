public import Geometry

/// Where a touch or a gesture of a touchpad is in its life.
public enum TouchPhase: Hashable, Sendable {
    /// The finger came down, or the gesture began.
    case began
    /// It moved.
    case moved
    /// It was lifted.
    case ended
    /// The system took it away; what it did is to be undone.
    case cancelled
}

/// One report about one finger on a touchscreen.
public struct TouchSample: Hashable, Sendable {
    /// What happened to the finger.
    public var phase: TouchPhase
    /// The finger's number, unique among those that are down.
    public var id: UInt32
    /// Where the finger is, in view units.
    public var position: Point<View>
    /// When, in seconds of a monotonic clock.
    public var time: Double

    /// A report about finger `id` at `position` (view units) at `time` (seconds).
    public init(phase: TouchPhase, id: UInt32, position: Point<View>, time: Double) {
        self.phase = phase
        self.id = id
        self.position = position
        self.time = time
    }
}

/// One report about a mouse or touchpad pointer. Pointer events that a touchscreen emulates must not become
/// samples, or one finger counts twice.
public struct PointerSample: Hashable, Sendable {
    /// What the pointer did.
    public enum Action: Hashable, Sendable {
        /// A button went down; 1 is the primary one.
        case pressed(button: Int)
        /// The pointer moved, with or without a button held.
        case moved
        /// A button came up.
        case released(button: Int)
    }

    /// What the pointer did.
    public var action: Action
    /// Where the pointer is, in view units.
    public var position: Point<View>
    /// When, in seconds of a monotonic clock.
    public var time: Double

    /// A report about the pointer at `position` (view units) at `time` (seconds).
    public init(action: Action, position: Point<View>, time: Double) {
        self.action = action
        self.position = position
        self.time = time
    }
}

/// One report about a pinch that a touchpad recognized itself.
public struct TouchpadPinchSample: Hashable, Sendable {
    /// Where the pinch is in its life.
    public var phase: TouchPhase
    /// The fingers' distance relative to that at the begin: cumulative, 1 at the begin. Read in `.moved`
    /// only.
    public var scale: Double
    /// Where the pointer is, in view units.
    public var position: Point<View>
    /// The source device.
    public var device: Int
    /// When, in seconds of a monotonic clock.
    public var time: Double

    /// A report about the pinch of `device` with the pointer at `position` (view units) at `time` (seconds).
    public init(phase: TouchPhase, scale: Double, position: Point<View>, device: Int, time: Double) {
        self.phase = phase
        self.scale = scale
        self.position = position
        self.device = device
        self.time = time
    }
}

/// One step of a wheel, or of a touchpad's two-finger scroll.
public struct ScrollSample: Hashable, Sendable {
    /// How far, in notches of a wheel, fractions allowed: positive is right and down (the wheel turned
    /// towards the user).
    public var notches: Vector<View>
    /// Whether the source is a touchpad, whose plain scroll pans; a wheel's zooms.
    public var isTouchpad: Bool
    /// Whether Control is held.
    public var control: Bool
    /// Whether Shift is held.
    public var shift: Bool
    /// Where the pointer is, in view units.
    public var position: Point<View>
    /// When, in seconds of a monotonic clock.
    public var time: Double

    /// A step of `notches` with the pointer at `position` (view units) at `time` (seconds).
    public init(
        notches: Vector<View>, isTouchpad: Bool, control: Bool = false, shift: Bool = false,
        position: Point<View>, time: Double
    ) {
        self.notches = notches
        self.isTouchpad = isTouchpad
        self.control = control
        self.shift = shift
        self.position = position
        self.time = time
    }
}

/// Far outside of any window: X11 coordinates are 16-bit numbers. A sample from beyond is a driver's mistake,
/// and keeping it out keeps every difference and quotient of positions finite. View units.
private let farthestCoordinate = 1e6

extension Point<View> {
    /// Whether a pointing device can be here; not where a coordinate is NaN, infinite or absurd.
    var isPlausible: Bool { abs(x) <= farthestCoordinate && abs(y) <= farthestCoordinate }
}

/// Whether a time span lasts from 0 to `limit`, inclusive; false where it is NaN. In seconds. Event times are
/// whole milliseconds, so half of one takes up the rounding of their differences.
func isElapsed(_ span: Double, within limit: Double) -> Bool { span >= 0 && span <= limit + 0.0005 }
