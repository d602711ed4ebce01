public import Geometry
public import Posix

/// Why a loader cannot decode a file: words for people.
public struct DecodingError: Error, Hashable, Sendable {
    /// What is wrong, like "the file ends early".
    public let message: String

    /// The error with its words.
    public init(_ message: String) { self.message = message }
}

/// The loader's side of the protocol, from the request to the last word.
public struct LoaderService {
    private let channel: Channel

    /// The service on the channel to the viewer that started this program.
    public init() { channel = Child.channelToParent() }

    /// Serves the one request that comes: gives the file to `decode`, and tells the viewer how it ended.
    /// - Parameter decode: decodes `file` of `format` into the sink. What it throws before the header is an error;
    ///   behind it, a warning about the rest. It takes over the file's descriptor.
    public func serve(
        _ decode: (_ file: consuming FileDescriptor, _ format: ImageFormat, _ sink: RowSink)
            throws(DecodingError) -> Void
    ) {
        guard
            case .message(let bytes, let file)? = try? channel.receive(
                maximum: Wire.maximumMessage, waiting: true),
            case .open(let format)? = try? LoaderRequest(decoding: bytes), let file
        else { return }
        let sink = RowSink(channel: channel)
        let reply: LoaderReply
        do throws(DecodingError) {
            try decode(file, format, sink)
            reply = .finished("")
        } catch {
            reply = sink.hasRows ? .finished(error.message) : .failed(error.message)
        }
        sink.flush()
        sink.send(reply)
    }
}

/// Where a decoder puts its header and its rows.
public final class RowSink {
    /// The time in seconds between two messages about rows; the viewer can use one a frame.
    private static let interval = 0.004

    private let channel: Channel
    private var canvas: SharedMemory?
    private var ready = 0..<0
    private var lastMessage = 0.0
    /// Whether a row has been given.
    fileprivate private(set) var hasRows = false

    fileprivate init(channel: Channel) { self.channel = channel }

    /// Tells the viewer the picture's size and waits for the memory that takes its pixels.
    /// - Parameters:
    ///   - size: stored columns and rows.
    ///   - orientation: how they are turned to be seen.
    ///   - hasAlpha: whether a pixel may be transparent.
    /// - Returns: the memory, `stride` bytes a row.
    /// - Throws: where the viewer does not want the picture.
    public func begin(
        size: PixelSize, orientation: Orientation, hasAlpha: Bool
    ) throws(DecodingError) -> (pixels: UnsafeMutableRawBufferPointer, stride: Int) {
        let (width, height) = (UInt32(size.width), UInt32(size.height))
        send(.header(width: width, height: height, orientation: orientation.rawValue, hasAlpha: hasAlpha))
        guard
            case .message(let bytes, let file)? = try? channel.receive(
                maximum: Wire.maximumMessage, waiting: true),
            case .canvas(let stride, let byteCount)? = try? LoaderRequest(decoding: bytes), let file,
            stride >= UInt64(width) * 4, byteCount >= stride * UInt64(height),
            let memory = try? SharedMemory(mapping: file, byteCount: Int(byteCount))
        else { throw DecodingError("the viewer gave no memory for the pixels") }
        canvas = memory
        return (memory.bytes, Int(stride))
    }

    /// Tells the viewer, now or soon, that rows are there or there anew.
    /// - Parameter rows: they join those that were not told yet.
    public func rowsReady(_ rows: Range<Int>) {
        guard !rows.isEmpty else { return }
        if !ready.isEmpty && rows.lowerBound > ready.upperBound || rows.upperBound < ready.lowerBound {
            flush()
        }
        ready =
            ready.isEmpty
            ? rows : min(ready.lowerBound, rows.lowerBound)..<max(ready.upperBound, rows.upperBound)
        hasRows = true
        if Clock.now() - lastMessage >= Self.interval { flush() }
    }

    fileprivate func flush() {
        guard !ready.isEmpty else { return }
        send(.rows(first: UInt32(ready.lowerBound), end: UInt32(ready.upperBound)))
        ready = 0..<0
        lastMessage = Clock.now()
    }

    /// A viewer that is gone needs no word; this program ends with it.
    fileprivate func send(_ reply: LoaderReply) { try? channel.send(reply.encoded()) }
}
