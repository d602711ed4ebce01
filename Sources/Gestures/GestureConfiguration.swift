/// The thresholds of gesture recognition. They may change at any time; what is already recognized stays so.
///
/// The desktop's settings name some of them: `Net/DoubleClickTime` is `doubleTapInterval`,
/// `Net/DoubleClickDistance` is `mouseDoubleTapDistance` and `Net/DndDragThreshold` is `mouseSlop`. The last
/// two are made for a mouse; a finger is blunter and keeps its own.
public struct GestureConfiguration: Hashable, Sendable {
    /// View units per unit of the lengths below: 1 at 96 DPI, 2 at 192 DPI. A finger's tremble is a length on
    /// the glass, not a number of pixels.
    public var scale = 1.0
    /// How far a finger may stray and still tap, in units of `scale`.
    public var touchSlop = 10.0
    /// How far a mouse may stray and still click, in units of `scale`.
    public var mouseSlop = 3.0
    /// The longest time from press to press of a double-tap or double-click, in seconds.
    public var doubleTapInterval = 0.4
    /// The largest distance between the presses of a double-tap, in units of `scale`.
    public var touchDoubleTapDistance = 24.0
    /// The largest distance between the presses of a double-click, in units of `scale`.
    public var mouseDoubleTapDistance = 5.0
    /// How far the second tap is dragged to double the zoom, in units of `scale`.
    public var tapDragDoublingDistance = 150.0
    /// The longest time between the two presses of a two-finger tap, in seconds.
    public var twoFingerTapPressInterval = 0.15
    /// The longest time from the first press to the last release of a two-finger tap, in seconds.
    public var twoFingerTapDuration = 0.3
    /// How far a wheel that pans moves the content per notch, in units of `scale`.
    public var wheelPanDistance = 60.0
    /// Whether a plain wheel pans, as over a list, instead of zooming.
    public var wheelPans = false
    /// How far a touchpad's scroll moves the content per notch, in view units. libinput sends one notch for
    /// 15 pixels of pointer motion (its option ScrollPixelDistance), so at 15 the content moves as the
    /// pointer would.
    public var touchpadPanDistance = 15.0
    /// The zoom of one notch, as a factor.
    public var zoomPerNotch = 1.25

    /// The defaults.
    public init() {}

    /// A length of this configuration in view units; 0 where it is negative or not finite.
    func inViewUnits(_ length: Double) -> Double {
        let scaled = length * scale
        return scaled.isFinite ? max(0, scaled) : 0
    }
}
