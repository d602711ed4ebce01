import CLinux
import Glibc
import Posix

/// A file to be shown, by its name.
struct ListedFile: Hashable, Sendable {
    let path: Argument
    /// What orders by time or size need; `nil` where nobody asked, or the file could not be looked at.
    var status: FileStatus?

    /// The same file looked at.
    var examined: ListedFile { ListedFile(path: path, status: try? FileStatus(path: path.cString)) }
}

/// The files of a folder: regular ones and links to such, without hidden ones, as they are in the folder. It waits for the
/// file system, so it belongs on a worker thread.
struct FolderListing: Sendable {
    /// What is listed.
    struct Request: Sendable {
        /// Whether the files of subfolders come too.
        var isRecursive = false
        /// Whether sizes and times are wanted, which takes a system call for each file.
        var wantsStatus = false
        /// Whether files whose names say that they are no pictures are passed over.
        var picturesOnly = true
        /// How many folders deep a recursive listing goes below the first.
        var depth = 64
        /// The most files.
        var limit = 1_000_000
    }

    /// What could not be listed.
    enum Problem: Hashable, Sendable {
        /// A folder, and why.
        case folder(Argument, PosixError)
        /// A folder that is too many folders deep.
        case depth(Argument)
        /// There are more files than the limit.
        case limit(Int)

        /// Words for people.
        var message: String {
            switch self {
            case .folder(let path, let error): "\(path.text): \(error.message)"
            case .depth(let path): "\(path.text): too many folders deep"
            case .limit(let limit): "there are over \(limit) files"
            }
        }
    }

    /// A folder's own files come before those of its subfolders, and those in natural order.
    private(set) var files: [ListedFile] = []
    private(set) var problems: [Problem] = []

    private let request: Request

    /// Lists a folder.
    /// - Parameters:
    ///   - folder: its path, which the files' paths begin with. Links to folders are followed here, but not below.
    ///   - request: what is listed.
    ///   - isCancelled: asked at times; what has been found so far is the result then.
    init(
        of folder: Argument, _ request: Request = Request(), isCancelled: () -> Bool = { false }
    ) {
        self.request = request
        list(folder, depth: 0, isCancelled)
    }

    private mutating func list(_ path: Argument, depth: Int, _ isCancelled: () -> Bool) {
        // No link may have come in the place of a subfolder: it could lead to a loop.
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (depth > 0 ? O_NOFOLLOW : 0)
        let descriptor = open(path.cString, flags)
        guard descriptor >= 0, let stream = fdopendir(descriptor) else {
            problems.append(.folder(path, PosixError("open")))
            if descriptor >= 0 { close(descriptor) }
            return
        }
        var seen = 0
        var subfolders: [Argument] = []
        var names = EntryNames(in: path)
        errno = 0
        while let entry = readdir(stream) {
            if files.count >= request.limit {
                problems.append(.limit(request.limit))
                break
            }
            seen += 1
            if seen & 1023 == 0 && isCancelled() { break }
            names.take(entry)
            examine(names, type: Int(entry.pointee.d_type), in: dirfd(stream), &subfolders)
            errno = 0
        }
        if errno != 0 { problems.append(.folder(path, PosixError("readdir"))) }
        closedir(stream)
        for subfolder in FileOrder().sorted(subfolders.map { ListedFile(path: $0) }) {
            if files.count >= request.limit || isCancelled() { return }
            guard depth < request.depth else { return problems.append(.depth(subfolder.path)) }
            list(subfolder.path, depth: depth + 1, isCancelled)
        }
    }

    /// Takes an entry in, if it is one of those that are listed.
    private mutating func examine(
        _ names: EntryNames, type: Int, in folder: Int32, _ subfolders: inout [Argument]
    ) {
        guard !names.isHidden else { return }
        if type == DT_DIR {
            if request.isRecursive { subfolders.append(names.path) }
            return
        }
        // Not all file systems tell types.
        let isUnknown = type == DT_UNKNOWN
        let mayBeShown = !request.picturesOnly || !PictureNames.areOther(names.name)
        guard type == DT_REG || type == DT_LNK || isUnknown, mayBeShown || isUnknown && request.isRecursive
        else { return }
        var status: FileStatus?
        if type != DT_REG || request.wantsStatus { status = names.status(in: folder) }
        if type != DT_REG && status?.kind != .regular {
            if isUnknown && request.isRecursive
                && names.status(in: folder, followsLinks: false)?.kind == .directory
            {
                subfolders.append(names.path)
            }
        } else if mayBeShown {
            files.append(ListedFile(path: names.path, status: request.wantsStatus ? status : nil))
        }
    }
}

/// The names of a folder's entries, and their paths, in memory that all of them share.
private struct EntryNames {
    /// The path with a zero behind it.
    private var buffer: [CChar]
    private let start: Int

    init(in folder: Argument) {
        buffer = Argument(file: "", in: folder).cString.dropLast()
        start = buffer.count
    }

    mutating func take(_ entry: UnsafeMutablePointer<dirent>) {
        buffer.removeSubrange(start...)
        withUnsafePointer(to: &entry.pointee.d_name) { name in
            let name = UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self)
            buffer.append(contentsOf: UnsafeBufferPointer(start: name, count: strlen(name) + 1))
        }
    }

    var path: Argument { Argument(cString: buffer) }

    var isHidden: Bool { buffer[start] == CChar(bitPattern: UInt8(ascii: ".")) }

    var name: ArraySlice<CChar> { buffer[start..<buffer.count - 1] }

    func status(in folder: Int32, followsLinks: Bool = true) -> FileStatus? {
        buffer[start...].withUnsafeBufferPointer { name in
            name.baseAddress.flatMap { try? FileStatus(path: $0, in: folder, followsLinks: followsLinks) }
        }
    }
}
