import Glibc
public import Posix

/// Why a picture, or the rest of it, is not shown.
public enum LoadingError: Error, Hashable, Sendable {
    /// The system refused something: its words.
    case system(String)
    /// A folder was named where a picture was due.
    case isDirectory
    /// The file has no bytes.
    case empty
    /// The first bytes are of no format that xzoom knows.
    case unknownFormat
    /// The loader says that nothing can be shown, and why.
    case undecodable(ImageFormat, String)
    /// The header is refused: a picture of this size in pixels would take more memory than the limit, in bytes.
    case tooLarge(width: Int, height: Int, limit: Int)
    /// A stream holds more bytes than the limit.
    case streamTooLong(limit: Int)
    /// The loader of a format is missing, or cannot be started: the system's words.
    case noLoader(ImageFormat, String)
    /// The loader ended without a word, said what makes no sense, or fell silent.
    case loaderFailed(ImageFormat, String)

    /// One line for people, to be put behind the file's name.
    public var message: String {
        switch self {
        case .system(let words): words
        case .isDirectory: "is a folder without files"
        case .empty: "the file is empty"
        case .unknownFormat: "not a picture that xzoom can show (unknown format)"
        case .undecodable(let format, let words): "damaged \(format.name): \(words)"
        case .tooLarge(let width, let height, let limit):
            "\(width) × \(height) pixels take more memory than the \(limit >> 20) MiB there are for a picture"
        case .streamTooLong(let limit): "more than \(limit >> 20) MiB come"
        case .noLoader(let format, let words):
            "\(format.name) needs \(format.loader), which cannot be started: \(words)"
        case .loaderFailed(let format, let words): "the \(format.name) loader \(words)"
        }
    }

    /// Runs what may fail in the system.
    /// - Parameter body: the calls.
    /// - Returns: what they return.
    /// - Throws: the system's words as `.system`.
    public static func wrap<T: ~Copyable>(_ body: () throws(PosixError) -> T) throws(LoadingError) -> T {
        do throws(PosixError) {
            return try body()
        } catch {
            throw .system(error.message)
        }
    }
}

extension Child.Ending {
    /// How a loader ended that was to say something first.
    var words: String {
        switch self {
        // What the sandbox ends it with: for a system call, and for bytes that are written to a file.
        case .killed(SIGSYS), .killed(SIGXFSZ): "did something forbidden"
        case .killed(SIGXCPU): "took too long"
        case .killed(let signal): "crashed (signal \(signal))"
        // What ld.so(8) ends a program with.
        case .exited(127): "cannot start: a library that it needs is missing"
        case .exited(let status): "ended early (status \(status))"
        }
    }
}
