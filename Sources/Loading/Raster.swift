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
    /// Rows that there is memory for: row y comes where row y − capacity was.
    public let capacity: Int
    /// Whether a pixel may be transparent.
    public let hasAlpha: Bool
    /// How the raster is turned to be seen.
    public let orientation: Orientation
    /// The pixels; those of rows that have not come are transparent.
    public let memory: SharedMemory

    /// Where to tell of rows that have been taken.
    private let channel: Channel?

    /// The size seen, of the whole picture.
    public var displaySize: PixelSize { orientation.displaySize(of: fullSize) }
    /// Whether all rows stay.
    public var isWhole: Bool { capacity == size.height }

    /// A raster over memory that holds `stride` bytes for each of its rows, or each of `capacity` of them.
    /// - Precondition: the memory is large enough.
    public init(
        fullSize: PixelSize, reduction: Int = 0, stride: Int, capacity: Int? = nil, hasAlpha: Bool,
        orientation: Orientation, memory: SharedMemory, channel: Channel? = nil
    ) {
        self.fullSize = fullSize
        self.reduction = reduction
        size = Self.size(of: fullSize, reduction: reduction)
        self.capacity = capacity ?? size.height
        precondition(stride >= size.width * 4 && memory.bytes.count >= stride * self.capacity)
        self.stride = stride
        self.hasAlpha = hasAlpha
        self.orientation = orientation
        self.memory = memory
        self.channel = channel
    }

    /// Where a row is. Of a raster that is not whole, the row must have come and not been taken.
    /// - Parameter y: from 0 on.
    /// - Returns: its pixels, premultiplied 0xAARRGGBB.
    public func row(_ y: Int) -> UnsafePointer<UInt32> {
        guard let start = memory.bytes.baseAddress else { preconditionFailure("a mapping has an address") }
        return UnsafePointer((start + y % capacity * stride).assumingMemoryBound(to: UInt32.self))
    }

    /// Tells the loader, without waiting, that others may come in the place of rows. From any thread.
    /// - Parameter end: behind the last of them.
    public func rowsTaken(below end: Int) {
        guard !isWhole, let channel else { return }
        // A loader that is gone is heard of by its load; one that takes no messages harms itself alone.
        let message = LoaderRequest.taken(end: UInt32(clamping: end))
        try? channel.send(message.encoded(), waiting: false)
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
