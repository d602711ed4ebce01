public import Geometry

/// How a picture is fitted into its window at zoom 1.
public enum MediaFit: Hashable, Sendable {
    /// As large as the whole of it fits.
    case contain
    /// Likewise, but never larger than 100 %.
    case scaleDown
}

/// What a media view is built with.
public struct MediaViewOptions: Hashable, Sendable {
    /// The least zoom scale at rest; 1 is the whole picture.
    public var minimumZoomScale = 1.0
    /// The greatest zoom scale at rest.
    public var maximumZoomScale = 10.0
    /// Whether the maximum holds as it is. Otherwise it is raised for large pictures, so that an image pixel can
    /// always cover 2 device pixels.
    public var maximumIsExact = false
    /// The zoom scale that a double tap goes to; above 0.
    public var doubleTapZoomScale = 5.0
    /// How the picture is fitted at zoom 1.
    public var fit = MediaFit.contain
    /// What a pinch does beside zooming.
    public var pinchMode = PinchMode.fixed
    /// Whether changes are animated and flicks coast.
    public var animationsEnabled = true

    /// The defaults.
    public init() {}
}

/// Why a media view cannot be built.
public enum MediaViewError: Error, Hashable {
    /// The size is zero, not finite, or outside 10⁻⁶…10⁹ image pixels on an axis; as it was given.
    case contentSize(width: Double, height: Double)
}

/// Which part of a picture is shown and how large, in terms that hold in any window.
public struct MediaViewState: Hashable, Sendable {
    /// How large a picture is shown.
    public enum Scale: Hashable, Sendable {
        /// The whole of it, whatever the window's size.
        case fit
        /// So many device pixels for an image pixel; 1 is 100 %.
        case devicePixels(Double)
    }

    /// The image point in the window's middle.
    public var center: Point<Image>
    /// How large it is shown.
    public var scale: Scale

    /// The state of a centre and a scale.
    public init(center: Point<Image>, scale: Scale) {
        self.center = center
        self.scale = scale
    }

    /// The state of the picture turned or mirrored: the same point in the middle, at the same scale.
    /// - Parameters:
    ///   - change: what is done to the picture as seen.
    ///   - size: the picture's size before the change, in image pixels.
    /// - Returns: the state to restore in a view of the changed picture.
    public func changed(by change: Orientation, in size: Size<Image>) -> MediaViewState {
        MediaViewState(center: change.moved(center, in: size), scale: scale)
    }
}
