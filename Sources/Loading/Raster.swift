public import Geometry
public import Posix

/// A picture's pixels as its loader writes them: rows of premultiplied B, G, R, A bytes, upright only after `orientation`.
public final class Raster: Sendable {
    /// Stored columns and rows.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    /// Whether a pixel may be transparent.
    public let hasAlpha: Bool
    /// How the raster is turned to be seen.
    public let orientation: Orientation
    /// The pixels; those of rows that have not come are transparent.
    public let memory: SharedMemory

    /// The size seen.
    public var displaySize: PixelSize { orientation.displaySize(of: size) }

    /// A raster over memory that holds `stride × size.height` bytes.
    /// - Precondition: the memory is large enough.
    public init(size: PixelSize, stride: Int, hasAlpha: Bool, orientation: Orientation, memory: SharedMemory)
    {
        precondition(stride >= size.width * 4 && memory.bytes.count >= stride * size.height)
        self.size = size
        self.stride = stride
        self.hasAlpha = hasAlpha
        self.orientation = orientation
        self.memory = memory
    }
}
