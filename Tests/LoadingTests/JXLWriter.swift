#if JPEGXL
    import CJXL
    import Testing

    /// Makes JPEG XL files, without loss unless asked otherwise.
    struct JXLWriter {
        var width: Int
        var height: Int
        /// 1: grey, 2: grey and alpha, 3: colours, 4: colours and alpha.
        var channels = 3
        var depth = 8
        var orientation = 1
        var isBoxed = false
        var isLossy = false
        var transfer = JXL_TRANSFER_FUNCTION_SRGB
        var primaries = JXL_PRIMARIES_SRGB
        var icc: [UInt8] = []
        /// For a box of its own, compressed or not.
        var exif: [UInt8] = []
        var areBoxesCompressed = false
        /// How often frames are shown.
        var loops = 0

        /// A file of one picture, of which `pixel` gives each channel.
        func file(_ pixel: @escaping (_ x: Int, _ y: Int) -> [Int]) throws -> [UInt8] {
            try file(frames: [(0, pixel)])
        }

        /// A file of frames, each for so many hundredths of a second.
        func file(frames: [(time: Int, pixel: (_ x: Int, _ y: Int) -> [Int])]) throws -> [UInt8] {
            let encoder = try #require(JxlEncoderCreate(nil))
            defer { JxlEncoderDestroy(encoder) }
            try check(JxlEncoderUseContainer(encoder, isBoxed ? 1 : 0))
            if !exif.isEmpty {
                try check(JxlEncoderUseBoxes(encoder))
                let content = [0, 0, 0, 0] + exif
                let type = "Exif".utf8CString
                let status = type.withUnsafeBufferPointer { type in
                    JxlEncoderAddBox(
                        encoder, type.baseAddress, content, content.count, areBoxesCompressed ? 1 : 0)
                }
                try check(status)
            }
            var info = basicInfo(isAnimation: frames.count > 1)
            try check(JxlEncoderSetBasicInfo(encoder, &info))
            if icc.isEmpty {
                var encoding = JxlColorEncoding()
                JxlColorEncodingSetToSRGB(&encoding, channels < 3 ? 1 : 0)
                encoding.transfer_function = transfer
                encoding.primaries = primaries
                try check(JxlEncoderSetColorEncoding(encoder, &encoding))
            } else {
                try check(JxlEncoderSetICCProfile(encoder, icc, icc.count))
            }
            let settings = try #require(JxlEncoderFrameSettingsCreate(encoder, nil))
            if !isLossy { try check(JxlEncoderSetFrameLossless(settings, 1)) }
            try check(JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, 3))
            var format = JxlPixelFormat(
                num_channels: UInt32(channels), data_type: depth > 8 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
                endianness: JXL_NATIVE_ENDIAN, align: 1)
            for (time, pixel) in frames {
                if frames.count > 1 {
                    var header = JxlFrameHeader()
                    JxlEncoderInitFrameHeader(&header)
                    header.duration = UInt32(time)
                    try check(JxlEncoderSetFrameHeader(settings, &header))
                }
                let bytes = pixels(pixel)
                try check(JxlEncoderAddImageFrame(settings, &format, bytes, bytes.count))
            }
            JxlEncoderCloseInput(encoder)
            return try output(of: encoder)
        }

        private func basicInfo(isAnimation: Bool) -> JxlBasicInfo {
            var info = JxlBasicInfo()
            JxlEncoderInitBasicInfo(&info)
            (info.xsize, info.ysize) = (UInt32(width), UInt32(height))
            info.bits_per_sample = UInt32(depth)
            info.num_color_channels = channels < 3 ? 1 : 3
            info.orientation = JxlOrientation(UInt32(orientation))
            info.uses_original_profile = isLossy ? 0 : 1
            if channels % 2 == 0 {
                info.num_extra_channels = 1
                info.alpha_bits = UInt32(depth)
            }
            if isAnimation {
                info.have_animation = 1
                info.animation.tps_numerator = 100
                info.animation.tps_denominator = 1
                info.animation.num_loops = UInt32(loops)
            }
            return info
        }

        private func pixels(_ pixel: (_ x: Int, _ y: Int) -> [Int]) -> [UInt8] {
            let numbers = (0..<height).flatMap { y in (0..<width).flatMap { x in pixel(x, y) } }
            guard depth > 8 else { return numbers.map { UInt8($0) } }
            return numbers.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        }

        private func output(of encoder: OpaquePointer) throws -> [UInt8] {
            var file: [UInt8] = []
            var part = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                var status = JXL_ENC_ERROR
                let count = part.withUnsafeMutableBufferPointer { buffer in
                    var next = buffer.baseAddress
                    var rest = buffer.count
                    status = JxlEncoderProcessOutput(encoder, &next, &rest)
                    return buffer.count - rest
                }
                file += part.prefix(count)
                if status == JXL_ENC_SUCCESS { return file }
                try #require(status == JXL_ENC_NEED_MORE_OUTPUT)
            }
        }

        private func check(_ status: JxlEncoderStatus) throws { try #require(status == JXL_ENC_SUCCESS) }
    }
#endif
