import Geometry

/// What a scroll view is doing.
enum Motion {
    /// Nothing: it stays as it is.
    case still
    /// Following a pinch.
    case pinching(Pinch)
    /// A pinch was cancelled; it may yet go on.
    case awaitingPinch(CancelledPinch)
    /// Following a pan.
    case panning(Pan)
    /// Going to a placement in a set time.
    case animating(Transition)
    /// Coasting after a pan, or springing back to an edge.
    case decelerating(Deceleration)
}

/// A pinch that is going on. Everything is computed from the values at its beginning.
struct Pinch {
    /// The device that it comes from.
    let source: Int
    /// What to go back to when it is cancelled.
    let before: Placement
    /// The placement at its beginning.
    let start: Placement
    /// The zoom scale at its beginning without the rubber band.
    let rawZoomScale: Double
    /// The midpoint at its beginning.
    let startCenter: Point<View>
    /// The midpoint now.
    var center: Point<View>
    let mode: PinchMode

    /// The window point that the content is zoomed about.
    var anchor: Point<View> { mode == .fixed ? startCenter : center }

    /// What is shown.
    /// - Parameters:
    ///   - scale: the fingers' distance relative to that at the beginning.
    ///   - layout: what limits the zoom scale; the offset has no limits while fingers are down.
    /// - Returns: the placement.
    func placement(scale: Double, in layout: ScrollLayout) -> Placement {
        let zoomScale = RubberBand.shownZoom(rawZoomScale * scale, past: layout.zoomLimits)
        var placement = start.zoomed(to: zoomScale, about: startCenter)
        if mode == .follow {
            placement.contentOffset.x -= center.x - startCenter.x
            placement.contentOffset.y -= center.y - startCenter.y
        }
        return placement
    }
}

/// A cancelled pinch that is not undone yet.
struct CancelledPinch {
    /// How long the same device has to go on with it, in seconds: libinput ends and begins a gesture when the
    /// number of fingers changes.
    static let patience = 0.1

    let source: Int
    let before: Placement
    /// When it is undone, in seconds.
    let deadline: Double
}

/// A pan that is going on.
struct Pan {
    /// The part of the window past an edge up to which the rubber band is inverted at the beginning. A pinch
    /// can leave more, even where no band reaches: that stays as it is until the pan ends.
    private static let invertibleShare = 0.9

    /// What to go back to when it is cancelled.
    var before: Placement
    /// The offset without rubber band at the last change from elsewhere, at first the beginning.
    private var start = Point<Content>.zero
    /// The finger's translation at that time.
    private var translationAtStart = Vector<View>.zero
    /// What the rubber band cannot account for.
    private var overhang = Vector<Content>.zero
    /// The finger's translation since the beginning.
    var translation = Vector<View>.zero

    init(from placement: Placement, before: Placement, in layout: ScrollLayout) {
        self.before = before
        for axis in Axis.allCases {
            let range = layout.offsetRange(axis, at: placement.zoomScale)
            let reach = layout.bounds[axis] * Self.invertibleShare
            let offset = placement.contentOffset[axis]
            let shown = max(range.lowerBound - reach, min(range.upperBound + reach, offset))
            overhang[axis] = offset - shown
            start[axis] = RubberBand(dimension: layout.bounds[axis]).raw(shown, past: range)
        }
    }

    /// The offset that the finger asks for. An axis on which the content fits does not follow it.
    func rawOffset(at zoomScale: Double, in layout: ScrollLayout) -> Point<Content> {
        var raw = start
        for axis in Axis.allCases where !layout.fits(axis, at: zoomScale) {
            raw[axis] -= translation[axis] - translationAtStart[axis]
        }
        return raw
    }

    /// The offset shown, with the rubber band past the edges.
    func offset(at zoomScale: Double, in layout: ScrollLayout) -> Point<Content> {
        var offset = rawOffset(at: zoomScale, in: layout)
        for axis in Axis.allCases {
            let range = layout.offsetRange(axis, at: zoomScale)
            offset[axis] = RubberBand(dimension: layout.bounds[axis]).shown(offset[axis], past: range)
        }
        return offset + overhang
    }

    /// The content offset's velocity, which the rubber band slows down.
    /// - Parameters:
    ///   - finger: the finger's velocity, in view units per second.
    ///   - zoomScale: the zoom scale shown.
    ///   - layout: what the pan is in.
    /// - Returns: view units per second.
    func velocity(finger: Vector<View>, at zoomScale: Double, in layout: ScrollLayout) -> Vector<Content> {
        let raw = rawOffset(at: zoomScale, in: layout)
        var velocity = Vector<Content>.zero
        for axis in Axis.allCases {
            let range = layout.offsetRange(axis, at: zoomScale)
            let band = RubberBand(dimension: layout.bounds[axis])
            velocity[axis] = -finger[axis] * band.slope(raw[axis], past: range)
        }
        return velocity
    }

    /// Goes on from another placement, the finger being where it is.
    /// - Parameters:
    ///   - raw: the zoom scale and the offset without rubber band.
    ///   - layout: what the pan is in.
    mutating func rebase(to raw: Placement, in layout: ScrollLayout) {
        let clamped = layout.clamped(offset: raw.contentOffset, at: raw.zoomScale)
        for axis in Axis.allCases {
            start[axis] = (layout.fits(axis, at: raw.zoomScale) ? clamped : raw.contentOffset)[axis]
        }
        translationAtStart = translation
    }
}
