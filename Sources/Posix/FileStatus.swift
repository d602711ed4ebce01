import CLinux
import Glibc

/// What the file system knows of a file.
public struct FileStatus: Hashable, Sendable {
    /// What kind of file it is.
    public var kind: FileDescriptor.Kind
    /// Its length; 0 where it has none.
    public var byteCount: Int
    /// When its bytes were last changed: nanoseconds since 1970 began (UTC).
    public var modified: Int64
    /// The file system that it is in.
    public var device: UInt64
    /// Its number there; two files have the same device and inode only if they are the same.
    public var inode: UInt64

    /// A status from its parts.
    public init(kind: FileDescriptor.Kind, byteCount: Int, modified: Int64, device: UInt64, inode: UInt64) {
        self.kind = kind
        self.byteCount = byteCount
        self.modified = modified
        self.device = device
        self.inode = inode
    }

    /// The status of an open file.
    /// - Throws: fstat(2)'s error.
    public init(of file: borrowing FileDescriptor) throws(PosixError) {
        var status = stat()
        try valueOrError("fstat", fstat(file.rawValue, &status))
        self.init(status)
    }

    /// The status of a file by its name.
    /// - Parameters:
    ///   - path: absolute, or relative to `folder`.
    ///   - folder: an open folder; else the working folder.
    ///   - followsLinks: whether a symbolic link stands for what it leads to.
    /// - Throws: fstatat(2)'s error.
    public init(
        path: UnsafePointer<CChar>, in folder: Int32? = nil, followsLinks: Bool = true
    ) throws(PosixError) {
        var status = stat()
        try valueOrError(
            "fstatat", fstatat(folder ?? AT_FDCWD, path, &status, followsLinks ? 0 : AT_SYMLINK_NOFOLLOW))
        self.init(status)
    }

    private init(_ status: stat) {
        kind = FileDescriptor.Kind(mode: status.st_mode)
        byteCount = Int(status.st_size)
        // Some file systems have dates that nanoseconds are too fine for (the year 2262 and later).
        let (nanoseconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(
            by: 1_000_000_000)
        let limit = status.st_mtim.tv_sec < 0 ? Int64.min : .max
        modified = overflow ? limit : nanoseconds.addingClamped(Int64(status.st_mtim.tv_nsec))
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
    }

    /// When its bytes were last changed: whole seconds since 1970 began (UTC).
    public var modifiedSeconds: Int64 {
        let (quotient, remainder) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }
}

extension Int64 {
    fileprivate func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

extension FileDescriptor.Kind {
    /// The kind that a file's mode tells (inode(7)).
    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG, S_IFBLK: self = .regular
        case S_IFDIR: self = .directory
        default: self = .stream
        }
    }
}

extension FileDescriptor {
    /// Whether someone has the file open for writing, as far as that can be told: of one's own files on most local file
    /// systems. The file must be open for reading alone.
    /// - Returns: `nil` where it cannot be told.
    public func hasWriter() -> Bool? {
        switch xz_has_writer(rawValue) {
        case 0: false
        case 1: true
        default: nil
        }
    }
}
