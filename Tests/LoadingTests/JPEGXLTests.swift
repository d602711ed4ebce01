#if JPEGXL
    import CJXL
    import Foundation
    import Geometry
    import Loading
    import Testing

    @Suite struct JPEGXLTests {
        @Test(arguments: [false, true]) func colours(isBoxed: Bool) throws {
            // More than one group of 256 × 256.
            let writer = JXLWriter(width: 300, height: 270, isBoxed: isBoxed)
            let pixel = { (x: Int, y: Int) in [x % 256, y % 256, (x * y) % 251] }
            let file = try writer.file(pixel)
            #expect(ImageFormat.detect(file) == .jpegXL)
            #expect((file[0] == 0) == isBoxed)
            let loaded = try Loaded(file, as: .jpegXL)
            #expect(loaded.raster?.size == PixelSize(width: 300, height: 270))
            #expect(loaded.raster?.hasAlpha == false)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (270, nil, nil))
            #expect(loaded.differences { x, y in Self.opaquePixel(pixel(x, y)) } == [])
        }

        private static func opaquePixel(_ parts: [Int]) -> UInt32 { opaque(parts[0], parts[1], parts[2]) }

        @Test func alpha() throws {
            let pixel = { (x: Int, y: Int) in [x * 3, y * 5, 200, x * 4] }
            let loaded = try Loaded(
                try JXLWriter(width: 60, height: 50, channels: 4).file(pixel), as: .jpegXL)
            #expect(loaded.raster?.hasAlpha == true)
            #expect(loaded.rowCount == 50)
            #expect(loaded.differences { x, y in premultiplied(x * 3, y * 5, 200, x * 4) } == [])
        }

        @Test(arguments: [1, 2]) func grey(channels: Int) throws {
            let writer = JXLWriter(width: 60, height: 50, channels: channels)
            let pixel = { (x: Int, y: Int) in Array([x * 3 + y, 250 - y * 2].prefix(channels)) }
            let loaded = try Loaded(try writer.file(pixel), as: .jpegXL)
            #expect(loaded.raster?.hasAlpha == (channels == 2))
            #expect(loaded.rowCount == 50)
            let differences = loaded.differences { x, y in
                let value = x * 3 + y
                return premultiplied(value, value, value, channels == 2 ? 250 - y * 2 : 255)
            }
            #expect(differences == [])
        }

        /// 16 bits become the nearest 8.
        @Test func sixteenBits() throws {
            let pixel = { (x: Int, y: Int) in [x * 1000, y * 1300, x * y, 65535 - y * 900] }
            let writer = JXLWriter(width: 60, height: 50, channels: 4, depth: 16)
            let loaded = try Loaded(try writer.file(pixel), as: .jpegXL)
            #expect(loaded.rowCount == 50)
            let differences = loaded.differences { x, y in
                let parts = pixel(x, y).map { Int((Double($0) / 257).rounded()) }
                return premultiplied(parts[0], parts[1], parts[2], parts[3])
            }
            #expect(differences == [])
        }

        /// Pixels come as stored, and the header says how they are turned.
        @Test(arguments: Orientation.allCases) func orientation(_ orientation: Orientation) throws {
            let writer = JXLWriter(width: 30, height: 20, orientation: Int(orientation.rawValue))
            let loaded = try Loaded(try writer.file { x, y in [x, y, 0] }, as: .jpegXL)
            #expect(loaded.raster?.orientation == orientation)
            #expect(loaded.raster?.size == PixelSize(width: 30, height: 20))
            #expect(loaded.differences { x, y in opaque(x, y, 0) } == [])
        }

        @Test func animation() throws {
            let file = try JXLWriter(width: 32, height: 24, channels: 4, loops: 3).file(frames: [
                (7, { x, y in [x, y, 0, 255] }), (20, { x, y in [y, x, 100, x * 8] }),
                (50, { x, y in [200, x, y, 255] }),
            ])
            let loaded = try LoadedFrames(file, as: .jpegXL, isTwice: true)
            #expect(loaded.kind == .animation)
            #expect((loaded.count, loaded.loops, loaded.warning, loaded.error) == (3, 3, nil, nil))
            #expect(loaded.frames.map { Int(($0.start * 100).rounded()) } == [0, 7, 27])
            #expect(loaded.duration.map { Int(($0 * 100).rounded()) } == 77)
            let places = (0..<24).flatMap { y in (0..<32).map { x in (x, y) } }
            #expect(loaded.frames[0].pixels == places.map { opaque($0, $1, 0) })
            #expect(loaded.frames[1].pixels == places.map { premultiplied($1, $0, 100, $0 * 8) })
            #expect(loaded.frames[2].pixels == places.map { opaque(200, $0, $1) })
        }

        /// Frames behind the one where the file ends are left out.
        @Test func animationCutShort() throws {
            let file = try JXLWriter(width: 64, height: 64).file(frames: [
                (10, { x, y in [x, y, 0] }), (10, { x, y in [x * y % 256, x, 100] }),
                (10, { x, y in [200, (x + 7) * y % 256, y] }),
            ])
            let loaded = try LoadedFrames(Array(file.dropLast(file.count / 6)), as: .jpegXL)
            #expect((loaded.count, loaded.warning, loaded.error) == (2, "the file ends early", nil))
        }

        /// Numbers in proportion to light become those of sRGB, from 16 bits.
        @Test func linear() throws {
            let writer = JXLWriter(width: 32, height: 32, depth: 16, transfer: JXL_TRANSFER_FUNCTION_LINEAR)
            let loaded = try Loaded(try writer.file { x, y in [x * 2000, y * 2000, 0] }, as: .jpegXL)
            let differences = loaded.differences(tolerance: 1) { x, y in
                opaque(Self.sRGB(Double(x * 2000) / 65535), Self.sRGB(Double(y * 2000) / 65535), 0)
            }
            #expect(differences == [])
        }

        private static func sRGB(_ light: Double) -> Int {
            let value = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
            return Int((value * 255).rounded())
        }

        /// Full red of Display P3 lies outside of sRGB; its greys are the same.
        @Test func displayP3() throws {
            let writer = JXLWriter(width: 4, height: 1, primaries: JXL_PRIMARIES_P3)
            let colors = [[255, 0, 0], [128, 128, 128], [0, 0, 0], [160, 100, 100]]
            let loaded = try Loaded(try writer.file { x, _ in colors[x] }, as: .jpegXL)
            #expect(loaded.pixel(0, 0) == opaque(255, 0, 0))
            #expect(loaded.pixel(1, 0) == opaque(128, 128, 128))
            #expect(loaded.pixel(2, 0) == opaque(0, 0, 0))
            // In proportion to light it is (0.3515, 0.1274, 0.1274) there, and (0.4018, 0.1180, 0.1230) here.
            #expect(loaded.pixel(3, 0) == opaque(170, 96, 98))
        }

        @Test func lossy() throws {
            let writer = JXLWriter(width: 300, height: 200, isLossy: true)
            let loaded = try Loaded(try writer.file { x, y in [x * 255 / 299, y, 128] }, as: .jpegXL)
            #expect(loaded.rowCount == 200)
            #expect(loaded.differences(tolerance: 40) { x, y in opaque(x * 255 / 299, y, 128) } == [])
        }

        /// What the library can tell of the rest is shown.
        @Test func cutShort() throws {
            let pixel = { (x: Int, y: Int) in [x * 255 / 599, y * 255 / 499, (x * x + y * y) % 97] }
            let file = try JXLWriter(width: 600, height: 500).file(pixel)
            let loaded = try Loaded(Array(file.prefix(file.count * 3 / 4)), as: .jpegXL)
            #expect(loaded.warning == "the file ends early")
            #expect(loaded.rowCount == 500)
            #expect(loaded.differences(rows: 256) { x, y in Self.opaquePixel(pixel(x, y)) } == [])
        }

        @Test(arguments: [2, 5, 12]) func noPicture(count: Int) throws {
            let file = try JXLWriter(width: 60, height: 50).file { x, y in [x, y, 0] }
            let loaded = try Loaded(Array(file.prefix(count)), as: .jpegXL)
            #expect(loaded.error == .undecodable(.jpegXL, "the file ends early"))
        }

        @Test func tooLarge() throws {
            let file = try JXLWriter(width: 64, height: 64).file { x, y in [x, y, 0] }
            let loaded = try Loaded(file, as: .jpegXL, memoryLimit: 64 * 64 * 4 - 1)
            #expect(loaded.error == .tooLarge(width: 64, height: 64, limit: 64 * 64 * 4 - 1))
        }
    }
#endif
