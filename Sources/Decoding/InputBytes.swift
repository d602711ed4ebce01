import Glibc
public import Posix

/// All bytes of a file in memory, for codecs that want them so.
public final class InputBytes {
    /// The bytes; valid while this object lives.
    public let bytes: UnsafeRawBufferPointer

    /// Reads a file to its end.
    ///
    /// It is read rather than mapped: a mapped file that is cut short by someone else meanwhile would end this program.
    /// - Parameter file: the file; all of it is read, whatever its offset.
    /// - Throws: where it cannot be read, or does not fit into memory.
    public init(reading file: borrowing FileDescriptor) throws(DecodingError) {
        var status = stat()
        guard fstat(file.rawValue, &status) == 0 else { throw DecodingError("the file cannot be read") }
        let capacity = max(1, Int(status.st_size))
        guard let start = malloc(capacity) else { throw .noMemory }
        var count = 0
        while count < capacity {
            let got = pread(file.rawValue, start + count, capacity - count, count)
            if got == -1 && errno == EINTR { continue }
            guard got >= 0 else {
                free(start)
                throw DecodingError("the file cannot be read")
            }
            if got == 0 { break }
            count += got
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit { free(UnsafeMutableRawPointer(mutating: bytes.baseAddress)) }
}
