public import Geometry
import Glibc
import Loading
import Posix

/// Memory of the viewer's that takes a picture's pixels: premultiplied B, G, R, A bytes, which is 0xAARRGGBB in a word.
///
/// It may have memory for some of its rows only, for decoders that write them in order: `row(_:)` waits for the viewer to
/// take those that are in the way.
public final class Canvas {
    /// The time in seconds between two messages about rows; the viewer can use one a frame.
    private static let interval = 0.004

    /// Columns and rows.
    public let size: PixelSize
    /// Bytes from one row to the next.
    public let stride: Int
    /// A pixel is for 2ⁿ × 2ⁿ of the picture.
    public let reduction: Int
    /// The ICC profile of the display that the pixels are for; empty for sRGB.
    public let displayProfile: [UInt8]
    /// Whether a row has been told of since the canvas was emptied or made.
    public private(set) var hasRows = false

    /// The first pixel there is memory for.
    private let pixels: UnsafeMutableRawPointer
    /// Rows that there is memory for.
    private let capacity: Int
    private let memory: SharedMemory?
    private let viewer: Channel?
    private let tell: ((Range<Int>) -> Void)?
    /// Rows that the viewer has not been told of.
    private var ready = 0..<0
    private var lastMessage = 0.0
    /// Behind the last row that the viewer has been told of, and behind those that it has taken.
    private var toldEnd = 0
    private var takenEnd = 0

    /// A canvas in memory shared with the viewer, who is told of its rows.
    init?(
        memory: SharedMemory, size: PixelSize, stride: Int, capacity: Int, reduction: Int,
        displayProfile: [UInt8], viewer: Channel?
    ) {
        guard let start = memory.bytes.baseAddress, stride >= size.width * 4,
            memory.bytes.count >= stride * capacity
        else { return nil }
        self.memory = memory
        self.size = size
        self.stride = stride
        self.capacity = capacity
        self.reduction = reduction
        self.displayProfile = displayProfile
        self.viewer = viewer
        tell = viewer.map { viewer in
            { rows in
                let message = LoaderReply.rows(first: UInt32(rows.lowerBound), end: UInt32(rows.upperBound))
                try? viewer.send(message.encoded())
            }
        }
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
        capacity = size.height
        reduction = 0
        memory = nil
        viewer = nil
        self.tell = tell
    }

    /// Where a row is written. Rows that go on from a multiple of 64 to less than the next follow each other in memory.
    /// - Parameter y: from 0 on.
    /// - Returns: the row's pixels as words, 0xAARRGGBB, valid until the row has been told of.
    public func row(_ y: Int) -> UnsafeMutablePointer<UInt32> {
        if y - capacity >= takenEnd { wait(toWrite: y) }
        return (pixels + y % capacity * stride).assumingMemoryBound(to: UInt32.self)
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
        if !ready.isEmpty && (rows.lowerBound > ready.upperBound || rows.upperBound < ready.lowerBound) {
            flush()
        }
        ready =
            ready.isEmpty
            ? rows : min(ready.lowerBound, rows.lowerBound)..<max(ready.upperBound, rows.upperBound)
        // Those of a canvas that is not whole are needed early enough that there is always room for the next.
        let isDue = capacity < size.height && ready.count >= capacity / 4
        if isDue || Clock.now() - lastMessage >= Self.interval { flush() }
    }

    /// Tells the viewer of what it has not been told of.
    func flush() {
        guard !ready.isEmpty, let tell else { return }
        tell(ready)
        toldEnd = max(toldEnd, ready.upperBound)
        ready = 0..<0
        lastMessage = Clock.now()
    }

    /// Waits until no row that was told is in the way of another.
    private func wait(toWrite y: Int) {
        flush()
        while takenEnd < min(toldEnd, y - capacity + 1) {
            // Without a viewer there is nothing left to do.
            guard let viewer,
                case .message(let bytes, _)? = try? viewer.receive(
                    maximum: Wire.maximumMessage, waiting: true),
                case .taken(let end)? = try? LoaderRequest(decoding: bytes)
            else { exit(1) }
            takenEnd = max(takenEnd, Int(end))
        }
        takenEnd = max(takenEnd, y - capacity + 1)
    }
}
