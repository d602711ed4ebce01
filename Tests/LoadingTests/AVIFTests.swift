#if HEIF
    import CAVIF
    import Foundation
    import Geometry
    import Loading
    import Testing

    @Suite struct AVIFTests {
        /// Numbers that differ from their neighbours: three colours and an alpha.
        private static func mix(_ x: Int, _ y: Int, most: Int = 255) -> [Int] {
            [x * 5, y * 3, x + y, 40 + x * 2].map { $0 % (most + 1) }
        }

        /// More rows than are converted in one go.
        @Test func colours() throws {
            let file = try AVIFWriter(width: 45, height: 141).file { x, y in Self.mix(x, y) }
            #expect(ImageFormat.detect(file) == .heif)
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.raster?.size == PixelSize(width: 45, height: 141))
            #expect(loaded.raster?.hasAlpha == false)
            #expect(loaded.raster?.orientation == .topLeft)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (141, nil, nil))
            #expect(loaded.differences { x, y in opaque(x * 5 % 256, y * 3 % 256, (x + y) % 256) } == [])
        }

        @Test func alpha() throws {
            let writer = AVIFWriter(width: 70, height: 40, hasAlpha: true)
            let loaded = try Loaded(try writer.file { x, y in Self.mix(x, y) }, as: .heif)
            #expect(loaded.raster?.hasAlpha == true)
            #expect(loaded.rowCount == 40)
            let differences = loaded.differences { x, y in
                let pixel = Self.mix(x, y)
                return premultiplied(pixel[0], pixel[1], pixel[2], pixel[3])
            }
            #expect(differences == [])
        }

        /// Alpha is taken out and multiplied in again, which costs no more than a level.
        @Test func premultipliedAlpha() throws {
            let writer = AVIFWriter(width: 64, height: 64, isPremultiplied: true, hasAlpha: true)
            let loaded = try Loaded(try writer.file { x, y in [y, x, min(x, y), 64 + y] }, as: .heif)
            #expect(loaded.rowCount == 64)
            let differences = loaded.differences(tolerance: 1) { x, y in
                UInt32(64 + y) << 24 | UInt32(y) << 16 | UInt32(x) << 8 | UInt32(min(x, y))
            }
            #expect(differences == [])
        }

        /// More bits become the nearest 8.
        @Test(arguments: [10, 12]) func manyBits(depth: Int) throws {
            let most = 1 << depth - 1
            let writer = AVIFWriter(width: 64, height: 40, depth: depth)
            let pixel = { (x: Int, y: Int) in [(x * 64 + y) % (most + 1), y * 17 % (most + 1), most - x] }
            let loaded = try Loaded(try writer.file(pixel), as: .heif)
            #expect(loaded.rowCount == 40)
            let differences = loaded.differences { x, y in
                let parts = pixel(x, y).map { Int((Double($0) * 255 / Double(most)).rounded()) }
                return opaque(parts[0], parts[1], parts[2])
            }
            #expect(differences == [])
        }

        /// Numbers of the limited range reach from 16 to 235; the library rounds a little worse there.
        @Test(arguments: [false, true]) func grey(isLimited: Bool) throws {
            let writer = AVIFWriter(width: 64, height: 64, isLimited: isLimited)
            let loaded = try Loaded(try writer.file { x, y in [16 + x * 2 + y] }, as: .heif)
            #expect(loaded.rowCount == 64)
            let differences = loaded.differences(tolerance: isLimited ? 1 : 0) { x, y in
                let number = 16 + x * 2 + y
                let value = isLimited ? Int((Double(number - 16) * 255 / 219).rounded()) : number
                return opaque(value, value, value)
            }
            #expect(differences == [])
        }

        /// Turned counter-clockwise first, then mirrored.
        @Test(
            arguments: [
                (nil, nil, Orientation.topLeft), (0, nil, .topLeft), (1, nil, .leftBottom),
                (2, nil, .bottomRight),
                (3, nil, .rightTop), (nil, 1, .topRight), (nil, 0, .bottomLeft), (1, 1, .rightBottom),
                (1, 0, .leftTop), (2, 1, .bottomLeft), (2, 0, .topRight), (3, 1, .leftTop),
                (3, 0, .rightBottom),
            ] as [(UInt8?, UInt8?, Orientation)])
        func orientation(turns: UInt8?, mirror: UInt8?, expected: Orientation) throws {
            let writer = AVIFWriter(width: 24, height: 16, turns: turns, mirror: mirror)
            let loaded = try Loaded(try writer.file { x, y in [x, y, 0] }, as: .heif)
            #expect(loaded.raster?.orientation == expected)
            #expect(loaded.raster?.size == PixelSize(width: 24, height: 16))
            #expect(loaded.differences { x, y in opaque(x, y, 0) } == [])
        }

        @Test func crop() throws {
            let crop = avifCropRect(x: 7, y: 66, width: 30, height: 71)
            let writer = AVIFWriter(width: 48, height: 150, turns: 1, crop: crop)
            let loaded = try Loaded(try writer.file { x, y in [x, y, 9] }, as: .heif)
            #expect(loaded.raster?.size == PixelSize(width: 30, height: 71))
            #expect(loaded.raster?.orientation == .leftBottom)
            #expect(loaded.rowCount == 71)
            #expect(loaded.differences { x, y in opaque(x + 7, y + 66, 9) } == [])
        }

        @Test func grid() throws {
            let writer = AVIFWriter(width: 64, height: 64)
            let loaded = try Loaded(try writer.grid(columns: 2, rows: 3) { x, y in [x, y, 200] }, as: .heif)
            #expect(loaded.raster?.size == PixelSize(width: 128, height: 192))
            #expect(loaded.rowCount == 192)
            #expect(loaded.differences { x, y in opaque(x, y, 200) } == [])
        }

        /// Chroma of half the size is what it is where the whole picture is converted at once.
        @Test func subsampledChroma() throws {
            let file = try Self.subsampled(width: 53, height: 197)
            let decoder = try #require(avifDecoderCreate())
            let image = try #require(avifImageCreateEmpty())
            defer {
                avifImageDestroy(image)
                avifDecoderDestroy(decoder)
            }
            try #require(avifDecoderReadMemory(decoder, image, file, file.count) == AVIF_RESULT_OK)
            var rgb = avifRGBImage()
            avifRGBImageSetDefaults(&rgb, image)
            rgb.format = AVIF_RGB_FORMAT_BGRA
            avifRGBImageAllocatePixels(&rgb)
            defer { avifRGBImageFreePixels(&rgb) }
            try #require(avifImageYUVToRGB(image, &rgb) == AVIF_RESULT_OK)
            let pixels = try #require(UnsafeRawPointer(rgb.pixels))
            let loaded = try Loaded(file, as: .heif)
            #expect(loaded.rowCount == 197)
            let differences = loaded.differences { x, y in
                pixels.load(fromByteOffset: y * Int(rgb.rowBytes) + 4 * x, as: UInt32.self)
            }
            #expect(differences == [])
        }

        private static func subsampled(width: Int, height: Int) throws -> [UInt8] {
            let image = try #require(
                avifImageCreate(UInt32(width), UInt32(height), 8, AVIF_PIXEL_FORMAT_YUV420))
            defer { avifImageDestroy(image) }
            var rgb = avifRGBImage()
            avifRGBImageSetDefaults(&rgb, image)
            rgb.format = AVIF_RGB_FORMAT_RGB
            var bytes = raw(width: width, height: height) { x, y in mix(x, y).dropLast() }
            try bytes.withUnsafeMutableBufferPointer {
                rgb.pixels = $0.baseAddress
                rgb.rowBytes = UInt32(3 * width)
                try #require(avifImageRGBToYUV(image, &rgb) == AVIF_RESULT_OK)
            }
            let encoder = try #require(avifEncoderCreate())
            defer { avifEncoderDestroy(encoder) }
            encoder.pointee.speed = 10
            var output = avifRWData()
            defer { avifRWDataFree(&output) }
            try #require(avifEncoderWrite(encoder, image, &output) == AVIF_RESULT_OK)
            return Array(UnsafeBufferPointer(start: output.data, count: output.size))
        }

        @Test func sequence() throws {
            let file = try AVIFWriter(width: 32, height: 32).file(frames: [
                (7, { x, y in [x, y, 0] }), (20, { x, y in [y, x, 100] }), (50, { x, y in [200, x, y] }),
            ])
            #expect(ImageFormat.detect(file) == .heif)
            let loaded = try LoadedFrames(file, as: .heif, isTwice: true)
            #expect(loaded.kind == .animation)
            #expect((loaded.count, loaded.loops, loaded.warning, loaded.error) == (3, 0, nil, nil))
            #expect(loaded.frames.map { Int(($0.start * 100).rounded()) } == [0, 7, 27])
            #expect(loaded.duration.map { Int(($0 * 100).rounded()) } == 77)
            let places = (0..<32).flatMap { y in (0..<32).map { x in (x, y) } }
            #expect(loaded.frames[0].pixels == places.map { opaque($0, $1, 0) })
            #expect(loaded.frames[1].pixels == places.map { opaque($1, $0, 100) })
            #expect(loaded.frames[2].pixels == places.map { opaque(200, $0, $1) })
        }

        /// Numbers in proportion to light become those of sRGB.
        @Test func codePoints() throws {
            let writer = AVIFWriter(
                width: 32, height: 32, depth: 12, transfer: AVIF_TRANSFER_CHARACTERISTICS_LINEAR)
            let loaded = try Loaded(try writer.file { x, y in [x * 128, y * 128, 0] }, as: .heif)
            let differences = loaded.differences(tolerance: 1) { x, y in
                opaque(Self.sRGB(Double(x * 128) / 4095), Self.sRGB(Double(y * 128) / 4095), 0)
            }
            #expect(differences == [])
        }

        private static func sRGB(_ light: Double) -> Int {
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((value * 255).rounded())
        }

        @Test func cutShort() throws {
            let file = try AVIFWriter(width: 64, height: 64).file { x, y in Self.mix(x, y) }
            for count in [file.count - 1, file.count / 2, 200, 40, 20] {
                let loaded = try Loaded(Array(file.prefix(count)), as: .heif)
                #expect((loaded.hasEnded, loaded.rowCount) == (true, 0))
                guard case .undecodable(.heif, let words)? = loaded.error else {
                    Issue.record("\(count) bytes: \(String(describing: loaded.error))")
                    continue
                }
                #expect(!words.isEmpty)
                if count == file.count - 1 { #expect(words == "the file ends early") }
            }
        }

        @Test func tooLarge() throws {
            let file = try AVIFWriter(width: 64, height: 64).file { x, y in Self.mix(x, y) }
            let loaded = try Loaded(file, as: .heif, memoryLimit: 64 * 64 * 4 - 1)
            #expect(loaded.error == .tooLarge(width: 64, height: 64, limit: 64 * 64 * 4 - 1))
        }
    }
#endif
