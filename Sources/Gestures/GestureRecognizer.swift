/// Turns input samples into gesture events, which depend on the samples' order, positions and times alone.
///
/// The touchscreen, the pointer and each touchpad's pinches and swipes take turns: whichever comes down first has the
/// gesture, and what begins on another one meanwhile is ignored until it ends. Whatever the samples hold, the
/// events are finite.
public struct GestureRecognizer: Sendable {
    /// The thresholds; a change holds from the next sample on.
    public var configuration: GestureConfiguration

    private var touch = TouchRecognizer()
    private var pointer = PointerRecognizer()
    private var touchpadPinch = TouchpadPinchRecognizer()
    private var touchpadSwipe = TouchpadSwipeRecognizer()

    /// Whether a touchpad's own gesture is under way.
    private var touchpadIsActive: Bool { touchpadPinch.isActive || touchpadSwipe.isActive }

    /// A recognizer with nothing down.
    public init(configuration: GestureConfiguration = GestureConfiguration()) {
        self.configuration = configuration
    }

    /// Takes in what a finger on a touchscreen does.
    /// - Returns: the events of it, in order.
    public mutating func handle(_ sample: TouchSample) -> [GestureEvent] {
        // What was not let in has no state to go on from, so the beginnings alone need a guard.
        if sample.phase == .began, pointer.isActive || touchpadIsActive { return [] }
        return touch.handle(sample, configuration)
    }

    /// Takes in what the pointer of a mouse or touchpad does.
    /// - Returns: the events of it, in order.
    public mutating func handle(_ sample: PointerSample) -> [GestureEvent] {
        if case .pressed = sample.action, touch.isActive || touchpadIsActive { return [] }
        return pointer.handle(sample, configuration)
    }

    /// Takes in what a touchpad's pinch does.
    /// - Returns: the events of it, in order.
    public mutating func handle(_ sample: TouchpadPinchSample) -> [GestureEvent] {
        if sample.phase == .began, touch.isActive || pointer.isActive || touchpadSwipe.isActive { return [] }
        return touchpadPinch.handle(sample)
    }

    /// Takes in what a touchpad's swipe of three fingers or more does.
    /// - Returns: the events of it, in order.
    public mutating func handle(_ sample: TouchpadSwipeSample) -> [GestureEvent] {
        if sample.phase == .began, touch.isActive || pointer.isActive || touchpadPinch.isActive { return [] }
        return touchpadSwipe.handle(sample)
    }

    /// Takes in a step of a wheel or of a touchpad's scroll. It is ignored while a pan, a pinch or a
    /// swipe is under way, which moves the content from where it was at the gesture's begin.
    /// - Returns: the events of it, in order.
    public mutating func handle(_ sample: ScrollSample) -> [GestureEvent] {
        if touch.hasGesture || pointer.hasGesture || touchpadIsActive { return [] }
        return sample.event(configuration).map { [$0] } ?? []
    }

    /// Cancels what is under way and forgets what is down: the window was lost, or another client took the
    /// input.
    /// - Returns: the events of it, in order.
    public mutating func cancelAll() -> [GestureEvent] {
        touch.cancelAll() + pointer.cancelAll() + touchpadPinch.cancelAll() + touchpadSwipe.cancelAll()
    }
}
