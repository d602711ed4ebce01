public import Geometry

/// A scroll view around one picture: fitted to the window and centred at zoom 1, and zoomed from there by
/// pinches, double taps, keys and wheels.
///
/// Usage: build it with the picture's size, call `layout(viewSize:at:)` at the first show and at every resize, hand in
/// gestures and commands, call `advance(to:)` when `nextUpdate` says so, and paint the picture at `scale` with
/// its top-left at `imageOrigin`. What `ScrollView` says of times and of unusable numbers holds here too.
public final class MediaView {
    /// One zoom step of a key, a wheel notch or a two-finger tap.
    public static let zoomStep = 1.25
    /// The extents of a window that are taken, in view units.
    private static let windowExtents = 1.0...1e6
    /// The extents of a picture that are taken, in image pixels: with them no product leaves Double's range.
    private static let usableExtents = 1e-6...1e9

    /// The scroll view that holds the zoom scale and the content offset.
    public let scrollView: ScrollView
    /// The picture's size in image pixels.
    public let contentSize: Size<Image>
    /// What it was built with.
    public let options: MediaViewOptions
    /// Whether a layout has been made.
    public private(set) var isLaidOut = false
    /// A state that was restored before the first layout.
    private var pendingState: MediaViewState?
    /// What a state asked for and where that led, which limits and edges may have kept from being all of it.
    private var restored: (state: MediaViewState, placement: Placement)?

    /// A media view for a picture, not laid out yet.
    /// - Parameters:
    ///   - contentSize: the picture's size in image pixels; the absolute values are taken.
    ///   - options: limits and behaviour.
    /// - Throws: `MediaViewError.contentSize` if the size is unusable.
    /// - Precondition: 0 < minimum ≤ maximum zoom scale; the double-tap zoom scale is finite and above 0.
    public init(
        contentSize: Size<Image>, options: MediaViewOptions = MediaViewOptions()
    ) throws(MediaViewError) {
        let size = Size<Image>(width: abs(contentSize.width), height: abs(contentSize.height))
        guard Self.usableExtents.contains(size.width), Self.usableExtents.contains(size.height) else {
            throw .contentSize(width: contentSize.width, height: contentSize.height)
        }
        precondition(options.doubleTapZoomScale > 0 && options.doubleTapZoomScale.isFinite, "a zoom scale")
        self.contentSize = size
        self.options = options
        scrollView = ScrollView(layout: Self.layout(of: size, in: Size(width: 0, height: 0), options))
        scrollView.pinchMode = options.pinchMode
        scrollView.animationsEnabled = options.animationsEnabled
    }

    // MARK: Layout

    /// Fits the picture into a window: at the first call the whole picture, later as `ScrollView.setLayout(_:at:)`
    /// says. The scale relative to 100 % stays, unless the picture was at the fit, where it stays.
    /// - Parameters:
    ///   - viewSize: the window's size in device pixels; ignored unless in 1…10⁶ on both axes.
    ///   - anchor: what stays in place, as far as limits and edges allow: where the pointer was in the window so
    ///     far, and where it is in the new one; without it the window's middle.
    ///   - time: when, in seconds.
    public func layout(viewSize: Size<View>, anchor: ResizeAnchor? = nil, at time: Double) {
        for axis in Axis.allCases {
            guard Self.windowExtents.contains(viewSize[axis]) else { return }
        }
        let layout = Self.layout(of: contentSize, in: viewSize, options)
        if isLaidOut {
            restored = nil
            scrollView.setLayout(layout, anchor: anchor, at: time)
            return
        }
        isLaidOut = true
        guard let state = pendingState else { return scrollView.reset(to: layout, at: time) }
        pendingState = nil
        show(state, in: layout, at: time)
    }

    /// Device pixels an image pixel covers at zoom 1: min(W / width, H / height), with `.scaleDown` at most 1; 1
    /// before the first layout.
    public var fitScale: Double { Self.fitScale(of: contentSize, in: scrollView.bounds, options.fit) }

    private static func fitScale(of size: Size<Image>, in bounds: Size<View>, _ fit: MediaFit) -> Double {
        guard bounds.width > 0, bounds.height > 0 else { return 1 }
        let contained = min(bounds.width / size.width, bounds.height / size.height)
        return fit == .scaleDown ? min(contained, 1) : contained
    }

    private static func layout(
        of size: Size<Image>, in bounds: Size<View>, _ options: MediaViewOptions
    ) -> ScrollLayout {
        let fitScale = fitScale(of: size, in: bounds, options.fit)
        let maximum = options.maximumZoomScale
        return ScrollLayout(
            contentSize: Size(width: size.width * fitScale, height: size.height * fitScale), bounds: bounds,
            minimumZoomScale: options.minimumZoomScale,
            maximumZoomScale: options.maximumIsExact ? maximum : max(maximum, 2 / fitScale),
            contentInset: ScrollLayout.centered)
    }

    // MARK: What is shown

