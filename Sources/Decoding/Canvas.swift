public import Geometry
import Loading
import Posix

/// Memory of the viewer's that takes a picture's pixels: premultiplied B, G, R, A bytes, which is 0xAARRGGBB in a word.
public final class Canvas {
    /// The time in seconds between two messages about rows; the viewer can use one a frame.
    private static let interval = 0.004

    /// Columns and rows.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    /// The first pixel; valid while the canvas lives.
    public let pixels: UnsafeMutableRawPointer
    /// The ICC profile of the display that the pixels are for; empty for sRGB.
    public let displayProfile: [UInt8]
    /// Whether a row has been told of since the canvas was emptied or made.
    public private(set) var hasRows = false

    private let memory: SharedMemory?
    private let tell: ((Range<Int>) -> Void)?
    private var ready = 0..<0
    private var lastMessage = 0.0

    /// A canvas in memory shared with the viewer.
    init?(
        memory: SharedMemory, size: PixelSize, stride: Int, displayProfile: [UInt8],
        tell: ((Range<Int>) -> Void)?
    ) {
        guard let start = memory.bytes.baseAddress, stride >= size.width * 4,
            memory.bytes.count >= stride * size.height
        else { return nil }
        self.memory = memory
        self.size = size
        self.stride = stride
        self.displayProfile = displayProfile
        self.tell = tell
        pixels = start
    }

    /// A canvas on memory of the caller's.
    /// - Parameters:
    ///   - pixels: `stride` bytes for each row; they must outlive the canvas.
    ///   - size: columns and rows.
    ///   - stride: bytes from one row to the next, a multiple of 4.
    ///   - displayProfile: the display's colours; empty for sRGB.
    ///   - tell: is told of rows that are ready, now or soon.
    public init(
        pixels: UnsafeMutableRawPointer, size: PixelSize, stride: Int, displayProfile: [UInt8] = [],
        tell: ((Range<Int>) -> Void)? = nil
    ) {
        self.pixels = pixels
        self.size = size
        self.stride = stride
        self.displayProfile = displayProfile
        memory = nil
        self.tell = tell
    }

    /// The pixels of a row as words, 0xAARRGGBB.
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
    }

    /// Makes all pixels transparent.
    public func clear() {
        for y in 0..<size.height { row(y).update(repeating: 0, count: size.width) }
    }

    /// Tells the viewer, now or soon, that rows are there or there anew.
    /// - Parameter rows: they join those that were not told yet.
    public func rowsReady(_ rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        hasRows = true
        guard tell != nil else { return }
        if !ready.isEmpty && rows.lowerBound > ready.upperBound || rows.upperBound < ready.lowerBound {
            flush()
        }
        ready =
            ready.isEmpty
            ? rows : min(ready.lowerBound, rows.lowerBound)..<max(ready.upperBound, rows.upperBound)
        if Clock.now() - lastMessage >= Self.interval { flush() }
    }

    func flush() {
        guard !ready.isEmpty else { return }
        tell?(ready)
        ready = 0..<0
        lastMessage = Clock.now()
    }
}
