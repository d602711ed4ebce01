/// The raster as the file stores it, before orientation: unit one stored pixel, origin at its first pixel.
public enum Stored {}
/// One level of a mip pyramid over the stored raster: unit one pixel of that level.
public enum Level {}

/// A whole number of pixels in both directions, each at least 1.
public struct PixelSize: Hashable, Sendable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int

    /// The size width × height.
    /// - Precondition: both are at least 1.
    public init(width: Int, height: Int) {
        precondition(width > 0 && height > 0, "a pixel size is at least 1 × 1")
        self.width = width
        self.height = height
    }

    /// The same extent with rows and columns exchanged.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

/// A rectangle of whole pixels in `Space`: columns `x0 ..< x1`, rows `y0 ..< y1`.
public struct PixelRect<Space>: Hashable, Sendable {
    /// First column.
    public var x0: Int
    /// First row.
    public var y0: Int
    /// The column behind the last.
    public var x1: Int
    /// The row behind the last.
    public var y1: Int

    /// The pixels of columns `x0 ..< x1` and rows `y0 ..< y1`; empty where an end is not above its start.
    public init(x0: Int, y0: Int, x1: Int, y1: Int) {
        self.x0 = x0
        self.y0 = y0
        self.x1 = x1
        self.y1 = y1
    }

    /// Columns, 0 where the rectangle is empty.
    public var width: Int { max(0, x1 - x0) }
    /// Rows, 0 where the rectangle is empty.
    public var height: Int { max(0, y1 - y0) }
    /// Whether it holds no pixel.
    public var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

    /// The pixels in both rectangles.
    public func intersection(_ other: Self) -> Self {
        Self(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
    }
}

/// How the stored raster is turned to be seen upright. The raw values are those of the Orientation tag
/// (TIFF 6.0 section 8, Exif 2.32 section 4.6.4): where the stored row 0 and column 0 are on the display.
public enum Orientation: UInt32, CaseIterable, Sendable {
    /// As stored.
    case topLeft = 1
    /// Mirrored left to right.
    case topRight = 2
    /// Turned by 180°.
    case bottomRight = 3
    /// Mirrored top to bottom.
    case bottomLeft = 4
    /// Mirrored along the main diagonal.
    case leftTop = 5
    /// Turned clockwise by 90°.
    case rightTop = 6
    /// Mirrored along the other diagonal.
    case rightBottom = 7
    /// Turned counter-clockwise by 90°.
    case leftBottom = 8

    /// Whether stored rows are seen as columns.
    public var transposes: Bool { rawValue >= 5 }
    /// Whether the seen x runs against the stored axis that it comes from.
    public var flipsX: Bool { [.topRight, .bottomRight, .rightTop, .rightBottom].contains(self) }
    /// Whether the seen y runs against the stored axis that it comes from.
    public var flipsY: Bool { [.bottomRight, .bottomLeft, .rightBottom, .leftBottom].contains(self) }

    /// The size seen of a raster stored with `size`.
    public func displaySize(of size: PixelSize) -> PixelSize { transposes ? size.transposed : size }

    /// Where a rectangle of the stored raster is seen.
    /// - Parameters:
    ///   - rect: in stored pixels; it may reach past the raster.
    ///   - size: the raster's stored size.
    /// - Returns: the same pixels in image space.
    public func displayRect(of rect: PixelRect<Stored>, in size: PixelSize) -> PixelRect<Image> {
        let seen = displaySize(of: size)
        var (x0, x1, y0, y1) = (rect.x0, rect.x1, rect.y0, rect.y1)
        if transposes { (x0, x1, y0, y1) = (y0, y1, x0, x1) }
        if flipsX { (x0, x1) = (seen.width - x1, seen.width - x0) }
        if flipsY { (y0, y1) = (seen.height - y1, seen.height - y0) }
        return PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
    }

    /// Which part of the stored raster is seen in a rectangle of the image: the inverse of `displayRect(of:in:)`.
    /// - Parameters:
    ///   - rect: in image pixels; it may reach past the image.
    ///   - size: the raster's stored size.
    /// - Returns: the same pixels in stored space.
    public func storedRect(of rect: PixelRect<Image>, in size: PixelSize) -> PixelRect<Stored> {
        let seen = displaySize(of: size)
        var (x0, x1, y0, y1) = (rect.x0, rect.x1, rect.y0, rect.y1)
        if flipsX { (x0, x1) = (seen.width - x1, seen.width - x0) }
        if flipsY { (y0, y1) = (seen.height - y1, seen.height - y0) }
        if transposes { (x0, x1, y0, y1) = (y0, y1, x0, x1) }
        return PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
    }
}
