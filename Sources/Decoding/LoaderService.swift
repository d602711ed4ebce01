import CLinux
import Geometry
import Glibc
import Loading
public import Posix

/// The loader's side of the protocol, from the request to the last word.
public final class LoaderService {
    /// Browsers take delays of up to 10 ms for ones of 100 ms, since old files carry 0 and mean "as you like".
    private static let shortestDelay = 0.011
    private static let usualDelay = 0.1

    private let policy: SandboxPolicy
    private let libraries: () -> [String]
    private let channel: Channel
    private var canvases: [UInt32: Canvas] = [:]
    private var displayProfile: [UInt8] = []
    /// The descriptor that came with the last message.
    private var passed: FileDescriptor?

    /// The service on the channel to the viewer that started this program. Make it first: it closes what else came from
    /// there, the standard streams too. Then set up what libraries need of the file system.
    /// - Parameters:
    ///   - policy: what they need later on.
    ///   - libraries: the names of those that decode, and their versions, for people: one in a line of its own.
    public init(
        _ policy: SandboxPolicy = SandboxPolicy(), libraries: @escaping () -> [String] = { [] }
    ) {
        self.policy = policy
        self.libraries = libraries
        channel = Child.channelToParent()
        #if !XZOOM_NO_SANDBOX
            xz_keep_to(channel.rawValue)
        #endif
    }

    /// Serves the viewer that started this program until nothing more can be asked of it, in a sandbox.
    /// - Parameter open: opens the file, which stands at its first byte and is `open`'s to close, and reads its header.
    public func serve(
        _ open: (_ file: consuming FileDescriptor, _ request: DecodingRequest) throws(DecodingError) ->
            OpenPicture
    ) {
        let message = receive()
        if case .describe? = message { describe() }
        guard case .open(let format, let page, let limit)? = message, let file = passed.take() else { return }
        var status = stat()
        fstat(file.rawValue, &status)
        Sandbox.enter(
            policy,
            SandboxLimits(memoryLimit: Int(clamping: limit), fileSize: Int(status.st_size), policy))
        let request = DecodingRequest(format: format, page: Int(page), memoryLimit: Int(clamping: limit))
        do throws(DecodingError) {
            let picture = try open(file, request)
            send(.header(Self.message(picture)))
            guard let canvas = receiveCanvas(), canvas.size == Self.size(of: picture.header, canvas) else {
                return
            }
            let animation = decode(picture, into: canvas)
            switch picture {
            case .still: break
            case .animation(let decoder): serveFrames(of: decoder, animation)
            case .drawing(let decoder): try serveParts(of: decoder)
            }
        } catch {
            send(Self.refusal(error, of: nil))
        }
    }

    /// Why nothing is shown of a picture, whose size may not be known: one that takes too much memory is not damaged.
    private static func refusal(_ error: DecodingError, of size: PixelSize?) -> LoaderReply {
        guard let size = error.tooLarge ?? (error == .noMemory ? size : nil) else {
            return .failed(error.message)
        }
        return .tooLarge(width: UInt32(clamping: size.width), height: UInt32(clamping: size.height))
    }

    private func describe() {
        let outcomes = Sandbox.enter(policy, SandboxLimits(memoryLimit: 0, fileSize: 0, policy))
        let walls = outcomes.map { "\($0.part.rawValue): \($0.words)" }
        send(.description((libraries() + walls).joined(separator: "\n")))
    }

    private static func message(_ picture: OpenPicture) -> LoaderReply.Header {
        let header = picture.header
        return LoaderReply.Header(
            width: UInt32(clamping: header.size.width), height: UInt32(clamping: header.size.height),
            greatestReduction: UInt32(header.greatestReduction), orientation: header.orientation.rawValue,
            hasAlpha: header.hasAlpha, kind: picture.kind.rawValue, pageCount: UInt32(header.pageCount),
            bandHeight: picture.kind == .still ? UInt32(clamping: header.bandHeight) : 0)
    }

    /// Fills the first canvas, and tells how that ended.
    private func decode(_ picture: OpenPicture, into canvas: Canvas) -> Timeline {
        var timeline = Timeline()
        let reply: LoaderReply
        do throws(DecodingError) {
            switch picture {
            case .still(let decoder): try decoder.decode(into: canvas)
            case .animation(let decoder):
                guard let delay = try decoder.nextFrame(into: canvas) else {
                    throw DecodingError("there is no picture in it")
                }
                timeline.append(delay: Self.shown(delay))
                canvas.rowsReady(0..<canvas.size.height)
            case .drawing(let decoder):
                let scale = 1 / Double(1 << canvas.reduction)
                try decoder.draw(into: canvas, scale: scale, x: 0, y: 0)
                canvas.rowsReady(0..<canvas.size.height)
            }
            reply = .finished("")
        } catch {
            // There are no more frames behind one that is not whole.
            timeline.append(delay: Self.usualDelay)
            timeline.count = 1
            reply = canvas.hasRows ? .finished(error.message) : Self.refusal(error, of: picture.header.size)
        }
        canvas.flush()
        if canvas.hasRows { tellFacts(of: picture.decoder) }
        send(reply)
        return timeline
    }

