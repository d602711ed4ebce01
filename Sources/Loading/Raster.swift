public import Geometry
public import Posix

/// A picture's pixels as its loader writes them: rows of premultiplied B, G, R, A bytes, upright only after `orientation`.
public final class Raster: Sendable {
    /// The picture's stored columns and rows.
    public let fullSize: PixelSize
    /// The raster has a pixel for every 2ⁿ × 2ⁿ stored ones, those at the far edges for fewer.
    public let reduction: Int
    /// The raster's columns and rows.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    /// Whether a pixel may be transparent.
    public let hasAlpha: Bool
    /// How the raster is turned to be seen.
    public let orientation: Orientation
    /// The pixels; those of rows that have not come are transparent.
    public let memory: SharedMemory

    /// The size seen, of the whole picture.
    public var displaySize: PixelSize { orientation.displaySize(of: fullSize) }

    /// A raster over memory that holds `stride` bytes for each of its rows.
    /// - Precondition: the memory is large enough.
    public init(
        fullSize: PixelSize, reduction: Int = 0, stride: Int, hasAlpha: Bool, orientation: Orientation,
        memory: SharedMemory
    ) {
        self.fullSize = fullSize
        self.reduction = reduction
        size = Self.size(of: fullSize, reduction: reduction)
        precondition(stride >= size.width * 4 && memory.bytes.count >= stride * size.height)
        self.stride = stride
        self.hasAlpha = hasAlpha
        self.orientation = orientation
        self.memory = memory
    }

    /// The columns and rows of a raster that has a pixel for every 2ⁿ × 2ⁿ of the picture.
    /// - Parameters:
    ///   - size: the picture's.
    ///   - reduction: n, from 0 to 31.
    /// - Returns: at least 1 × 1.
    public static func size(of size: PixelSize, reduction: Int) -> PixelSize {
        PixelSize(
            width: (size.width - 1) >> reduction + 1, height: (size.height - 1) >> reduction + 1)
    }
}
