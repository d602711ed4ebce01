import CLinux
import Glibc
import Posix
import X11

/// One trash: its files, and for each an info file that tells where it was.
struct TrashFolder {
    private let path: Argument
    private let files: OpenFolder
    private let infos: OpenFolder

    /// Opens a trash; its two folders are made where they are missing.
    /// - Parameter path: of a folder that is there.
    /// - Throws: where a folder cannot be made or opened.
    init(_ path: Argument) throws(PosixError) {
        self.path = path
        for name in ["files", "info"] where mkdir(path.appending(name).cString, 0o700) != 0 && errno != EEXIST
        {
            throw PosixError("mkdir")
        }
        files = try OpenFolder(path.appending("files"), followsLinks: false)
        infos = try OpenFolder(path.appending("info"), followsLinks: false)
    }

    /// Moves a file in, under a name that is free.
    func take(_ name: Argument, from folder: OpenFolder, _ info: TrashInfo) throws(Trash.Failure)
        -> Trash.Place
    {
        for number in 1...10_000 {
            let free = TrashInfo.fileName(name.bytes, number: number)
            let infoName = Argument(bytes: free.bytes + TrashInfo.ending) ?? free
            // The info file comes first, and takes the name for this file.
            do throws(PosixError) {
                guard try write(info, to: infoName) else { continue }
            } catch {
                throw .trash(error)
            }
            do throws(PosixError) {
                try move(name, from: folder, to: free)
                return Trash.Place(
                    file: Argument(file: free.cString, in: path.appending("files")),
                    info: Argument(file: infoName.cString, in: path.appending("info")))
            } catch {
                unlinkat(infos.rawValue, infoName.cString, 0)
                guard error.errno.rawValue == EEXIST else { throw .move(error) }
            }
        }
        throw .trash(PosixError("open", EEXIST))
    }

    /// Writes an info file.
    /// - Returns: `false` where the name is taken.
    private func write(_ info: TrashInfo, to name: Argument) throws(PosixError) -> Bool {
        let number = openat(
            infos.rawValue, name.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard number >= 0 else {
            guard errno == EEXIST else { throw PosixError("open") }
            return false
        }
        let file = FileDescriptor(owning: number)
        do throws(PosixError) {
            try file.write(info.contents)
            // The file must not be lost to a trash that forgets, after a crash, where it was.
            guard fsync(file.rawValue) == 0 else { throw PosixError("fsync") }
            return true
        } catch {
            unlinkat(infos.rawValue, name.cString, 0)
            throw error
        }
    }

    private func move(_ name: Argument, from folder: OpenFolder, to free: Argument) throws(PosixError) {
        if xz_rename_to_free(folder.rawValue, name.cString, files.rawValue, free.cString) == 0 { return }
        guard errno == EINVAL || errno == ENOSYS else { throw PosixError("rename") }
        // Some file systems cannot promise to replace nothing; but the name is ours in this trash.
        if faccessat(files.rawValue, free.cString, F_OK, AT_SYMLINK_NOFOLLOW) == 0 {
            throw PosixError("rename", EEXIST)
        }
        guard errno == ENOENT else { throw PosixError("access") }
        if renameat(folder.rawValue, name.cString, files.rawValue, free.cString) != 0 {
            throw PosixError("rename")
        }
    }
}

/// What a trash keeps of a file besides itself.
struct TrashInfo {
    /// What an info file's name has more than its file's.
    static let ending = Array(".trashinfo".utf8)

    /// The info file's bytes.
    let contents: [UInt8]

    /// - Parameters:
    ///   - path: where the file was: absolute, or below the top of its file system.
    ///   - date: when it was deleted: seconds since 1970 began (UTC).
    init(path: [UInt8], date: time_t) {
        var (date, parts) = (date, tm())
        localtime_r(&date, &parts)
        let padded = { (number: Int32, count: Int) in
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let day = [padded(parts.tm_year + 1900, 4), padded(parts.tm_mon + 1, 2), padded(parts.tm_mday, 2)]
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { padded($0, 2) }
        let text = """
            [Trash Info]
            Path=\(FileURI.uri(of: path).dropFirst("file://".utf8.count))
            DeletionDate=\(day.joined(separator: "-"))T\(time.joined(separator: ":"))

            """
        contents = Array(text.utf8)
    }

    /// A name to try in the trash: photo.jpg, photo.2.jpg, and so on. It is short enough for its info file.
    static func fileName(_ name: [UInt8], number: Int) -> Argument {
        let dot = name.lastIndex(of: UInt8(ascii: ".")) ?? 0
        // A name that begins with its only full stop has no ending, and no ending is longer than this.
        let isEnding = dot > 0 && name.count - dot <= 16
        let tail = (number > 1 ? Array(".\(number)".utf8) : []) + (isEnding ? Array(name[dot...]) : [])
        var stem = (isEnding ? name[..<dot] : name[...]).prefix(Int(NAME_MAX) - ending.count - tail.count)
        // No character is cut through: of UTF-8 those that go on have these bits.
        if stem.count < (isEnding ? dot : name.count), name[stem.count] & 0xC0 == 0x80 {
            while let last = stem.last, last & 0xC0 == 0x80 { stem.removeLast() }
            if stem.last.map({ $0 >= 0xC0 }) == true { stem.removeLast() }
        }
        return Argument(bytes: stem + tail) ?? "file"
    }
}

/// A folder held open, so that it stays the same while its path may come to lead elsewhere.
final class OpenFolder {
    private let file: FileDescriptor
    private let path: Argument
    /// The kernel's number of the mount that it is in: files can be renamed only within one.
    let mount: UInt64
    private let isTop: Bool

    /// - Parameters:
    ///   - path: absolute, and free of links, for `topOfMount`.
    ///   - followsLinks: whether a symbolic link stands for the folder that it leads to.
    /// - Throws: the error of open(2) or statx(2).
    init(_ path: Argument, followsLinks: Bool = true) throws(PosixError) {
        let number = open(path.cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW))
        guard number >= 0 else { throw PosixError("open") }
        file = FileDescriptor(owning: number)
        self.path = path
        var (mount, isTop): (UInt64, Int32) = (0, 0)
        guard xz_mount(number, &mount, &isTop) == 0 else { throw PosixError("statx") }
        self.mount = mount
        self.isTop = isTop != 0
    }

    var rawValue: Int32 { file.rawValue }

    /// The path of the uppermost folder of the mount.
    func topOfMount() throws(PosixError) -> Argument {
        var top = self
        while !top.isTop && top.path.folder != top.path { top = try OpenFolder(top.path.folder) }
        return top.path
    }
}
