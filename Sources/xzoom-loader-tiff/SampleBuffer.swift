#if TIFF
    import Decoding
    import Glibc

    /// Memory for samples as the library gives them.
    final class SampleBuffer {
        /// The first byte; valid while the buffer lives.
        let start: UnsafeMutableRawPointer

        /// Memory of zeros.
        /// - Parameter byteCount: at least 1.
        /// - Throws: where there is none.
        init(byteCount: Int) throws(DecodingError) {
            guard let start = calloc(1, byteCount) else { throw .noMemory }
            self.start = start
        }

        deinit { free(start) }
    }
#endif
