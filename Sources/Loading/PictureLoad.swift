import Geometry
import Glibc
public import Posix

/// The loading of one picture: a loader process, and what it has been believed so far.
///
/// The loader is not trusted. Memory is made and sealed here, at the size that the header asks for and the limit
/// allows; each message is checked before it has an effect; a loader that breaks the protocol is ended.
public final class PictureLoad {
    /// The longest time in seconds that a loader may say nothing while something is asked of it.
    public static let longestSilence = 60.0

    /// The most events of one call of `receive`: a loader that never stops must not hold up the rest of the program.
    private static let mostEvents = 64
    /// How often, on average, a loader may tell that a row is there; the seven passes of an interlaced picture need fewer.
    private static let mostTellings = 64
    /// The times in seconds at which a frame may be due. Loaders show each for 11 ms at least: else an animation of no time
    /// would take all of the viewer's.
    private static func times(before count: UInt32) -> ClosedRange<Double> { Double(count) * 0.01...1e9 }

    enum State {
        case awaitingHeader
        /// The loader waits for memory.
        case awaitingRaster(PictureInfo)
        /// Rows that were told count anew each time.
        case receivingRows(Raster, PictureKind, told: Int)
        /// The picture is there, and its loader waits to be asked for more.
        case serving(Raster, PictureKind, asked: Asked?)
        case over
    }

    enum Asked {
        case frame(index: Int, Canvas)
        case drawing(Canvas)
    }

    let request: Request
    let channel: Channel
    private var child: Child?
    var state = State.awaitingHeader
    var lastWord: Double
    var canvasCount: UInt32 = 1
    /// Whether the loader has left so many requests lying that it cannot be sent another one.
    private var isDeaf = false
    private var hasFacts = false

    private var format: ImageFormat { request.format }

    /// The descriptor to poll; then call `receive`.
    public var rawValue: Int32 { channel.rawValue }
    /// Whether nothing more will come.
    public var isOver: Bool { if case .over = state { true } else { false } }
    /// Whether the loader waits for memory, and then tells of rows.
    public var isAwaitingRaster: Bool { if case .awaitingRaster = state { true } else { false } }
    /// Whether the picture is there and the loader waits to be asked for a frame or a drawing.
    public var isIdle: Bool { if case .serving(_, _, nil) = state { true } else { false } }
    /// When the loader is to be given up (a time of `Clock`), unless it says something before; then call `receive`.
    public var deadline: Double {
        isIdle || isAwaitingRaster ? .infinity : isDeaf ? 0 : lastWord + Self.longestSilence
    }

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
            case (.header(let header), .awaitingHeader):
                let info = try PictureInfo(header)
                state = .awaitingRaster(info)
                return begin(info)
            case (.tooLarge(let width, let height), .awaitingHeader) where width > 0 && height > 0,
                (.tooLarge(let width, let height), .receivingRows) where width > 0 && height > 0:
                finish()
                return .failed(tooLarge(PixelSize(width: Int(width), height: Int(height))))
            case (.rows(let first, let end), .receivingRows(let raster, let kind, let before)):
                guard first < end, end <= raster.size.height else { throw .malformed }
                let told = before + Int(end - first)
                guard told <= raster.size.height * Self.mostTellings else { throw .malformed }
                state = .receivingRows(raster, kind, told: told)
                return .rows(Int(first)..<Int(end))
            case (.facts(let facts), .awaitingRaster) where !hasFacts,
                (.facts(let facts), .receivingRows) where !hasFacts:
                hasFacts = true
                return .facts(facts.map { $0.onOneLine })
            case (.finished(let text), .receivingRows(let raster, let kind, let told)) where told > 0:
                if kind == .still { finish() } else { state = .serving(raster, kind, asked: nil) }
                return .ended(warning: text.isEmpty ? nil : text.singleLine)
            case (.failed(let text), .awaitingHeader), (.failed(let text), .receivingRows),
                (.failed(let text), .serving):
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

    private func begin(_ info: PictureInfo) -> Event {
        let size = info.fullSize
        // Both sides are below 2³², so that the first product does not overflow.
        let (byteCount, overflow) = (size.width * 4).multipliedReportingOverflow(by: size.height)
        let isWhole = info.bandHeight == 0 && info.greatestReduction == 0
        if isWhole && (overflow || byteCount > request.memoryLimit) {
            finish()
            return .failed(tooLarge(size))
        }
        guard max(size.width, size.height) > PictureInfo.longestSide else { return .began(info) }
        finish()
        let words = "\(size.width) × \(size.height) pixels is longer than any picture"
        return .failed(.undecodable(format, words))
    }

    func tooLarge(_ size: PixelSize) -> LoadingError {
        .tooLarge(width: size.width, height: size.height, limit: request.memoryLimit)
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

    func finish() {
        state = .over
        child = nil
    }
}
