#if VIPS
    import Glibc
    import Posix

    /// Memory that can be opened by a name in the sandbox, where no file can be made, nor one of a user's be opened.
    final class NamedMemory {
        /// Bytes, none of which takes memory before it is written.
        private static let capacity = 1 << 36

        private let file: FileDescriptor

        /// Memory, as long as it can be made; `nil` where the system refuses.
        init?() {
            guard let file = try? FileDescriptor.memory(name: "picture"),
                ftruncate(file.rawValue, off_t(Self.capacity)) == 0
            else { return nil }
            self.file = file
        }

        /// Fills the memory.
        /// - Returns: its name; `nil` where there is not so much.
        func path(holding bytes: UnsafeRawBufferPointer) -> String? {
            guard let source = bytes.baseAddress, bytes.count <= Self.capacity,
                let target = mmap(nil, bytes.count, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0),
                target != MAP_FAILED
            else { return nil }
            memcpy(target, source, bytes.count)
            munmap(target, bytes.count)
            return "/proc/self/fd/\(file.rawValue)"
        }
    }
#endif
