import CLinux
import Glibc

/// An open file descriptor with one owner, closed when the owner lets go of it.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The kernel's number for it; valid while this value lives.
    public let rawValue: Int32

    /// Takes over an open descriptor.
    public init(owning rawValue: Int32) { self.rawValue = rawValue }

    deinit { close(rawValue) }

    /// Gives up the ownership.
    /// - Returns: the open descriptor, which is now the caller's to close.
    public consuming func take() -> Int32 {
        let value = rawValue
        discard self
        return value
    }

    /// Opens /dev/null in the place of standard input, output and error where they are closed. Else the next file that is
    /// opened would get their number, and be taken for them.
    public static func openStandardStreams() {
        for number in Int32(0)...2 where fcntl(number, F_GETFD) == -1 {
            // The lowest number that is free is this one.
            _ = Glibc.open("/dev/null", O_RDWR)
        }
    }

    /// What a descriptor leads to.
    public enum Kind: Sendable {
        /// A file whose bytes can be read at any place.
        case regular
        /// A folder.
        case directory
        /// A pipe, terminal, socket or device: bytes come once, in order.
        case stream
    }

    /// Opens a file for reading, without waiting for a FIFO's writer.
    /// - Parameter path: the file's path.
    /// - Returns: the open file, close-on-exec.
    /// - Throws: open(2)'s error.
    public static func open(reading path: UnsafePointer<CChar>) throws(PosixError) -> FileDescriptor {
        FileDescriptor(owning: try valueOrError("open", Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)))
    }

    /// A second descriptor of standard input, so that the first stays open.
    /// - Returns: the copy, close-on-exec.
    /// - Throws: fcntl(2)'s error.
    public static func standardInput() throws(PosixError) -> FileDescriptor {
        FileDescriptor(owning: try valueOrError("fcntl", fcntl(0, F_DUPFD_CLOEXEC, 3)))
    }

    /// An empty anonymous file in memory.
    /// - Parameter name: shown in /proc.
    /// - Returns: the file, open for reading and writing.
    /// - Throws: memfd_create(2)'s error.
    public static func memory(name: String) throws(PosixError) -> FileDescriptor {
        FileDescriptor(owning: try valueOrError("memfd_create", xz_memory_file(name)))
    }

    /// An empty file on disk that has no name, so that nothing is left of it.
    /// - Parameter folder: where; it is made if it is missing, and those above it.
    /// - Returns: the file, open for reading and writing.
    /// - Throws: the error of mkdir(2) or open(2).
    public static func unlinked(in folder: String) throws(PosixError) -> FileDescriptor {
        for end in folder.indices.dropFirst() where folder[end] == "/" {
            mkdir(String(folder[..<end]), 0o700)
        }
        if mkdir(folder, 0o700) != 0 && errno != EEXIST { throw PosixError("mkdir") }
        return FileDescriptor(owning: try valueOrError("open", xz_unlinked_file(folder)))
    }

    /// What the descriptor leads to.
    /// - Returns: the kind of file.
    /// - Throws: fstat(2)'s error.
    public func kind() throws(PosixError) -> Kind {
        var status = stat()
        try valueOrError("fstat", fstat(rawValue, &status))
        return Kind(mode: status.st_mode)
    }

    /// Reads bytes at a place of a regular file, leaving the file offset alone.
    /// - Parameters:
    ///   - count: the most to read.
    ///   - offset: bytes from the file's start.
    /// - Returns: the bytes there are, fewer than `count` at the end of the file.
    /// - Throws: pread(2)'s error.
    public func read(count: Int, at offset: Int) throws(PosixError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var got = 0
        while got < count {
            let result = bytes.withUnsafeMutableBytes {
                pread(rawValue, $0.baseAddress?.advanced(by: got), count - got, offset + got)
            }
            if result == -1 && errno == EINTR { continue }
            if try valueOrError("pread", result) == 0 { break }
            got += result
        }
        return Array(bytes.prefix(got))
    }

    /// Reads bytes at a place of a regular file, leaving the file offset alone.
    /// - Parameters:
    ///   - buffer: is filled.
    ///   - offset: bytes from the file's start.
    /// - Returns: whether all of it was filled.
    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        var got = 0
        while got < buffer.count {
            let result = pread(
                rawValue, buffer.baseAddress?.advanced(by: got), buffer.count - got, offset + got)
            if result == -1 && errno == EINTR { continue }
            if result <= 0 { return false }
            got += result
        }
        return true
    }

    /// Bytes that can still be written where the file is.
    /// - Throws: fstatvfs(3)'s error.
    public func freeSpace() throws(PosixError) -> Int {
        var status = statvfs()
        try valueOrError("fstatvfs", fstatvfs(rawValue, &status))
        return Int(
            clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
    }

    /// Puts the offset of a regular file, which readers share, to its start.
    /// - Throws: lseek(2)'s error.
    public func rewind() throws(PosixError) { try valueOrError("lseek", lseek(rawValue, 0, SEEK_SET)) }

    /// What one read from a stream gave.
    public enum StreamRead: Sendable {
        /// Bytes, at least one.
        case bytes([UInt8])
        /// Nothing yet.
        case nothing
        /// The writer has closed it.
        case end
    }

    /// Reads what a stream holds at the moment. Call it when poll(2) says the descriptor is readable.
    /// - Parameter count: the most to read.
    /// - Returns: what came.
    /// - Throws: read(2)'s error.
    public func readAvailable(count: Int) throws(PosixError) -> StreamRead {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = bytes.withUnsafeMutableBytes { Glibc.read(rawValue, $0.baseAddress, count) }
        if result == -1 && (errno == EINTR || errno == EAGAIN) { return .nothing }
        let got = try valueOrError("read", result)
        return got == 0 ? .end : .bytes(Array(bytes.prefix(got)))
    }

    /// Appends bytes to a file.
    /// - Parameter bytes: all of them are written.
    /// - Throws: write(2)'s error.
    public func write(_ bytes: [UInt8]) throws(PosixError) {
        var failure: PosixError?
        bytes.withUnsafeBytes { bytes in
            do throws(PosixError) { try write(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Appends bytes to a file.
    /// - Parameter bytes: all of them are written.
    /// - Throws: write(2)'s error.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(PosixError) {
        var sent = 0
        while sent < bytes.count {
            let result = Glibc.write(rawValue, bytes.baseAddress?.advanced(by: sent), bytes.count - sent)
            if result == -1 && errno == EINTR { continue }
            sent += try valueOrError("write", result)
        }
    }
}
