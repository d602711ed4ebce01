public import Geometry
import Glibc
public import Posix

/// The loading of one picture: a loader process, and what it has been believed so far.
///
/// The loader is not trusted. Memory is made and sealed here, at the size that the header asks for and the limit
/// allows; each message is checked before it has an effect; a loader that breaks the protocol is ended.
public final class PictureLoad {
    /// The longest time in seconds that a loader may say nothing while something is asked of it.
    public static let longestSilence = 60.0

    /// The longest side of a picture in pixels, which the scroll view takes as well.
    private static let longestSide = 1_000_000_000
    /// The most events of one call of `receive`: a loader that never stops must not hold up the rest of the program.
    private static let mostEvents = 64
    /// How often, on average, a loader may tell that a row is there; the seven passes of an interlaced picture need fewer.
    private static let mostTellings = 64
    /// The times in seconds at which a frame may be due. Loaders show each for 11 ms at least: else an animation of no time
    /// would take all of the viewer's.
    private static func times(before count: UInt32) -> ClosedRange<Double> { Double(count) * 0.01...1e9 }

    private enum State {
        case awaitingHeader
        /// Rows that were told count anew each time.
        case receivingRows(Raster, PictureKind, told: Int)
        /// The picture is there, and its loader waits to be asked for more.
        case serving(Raster, PictureKind, asked: Asked?)
        case over
    }

    private enum Asked {
        case frame(index: Int, Canvas)
        case drawing(Canvas)
    }

    private let request: Request
    private let channel: Channel
    private var child: Child?
    private var state = State.awaitingHeader
    private var lastWord: Double
    private var canvasCount: UInt32 = 1
    /// Whether the loader has left so many requests lying that it cannot be sent another one.
    private var isDeaf = false

    private var format: ImageFormat { request.format }

    /// The descriptor to poll; then call `receive`.
    public var rawValue: Int32 { channel.rawValue }
    /// Whether nothing more will come.
    public var isOver: Bool { if case .over = state { true } else { false } }
    /// Whether the picture is there and the loader waits to be asked for a frame or a drawing.
    public var isIdle: Bool { if case .serving(_, _, nil) = state { true } else { false } }
    /// When the loader is to be given up (a time of `Clock`), unless it says something before; then call `receive`.
    public var deadline: Double { isIdle ? .infinity : isDeaf ? 0 : lastWord + Self.longestSilence }

    /// The ICC profile of the display, for loaders that have not been given their canvas yet; empty for sRGB.
    public var displayProfile: [UInt8] = []

    /// Starts to load a file.
    /// - Parameters:
    ///   - file: the open file, from its first byte on.
    ///   - request: what is to be done with it.
    /// - Throws: where the loader cannot be started.
    public convenience init(file: borrowing FileDescriptor, _ request: Request) throws(LoadingError) {
        let (ours, theirs) = try LoadingError.wrap { () throws(PosixError) in try Channel.pair() }
        do throws(PosixError) {
            let child = try Child(path: "\(request.loaderFolder)/\(request.format.loader)", channel: theirs)
            let open = LoaderRequest.open(
                request.format, page: UInt32(clamping: request.page),
                memoryLimit: UInt64(clamping: request.memoryLimit))
            try ours.send(open.encoded(), passing: file.rawValue)
            self.init(request, channel: ours, child)
        } catch {
            throw .noLoader(request.format, error.message)
        }
    }

    /// A load from a loader that has got its request.
    init(_ request: Request, channel: Channel, _ child: consuming Child?) {
        self.request = request
        self.channel = channel
        self.child = child
        lastWord = Clock.now()
    }

    /// Makes a canvas for frames, or for drawings of at most its size.
    /// - Parameters:
    ///   - size: columns and rows; those of the picture's raster for a frame.
    ///   - old: a canvas that is needed no more, in whose place this one comes.
    /// - Returns: the canvas.
    /// - Throws: where there is no memory for it, or the loader is gone.
    /// - Precondition: the load is idle.
    public func makeCanvas(size: PixelSize, replacing old: Canvas? = nil) throws(LoadingError) -> Canvas {
        guard case .serving(let picture, _, nil) = state else {
            preconditionFailure("canvases are for a loader that serves, and is not asked for anything")
        }
        let number = old?.number ?? canvasCount
        precondition(number < Wire.maximumCanvases, "there are only so many canvases")
        let (memory, stride) = try sendCanvas(number: number, size: size)
        if old == nil { canvasCount += 1 }
        return Canvas(
            number: number,
            raster: Raster(
                fullSize: size, stride: stride, hasAlpha: picture.hasAlpha, orientation: picture.orientation,
                memory: memory))
    }