    /// The size shown relative to the fit; 1 is the whole picture.
    public var zoomScale: Double { scrollView.zoomScale }
    /// Device pixels an image pixel covers; 1 is 100 %.
    public var scale: Double { fitScale * zoomScale }
    /// The same once a running animation ends.
    public var destinationScale: Double { fitScale * scrollView.destination.zoomScale }
    /// Where the picture's top-left is in the window.
    public var imageOrigin: Point<View> { viewPoint(of: .zero) }
    /// Whether the whole picture is shown, or will be when a running animation ends.
    public var isAtFit: Bool { ScrollLayout.isFit(scrollView.destination.zoomScale) }

    /// Whether a horizontal swipe is free to go to another picture: the whole picture is shown, and it has nothing
    /// to scroll sideways, or so it will be when a running animation ends.
    public var canPage: Bool {
        let zoomScale = scrollView.destination.zoomScale
        return zoomScale <= 1 + 1e-9 && scrollView.layout.fits(.x, at: zoomScale)
    }

    /// The image point under a window point; it may lie outside the picture.
    public func imagePoint(at point: Point<View>) -> Point<Image> {
        let offset = scrollView.contentOffset
        return Point(x: (point.x + offset.x) / scale, y: (point.y + offset.y) / scale)
    }

    /// Where an image point is in the window; it may lie outside the window.
    public func viewPoint(of point: Point<Image>) -> Point<View> {
        let offset = scrollView.contentOffset
        return Point(x: point.x * scale - offset.x, y: point.y * scale - offset.y)
    }

    // MARK: Time and callbacks

    /// When to call `advance(to:)`.
    public var nextUpdate: NextUpdate { scrollView.nextUpdate }

    /// Moves animations and decelerations on.
    /// - Parameter time: the time to show, in seconds.
    public func advance(to time: Double) { scrollView.advance(to: time) }

    /// The owner, told of every change.
    public var delegate: (any ScrollViewDelegate)? {
        get { scrollView.delegate }
        set { scrollView.delegate = newValue }
    }

    /// Whether changes are animated and flicks coast.
    public var animationsEnabled: Bool {
        get { scrollView.animationsEnabled }
        set { scrollView.animationsEnabled = newValue }
    }

    // MARK: Keeping a view of a picture

    /// What is shown when everything has come to rest. As long as nothing else was asked for since, it is what
    /// `restore(_:at:)` was given, even if limits and edges did not allow all of it: so a state goes from picture to
    /// picture without loss.
    public var state: MediaViewState {
        if let pendingState { return pendingState }
        if let restored, restored.placement == scrollView.destination { return restored.state }
        let (placement, bounds) = (scrollView.destination, scrollView.bounds)
        let scale = fitScale * placement.zoomScale
        return MediaViewState(
            center: Point(
                x: (placement.contentOffset.x + bounds.width / 2) / scale,
                y: (placement.contentOffset.y + bounds.height / 2) / scale),
            scale: ScrollLayout.isFit(placement.zoomScale) ? .fit : .devicePixels(scale))
    }

    /// Shows what a state says, at once, as far as limits and edges allow; before the first layout, from then on.
    /// - Parameters:
    ///   - state: of this picture, or of another to compare it with: the same image point at the same scale, or the
    ///     whole picture as well; ignored unless it is finite and its scale above 0.
    ///   - time: when, in seconds.
    public func restore(_ state: MediaViewState, at time: Double) {
        guard let center = state.center.bounded else { return }
        if case .devicePixels(let scale) = state.scale {
            guard scale > 0, scale.isFinite else { return }
        }
        let state = MediaViewState(center: center, scale: state.scale)
        guard isLaidOut else {
            pendingState = state
            return
        }
        show(state, in: Self.layout(of: contentSize, in: latestBounds, options), at: time)
    }

    private func show(_ state: MediaViewState, in layout: ScrollLayout, at time: Double) {
        scrollView.reset(to: layout, showing: placement(of: state, in: layout), at: time)
        let placement = scrollView.placement
        // The whole picture has one middle, whatever was asked for.
        let isWhole = state.scale == .fit && ScrollLayout.isFit(placement.zoomScale)
        restored = isWhole ? nil : (state, placement)
    }

    /// What a state asked for beyond the limits is not wanted any more.
    func forgetRestoredState() { restored = nil }

    /// The window's size, also where a gesture keeps it waiting.
    private var latestBounds: Size<View> { scrollView.pendingLayout?.bounds ?? scrollView.bounds }

    private func placement(of state: MediaViewState, in layout: ScrollLayout) -> Placement {
        let fitScale = Self.fitScale(of: contentSize, in: layout.bounds, options.fit)
        let zoomScale =
            switch state.scale {
            case .fit: layout.clamped(zoomScale: 1)
            case .devicePixels(let scale): layout.clamped(zoomScale: scale / fitScale)
            }
        return Placement(
            zoomScale: zoomScale,
            contentOffset: Point(
                x: state.center.x * (fitScale * zoomScale) - layout.bounds.width / 2,
                y: state.center.y * (fitScale * zoomScale) - layout.bounds.height / 2))
    }
}