    /// Tells what else the file says: behind the rows, which wait for nothing of it.
    private func tellFacts(of decoder: any PictureDecoder) {
        var facts = decoder.facts
        facts.add(decoder.header.orientation)
        let all = facts.all
        if !all.isEmpty { send(.facts(all)) }
    }

    private static func shown(_ delay: Double) -> Double {
        delay < shortestDelay ? usualDelay : min(delay, 1e6)
    }

    /// When each frame that has been decoded is due.
    private struct Timeline {
        /// Of each frame, and behind them of the one that follows, in seconds.
        var starts = [0.0]
        /// The frame that is decoded next.
        var next = 0
        /// How many there are, where the end has been seen.
        var count: Int?
        /// What is wrong behind the last.
        var warning = ""

        mutating func append(delay: Double) {
            if next == starts.count - 1 { starts.append(starts[next] + delay) }
            next += 1
        }
    }

    private func serveFrames(of decoder: any AnimationDecoder, _ decoded: Timeline) {
        var timeline = decoded
        while let message = receive() {
            switch message {
            case .canvas: acceptCanvas(message)
            case .frame(let index, let number):
                guard let canvas = canvases[number] else { return }
                send(frame(Int(index), number, into: canvas, decoder, &timeline))
            default: return
            }
        }
    }

    private func frame(
        _ index: Int, _ number: UInt32, into canvas: Canvas, _ decoder: any AnimationDecoder,
        _ timeline: inout Timeline
    ) -> LoaderReply {
        do throws(DecodingError) {
            if index < timeline.next && index < timeline.count ?? .max {
                try decoder.rewind()
                timeline.next = 0
                // As much as is there of a first frame that is not whole.
                canvas.clear()
            }
            while timeline.next <= index && timeline.next < timeline.count ?? .max {
                guard let delay = try decoder.nextFrame(into: canvas) else {
                    timeline.count = timeline.next
                    break
                }
                timeline.append(delay: Self.shown(delay))
            }
        } catch {
            timeline.warning = error.message
            timeline.count = max(1, timeline.next)
        }
        let count = timeline.count ?? .max
        guard index >= count else {
            return .frame(index: UInt32(index), canvas: number, start: timeline.starts[index])
        }
        return .noFrame(
            count: UInt32(count), duration: timeline.starts[min(count, timeline.starts.count - 1)],
            loops: UInt32(clamping: decoder.loopCount), timeline.warning)
    }

    private func serveParts(of decoder: any DrawingDecoder) throws(DecodingError) {
        while let message = receive() {
            switch message {
            case .canvas: acceptCanvas(message)
            case .draw(let scale, let x, let y, let number):
                guard let canvas = canvases[number], scale > 0 else { return }
                canvas.clear()
                try decoder.draw(into: canvas, scale: scale, x: Int(x), y: Int(y))
                send(.drawn(canvas: number))
            default: return
            }
        }
    }

    private func receiveCanvas() -> Canvas? {
        var message = receive()
        if case .display(let byteCount)? = message {
            guard byteCount <= Wire.maximumProfile, let file = passed.take() else { return nil }
            displayProfile = (try? file.read(count: Int(byteCount), at: 0)) ?? []
            message = receive()
        }
        guard let message else { return nil }
        acceptCanvas(message)
        return canvases[0]
    }

    /// The size that a canvas of the whole picture has.
    private static func size(of header: PictureHeader, _ canvas: Canvas) -> PixelSize {
        Raster.size(of: header.size, reduction: canvas.reduction)
    }

    private func acceptCanvas(_ request: LoaderRequest) {
        guard case .canvas(let shape) = request, let file = passed.take(),
            let size = Self.size(shape.width, shape.height), shape.reduction < 32,
            shape.capacity > 0, shape.capacity <= shape.height,
            let byteCount = Self.byteCount(shape.stride, rows: shape.capacity),
            let memory = try? SharedMemory(mapping: file, byteCount: byteCount)
        else { return }
        canvases[shape.number] = Canvas(
            memory: memory, size: size, stride: Int(shape.stride), capacity: Int(shape.capacity),
            reduction: Int(shape.reduction), displayProfile: displayProfile,
            viewer: shape.number == 0 ? channel : nil)
    }

    private static func size(_ width: UInt32, _ height: UInt32) -> PixelSize? {
        width > 0 && height > 0 ? PixelSize(width: Int(width), height: Int(height)) : nil
    }

    private static func byteCount(_ stride: UInt64, rows: UInt32) -> Int? {
        let (count, overflow) = stride.multipliedReportingOverflow(by: UInt64(rows))
        return overflow ? nil : Int(exactly: count)
    }

    /// The next message; `nil` where the viewer is gone, and this program ends with it.
    private func receive() -> LoaderRequest? {
        do throws(PosixError) {
            switch try channel.receive(maximum: Wire.maximumMessage, waiting: true) {
            case .message(let bytes, let file):
                passed = file
                return try? LoaderRequest(decoding: bytes)
            case .nothing: return nil
            case .closed: return nil
            }
        } catch {
            return nil
        }
    }

    /// A viewer that is gone needs no word.
    private func send(_ reply: LoaderReply) { try? channel.send(reply.encoded()) }
}
