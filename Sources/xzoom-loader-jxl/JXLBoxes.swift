#if JPEGXL
    import CJXL
    import Decoding

    /// The boxes of a file beside those with its pixels (ISO/IEC 18181-2).
    enum JXLBoxes {
        private static let mostBoxes = 1000
        private static let mostBytes = 1 << 18

        /// The first Exif box's data, of a large one the first bytes; none where there is no such box.
        static func exif(in input: InputBytes) -> ArraySlice<UInt8> {
            guard let decoder = JxlDecoderCreate(nil) else { return [] }
            defer { JxlDecoderDestroy(decoder) }
            let bytes = input.bytes.bindMemory(to: UInt8.self)
            guard JxlDecoderSubscribeEvents(decoder, Int32(JXL_DEC_BOX.rawValue)) == JXL_DEC_SUCCESS,
                JxlDecoderSetInput(decoder, bytes.baseAddress, bytes.count) == JXL_DEC_SUCCESS
            else { return [] }
            // Boxes may be compressed.
            _ = JxlDecoderSetDecompressBoxes(decoder, 1)
            for _ in 0..<mostBoxes {
                var type: (CChar, CChar, CChar, CChar) = (0, 0, 0, 0)
                let isExif = withUnsafeMutableBytes(of: &type) { type in
                    guard JxlDecoderProcessInput(decoder) == JXL_DEC_BOX,
                        let start = type.assumingMemoryBound(to: CChar.self).baseAddress,
                        JxlDecoderGetBoxType(decoder, start, 1) == JXL_DEC_SUCCESS
                    else { return nil as Bool? }
                    return type.elementsEqual("Exif".utf8)
                }
                guard let isExif else { return [] }
                if isExif { return content(decoder).fromExif }
            }
            return []
        }

        /// The content of the box that the decoder is at.
        private static func content(_ decoder: OpaquePointer) -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: mostBytes) { buffer, count in
                guard JxlDecoderSetBoxBuffer(decoder, buffer.baseAddress, mostBytes) == JXL_DEC_SUCCESS else {
                    return
                }
                // To its end, or as far as there is room for it.
                _ = JxlDecoderProcessInput(decoder)
                count = mostBytes - JxlDecoderReleaseBoxBuffer(decoder)
            }
        }
    }
#endif
