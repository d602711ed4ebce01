#if JPEGXL
    import CJXL
    import Decoding
    import Loading

    /// The library's decoder on a file.
    final class JXLStream {
        /// More threads gain little, and each costs its start.
        private static let mostThreads = 4

        let decoder: OpaquePointer
        private let runner: UnsafeMutableRawPointer
        private let input: InputBytes

        /// A decoder at a file's first byte.
        init(_ input: InputBytes) throws(DecodingError) {
            self.input = input
            let threads = min(Self.mostThreads, LoaderLimits.processors)
            guard let runner = JxlThreadParallelRunnerCreate(nil, threads) else { throw .noMemory }
            guard let decoder = JxlDecoderCreate(nil) else {
                JxlThreadParallelRunnerDestroy(runner)
                throw .noMemory
            }
            (self.decoder, self.runner) = (decoder, runner)
            try Self.check(JxlDecoderSetParallelRunner(decoder, JxlThreadParallelRunner, runner))
            // What the library gives is stored pixels, with alpha not multiplied in.
            try Self.check(JxlDecoderSetKeepOrientation(decoder, 1))
            try Self.check(JxlDecoderSetUnpremultiplyAlpha(decoder, 1))
            try setInput()
        }

        deinit {
            JxlDecoderDestroy(decoder)
            JxlThreadParallelRunnerDestroy(runner)
        }

        /// Goes back to the first byte.
        func rewind() throws(DecodingError) {
            JxlDecoderRewind(decoder)
            try setInput()
        }

        private func setInput() throws(DecodingError) {
            let bytes = input.bytes.bindMemory(to: UInt8.self)
            try Self.check(JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count))
        }

        /// Names what `next` is to stop at, from here on.
        func subscribe(_ events: JxlDecoderStatus...) throws(DecodingError) {
            try Self.check(JxlDecoderSubscribeEvents(decoder, Int32(events.reduce(0) { $0 | $1.rawValue })))
        }

        /// Decodes up to the next event.
        /// - Returns: the event; `JXL_DEC_NEED_MORE_INPUT` where the file ends before it.
        /// - Throws: where there is no sense in the file.
        func next() throws(DecodingError) -> JxlDecoderStatus {
            let status = JxlDecoderProcessInput(decoder)
            if status == JXL_DEC_ERROR { throw Self.damaged }
            return status
        }

        /// Decodes up to an event, before which none else may come.
        func expect(_ event: JxlDecoderStatus) throws(DecodingError) {
            switch try next() {
            case event: return
            case JXL_DEC_NEED_MORE_INPUT: throw .endsEarly
            default: throw Self.damaged
            }
        }

        static let damaged = DecodingError("the file is damaged")

        static func check(_ status: JxlDecoderStatus) throws(DecodingError) {
            guard status == JXL_DEC_SUCCESS else { throw damaged }
        }
    }
#endif
