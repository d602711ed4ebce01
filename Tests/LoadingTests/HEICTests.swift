#if HEIF
    import CHEIF
    import Geometry
    import Loading
    import Testing

    /// Its encoder has no colours but YCbCr, which costs a level.
    @Suite struct HEICTests {
        @Test func colours() throws {
            let file = try Self.file(width: 46, height: 70, channels: 3) { x, y in [x * 5, y * 3, x + y] }
            #expect(ImageFormat.detect(file) == .heif)
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.raster?.size == PixelSize(width: 46, height: 70))
            #expect(loaded.raster?.hasAlpha == false)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (70, nil, nil))
            #expect(loaded.differences(tolerance: 1) { x, y in opaque(x * 5, y * 3, x + y) } == [])
        }

        @Test func alpha() throws {
            let file = try Self.file(width: 64, height: 64, channels: 4) { x, y in
                [x * 4, y * 4, 200, 2 * x + y]
            }
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.raster?.hasAlpha == true)
            #expect(loaded.rowCount == 64)
            #expect(
                loaded.differences(tolerance: 1) { x, y in premultiplied(x * 4, y * 4, 200, 2 * x + y) } == []
            )
        }

        /// More bits become the nearest 8.
        @Test(arguments: [10, 12]) func manyBits(depth: Int) throws {
            let most = 1 << depth - 1
            let pixel = { (x: Int, y: Int) in [x * most / 63, y * 11, most - x] }
            let file = try Self.file(width: 64, height: 64, channels: 3, depth: depth, pixel)
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.rowCount == 64)
            let differences = loaded.differences(tolerance: 1) { x, y in
                let parts = pixel(x, y).map { Int((Double($0) * 255 / Double(most)).rounded()) }
                return opaque(parts[0], parts[1], parts[2])
            }
            #expect(differences == [])
        }

        /// The library turns and mirrors, so that pixels come upright.
        @Test(arguments: Orientation.allCases) func orientation(_ orientation: Orientation) throws {
            let stored = PixelSize(width: 72, height: 64)
            let pixel = { (x: Int, y: Int) in [x, y, 0] }
            let file = try Self.file(
                width: 72, height: 64, channels: 3, orientation: Int(orientation.rawValue), pixel)
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.raster?.orientation == .topLeft)
            let seen = orientation.displaySize(of: stored)
            #expect(loaded.raster?.size == seen)
            let differences = loaded.differences(tolerance: 1) { x, y in
                let place = orientation.storedRect(
                    of: PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1), in: stored)
                return opaque(place.x0, place.y0, 0)
            }
            #expect(differences == [])
        }

        @Test func cutShort() throws {
            let file = try Self.file(width: 64, height: 64, channels: 3) { x, y in [x * y % 256, y, x] }
            for count in [file.count / 2, 200, 40] {
                let loaded = try Loaded(Array(file.prefix(count)), as: .heif)
                guard case .undecodable(.heif, let words)? = loaded.error else {
                    Issue.record("\(count) bytes: \(String(describing: loaded.error))")
                    continue
                }
                #expect(!words.isEmpty)
                #expect(loaded.rowCount == 0)
            }
        }

        @Test func tooLarge() throws {
            let file = try Self.file(width: 64, height: 64, channels: 3) { x, y in [x, y, 0] }
            let loaded = try Loaded(file, as: .heif, memoryLimit: 64 * 64 * 4 - 1)
            #expect(loaded.error == .tooLarge(width: 64, height: 64, limit: 64 * 64 * 4 - 1))
        }

        /// A HEIC file without loss.
        static func file(
            width: Int, height: Int, channels: Int, depth: Int = 8, orientation: Int = 1, exif: [UInt8] = [],
            _ pixel: (_ x: Int, _ y: Int) -> [Int]
        ) throws -> [UInt8] {
            let image = try image(width, height, channels: channels, depth: depth, pixel)
            defer { heif_image_release(image) }
            let context = try #require(heif_context_alloc())
            defer { heif_context_free(context) }
            var found: OpaquePointer?
            try check(heif_context_get_encoder_for_format(context, heif_compression_HEVC, &found))
            let encoder = try #require(found)
            defer { heif_encoder_release(encoder) }
            try check(heif_encoder_set_lossless(encoder, 1))
            try check(heif_encoder_set_parameter_string(encoder, "chroma", "444"))
            try check(heif_encoder_set_parameter_string(encoder, "preset", "ultrafast"))
            let options = try #require(heif_encoding_options_alloc())
            defer { heif_encoding_options_free(options) }
            options.pointee.image_orientation = heif_orientation(UInt32(orientation))
            var handle: OpaquePointer?
            try check(heif_context_encode_image(context, image, encoder, options, &handle))
            defer { heif_image_handle_release(handle) }
            if !exif.isEmpty {
                try check(heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
            }
            return try Written.bytes { heif_context_write_to_file(context, $0).code == heif_error_Ok ? 0 : 1 }
        }

        private static func image(
            _ width: Int, _ height: Int, channels: Int, depth: Int, _ pixel: (_ x: Int, _ y: Int) -> [Int]
        ) throws -> OpaquePointer {
            let chroma =
                switch (depth > 8, channels == 4) {
                case (false, false): heif_chroma_interleaved_RGB
                case (false, true): heif_chroma_interleaved_RGBA
                case (true, false): heif_chroma_interleaved_RRGGBB_LE
                case (true, true): heif_chroma_interleaved_RRGGBBAA_LE
                }
            var made: OpaquePointer?
            try check(heif_image_create(Int32(width), Int32(height), heif_colorspace_RGB, chroma, &made))
            let image = try #require(made)
            try check(
                heif_image_add_plane(
                    image, heif_channel_interleaved, Int32(width), Int32(height), Int32(depth)))
            var stride: Int32 = 0
            let plane = UnsafeMutableRawPointer(
                try #require(heif_image_get_plane(image, heif_channel_interleaved, &stride)))
            for y in 0..<height {
                for x in 0..<width {
                    for (index, value) in pixel(x, y).enumerated() {
                        let (row, place) = (plane + y * Int(stride), x * channels + index)
                        if depth == 8 {
                            row.storeBytes(of: UInt8(value), toByteOffset: place, as: UInt8.self)
                        } else {
                            row.storeBytes(of: UInt16(value), toByteOffset: 2 * place, as: UInt16.self)
                        }
                    }
                }
            }
            return image
        }

        private static func check(_ error: heif_error) throws {
            try #require(error.code == heif_error_Ok, "\(error.message.map { String(cString: $0) } ?? "")")
        }
    }
#endif
