/// The image's own space: image pixels after orientation, origin at the image's top-left.
public enum Image {}
/// The picture at the zoom shown: device pixels, origin at the picture's top-left.
public enum Content {}
/// The window: device pixels, origin at the window's top-left.
public enum View {}

/// One of the two directions of the plane, for rules that hold on each axis by itself.
public enum Axis: CaseIterable, Sendable {
    /// Rightward.
    case x
    /// Downward.
    case y
}

/// A position in `Space`, in that space's unit.
public struct Point<Space>: Hashable, Sendable {
    /// Distance rightward from the origin.
    public var x: Double
    /// Distance downward from the origin.
    public var y: Double

    /// The point (x, y).
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static var zero: Self { Self(x: 0, y: 0) }

    /// The coordinate on one axis.
    public subscript(axis: Axis) -> Double {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }

    /// Whether both coordinates are finite.
    public var isFinite: Bool { x.isFinite && y.isFinite }

    /// The point displaced by a vector.
    public static func + (point: Self, vector: Vector<Space>) -> Self {
        Self(x: point.x + vector.dx, y: point.y + vector.dy)
    }

    /// The vector from `start` to `end`.
    public static func - (end: Self, start: Self) -> Vector<Space> {
        Vector(dx: end.x - start.x, dy: end.y - start.y)
    }

    /// The point half-way to `other`.
    public func midpoint(to other: Self) -> Self {
        Self(x: (x + other.x) / 2, y: (y + other.y) / 2)
    }

    /// The straight distance to `other`.
    public func distance(to other: Self) -> Double { (other - self).length }
}

/// A displacement in `Space`, or a velocity in its units per second.
public struct Vector<Space>: Hashable, Sendable {
    /// Rightward part.
    public var dx: Double
    /// Downward part.
    public var dy: Double

    /// The vector (dx, dy).
    public init(dx: Double, dy: Double) {
        self.dx = dx
        self.dy = dy
    }

    /// No displacement.
    public static var zero: Self { Self(dx: 0, dy: 0) }

    /// The part along one axis.
    public subscript(axis: Axis) -> Double {
        get { axis == .x ? dx : dy }
        set { if axis == .x { dx = newValue } else { dy = newValue } }
    }

    /// Euclidean length.
    public var length: Double { (dx * dx + dy * dy).squareRoot() }

    /// The sum of two displacements.
    public static func + (a: Self, b: Self) -> Self { Self(dx: a.dx + b.dx, dy: a.dy + b.dy) }
    /// The displacement scaled by a factor.
    public static func * (a: Self, factor: Double) -> Self { Self(dx: a.dx * factor, dy: a.dy * factor) }
    /// The opposite displacement.
    public static prefix func - (a: Self) -> Self { Self(dx: -a.dx, dy: -a.dy) }
}

/// An extent in `Space`.
public struct Size<Space>: Hashable, Sendable {
    /// Horizontal extent.
    public var width: Double
    /// Vertical extent.
    public var height: Double

    /// The size width × height.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// The extent on one axis.
    public subscript(axis: Axis) -> Double { axis == .x ? width : height }
}

/// An axis-aligned rectangle in `Space`.
public struct Rect<Space>: Hashable, Sendable {
    /// The top-left corner.
    public var origin: Point<Space>
    /// The extent.
    public var size: Size<Space>

    /// The rectangle with its top-left corner at `origin`.
    public init(origin: Point<Space>, size: Size<Space>) {
        self.origin = origin
        self.size = size
    }

    /// The rectangle of `size` around `center`.
    public init(center: Point<Space>, size: Size<Space>) {
        origin = Point(x: center.x - size.width / 2, y: center.y - size.height / 2)
        self.size = size
    }

    /// The middle of the rectangle.
    public var center: Point<Space> {
        Point(x: origin.x + size.width / 2, y: origin.y + size.height / 2)
    }
    /// Left edge.
    public var minX: Double { origin.x }
    /// Top edge.
    public var minY: Double { origin.y }
    /// Right edge.
    public var maxX: Double { origin.x + size.width }
    /// Bottom edge.
    public var maxY: Double { origin.y + size.height }
}

/// Free space between the edges of a view and its content, in view units.
public struct Insets: Hashable, Sendable {
    /// Above the content.
    public var top: Double
    /// Left of the content.
    public var left: Double
    /// Below the content.
    public var bottom: Double
    /// Right of the content.
    public var right: Double

    /// The four insets.
    public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
        self.top = top
        self.left = left
        self.bottom = bottom
        self.right = right
    }

    /// The inset before the content (left or top).
    public func leading(_ axis: Axis) -> Double { axis == .x ? left : top }
    /// The inset behind the content (right or bottom).
    public func trailing(_ axis: Axis) -> Double { axis == .x ? right : bottom }
}
