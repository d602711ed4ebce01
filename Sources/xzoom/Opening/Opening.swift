import Loading
import Posix

/// A file on its way from its path to a loader. What comes as a stream is gathered in memory first, since a format can only
/// be told, and a file only be read again, from its first byte.
final class Opening {
    /// Bytes taken from a stream at a time.
    private static let chunk = 1 << 18

    private enum Stage {
        case gathering(GatheredStream)
        case loading(PictureLoad)
        case over
    }

    /// What is to be done with a file.
    struct Request {
        /// Of its pages, from 0.
        var page: Int
        /// Where the loaders are.
        var loaderFolder: String
        /// The most bytes for its pixels, and for a stream's bytes.
        var memoryLimit: Int
        /// The display's ICC profile; empty for sRGB.
        var displayProfile: [UInt8]
    }

    private var request: Request
    private var stage: Stage
    /// What the file's bytes are gathered in, where it is a stream.
    private(set) var stream: GatheredStream?
    /// The format, once its first bytes have come.
    private(set) var format: ImageFormat?
    /// What was known of the file when it was opened; `nil` for a stream.
    private(set) var status: FileStatus?
    /// The file, where it is none: it can be read again even if its name is gone.
    private var file: FileDescriptor?

    /// Opens a file.
    /// - Parameters:
    ///   - path: its path; "-" is standard input.
    ///   - stream: what an earlier opening of the same file has gathered, which does not come again.
    ///   - request: what is to be done with it.
    /// - Throws: where it cannot be opened, or its first bytes are no picture's.
    init(path: Argument, stream: GatheredStream?, _ request: Request) throws(LoadingError) {
        self.request = request
        self.stream = stream
        stage = .over
        if let stream {
            stage = stream.isWhole ? .loading(try load(stream.store)) : .gathering(stream)
            return
        }
        let file = try LoadingError.wrap { () throws(PosixError) in
            path == "-" ? try FileDescriptor.standardInput() : try .open(reading: path.cString)
        }
        switch try LoadingError.wrap({ () throws(PosixError) in try file.kind() }) {
        case .directory: throw .isDirectory
        case .stream:
            let stream = try GatheredStream(source: file)
            self.stream = stream
            stage = .gathering(stream)
        case .regular:
            status = try? FileStatus(of: file)
            stage = .loading(try load(file))
            self.file = consume file
        }
    }

    private init(_ file: consuming FileDescriptor, _ request: Request) throws(LoadingError) {
        self.request = request
        stage = .over
        stage = .loading(try load(file))
        self.file = consume file
    }

    /// Opens the same file once more.
    /// - Returns: the opening of its own, from the first byte on.
    /// - Throws: where that cannot be done.
    func again() throws(LoadingError) -> Opening {
        if let stream { return try Opening(path: "-", stream: stream, request) }
        // Not a copy of the descriptor: another loader may still read, and copies share their place in the file.
        let number = file?.rawValue ?? -1
        let other = try LoadingError.wrap { () throws(PosixError) in
            try FileDescriptor.open(reading: "/proc/self/fd/\(number)")
        }
        return try Opening(other, request)
    }

    /// A path that leads to the open file, also where its name is gone or it never had one; valid as long as this object.
    var path: Argument { Argument("/proc/self/fd/\(file?.rawValue ?? stream?.store.rawValue ?? -1)") }

    private func format(of file: borrowing FileDescriptor) throws(LoadingError) -> ImageFormat {
        let start: [UInt8]
        do throws(PosixError) {
            start = try file.read(count: ImageFormat.signatureLength, at: 0)
        } catch {
            throw .system(error.message)
        }
        if start.isEmpty { throw .empty }
        guard let format = ImageFormat.detect(start) else { throw .unknownFormat }
        return format
    }

    private func load(_ file: borrowing FileDescriptor) throws(LoadingError) -> PictureLoad {
        let format = try format(of: file)
        self.format = format
        do throws(PosixError) {
            try file.rewind()
        } catch {
            throw .system(error.message)
        }
        let load = try PictureLoad(
            file: file,
            PictureLoad.Request(
                format: format, page: request.page, loaderFolder: request.loaderFolder,
                memoryLimit: request.memoryLimit))
        load.displayProfile = request.displayProfile
        return load
    }

    private func gather(_ stream: GatheredStream) throws(LoadingError) {
        let read = try LoadingError.wrap { () throws(PosixError) in
            try stream.source.readAvailable(count: Self.chunk)
        }
        switch read {
        case .nothing: break
        case .bytes(let bytes):
            stream.byteCount += bytes.count
            if stream.byteCount > request.memoryLimit { throw .streamTooLong(limit: request.memoryLimit) }
            let isFirst = stream.byteCount - bytes.count < ImageFormat.signatureLength
            try LoadingError.wrap { () throws(PosixError) in try stream.store.write(bytes) }
            // What is no picture need not be gathered to its end, which may never come.
            if isFirst && stream.byteCount >= ImageFormat.signatureLength { _ = try format(of: stream.store) }
        case .end:
            stream.isWhole = true
            stage = .loading(try load(stream.store))
        }
    }

    /// Tells what colours the display has, which counts if the loader has not begun to decode.
    func setDisplayProfile(_ profile: [UInt8]) {
        request.displayProfile = profile
        if case .loading(let load) = stage { load.displayProfile = profile }
    }

    /// Makes the memory that the picture comes into (`PictureLoad.makeRaster`).
    /// - Precondition: the picture has begun.
    func makeRaster(reduction: Int) throws(LoadingError) -> Raster {
        guard case .loading(let load) = stage else { preconditionFailure("nothing is loaded") }
        return try load.makeRaster(reduction: reduction)
    }

    /// The load of a picture that is there and whose loader waits to be asked for more; from now on it is the caller's.
    func takeServingLoad() -> PictureLoad? {
        guard case .loading(let load) = stage, load.isIdle else { return nil }
        stage = .over
        return load
    }

    /// The descriptor to poll; then call `receive`.
    var rawValue: Int32? {
        switch stage {
        case .gathering(let stream): stream.source.rawValue
        case .loading(let load): load.rawValue
        case .over: nil
        }
    }

    /// When to call `receive` even if nothing can be read.
    var deadline: Double? { if case .loading(let load) = stage { load.deadline } else { nil } }

    /// Takes what has come, without waiting.
    func receive(at now: Double) -> [PictureLoad.Event] {
        switch stage {
        case .gathering(let stream):
            do throws(LoadingError) {
                try gather(stream)
                return []
            } catch {
                stage = .over
                return [.failed(error)]
            }
        case .loading(let load):
            let events = load.receive(at: now)
            if load.isOver { stage = .over }
            return events
        case .over: return []
        }
    }
}
