import CLinux
import Glibc

/// A mapping of memory that two processes, or two threads, share.
///
/// Its bounds never change, which is what makes it `Sendable`: who may read or write which bytes when is
/// settled by the owner's messages (the loader's rows, the mailbox), as with any shared memory.
public final class SharedMemory: @unchecked Sendable {
    /// The mapped bytes, valid while this object lives.
    public let bytes: UnsafeMutableRawBufferPointer

    /// From here on a large page saves more time than the memory that it may waste is worth.
    private static let largePage = 2 << 20

    private init(bytes: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
        guard let start = bytes.baseAddress, bytes.count >= Self.largePage else { return }
        xz_prefer_large_pages(start, bytes.count)
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    /// Anonymous memory of this process alone, zeroed.
    /// - Parameter byteCount: at least 1.
    /// - Throws: mmap(2)'s error.
    public convenience init(byteCount: Int) throws(PosixError) {
        try self.init(mapping: -1, byteCount: byteCount, flags: MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE)
    }

    /// Maps a sealed memory file for reading and writing.
    /// - Parameters:
    ///   - file: it must be sealed against growing and shrinking, so that an access can never fault.
    ///   - byteCount: at least 1, at most the file's size.
    /// - Throws: mmap(2)'s error; EPERM for a file that is not sealed, EINVAL for one that is too small.
    public convenience init(mapping file: borrowing FileDescriptor, byteCount: Int) throws(PosixError) {
        var status = stat()
        try valueOrError("fstat", fstat(file.rawValue, &status))
        guard xz_is_size_sealed(file.rawValue) == 1 else { throw PosixError("mmap", EPERM) }
        guard byteCount > 0, Int(status.st_size) >= byteCount else { throw PosixError("mmap", EINVAL) }
        try self.init(mapping: file.rawValue, byteCount: byteCount, flags: MAP_SHARED)
    }

    private convenience init(mapping file: Int32, byteCount: Int, flags: Int32) throws(PosixError) {
        let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, file, 0)
        guard let address, address != MAP_FAILED else { throw PosixError("mmap") }
        self.init(bytes: UnsafeMutableRawBufferPointer(start: address, count: byteCount))
    }

    /// An anonymous memory file of a fixed size, sealed before anyone sees it.
    /// - Parameter byteCount: at least 1.
    /// - Returns: the file, to be mapped and handed on.
    /// - Throws: the error of memfd_create(2), ftruncate(2) or fcntl(2).
    public static func sealedFile(byteCount: Int) throws(PosixError) -> FileDescriptor {
        FileDescriptor(
            owning: try valueOrError("memfd_create", xz_sealed_memory("xzoom-pixels", UInt64(byteCount))))
    }
}
