#if SVG
    import CRSVG
    import Decoding
    import Geometry
    import Loading
    import Posix

    /// Draws an SVG file, plain or compressed with gzip.
    ///
    /// The library gets no base address: it reads neither files nor the network for the drawing, only what is in it (data:).
    final class SVGDecoder: DrawingDecoder {
        /// It is drawn as small as one likes.
        private static let greatestReduction = 31
        /// The longest side that is drawn at once; Cairo's surfaces end at 32767.
        private static let longestPart = 16384
        private static let longestSide = 1_000_000_000.0

        let header: PictureHeader
        private let handle: UnsafeMutablePointer<RsvgHandle>
        private let viewport: RsvgRectangle
        /// The first bytes of the file.
        private let start: [UInt8]
        var facts: PictureFacts { DrawingTitle.facts(in: start) }

        /// Parses a file.
        init(_ file: consuming FileDescriptor, _ request: DecodingRequest) throws(DecodingError) {
            let input = try InputBytes(reading: file)
            var error: UnsafeMutablePointer<GError>?
            let start = input.bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            guard let handle = rsvg_handle_new_from_data(start, gsize(input.bytes.count), &error) else {
                throw Self.take(error)
            }
            self.handle = handle
            self.start = Array(input.bytes.prefix(DrawingTitle.reach))
            // The pixel of CSS.
            rsvg_handle_set_dpi(handle, 96)
            let (width, height) = DrawingSize(of: handle).pixels
            viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
            guard width <= Self.longestSide, height <= Self.longestSide else {
                throw DecodingError("it is larger than any picture")
            }
            // To the nearest, as browsers do.
            let size = PixelSize(
                width: max(1, Int(width.rounded())), height: max(1, Int(height.rounded())))
            header = PictureHeader(size: size, hasAlpha: true, greatestReduction: Self.greatestReduction)
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(handle)) }

        func draw(into canvas: Canvas, scale: Double, x: Int, y: Int) throws(DecodingError) {
            let (width, height, step) = (canvas.size.width, canvas.size.height, Self.longestPart)
            for top in stride(from: 0, to: height, by: step) {
                for left in stride(from: 0, to: width, by: step) {
                    let part = PixelSize(width: min(step, width - left), height: min(step, height - top))
                    try draw(
                        part, at: canvas.row(top) + left, stride: canvas.stride, scale: scale, x: x + left,
                        y: y + top)
                }
            }
            convert(canvas)
        }

        private func draw(
            _ size: PixelSize, at pixels: UnsafeMutablePointer<UInt32>, stride: Int, scale: Double, x: Int,
            y: Int
        ) throws(DecodingError) {
            let bytes = UnsafeMutableRawPointer(pixels).assumingMemoryBound(to: UInt8.self)
            let surface = cairo_image_surface_create_for_data(
                bytes, CAIRO_FORMAT_ARGB32, Int32(size.width), Int32(size.height), Int32(stride))
            defer { cairo_surface_destroy(surface) }
            guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw .noMemory }
            let context = cairo_create(surface)
            defer { cairo_destroy(context) }
            cairo_translate(context, -Double(x), -Double(y))
            cairo_scale(context, scale, scale)
            var area = viewport
            var error: UnsafeMutablePointer<GError>?
            guard rsvg_handle_render_document(handle, context, &area, &error) != 0 else {
                throw Self.take(error)
            }
            cairo_surface_flush(surface)
        }

        /// Brings what is drawn, in sRGB, to the display's colours.
        private func convert(_ canvas: Canvas) {
            let converter = PixelConverter(.bgra8, .sRGB, for: canvas)
            guard !converter.isIdentity else { return }
            var straight = [UInt32](repeating: 0, count: canvas.size.width)
            for y in 0..<canvas.size.height {
                let row = canvas.row(y)
                for x in straight.indices { straight[x] = Self.straight(row[x]) }
                converter.convert(straight, to: row, count: straight.count)
            }
        }

        /// A pixel whose colours are no longer multiplied by its alpha.
        private static func straight(_ pixel: UInt32) -> UInt32 {
            let alpha = pixel >> 24
            guard alpha > 0, alpha < 255 else { return pixel }
            let part = { (shift: UInt32) -> UInt32 in
                min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
            }
            return alpha << 24 | part(16) | part(8) | part(0)
        }

        private static func take(_ error: UnsafeMutablePointer<GError>?) -> DecodingError {
            guard let error else { return DecodingError("it cannot be drawn") }
            defer { g_error_free(error) }
            return DecodingError(error.pointee.message.map { String(cString: $0) } ?? "it cannot be drawn")
        }
    }
#endif
