import CLinux
import Glibc

/// Tells of what happens to the files of folders (inotify(7)). When the value goes, so do its watches.
public struct FileWatch: ~Copyable, Sendable {
    /// A folder that is watched.
    public struct Folder: Hashable, Sendable {
        fileprivate let number: Int32
    }

    /// What happened.
    public enum Kind: Sendable {
        /// The name is new: an empty file, a link, or a folder.
        case created
        /// Bytes were written, or the length was changed.
        case modified
        /// Someone who had the file open for writing has closed it.
        case closedAfterWriting
        /// Times, owner or permissions were changed.
        case attributesChanged
        /// The name is gone, and with it the file, if that had no other.
        case deleted
        /// The file has another name now; `movedTo` with the same cookie tells which, where that is in a watched folder.
        case movedFrom
        /// The file has this name now; what had it before is gone.
        case movedTo
        /// The watched folder itself is gone, and is watched no more.
        case folderDeleted
        /// The watched folder itself has another path now. It is still watched.
        case folderMoved
    }

    /// Something that happened in a watched folder.
    public struct Change: Hashable, Sendable {
        /// Where.
        public var folder: Folder
        /// The bytes of the file's name in the folder, without a zero; empty where it happened to the folder itself.
        public var name: [UInt8]
        /// What happened to it.
        public var kind: Kind
        /// The same number for `movedFrom` and `movedTo` of one renaming; 0 for other changes.
        public var cookie: UInt32
        /// Whether the name is a folder's.
        public var isFolder: Bool

        /// A change from its parts.
        public init(folder: Folder, name: [UInt8], kind: Kind, cookie: UInt32 = 0, isFolder: Bool = false) {
            self.folder = folder
            self.name = name
            self.kind = kind
            self.cookie = cookie
            self.isFolder = isFolder
        }
    }

    /// What a watch tells.
    public enum Event: Hashable, Sendable {
        /// Something happened.
        case changed(Change)
        /// So much happened that some of it was not kept: look at everything anew.
        case overflow
    }

    private let queue: FileDescriptor

    /// Watches nothing yet.
    /// - Throws: inotify_init(2)'s error.
    public init() throws(PosixError) {
        queue = FileDescriptor(
            owning: try valueOrError("inotify_init1", inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))))
    }

    /// Readable when `read` has something to tell, for poll(2).
    public var rawValue: Int32 { queue.rawValue }

    /// The kinds of events, as the kernel names them.
    private static let kinds: [(mask: Int32, kind: Kind)] = [
        (IN_CREATE, .created), (IN_MODIFY, .modified), (IN_CLOSE_WRITE, .closedAfterWriting),
        (IN_ATTRIB, .attributesChanged), (IN_DELETE, .deleted), (IN_MOVED_FROM, .movedFrom),
        (IN_MOVED_TO, .movedTo), (IN_DELETE_SELF, .folderDeleted), (IN_UNMOUNT, .folderDeleted),
        (IN_MOVE_SELF, .folderMoved),
    ]

    /// Watches a folder's files, but not those of its subfolders.
    /// - Parameter path: the folder's. Whatever its path, a folder is watched once.
    /// - Returns: what its changes are told with.
    /// - Throws: inotify_add_watch(2)'s error; ENOSPC where the user watches too many folders.
    public func add(folder path: UnsafePointer<CChar>) throws(PosixError) -> Folder {
        let mask = Self.kinds.reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1.mask) }
        return Folder(
            number: try valueOrError("inotify_add_watch", inotify_add_watch(queue.rawValue, path, mask)))
    }

    /// Watches a folder no more. What had happened before may still be told.
    public func remove(_ folder: Folder) { inotify_rm_watch(queue.rawValue, folder.number) }

    /// Takes what has happened, the oldest first, without waiting. There may be more, which the next call takes.
    /// - Returns: nothing, where nothing has happened.
    /// - Throws: read(2)'s error.
    public func read() throws(PosixError) -> [Event] {
        guard case .bytes(let bytes) = try queue.readAvailable(count: 1 << 16) else { return [] }
        return bytes.withUnsafeBytes(Self.events)
    }

    private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
        var events: [Event] = []
        var place = 0
        let header = MemoryLayout<inotify_event>.size
        while place + header <= bytes.count {
            let event = bytes.loadUnaligned(fromByteOffset: place, as: inotify_event.self)
            let name = bytes[
                min(place + header, bytes.count)..<min(place + header + Int(event.len), bytes.count)]
            place += header + Int(event.len)
            let mask = Int32(bitPattern: event.mask)
            if mask & IN_Q_OVERFLOW != 0 {
                events.append(.overflow)
            } else if let kind = kinds.first(where: { $0.mask & mask != 0 })?.kind {
                events.append(
                    .changed(
                        Change(
                            folder: Folder(number: event.wd), name: Array(name.prefix { $0 != 0 }),
                            kind: kind, cookie: event.cookie, isFolder: mask & IN_ISDIR != 0)))
            }
        }
        return events
    }
}
