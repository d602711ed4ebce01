public import Geometry

/// What makes a pinch.
public enum PinchSource: Hashable, Sendable {
    /// Two fingers on a touchscreen.
    case touchscreen
    /// A touchpad, by its device number.
    case touchpad(device: Int)
    /// One finger that tapped, came down again and drags.
    case tapDrag
}

/// What makes a pan.
public enum PanSource: Hashable, Sendable {
    /// One finger on a touchscreen.
    case touchscreen
    /// The finger that stays on a touchscreen when a pinch is over.
    case remainingFinger
    /// A mouse or touchpad whose button 1 is held.
    case pointer
}

/// What the user does. At most one pan, pinch or swipe is under way at a time, and each that began ends
/// exactly once, by its ended or cancelled event.
public enum GestureEvent: Hashable, Sendable {
    /// The first finger, or button 1, came down: a running deceleration must stop.
    case touchDown
    /// The last finger, or button 1, came up and no pan or pinch ended with it: what `touchDown` stopped
    /// settles. An animation that was started since goes on.
    case touchUp

    /// The finger or the mouse left the slop; the way to there from where it was pressed, in view units.
    case panBegan(source: PanSource, way: Vector<View>)
    /// The motion since `panBegan`, without the slop, in view units.
    case panChanged(translation: Vector<View>)
    /// The pan is over; the velocity of the finger in view units per second.
    case panEnded(velocity: Vector<View>)
    /// The pan was taken away and is to be undone.
    case panCancelled

    /// A pinch begins about `center`, in view units.
    case pinchBegan(center: Point<View>, source: PinchSource)
    /// The scale relative to the begin, and the midpoint of the fingers now, in view units.
    case pinchChanged(scale: Double, center: Point<View>)
    /// The pinch is over.
    case pinchEnded
    /// The pinch was taken away and is to be undone, unless the same source begins a new one at once.
    case pinchCancelled(source: PinchSource)

    /// If the fingers on the touchscreen were lifted now, the picture would turn by so many quarters, clockwise as
    /// seen. Comes during a pinch, when the number changes; at the begin it is 0.
    case twistChanged(quarterTurns: Int)
    /// The two fingers on the touchscreen, whose pinch has ended, turned the picture by so many quarters, clockwise
    /// as seen; not 0. With their midpoint at the begin, in view units.
    case twist(quarterTurns: Int, center: Point<View>)

    /// Three fingers or more on a touchpad begin to move together.
    case swipeBegan
    /// Their motion since the begin, in view units.
    case swipeChanged(translation: Vector<View>)
    /// They are lifted; their velocity in view units per second.
    case swipeEnded(velocity: Vector<View>)
    /// The swipe was taken away and is to be undone.
    case swipeCancelled

    /// A tap or click that is not the second of a pair, at its release; where it was pressed, in view units. It may
    /// become the first of a pair.
    case tap(at: Point<View>)
    /// A double-tap (when its second tap is released) or double-click (at its second press) at a point in
    /// view units.
    case doubleTap(at: Point<View>)
    /// A tap of two fingers, about their midpoint in view units.
    case twoFingerTap(at: Point<View>)

    /// The content offset grows by a vector, in view units.
    case scroll(by: Vector<View>)
    /// The zoom scale is multiplied at once, about a point in view units.
    case zoom(factor: Double, at: Point<View>)
}
