#if JPEGXL
    import CJXL
    import Decoding
    import Geometry

    /// Decodes a picture, or frames of them, in a JPEG XL file (ISO/IEC 18181), bare or in boxes.
    ///
    /// The library composes and blends, so that each frame it gives is whole. Version 0.7 gives pixels at the frame's end
    /// only; it could give it at eighths before, but takes longer for that than for all of it.
    final class JXLDecoder: StillDecoder, AnimationDecoder {
        let header: PictureHeader
        let loopCount: Int
        /// Whether there may be more than one picture.
        let isAnimation: Bool

        private let stream: JXLStream
        private let info: JxlBasicInfo
        private let colors: SourceColors
        private let input: InputBytes
        private let originalColors: JXLOriginalColors
        private var conversion: (converter: PixelConverter, layout: PixelLayout)?
        /// Where the frame that has begun goes; the library keeps a pointer to it.
        private var target: Target?

        /// Reads the header of a file.
        init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
            self.input = input
            stream = try JXLStream(input)
            try stream.subscribe(
                JXL_DEC_BASIC_INFO, JXL_DEC_COLOR_ENCODING, JXL_DEC_FRAME, JXL_DEC_FULL_IMAGE)
            try stream.expect(JXL_DEC_BASIC_INFO)
            var info = JxlBasicInfo()
            try JXLStream.check(JxlDecoderGetBasicInfo(stream.decoder, &info))
            guard info.xsize > 0, info.ysize > 0 else { throw JXLStream.damaged }
            let size = PixelSize(width: Int(info.xsize), height: Int(info.ysize))
            try request.check(size)
            try stream.expect(JXL_DEC_COLOR_ENCODING)
            originalColors = JXLOriginalColors(stream.decoder)
            colors = SourceColors(stream.decoder, isGray: info.num_color_channels == 1)
            header = PictureHeader(
                size: size, orientation: Orientation(rawValue: info.orientation.rawValue) ?? .topLeft,
                hasAlpha: info.alpha_bits > 0)
            isAnimation = info.have_animation != 0
            loopCount = Int(info.animation.num_loops)
            self.info = info
        }

        var facts: PictureFacts {
            var facts = PictureFacts()
            originalColors.add(to: &facts)
            if info.exponent_bits_per_sample > 0 { facts.addDetail("floating point") }
            facts.addBits(Int(info.bits_per_sample))
            if info.num_color_channels == 1 { facts.addDetail("grayscale") }
            JXLBoxes.exif(in: input).withUnsafeBytes { facts.add(exif: $0) }
            return facts
        }

        func decode(into canvas: Canvas) throws(DecodingError) {
            if try nextFrame(into: canvas) == nil { throw DecodingError("there is no picture in it") }
        }

        func nextFrame(into canvas: Canvas) throws(DecodingError) -> Double? {
            var seconds = 0.0
            target = nil
            while true {
                switch try stream.next() {
                case JXL_DEC_FRAME: seconds = duration()
                case JXL_DEC_NEED_IMAGE_OUT_BUFFER: try setTarget(canvas)
                case JXL_DEC_FULL_IMAGE:
                    canvas.rowsReady(0..<canvas.size.height)
                    return seconds
                case JXL_DEC_SUCCESS: return nil
                case JXL_DEC_NEED_MORE_INPUT:
                    if target != nil && JxlDecoderFlushImage(stream.decoder) == JXL_DEC_SUCCESS {
                        canvas.rowsReady(0..<canvas.size.height)
                    }
                    throw .endsEarly
                default: throw JXLStream.damaged
                }
            }
        }

        func rewind() throws(DecodingError) {
            try stream.rewind()
            try stream.subscribe(JXL_DEC_FRAME, JXL_DEC_FULL_IMAGE)
        }

        /// How long the frame that begins is shown, in seconds.
        private func duration() -> Double {
            var frame = JxlFrameHeader()
            guard isAnimation, info.animation.tps_numerator > 0,
                JxlDecoderGetFrameHeader(stream.decoder, &frame) == JXL_DEC_SUCCESS
            else { return 0 }
            return Double(frame.duration) * Double(info.animation.tps_denominator)
                / Double(info.animation.tps_numerator)
        }

        /// Has the library give the frame that begins in pieces of rows, which its threads convert.
        private func setTarget(_ canvas: Canvas) throws(DecodingError) {
            let (converter, layout) = conversion ?? conversion(for: canvas)
            conversion = (converter, layout)
            let target = Target(canvas, converter)
            self.target = target
            var format = JxlPixelFormat(
                num_channels: (header.hasAlpha ? 1 : 0) + (info.num_color_channels == 1 ? 1 : 3),
                data_type: layout.isDeep ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN,
                align: 1)
            let convert: JxlImageOutCallback = { target, x, y, count, pixels in
                guard let target, let pixels else { return }
                Unmanaged<Target>.fromOpaque(target).takeUnretainedValue()
                    .convert(pixels, x: x, y: y, count: count)
            }
            try JXLStream.check(
                JxlDecoderSetImageOutCallback(
                    stream.decoder, &format, convert, Unmanaged.passUnretained(target).toOpaque()))
        }

        /// More than 8 bits are asked for only where there are more, and colours change afterwards.
        private func conversion(for canvas: Canvas) -> (PixelConverter, PixelLayout) {
            let (plain, deep): (PixelLayout, PixelLayout) =
                switch (info.num_color_channels == 1, header.hasAlpha) {
                case (true, false): (.gray8, .gray16)
                case (true, true): (.grayAlpha8, .grayAlpha16)
                case (false, false): (.rgb8, .rgb16)
                case (false, true): (.rgba8, .rgba16)
                }
            // To ask whether it changes colours makes the converter ready for many threads.
            let converter = PixelConverter(plain, colors, for: canvas)
            if converter.isIdentity || info.bits_per_sample <= 8 { return (converter, plain) }
            let deepConverter = PixelConverter(deep, colors, for: canvas)
            _ = deepConverter.isIdentity
            return (deepConverter, deep)
        }
    }

    /// A canvas, and the way to its pixels.
    private final class Target {
        private let canvas: Canvas
        private let converter: PixelConverter

        /// The converter must be ready for many threads.
        init(_ canvas: Canvas, _ converter: PixelConverter) {
            self.canvas = canvas
            self.converter = converter
        }

        /// Converts `count` pixels of row `y` from column `x` on.
        func convert(_ pixels: UnsafeRawPointer, x: Int, y: Int, count: Int) {
            guard count > 0, y < canvas.size.height, x <= canvas.size.width - count else { return }
            converter.convert(pixels, to: canvas.row(y) + x, count: count)
        }
    }

    extension PixelLayout {
        /// Whether a number has 16 bits.
        fileprivate var isDeep: Bool { [.gray16, .grayAlpha16, .rgb16, .rgba16].contains(self) }
    }
#endif
