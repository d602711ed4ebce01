/// An orientation is a change of what is seen as well: by it a picture is turned by quarters and mirrored further.
extension Orientation {
    /// The orientation with these properties.
    private init(transposes: Bool, flipsX: Bool, flipsY: Bool) {
        self =
            switch (flipsX, flipsY) {
            case (false, false): transposes ? .leftTop : .topLeft
            case (true, false): transposes ? .rightTop : .topRight
            case (true, true): transposes ? .rightBottom : .bottomRight
            case (false, true): transposes ? .leftBottom : .bottomLeft
            }
    }

    /// This orientation, and what is then seen changed once more: first this, then `change`.
    public func followed(by change: Orientation) -> Orientation {
        // A transposition takes what was across down.
        let (acrossFlips, downFlips) = change.transposes ? (flipsY, flipsX) : (flipsX, flipsY)
        return Orientation(
            transposes: transposes != change.transposes, flipsX: acrossFlips != change.flipsX,
            flipsY: downFlips != change.flipsY)
    }

    /// The orientation that takes this one back: one followed by the other leaves everything where it was.
    public var inverse: Orientation {
        // The others are their own.
        switch self {
        case .rightTop: .leftBottom
        case .leftBottom: .rightTop
        default: self
        }
    }

    /// A turn by quarters, clockwise as seen; negative is counter-clockwise.
    public static func turn(quarterTurns: Int) -> Orientation {
        [.topLeft, .rightTop, .bottomRight, .leftBottom][quarterTurns & 3]
    }

    /// This orientation, and what is seen turned by quarters, clockwise; negative is counter-clockwise.
    public func turned(quarterTurns: Int) -> Orientation {
        followed(by: .turn(quarterTurns: quarterTurns))
    }
    /// This orientation, and what is seen mirrored left to right.
    public var flippedHorizontally: Orientation { followed(by: .topRight) }
    /// This orientation, and what is seen mirrored top to bottom.
    public var flippedVertically: Orientation { followed(by: .bottomLeft) }

    /// Where a point of the image comes when what is seen is changed by this orientation.
    /// - Parameters:
    ///   - point: in image pixels before the change; it may lie outside of the image.
    ///   - size: the image's size before the change.
    /// - Returns: the point in image pixels after the change.
    public func moved(_ point: Point<Image>, in size: Size<Image>) -> Point<Image> {
        var moved = transposes ? Point<Image>(x: point.y, y: point.x) : point
        let seen = transposes ? Size<Image>(width: size.height, height: size.width) : size
        if flipsX { moved.x = seen.width - moved.x }
        if flipsY { moved.y = seen.height - moved.y }
        return moved
    }
}
