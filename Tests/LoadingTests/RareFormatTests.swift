#if VIPS
    import Geometry
    import Loading
    import Testing

    /// Formats that the widest library reads, as small as they can be.
    @Suite struct RareFormatTests {
        private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
            bigEndian(value, count).reversed()
        }

        private static func load(_ bytes: [UInt8], page: Int = 0) throws -> Loaded {
            #expect(ImageFormat.detect(bytes) == .other)
            return try Loaded(bytes, as: .other, page: page)
        }

        @Test func xpm() throws {
            let text =
                "/* XPM */\nstatic char *a[] = {\n\"3 2 3 1\",\n\"a c #FF0000\",\n\"b c navy\",\n\". c None\",\n\"ab.\",\n\"b.a\"\n};\n"
            let loaded = try Self.load(Array(text.utf8))
            #expect((loaded.raster?.size, loaded.error) == (PixelSize(width: 3, height: 2), nil))
            let (red, navy) = (opaque(255, 0, 0), opaque(0, 0, 128))
            let wanted = [[red, navy, 0], [navy, 0, red]]
            #expect(loaded.differences { x, y in wanted[y][x] } == [])
        }

        /// 1 is black, the lowest bit leftmost.
        @Test func xbm() throws {
            let text = "#define a_width 4\n#define a_height 2\nstatic char a_bits[] = {\n0x05, 0x08};\n"
            let loaded = try Self.load(Array(text.utf8))
            #expect((loaded.raster?.size, loaded.rowCount) == (PixelSize(width: 4, height: 2), 2))
            let differences = loaded.differences { x, y in
                [5, 8][y] >> x & 1 == 1 ? opaque(0, 0, 0) : opaque(255, 255, 255)
            }
            #expect(differences == [])
        }

        /// Light with a common exponent: 0.5 is 188 for sRGB, what is above 1 is white. Radiance adds half a step to each number
        /// but those of black, and 1/512 is 13.
        @Test func radianceHDR() throws {
            let pixels: [UInt8] = [128, 128, 128, 128, 128, 0, 0, 129, 128, 128, 128, 133, 0, 0, 0, 0]
            let head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 4\n"
            let loaded = try Self.load(Array(head.utf8) + pixels)
            #expect((loaded.raster?.size, loaded.error) == (PixelSize(width: 4, height: 1), nil))
            let wanted = [
                opaque(188, 188, 188), opaque(255, 13, 13), opaque(255, 255, 255), opaque(0, 0, 0),
            ]
            #expect(loaded.differences(tolerance: 1) { x, _ in wanted[x] } == [])
        }

        private static func psd(channels: Int, mode: Int, _ samples: [UInt8], width: Int, height: Int)
            -> [UInt8]
        {
            Array("8BPS".utf8) + bigEndian(1, 2) + bigEndian(0, 6) + bigEndian(channels, 2)
                + bigEndian(height, 4) + bigEndian(width, 4) + bigEndian(8, 2) + bigEndian(mode, 2)
                // No colour map, no resources, no layers; samples as they are, channel by channel.
                + bigEndian(0, 12) + bigEndian(0, 2) + samples
        }

        @Test func photoshop() throws {
            let (width, height) = (16, 9)
            let samples = (0..<3).flatMap { c in
                raw(width: width, height: height) { x, y in [[x * 16, y * 28, x * y][c]] }
            }
            let loaded = try Self.load(
                Self.psd(channels: 3, mode: 3, samples, width: width, height: height))
            #expect((loaded.pageCount, loaded.rowCount, loaded.error) == (1, height, nil))
            #expect(loaded.differences { x, y in opaque(x * 16, y * 28, x * y) } == [])
        }

        /// The library loses the black of ImageMagick's inks: no picture is better than a wrong one.
        @Test func photoshopInks() throws {
            let samples = [UInt8](repeating: 255, count: 12)
            let loaded = try Self.load(Self.psd(channels: 4, mode: 4, samples, width: 3, height: 1))
            #expect(loaded.error == .undecodable(.other, "inks are not decoded in this format"))
        }

        /// 24 bits without compression.
        @Test func directDrawSurface() throws {
            var bytes = Array("DDS ".utf8)
            let words = [124, 0x100F, 2, 4, 12, 0, 0] + [Int](repeating: 0, count: 11)
            bytes += words.flatMap { Self.littleEndian($0, 4) }
            bytes += [32, 0x40, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0].flatMap { Self.littleEndian($0, 4) }
            bytes += [0x1000, 0, 0, 0, 0].flatMap { Self.littleEndian($0, 4) }
            bytes += raw(width: 4, height: 2) { x, y in [y * 100, x * 60, 255] }
            let loaded = try Self.load(bytes)
            #expect((loaded.rowCount, loaded.error) == (2, nil))
            #expect(loaded.differences { x, y in opaque(255, x * 60, y * 100) } == [])
        }

        /// Half and full precision, colours multiplied by alpha.
        @Test func openEXR() throws {
            let loaded = try Self.load(Self.exr())
            #expect((loaded.raster?.size, loaded.error) == (PixelSize(width: 3, height: 1), nil))
            #expect(loaded.raster?.hasAlpha == true)
            // 0.5 of light is 188 for sRGB; at alpha 0.5 that is 0.25 in the file, and half of 188 here.
            let wanted = [opaque(188, 188, 188), premultiplied(188, 0, 0, 128), 0]
            #expect(loaded.differences(tolerance: 1) { x, _ in wanted[x] } == [])
        }

        private static func exr() -> [UInt8] {
            func text(_ words: String) -> [UInt8] { Array(words.utf8) + [0] }
            func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
                text(name) + text(type) + littleEndian(value.count, 4) + value
            }
            let channels = ["A", "B", "G", "R"].flatMap { name -> [UInt8] in
                // Half precision, not subsampled.
                text(name) + littleEndian(1, 4) + [0, 0, 0, 0] + littleEndian(1, 4) + littleEndian(1, 4)
            }
            let window = [0, 0, 2, 0].flatMap { littleEndian($0, 4) }
            let one: [UInt8] = [0, 0, 0x80, 0x3F]
            var bytes: [UInt8] = [0x76, 0x2F, 0x31, 1, 2, 0, 0, 0]
            bytes += attribute("channels", "chlist", channels + [0])
            bytes += attribute("compression", "compression", [0])
            bytes += attribute("dataWindow", "box2i", window) + attribute("displayWindow", "box2i", window)
            bytes += attribute("lineOrder", "lineOrder", [0]) + attribute("pixelAspectRatio", "float", one)
            bytes += attribute("screenWindowCenter", "v2f", [UInt8](repeating: 0, count: 8))
            bytes += attribute("screenWindowWidth", "float", one) + [0]
            bytes += littleEndian(bytes.count + 8, 8)
            let rows: [[Float16]] = [[1, 0.5, 0], [0.5, 0, 0], [0.5, 0, 0], [0.5, 0.25, 0]]
            let samples = rows.flatMap { $0 }.flatMap { littleEndian(Int($0.bitPattern), 2) }
            return bytes + littleEndian(0, 4) + littleEndian(samples.count, 4) + samples
        }

        /// Two pages, 36 × 18 points at 150 to the inch; text in a font that is not in the file.
        @Test func pdf() throws {
            let page = { (number: Int) in
                "\(number) 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 36 18]/Contents \(number + 2) 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>endobj\n"
            }
            let content = { (number: Int, words: String) in
                "\(number) 0 obj<</Length \(words.utf8.count)>>stream\n\(words)\nendstream endobj\n"
            }
            let file =
                "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj\n"
                + page(3) + page(4) + content(5, "1 0 0 rg 0 0 18 18 re f")
                + content(6, "BT /F 18 Tf 2 2 Td (M) Tj ET") + "trailer<</Root 1 0 R>>\n"
            let first = try Self.load(Array(file.utf8))
            #expect((first.pageCount, first.raster?.size) == (2, PixelSize(width: 75, height: 38)))
            #expect((first.pixel(10, 20), first.pixel(60, 20)) == (opaque(255, 0, 0), opaque(255, 255, 255)))
            let second = try Self.load(Array(file.utf8), page: 1)
            let black = (0..<38 * 75).count { second.pixel($0 % 75, $0 / 75) == opaque(0, 0, 0) }
            #expect((50..<1500).contains(black))
            #expect(try Self.load(Array(file.utf8), page: 2).error != nil)
        }

        /// A cut or empty file is an error, or a part of the picture; the library never brings the loader down.
        @Test func damage() throws {
            let whole = Self.psd(
                channels: 3, mode: 3, [UInt8](repeating: 9, count: 300), width: 10, height: 10)
            for file in [whole, Self.exr()] {
                for length in stride(from: 5, to: file.count, by: 23) {
                    let loaded = try Loaded(Array(file.prefix(length)), as: .other)
                    if case .loaderFailed(_, let words)? = loaded.error {
                        Issue.record("\(length): \(words)")
                    }
                    #expect(loaded.hasEnded)
                }
            }
            let none = try Loaded(Array("nothing that is a picture".utf8), as: .other)
            #expect(none.error != nil)
        }

        @Test func tooLarge() throws {
            let pixels: [UInt8] = [UInt8](repeating: 128, count: 4)
            let head = "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 10000 +X 10000\n"
            let loaded = try Self.load(Array(head.utf8) + pixels)
            #expect(loaded.error == .tooLarge(width: 10_000, height: 10_000, limit: 1 << 28))
            let cache = try Self.load(Self.psd(channels: 3, mode: 3, [], width: 10_000, height: 10_000))
            #expect(
                cache.error
                    == .undecodable(.other, "it takes more memory than ImageMagick's policy.xml allows"))
        }
    }
#endif
