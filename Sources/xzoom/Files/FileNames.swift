import Glibc
import Posix

/// Reads the names of files from a file or stream (`--files-from`), as they come.
struct FileNames: ~Copyable {
    /// What ends a name.
    enum Terminator: UInt8, Sendable {
        /// A line feed, with or without a carriage return before it, which Windows writes.
        case line = 0x0A
        /// A zero (`-0`), as `find -print0` writes.
        case zero = 0
    }

    /// What is no name.
    enum Problem: Error, Hashable {
        /// It is longer than a path can be.
        case tooLong
        /// A line has a zero in it.
        case zero
        /// There are more names than this.
        case tooMany(Int)
        /// The file or stream cannot be read.
        case system(PosixError)

        /// Words for people.
        var message: String {
            switch self {
            case .tooLong: "the list has a name of over \(PATH_MAX - 1) bytes"
            case .zero: "the list has a line with a zero byte; names that end with zeros are read with -0"
            case .tooMany(let limit): "the list has over \(limit) names"
            case .system(let error): error.message
            }
        }
    }

    private let limit: Int
    private let source: FileDescriptor
    private var splitter: NameSplitter
    private var count = 0
    /// Whether all names have been read.
    private(set) var hasEnded = false

    /// Reads nothing yet.
    /// - Parameters:
    ///   - source: the open file or stream.
    ///   - terminator: what ends a name.
    ///   - limit: the most names.
    init(reading source: consuming FileDescriptor, terminator: Terminator, limit: Int = 1_000_000) {
        self.limit = limit
        self.source = source
        splitter = NameSplitter(terminator: terminator)
    }

    /// The descriptor to poll; then call `read`. A regular file can always be read.
    var rawValue: Int32 { source.rawValue }

    /// Takes what has come. A stream is not waited for if poll(2) has said that it can be read.
    /// - Returns: the names, which may be none yet, and what is no name, in its place.
    mutating func read() -> [Result<Argument, Problem>] {
        guard !hasEnded else { return [] }
        var names: [Result<Argument, Problem>] = []
        do throws(PosixError) {
            switch try source.readAvailable(count: 1 << 16) {
            case .nothing: break
            case .bytes(let bytes): splitter.take(bytes) { names.append($0) }
            case .end:
                hasEnded = true
                splitter.finish { names.append($0) }
            }
        } catch {
            hasEnded = true
            names.append(.failure(.system(error)))
        }
        if count + names.count > limit {
            hasEnded = true
            names = names.prefix(limit - count) + [.failure(.tooMany(limit))]
        }
        count += names.count
        return names
    }
}

/// Parts bytes into names, however they come.
struct NameSplitter {
    let terminator: FileNames.Terminator
    private var unfinished: [UInt8] = []
    private var isTooLong = false

    init(terminator: FileNames.Terminator) { self.terminator = terminator }

    /// Takes bytes.
    /// - Parameters:
    ///   - bytes: those that come next.
    ///   - give: gets each name that they finish. Empty ones are passed over.
    mutating func take(_ bytes: [UInt8], _ give: (Result<Argument, FileNames.Problem>) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: terminator.rawValue) {
            add(rest[..<end])
            finish(give)
            rest = rest[(end + 1)...]
        }
        add(rest)
    }

    /// Gives the last name, which need not have an end.
    mutating func finish(_ give: (Result<Argument, FileNames.Problem>) -> Void) {
        defer {
            unfinished.removeAll(keepingCapacity: true)
            isTooLong = false
        }
        if terminator == .line && unfinished.last == 0x0D { unfinished.removeLast() }
        if isTooLong || unfinished.count >= PATH_MAX { return give(.failure(.tooLong)) }
        if unfinished.isEmpty { return }
        give(Argument(bytes: unfinished).map { .success($0) } ?? .failure(.zero))
    }

    private mutating func add(_ part: ArraySlice<UInt8>) {
        // One byte more, for the carriage return.
        isTooLong = isTooLong || unfinished.count + part.count > Int(PATH_MAX)
        if !isTooLong { unfinished += part }
    }
}
