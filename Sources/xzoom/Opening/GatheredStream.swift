import Loading
import Posix

/// The bytes of a stream as they come, kept so that it can be opened again.
final class GatheredStream {
    let source: FileDescriptor
    /// An anonymous file in memory.
    let store: FileDescriptor
    var byteCount = 0
    /// Whether the stream has ended.
    var isWhole = false

    /// Bytes that have all come.
    init(of bytes: [UInt8]) throws(LoadingError) {
        store = try LoadingError.wrap { () throws(PosixError) in
            let store = try FileDescriptor.memory(name: "xzoom-stream")
            try store.write(bytes)
            return store
        }
        source = try LoadingError.wrap { () throws(PosixError) in try .open(reading: "/dev/null") }
        byteCount = bytes.count
        isWhole = true
    }

    init(source: consuming FileDescriptor) throws(LoadingError) {
        store = try LoadingError.wrap { () throws(PosixError) in try .memory(name: "xzoom-stream") }
        self.source = source
    }
}
