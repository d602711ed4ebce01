import Geometry
public import Posix

/// The loading of one picture: a loader process, and what it has been believed so far.
///
/// The loader is not trusted. Memory is made and sealed here, at the size that the header asks for and the limit
/// allows; each message is checked before it has an effect; a loader that breaks the protocol is ended.
public final class PictureLoad {
    /// What has happened.
    public enum Event {
        /// The picture's size is known, and its pixels will come into this raster.
        case began(Raster)
        /// Rows of the raster are there (or there anew).
        case rows(Range<Int>)
        /// All there is has come; the text says what is wrong with the file, `nil` where nothing is.
        case ended(warning: String?)
        /// The load is over without a picture, or without its rest.
        case failed(LoadingError)
    }

    /// The longest time in seconds that a loader may say nothing.
    public static let longestSilence = 60.0

    /// The longest side of a picture in pixels, which the scroll view takes as well.
    private static let longestSide = 1_000_000_000
    /// The most events of one call of `receive`: a loader that never stops must not hold up the rest of the program.
    private static let mostEvents = 64
    /// How often, on average, a loader may tell that a row is there; the seven passes of an interlaced picture need fewer.
    private static let mostTellings = 64

    private enum State {
        case awaitingHeader
        /// Rows that were told count anew each time.
        case receivingRows(Raster, told: Int)
        case over
    }

    private let format: ImageFormat
    private let memoryLimit: Int
    private let channel: Channel
    private var child: Child?
    private var state = State.awaitingHeader
    private var lastWord: Double

    /// The descriptor to poll; then call `receive`.
    public var rawValue: Int32 { channel.rawValue }
    /// Whether nothing more will come.
    public var isOver: Bool { if case .over = state { true } else { false } }
    /// When the loader is to be given up (a time of `Clock`), unless it says something before; then call `receive`.
    public var deadline: Double { lastWord + Self.longestSilence }

    /// Starts to load a file.
    /// - Parameters:
    ///   - file: the open file, from its first byte on.
    ///   - format: what its first bytes are.
    ///   - loaderFolder: the folder of the loader programs.
    ///   - memoryLimit: the most bytes that the pixels may take.
    /// - Throws: where the loader cannot be started.
    public init(
        file: borrowing FileDescriptor, format: ImageFormat, loaderFolder: String, memoryLimit: Int
    ) throws(LoadingError) {
        self.format = format
        self.memoryLimit = memoryLimit
        lastWord = Clock.now()
        let program = "\(loaderFolder)/\(format.loader)"
        let theirs: Channel
        do throws(PosixError) {
            (channel, theirs) = try Channel.pair()
        } catch {
            throw .system(error.message)
        }
        do throws(PosixError) {
            child = try Child(path: program, channel: theirs)
            try channel.send(LoaderRequest.open(format).encoded(), passing: file.rawValue)
        } catch {
            throw .noLoader(program, error.message)
        }
    }

    /// Takes what the loader has said, without waiting, and not too much at once: while there is more, the descriptor
    /// stays readable.
    /// - Parameter now: the time of `Clock`.
    /// - Returns: what has happened, in order; nothing once the load is over.
    public func receive(at now: Double) -> [Event] {
        var events: [Event] = []
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
            case (.header(let width, let height, let orientation, let hasAlpha), .awaitingHeader):
                guard width > 0, height > 0, let orientation = Orientation(rawValue: orientation) else {
                    throw .malformed
                }
                return begin(
                    width: Int(width), height: Int(height), orientation: orientation, hasAlpha: hasAlpha)
            case (.rows(let first, let end), .receivingRows(let raster, let before)):
                guard first < end, end <= raster.size.height else { throw .malformed }
                let told = before + Int(end - first)
                guard told <= raster.size.height * Self.mostTellings else { throw .malformed }
                state = .receivingRows(raster, told: told)
                return .rows(Int(first)..<Int(end))
            case (.finished(let text), .receivingRows(_, let told)) where told > 0:
                finish()
                return .ended(warning: text.isEmpty ? nil : text.singleLine)
            case (.failed(let text), .awaitingHeader), (.failed(let text), .receivingRows):
                finish()
                return .failed(.undecodable(format, text.singleLine))
            default: throw .malformed
            }
        } catch {
            return giveUp("does not keep to the protocol")
        }
    }

    private func begin(width: Int, height: Int, orientation: Orientation, hasAlpha: Bool) -> Event {
        // Both are below 2³², so neither product overflows before the limit is applied to the first.
        let stride = width * 4
        let (byteCount, overflow) = stride.multipliedReportingOverflow(by: height)
        guard !overflow, byteCount <= memoryLimit else {
            finish()
            return .failed(.tooLarge(width: width, height: height, limit: memoryLimit))
        }
        guard max(width, height) <= Self.longestSide else {
            finish()
            return .failed(.undecodable(format, "\(width) × \(height) pixels is longer than any picture"))
        }
        do throws(PosixError) {
            let file = try SharedMemory.sealedFile(byteCount: byteCount)
            let memory = try SharedMemory(mapping: file, byteCount: byteCount)
            let request = LoaderRequest.canvas(stride: UInt64(stride), byteCount: UInt64(byteCount))
            try channel.send(request.encoded(), passing: file.rawValue)
            let size = PixelSize(width: width, height: height)
            let raster = Raster(
                size: size, stride: stride, hasAlpha: hasAlpha, orientation: orientation, memory: memory)
            state = .receivingRows(raster, told: 0)
            return .began(raster)
        } catch {
            finish()
            return .failed(.system(error.message))
        }
    }

    /// The channel was closed before the last word.
    private func reportEnd() -> Event {
        state = .over
        guard let child = child.take() else { return .failed(.loaderFailed(format, "ended early")) }
        switch child.end(grace: 0.1) {
        case .killed(let signal): return .failed(.loaderFailed(format, "crashed (signal \(signal))"))
        case .exited(let status): return .failed(.loaderFailed(format, "ended early (status \(status))"))
        case nil: return .failed(.loaderFailed(format, "ended early"))
        }
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