    /// Asks for a frame, which `receive` will tell.
    /// - Parameters:
    ///   - index: from 0 on; those in order come soonest.
    ///   - canvas: where it goes, of the size of the picture.
    /// - Precondition: the load is idle.
    public func requestFrame(_ index: Int, into canvas: Canvas) {
        ask(
            .frame(index: index, canvas),
            .frame(index: UInt32(clamping: index), canvas: canvas.number))
    }

    /// Asks for a part of the picture drawn at a scale, which `receive` will tell.
    /// - Parameters:
    ///   - scale: pixels for a unit of the drawing.
    ///   - x: the canvas's first column, in pixels of the whole drawn at the scale.
    ///   - y: its first row.
    ///   - canvas: where it goes.
    /// - Precondition: the load is idle.
    public func requestDrawing(scale: Double, x: Int, y: Int, into canvas: Canvas) {
        ask(
            .drawing(canvas),
            .draw(scale: scale, x: UInt32(clamping: x), y: UInt32(clamping: y), canvas: canvas.number))
    }

    private func ask(_ asked: Asked, _ message: LoaderRequest) {
        guard case .serving(let raster, let kind, nil) = state else {
            preconditionFailure("a loader is asked for one thing at a time")
        }
        child?.allowProcessorTime(LoaderLimits.processorTime(threads: true))
        // A loader that is gone is heard of by `receive`.
        do throws(PosixError) {
            try channel.send(message.encoded(), waiting: false)
        } catch {
            isDeaf = error.errno.rawValue == EAGAIN
        }
        state = .serving(raster, kind, asked: asked)
        lastWord = Clock.now()
    }

    /// Takes what the loader has said, without waiting, and not too much at once: while there is more, the descriptor
    /// stays readable.
    /// - Parameter now: the time of `Clock`.
    /// - Returns: what has happened, in order; nothing once the load is over.
    public func receive(at now: Double) -> [Event] {
        var events: [Event] = []
        if isDeaf && !isOver { events.append(giveUp("does not take what it is asked")) }
        while !isOver && events.count < Self.mostEvents {
            do throws(PosixError) {
                switch try channel.receive(maximum: Wire.maximumMessage, waiting: false) {
                case .message(let bytes, _):
                    lastWord = now
                    events.append(accept(bytes))
                case .nothing:
                    guard now >= deadline else { return events }
                    events.append(giveUp("says nothing for \(Int(Self.longestSilence)) seconds"))
                case .closed:
                    events.append(reportEnd())
                }
            } catch {
                events.append(giveUp("cannot be heard: \(error.message)"))
            }
        }
        return events
    }

    private func accept(_ bytes: [UInt8]) -> Event {
        do throws(WireError) {
            switch (try LoaderReply(decoding: bytes), state) {
            case (.header(let header), .awaitingHeader): return try begin(header)
            case (.rows(let first, let end), .receivingRows(let raster, let kind, let before)):
                guard first < end, end <= raster.size.height else { throw .malformed }
                let told = before + Int(end - first)
                guard told <= raster.size.height * Self.mostTellings else { throw .malformed }
                state = .receivingRows(raster, kind, told: told)
                return .rows(Int(first)..<Int(end))
            case (.finished(let text), .receivingRows(let raster, let kind, let told)) where told > 0:
                if kind == .still { finish() } else { state = .serving(raster, kind, asked: nil) }
                return .ended(warning: text.isEmpty ? nil : text.singleLine)
            case (.failed(let text), _):
                finish()
                return .failed(.undecodable(format, text.singleLine))
            case (let reply, .serving(let raster, let kind, let asked?)):
                let event = try accept(reply, asked: asked)
                state = .serving(raster, kind, asked: nil)
                return event
            default: throw .malformed
            }
        } catch {
            return giveUp("does not keep to the protocol")
        }
    }

