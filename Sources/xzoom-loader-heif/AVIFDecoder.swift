#if HEIF
    import CAVIF
    import Decoding
    import Geometry
    import Glibc
    import Loading

    /// Decodes a picture, or a sequence of them, in an AVIF file (AV1 Image File Format 1.1).
    ///
    /// libavif rather than libheif: it reads sequences, and knows the range of monochrome pictures.
    final class AVIFDecoder: StillDecoder, AnimationDecoder {
        /// Rows that are converted in one go, even since two of them may share chroma.
        private static let strip = 64
        /// Rows above and below a strip whose chroma its own rows may be mixed with, even as well.
        private static let margin = 2

        let header: PictureHeader
        /// The format's numbers of plays are behind what the library reads: most files mean for ever.
        let loopCount = 0
        /// Whether there is more than one picture.
        var isAnimation: Bool { handle.decoder.pointee.imageCount > 1 }

        private let handle: Handle
        private let input: InputBytes
        /// What is seen of the stored pictures.
        private let crop: avifCropRect
        private let storedSize: PixelSize
        private var conversion: (converter: PixelConverter, depth: UInt32)?

        /// Reads the header of a file.
        init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
            handle = try Self.parse(input, isExifWanted: false)
            self.input = input
            let decoder = handle.decoder
            guard let image = decoder.pointee.image, image.pointee.width > 0, image.pointee.height > 0 else {
                throw DecodingError("there is no picture in it")
            }
            storedSize = Self.size(of: image.pointee)
            try request.check(storedSize, bytesPerPixel: image.pointee.depth > 8 ? 8 : 4)
            crop = Self.crop(of: image.pointee)
            header = PictureHeader(
                size: PixelSize(width: Int(crop.width), height: Int(crop.height)),
                orientation: Self.orientation(of: image.pointee), hasAlpha: decoder.pointee.alphaPresent != 0,
                bandHeight: Self.strip)
        }

        private static func parse(_ input: InputBytes, isExifWanted: Bool) throws(DecodingError) -> Handle {
            guard let handle = Handle() else { throw .noMemory }
            let decoder = handle.decoder
            decoder.pointee.maxThreads = Int32(min(4, LoaderLimits.processors))
            decoder.pointee.strictFlags = avifStrictFlags(AVIF_STRICT_DISABLED.rawValue)
            decoder.pointee.ignoreExif = isExifWanted ? 0 : 1
            decoder.pointee.ignoreXMP = 1
            try check(
                avifDecoderSetIOMemory(
                    decoder, input.bytes.bindMemory(to: UInt8.self).baseAddress, input.bytes.count))
            try check(avifDecoderParse(decoder))
            return handle
        }

        var facts: PictureFacts {
            var facts = PictureFacts()
            guard let image = handle.decoder.pointee.image?.pointee else { return facts }
            facts.addDetail("AV1")
            facts.addBits(Int(image.depth))
            facts.addDetail(
                [
                    AVIF_PIXEL_FORMAT_YUV420: "4:2:0", AVIF_PIXEL_FORMAT_YUV422: "4:2:2",
                    AVIF_PIXEL_FORMAT_YUV400: "grayscale",
                ][image.yuvFormat])
            facts.addFrames(Int(handle.decoder.pointee.imageCount))
            if image.icc.size > 0 { facts.add(Self.colors(of: image)) }
            facts.addColors(
                primaries: Int(image.colorPrimaries), transfer: Int(image.transferCharacteristics))
            // On its own, since the library refuses all of a file whose Exif data are damaged.
            if let handle = try? Self.parse(input, isExifWanted: true),
                let exif = handle.decoder.pointee.image?.pointee.exif
            {
                facts.add(exif: UnsafeRawBufferPointer(start: exif.data, count: exif.size))
            }
            return facts
        }

        func decode(into canvas: Canvas) throws(DecodingError) {
            if try nextFrame(into: canvas) == nil { throw DecodingError("there is no picture in it") }
        }

        func nextFrame(into canvas: Canvas) throws(DecodingError) -> Double? {
            let result = avifDecoderNextImage(handle.decoder)
            if result == AVIF_RESULT_NO_IMAGES_REMAINING { return nil }
            try Self.check(result)
            guard let image = handle.decoder.pointee.image, Self.size(of: image.pointee) == storedSize else {
                throw DecodingError("the size of its pixels is not the one that the file tells")
            }
            try convert(image, into: canvas)
            return handle.decoder.pointee.imageTiming.duration
        }

        func rewind() throws(DecodingError) { try Self.check(avifDecoderReset(handle.decoder)) }

        private func convert(_ image: UnsafePointer<avifImage>, into canvas: Canvas) throws(DecodingError) {
            let (converter, depth) = conversion ?? Self.conversion(of: image.pointee, for: canvas)
            conversion = (converter, depth)
            let pixelBytes = Int(depth) / 2
            let stride = storedSize.width * pixelBytes
            guard let view = avifImageCreateEmpty(),
                let pixels = malloc(stride * (Self.strip + 2 * Self.margin))
            else { throw .noMemory }
            defer {
                avifImageDestroy(view)
                free(pixels)
            }
            // In rows of the stored picture, so that chroma is where the whole picture has it.
            let (first, end) = (Int(crop.y), Int(crop.y + crop.height))
            for start in Swift.stride(from: first / Self.strip * Self.strip, to: end, by: Self.strip) {
                let top = max(0, start - Self.margin)
                let bottom = min(storedSize.height, start + Self.strip + Self.margin)
                var rect = avifCropRect(
                    x: 0, y: UInt32(top), width: UInt32(storedSize.width), height: UInt32(bottom - top))
                try Self.check(avifImageSetViewRect(view, image, &rect))
                var rgb = avifRGBImage()
                avifRGBImageSetDefaults(&rgb, view)
                rgb.depth = depth
                rgb.format = depth == 8 ? AVIF_RGB_FORMAT_BGRA : AVIF_RGB_FORMAT_RGBA
                rgb.pixels = pixels.assumingMemoryBound(to: UInt8.self)
                rgb.rowBytes = UInt32(stride)
                try Self.check(avifImageYUVToRGB(view, &rgb))
                let rows = max(first, start)..<min(end, start + Self.strip)
                for row in rows {
                    converter.convert(
                        pixels + (row - top) * stride + Int(crop.x) * pixelBytes, to: canvas.row(row - first),
                        count: canvas.size.width)
                }
                canvas.rowsReady(rows.lowerBound - first..<rows.upperBound - first)
            }
        }

        /// More than 8 bits are asked for only where colours change afterwards.
        private static func conversion(of image: avifImage, for canvas: Canvas) -> (
            PixelConverter, depth: UInt32
        ) {
            let colors = colors(of: image)
            let plain = PixelConverter(.bgra8, colors, for: canvas)
            return image.depth == 8 || plain.isIdentity
                ? (plain, 8) : (PixelConverter(.rgba16, colors, for: canvas), 16)
        }

        private static func colors(of image: avifImage) -> SourceColors {
            guard let icc = image.icc.data, image.icc.size > 0 else {
                return .codePoints(
                    primaries: Int(image.colorPrimaries), transfer: Int(image.transferCharacteristics))
            }
            return .icc(Array(UnsafeBufferPointer(start: icc, count: image.icc.size)))
        }

        private static func size(of image: avifImage) -> PixelSize {
            PixelSize(width: Int(image.width), height: Int(image.height))
        }

        /// The clean aperture, or all where there is none or no sense in it.
        private static func crop(of image: avifImage) -> avifCropRect {
            let whole = avifCropRect(x: 0, y: 0, width: image.width, height: image.height)
            guard image.transformFlags & AVIF_TRANSFORM_CLAP.rawValue != 0 else { return whole }
            var (clap, crop, diagnostics) = (image.clap, avifCropRect(), avifDiagnostics())
            let isValid = avifCropRectConvertCleanApertureBox(
                &crop, &clap, image.width, image.height, image.yuvFormat, &diagnostics)
            return isValid != 0 ? crop : whole
        }

        /// Of rotation and mirroring, which come in this order (ISO/IEC 23000-22, 7.3.6.7).
        private static func orientation(of image: avifImage) -> Orientation {
            let turns =
                image.transformFlags & AVIF_TRANSFORM_IROT.rawValue != 0 ? Int(image.irot.angle & 3) : 0
            guard image.transformFlags & AVIF_TRANSFORM_IMIR.rawValue != 0 else {
                return [.topLeft, .leftBottom, .bottomRight, .rightTop][turns]
            }
            return image.imir.mode == 1
                ? [.topRight, .rightBottom, .bottomLeft, .leftTop][turns]
                : [.bottomLeft, .leftTop, .topRight, .rightBottom][turns]
        }

        private static func check(_ result: avifResult) throws(DecodingError) {
            switch result {
            case AVIF_RESULT_OK: return
            case AVIF_RESULT_TRUNCATED_DATA: throw .endsEarly
            case AVIF_RESULT_OUT_OF_MEMORY: throw .noMemory
            default:
                throw DecodingError("it cannot be decoded: \(String(cString: avifResultToString(result)))")
            }
        }

        /// Owns the library's decoder.
        private final class Handle {
            let decoder: UnsafeMutablePointer<avifDecoder>

            init?() {
                guard let decoder = avifDecoderCreate() else { return nil }
                self.decoder = decoder
            }

            deinit { avifDecoderDestroy(decoder) }
        }
    }
#endif
