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

/// What the user does. At most one pan or pinch is under way at a time, and each that began ends exactly
/// once, by its ended or cancelled event.
public enum GestureEvent: Hashable, Sendable {
    /// The first finger, or button 1, came down: a running deceleration must stop.
    case touchDown
    /// The last finger, or button 1, came up and no pan or pinch ended with it: what `touchDown` stopped
    /// settles. An animation that was started since goes on.
    case touchUp

    /// The finger or the mouse left the slop.
    case panBegan
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