    private func accept(_ reply: LoaderReply, asked: Asked) throws(WireError) -> Event {
        switch (reply, asked) {
        case (.frame(let index, let number, let start), .frame(let wanted, let canvas)):
            guard index == wanted, number == canvas.number, Self.times(before: index).contains(start)
            else {
                throw .malformed
            }
            return .frame(index: wanted, canvas, start: start)
        case (.noFrame(let count, let duration, let loops, let text), .frame(let wanted, _)):
            guard (1...max(1, wanted)).contains(Int(count)), Self.times(before: count).contains(duration)
            else {
                throw .malformed
            }
            return .noFrame(
                count: Int(count), duration: duration, loops: Int(loops),
                warning: text.isEmpty ? nil : text.singleLine)
        case (.drawn(let number), .drawing(let canvas)):
            guard number == canvas.number else { throw .malformed }
            return .drawn(canvas)
        default: throw .malformed
        }
    }

    private func begin(_ header: LoaderReply.Header) throws(WireError) -> Event {
        guard header.width > 0, header.height > 0, header.reduction < 32, header.pageCount > 0,
            let orientation = Orientation(rawValue: header.orientation),
            let kind = PictureKind(rawValue: header.kind), header.reduction == 0 || kind != .animation
        else { throw .malformed }
        let full = PixelSize(width: Int(header.width), height: Int(header.height))
        let reduction = Int(header.reduction)
        let size = Raster.size(of: full, reduction: reduction)
        // Both sides are below 2³², so that the first product does not overflow.
        let (byteCount, overflow) = (size.width * 4).multipliedReportingOverflow(by: size.height)
        guard !overflow, byteCount <= request.memoryLimit else {
            finish()
            return .failed(
                .tooLarge(width: full.width, height: full.height, limit: request.memoryLimit))
        }
        guard max(full.width, full.height) <= Self.longestSide else {
            finish()
            let words = "\(full.width) × \(full.height) pixels is longer than any picture"
            return .failed(.undecodable(format, words))
        }
        do throws(LoadingError) {
            try sendDisplayProfile()
            let (memory, stride) = try sendCanvas(number: 0, size: size)
            let raster = Raster(
                fullSize: full, reduction: reduction, stride: stride, hasAlpha: header.hasAlpha,
                orientation: orientation, memory: memory)
            state = .receivingRows(raster, kind, told: 0)
            return .began(raster, kind, pageCount: Int(header.pageCount))
        } catch {
            finish()
            return .failed(error)
        }
    }

    private func sendDisplayProfile() throws(LoadingError) {
        let profile = displayProfile
        guard !profile.isEmpty, profile.count <= Wire.maximumProfile else { return }
        try LoadingError.wrap { () throws(PosixError) in
            let file = try SharedMemory.sealedFile(byteCount: profile.count)
            try file.write(profile)
            let message = LoaderRequest.display(byteCount: UInt64(profile.count))
            try channel.send(message.encoded(), passing: file.rawValue, waiting: false)
        }
    }

    private func sendCanvas(number: UInt32, size: PixelSize) throws(LoadingError) -> (SharedMemory, Int) {
        let stride = size.width * 4
        let byteCount = stride * size.height
        let memory = try LoadingError.wrap { () throws(PosixError) in
            let file = try SharedMemory.sealedFile(byteCount: byteCount)
            let memory = try SharedMemory(mapping: file, byteCount: byteCount)
            let message = LoaderRequest.canvas(
                number: number, width: UInt32(size.width), height: UInt32(size.height),
                stride: UInt64(stride))
            try channel.send(message.encoded(), passing: file.rawValue, waiting: false)
            return memory
        }
        return (memory, stride)
    }

    /// The channel was closed before the last word.
    private func reportEnd() -> Event {
        state = .over
        return .failed(.loaderFailed(format, child.take()?.end(grace: 0.1)?.words ?? "ended early"))
    }

    private func giveUp(_ reason: String) -> Event {
        finish()
        return .failed(.loaderFailed(format, reason))
    }

    private func finish() {
        state = .over
        child = nil
    }
}
