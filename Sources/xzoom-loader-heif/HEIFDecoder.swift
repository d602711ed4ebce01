#if HEIF
    import CHEIF
    import Decoding
    import Geometry
    import Loading

    /// Decodes the primary picture of a HEIF file (ISO/IEC 23008-12).
    ///
    /// The library crops, turns and mirrors as the file asks for, so that what it gives is upright.
    final class HEIFDecoder: StillDecoder {
        /// Rows that are converted in one go.
        private static let strip = 64

        let header: PictureHeader
        private let picture: Handle
        private let input: InputBytes

        /// Reads the header of a file.
        init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
            self.input = input
            picture = try Handle(input.bytes)
            let (width, height) = (
                heif_image_handle_get_width(picture.image), heif_image_handle_get_height(picture.image)
            )
            guard width > 0, height > 0 else { throw DecodingError("there is no picture in it") }
            let size = PixelSize(width: Int(width), height: Int(height))
            try request.check(size, bytesPerPixel: picture.isDeep ? 8 : 4)
            header = PictureHeader(
                size: size, hasAlpha: heif_image_handle_has_alpha_channel(picture.image) != 0,
                bandHeight: Self.strip)
        }

        var facts: PictureFacts {
            var facts = PictureFacts()
            facts.addBits(picture.bits)
            picture.addColors(to: &facts)
            let exif = picture.exif(most: input.bytes.count)
            exif.withUnsafeBytes { facts.add(exif: $0) }
            return facts
        }

        func decode(into canvas: Canvas) throws(DecodingError) {
            let chroma =
                switch (picture.isDeep, header.hasAlpha) {
                case (false, false): heif_chroma_interleaved_RGB
                case (false, true): heif_chroma_interleaved_RGBA
                case (true, false): heif_chroma_interleaved_RRGGBB_LE
                case (true, true): heif_chroma_interleaved_RRGGBBAA_LE
                }
            var decoded: OpaquePointer?
            try Handle.check(heif_decode_image(picture.image, &decoded, heif_colorspace_RGB, chroma, nil))
            guard let decoded else { throw .noMemory }
            defer { heif_image_release(decoded) }
            var stride: Int32 = 0
            guard let plane = heif_image_get_plane(decoded, heif_channel_interleaved, &stride),
                heif_image_get_width(decoded, heif_channel_interleaved) == canvas.size.width,
                heif_image_get_height(decoded, heif_channel_interleaved) == canvas.size.height
            else { throw DecodingError("the size of its pixels is not the one that the file tells") }
            let bits = heif_image_get_bits_per_pixel_range(decoded, heif_channel_interleaved)
            guard !picture.isDeep || (9...16).contains(bits) else {
                throw DecodingError("\(bits) bits for a colour are not known")
            }
            convert(plane, stride: Int(stride), bits: Int(bits), into: canvas)
        }

        private func convert(
            _ plane: UnsafeMutablePointer<UInt8>, stride: Int, bits: Int, into canvas: Canvas
        ) {
            let layout: PixelLayout =
                switch (picture.isDeep, header.hasAlpha) {
                case (false, false): .rgb8
                case (false, true): .rgba8
                case (true, false): .rgb16
                case (true, true): .rgba16
                }
            let converter = PixelConverter(layout, picture.colors, for: canvas)
            let isPremultiplied = heif_image_handle_is_premultiplied_alpha(picture.image) != 0
            for y in 0..<canvas.size.height {
                let row = UnsafeMutableRawBufferPointer(
                    start: plane + y * stride, count: canvas.size.width * layout.byteCount)
                if picture.isDeep { Self.widen(row.bindMemory(to: UInt16.self), bits: bits) }
                if header.hasAlpha && isPremultiplied {
                    if picture.isDeep {
                        Self.divideByAlpha(row.bindMemory(to: UInt16.self))
                    } else {
                        Self.divideByAlpha(row.bindMemory(to: UInt8.self))
                    }
                }
                converter.convert(plane + y * stride, to: canvas.row(y), count: canvas.size.width)
                if (y + 1) % Self.strip == 0 { canvas.rowsReady(y + 1 - Self.strip..<y + 1) }
            }
            canvas.rowsReady(canvas.size.height / Self.strip * Self.strip..<canvas.size.height)
        }

        /// Makes numbers of `bits` bits ones of 16, the largest the largest.
        private static func widen(_ row: UnsafeMutableBufferPointer<UInt16>, bits: Int) {
            for index in row.indices {
                row[index] = row[index] << (16 - bits) | row[index] >> (2 * bits - 16)
            }
        }

        /// Takes alpha, the fourth of every four numbers, out of the others.
        private static func divideByAlpha<Number: FixedWidthInteger & UnsignedInteger>(
            _ row: UnsafeMutableBufferPointer<Number>
        ) {
            for pixel in stride(from: 0, to: row.count, by: 4) {
                let alpha = UInt32(row[pixel + 3])
                guard alpha > 0, alpha < Number.max else { continue }
                for index in pixel..<pixel + 3 {
                    let value = (UInt32(row[index]) * UInt32(Number.max) + alpha / 2) / alpha
                    row[index] = Number(clamping: value)
                }
            }
        }
    }

    /// Owns the library's objects for a file and its primary picture.
    private final class Handle {
        let image: OpaquePointer
        private let context: OpaquePointer

        /// Reads the structure of a file, whose bytes must outlive this object.
        init(_ bytes: UnsafeRawBufferPointer) throws(DecodingError) {
            guard let context = heif_context_alloc() else { throw .noMemory }
            var image: OpaquePointer?
            do throws(DecodingError) {
                try Self.check(
                    heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
                try Self.check(heif_context_get_primary_image_handle(context, &image))
                guard let image else { throw .noMemory }
                self.image = image
                self.context = context
            } catch {
                heif_context_free(context)
                throw error
            }
            heif_context_set_max_decoding_threads(context, Int32(min(4, LoaderLimits.processors)))
        }

        deinit {
            heif_image_handle_release(image)
            heif_context_free(context)
        }

        /// Whether a colour has more than 8 bits.
        var isDeep: Bool { bits > 8 }
        /// Bits of a colour; below 1 where they are not told.
        var bits: Int { Int(heif_image_handle_get_luma_bits_per_pixel(image)) }

        /// What the picture's numbers mean.
        var colors: SourceColors {
            if let profile { return .icc(profile) }
            return codePoints.map { .codePoints(primaries: $0.primaries, transfer: $0.transfer) } ?? .sRGB
        }

        /// Adds what the file says of that.
        func addColors(to facts: inout PictureFacts) {
            if let profile { facts.add(.icc(profile)) }
            if let codePoints {
                facts.addColors(primaries: codePoints.primaries, transfer: codePoints.transfer)
            }
        }

        private var profile: [UInt8]? {
            let count = heif_image_handle_get_raw_color_profile_size(image)
            guard count > 0 else { return nil }
            var profile = [UInt8](repeating: 0, count: count)
            let error = heif_image_handle_get_raw_color_profile(image, &profile)
            return error.code == heif_error_Ok ? profile : nil
        }

        private var codePoints: (primaries: Int, transfer: Int)? {
            var found: UnsafeMutablePointer<heif_color_profile_nclx>?
            let error = heif_image_handle_get_nclx_color_profile(image, &found)
            guard error.code == heif_error_Ok, let found else { return nil }
            defer { heif_nclx_color_profile_free(found) }
            return (
                Int(found.pointee.color_primaries.rawValue),
                Int(found.pointee.transfer_characteristics.rawValue)
            )
        }

        /// The Exif data, without the four bytes before them that tell where they begin; none of more than `most` bytes.
        func exif(most: Int) -> ArraySlice<UInt8> {
            var id: heif_item_id = 0
            guard heif_image_handle_get_list_of_metadata_block_IDs(image, "Exif", &id, 1) == 1 else {
                return []
            }
            let count = heif_image_handle_get_metadata_size(image, id)
            guard count > 4, count <= most else { return [] }
            var bytes = [UInt8](repeating: 0, count: count)
            guard heif_image_handle_get_metadata(image, id, &bytes).code == heif_error_Ok else { return [] }
            return bytes.fromExif
        }

        static func check(_ error: heif_error) throws(DecodingError) {
            if error.code == heif_error_Ok { return }
            if error.subcode == heif_suberror_End_of_data { throw .endsEarly }
            if error.code == heif_error_Memory_allocation_error { throw .noMemory }
            let message = error.message.map { String(cString: $0) } ?? ""
            throw DecodingError("it cannot be decoded: \(message)")
        }
    }
#endif
