import Glibc
import Posix

/// The desktop's trash (freedesktop.org, Trash specification 1.0).
///
/// A file goes to the trash of the file system that it is in, so that it is renamed, never copied. Until that has worked it
/// stays where it is, and nothing is left in the trash. It waits for the disk, so it belongs on a worker thread.
struct Trash: Sendable {
    /// Why a file stays where it is.
    enum Failure: Error, Hashable {
        /// There is no such file, or it cannot be looked at.
        case file(PosixError)
        /// It is a folder.
        case isFolder
        /// The environment names no home folder.
        case noHome
        /// There is no trash in its file system, and none can be made.
        case noTrash
        /// The trash cannot be written to.
        case trash(PosixError)
        /// The file cannot be taken from its folder.
        case move(PosixError)

        /// Words for people, behind the file's name.
        var message: String {
            switch self {
            case .file(let error): error.message
            case .isFolder: "a folder; only files are moved to the trash"
            case .noHome: "there is no trash: no home folder is known"
            case .noTrash: "the file system that it is in has no trash, and none can be made there; it stays"
            case .trash(let error): "the trash cannot be written to: \(error.message)"
            case .move(let error): "it cannot be moved to the trash: \(error.message)"
            }
        }
    }

    /// Where a file is in the trash.
    struct Place: Hashable, Sendable {
        /// The file.
        let file: Argument
        /// What tells where it was, and when it was deleted.
        let info: Argument
    }

    /// $XDG_DATA_HOME.
    private let dataHome: Argument
    private let user: uid_t

    /// The trash of a user.
    /// - Parameters:
    ///   - dataHome: the folder, absolute, that the home trash is or will be in.
    ///   - user: whose the trashes of other file systems are.
    init(dataHome: Argument, user: uid_t = geteuid()) {
        self.dataHome = dataHome
        self.user = user
    }

    /// The trash that the environment tells.
    /// - Throws: `noHome`.
    init() throws(Failure) {
        guard
            let dataHome = Argument.path(inVariable: "XDG_DATA_HOME")
                ?? Argument.path(inVariable: "HOME")?.appending(".local/share")
        else { throw .noHome }
        self.init(dataHome: dataHome)
    }

    /// Moves a file to the trash; of a symbolic link, the link.
    /// - Parameters:
    ///   - path: the file's.
    ///   - now: when that is: seconds since 1970 began (UTC).
    /// - Returns: where it is now.
    /// - Throws: why it stays where it is.
    func take(_ path: Argument, at now: time_t = time(nil)) throws(Failure) -> Place {
        let name = path.lastComponent
        guard !["", ".", ".."].contains(name) else { throw .isFolder }
        guard let parent = path.folder.resolved else { throw .file(PosixError("realpath")) }
        let folder: OpenFolder
        do throws(PosixError) {
            folder = try OpenFolder(parent)
            let status = try FileStatus(path: name.cString, in: folder.rawValue, followsLinks: false)
            if status.kind == .directory { throw PosixError("lstat", EISDIR) }
        } catch {
            throw error.errno.rawValue == EISDIR ? .isFolder : .file(error)
        }
        // Links were resolved, so that the path is still right when they are changed.
        let whole = Argument(file: name.cString, in: parent).bytes
        if let trash = try homeTrash(for: folder) {
            return try trash.take(name, from: folder, TrashInfo(path: whole, date: now))
        }
        let top: Argument
        do throws(PosixError) { top = try folder.topOfMount() } catch { throw .trash(error) }
        guard let trash = volumeTrash(at: top) else { throw .noTrash }
        let path = whole.dropFirst(top.bytes.count).drop { $0 == UInt8(ascii: "/") }
        return try trash.take(name, from: folder, TrashInfo(path: Array(path), date: now))
    }

    /// The trash in the user's home, where that is in the same mounted file system as a folder.
    private func homeTrash(for folder: OpenFolder) throws(Failure) -> TrashFolder? {
        // What is there of it tells where it will be, without making anything that would not be used.
        var existing = dataHome.appending("Trash")
        while access(existing.cString, F_OK) != 0 && errno == ENOENT && existing.folder != existing {
            existing = existing.folder
        }
        do throws(PosixError) {
            guard try OpenFolder(existing).mount == folder.mount else { return nil }
            let path = dataHome.appending("Trash")
            try PrivateFolder.make(path)
            return try TrashFolder(path)
        } catch {
            throw .trash(error)
        }
    }

    /// The trash at the top of a file system: the one for all users, if it is as it must be, else one's own.
    private func volumeTrash(at top: Argument) -> TrashFolder? {
        let shared = top.appending(".Trash")
        var status = stat()
        // A link could lead anywhere; without the sticky bit others could take one's folder away.
        if lstat(shared.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_mode & S_ISVTX != 0, let trash = own(shared.appending("\(user)"))
        {
            return trash
        }
        return own(top.appending(".Trash-\(user)"))
    }

    /// A trash folder that is nobody else's, made where it is missing.
    private func own(_ path: Argument) -> TrashFolder? {
        mkdir(path.cString, 0o700)
        var status = stat()
        guard lstat(path.cString, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == user
        else { return nil }
        return try? TrashFolder(path)
    }
}
