#if VIPS
    import CVips
    import Decoding
    import Geometry
    import Posix

    /// Decodes a file of a rare format.
    final class VipsDecoder: StillDecoder {
        /// Rows that are decoded in one go.
        private static let strip = 16
        /// Pixels to the inch that a page of a document is drawn with.
        private static let documentResolution = 150
        private static let mostPages = 65_536
        private static let openEXR: [UInt8] = [0x76, 0x2F, 0x31, 0x01]

        let header: PictureHeader
        /// What else the file says, as the library has it when it has opened it.
        let facts: PictureFacts
        private let input: InputBytes
        private let image: VipsPixels

        /// Reads the header of a file.
        init(_ file: consuming FileDescriptor, _ request: DecodingRequest, _ named: NamedMemory?)
            throws(DecodingError)
        {
            input = try InputBytes(reading: file)
            let kind = try Self.kind(of: input)
            guard kind.hasPages || request.page == 0 else { throw DecodingError("it has one page only") }
            image = try Self.open(input, kind, page: request.page, named)
            let opened = image.image
            let size = PixelSize(
                width: max(1, Int(opened.pointee.Xsize)), height: max(1, Int(opened.pointee.Ysize)))
            // Of its own, ImageMagick has eight bytes for a pixel, and floating point up to sixteen.
            try request.check(size, bytesPerPixel: kind == .document ? 8 : 20)
            let pageCount = kind.hasPages ? Int(vips_image_get_n_pages(opened)) : 1
            let orientation = Orientation(rawValue: UInt32(clamping: vips_image_get_orientation(opened)))
            guard !kind.isMagick || opened.pointee.Type != VIPS_INTERPRETATION_CMYK else {
                // The library has opacity in the place of black (8.14).
                throw DecodingError("inks are not decoded in this format")
            }
            facts = VipsFacts.facts(of: opened, input.bytes)
            try image.bringToNumbers()
            header = PictureHeader(
                size: size, orientation: orientation ?? .topLeft, hasAlpha: image.layout.hasAlpha,
                bandHeight: Self.strip,
                pageCount: min(max(1, pageCount), Self.mostPages))
        }

        /// Who decodes a file.
        private enum Kind {
            /// Poppler draws its pages.
            case document
            /// ImageMagick, from a file with pages.
            case pages
            /// ImageMagick. The pages of a Photoshop file are its layers, which the first shows together.
            case photoshop
            case openEXR
            case single

            var hasPages: Bool { self == .document || self == .pages }
            var isMagick: Bool { self == .pages || self == .photoshop }
        }

        private static func kind(of input: InputBytes) throws(DecodingError) -> Kind {
            guard let start = input.bytes.baseAddress, !input.bytes.isEmpty else { throw .endsEarly }
            if input.bytes.starts(with: openEXR) { return .openEXR }
            guard let name = vips_foreign_find_load_buffer(start, input.bytes.count) else {
                throw VipsLibrary.takeError()
            }
            let loader = String(cString: name)
            if loader.contains("Pdf") { return .document }
            guard loader.contains("Magick") else { return .single }
            return input.bytes.starts(with: "8BPS".utf8) ? .photoshop : .pages
        }

        private static func open(
            _ input: InputBytes, _ kind: Kind, page: Int, _ named: NamedMemory?
        ) throws(DecodingError) -> VipsPixels {
            guard let start = input.bytes.baseAddress else { throw .endsEarly }
            let options =
                switch kind {
                case .document: "[page=\(page),dpi=\(documentResolution)]"
                case .pages: "[page=\(page)]"
                case .photoshop, .openEXR, .single: ""
                }
            let image: UnsafeMutablePointer<VipsImage>?
            if kind == .openEXR {
                // It is read from a file with a name only.
                guard let path = named?.path(holding: input.bytes) else { throw .noMemory }
                image = xz_vips_open_file(path)
            } else {
                image = xz_vips_open(start, input.bytes.count, options)
            }
            guard let image else { throw VipsLibrary.takeError() }
            return VipsPixels(image)
        }

        func decode(into canvas: Canvas) throws(DecodingError) {
            guard let region = vips_region_new(image.image) else { throw VipsLibrary.takeError() }
            defer { g_object_unref(UnsafeMutableRawPointer(region)) }
            let converter = PixelConverter(image.layout, image.colors, for: canvas)
            let (width, height) = (canvas.size.width, canvas.size.height)
            for first in stride(from: 0, to: height, by: Self.strip) {
                let rows = first..<min(height, first + Self.strip)
                var area = VipsRect(
                    left: 0, top: Int32(first), width: Int32(width), height: Int32(rows.count))
                guard vips_region_prepare(region, &area) == 0 else {
                    let words = VipsLibrary.takeError().message
                    throw DecodingError(first == 0 ? words : "\(words) (row \(first) of \(height))")
                }
                for row in rows {
                    converter.convert(xz_vips_row(region, Int32(row)), to: canvas.row(row), count: width)
                }
                canvas.rowsReady(rows)
            }
        }
    }
#endif
