#if TIFF
    import CTestSupport
    import Geometry
    import Loading
    import Testing

    /// Layouts, compressions, order and turns of TIFF files.
    @Suite struct TIFFTests {
        private static let (width, height) = (37, 23)

        private static func color(_ x: Int, _ y: Int) -> [Int] { [x * 6, y * 11, (x * y) % 256] }

        private static let rgb = raw(width: width, height: height, color)

        /// The same samples, all reds first.
        private static let planes = (0..<3).flatMap { channel in
            raw(width: width, height: height) { x, y in [color(x, y)[channel]] }
        }

        private static func expected(_ x: Int, _ y: Int) -> UInt32 {
            let parts = color(x, y)
            return opaque(parts[0], parts[1], parts[2])
        }

        /// None, LZW, Deflate, PackBits, LZMA and Zstandard.
        @Test(arguments: [1, 5, 8, 32773, 34925, 50000], [0, 16])
        func compressions(compression: Int, tile: Int) throws {
            for planar in [1, 2] {
                var writer = TIFFWriter(width: Self.width, height: Self.height, samples: 3)
                writer.fields.compression = UInt16(compression)
                writer.fields.tile = UInt32(tile)
                writer.fields.planar = UInt16(planar)
                let file = try writer.file(planar == 1 ? Self.rgb : Self.planes)
                let loaded = try Loaded(file, as: .tiff)
                #expect(loaded.raster?.size == PixelSize(width: Self.width, height: Self.height))
                #expect(loaded.raster?.hasAlpha == false)
                #expect((loaded.rowCount, loaded.warning, loaded.error) == (Self.height, nil, nil))
                #expect(loaded.differences(from: Self.expected) == [])
            }
        }

        @Test func predictorBigEndianAndBigTIFF() throws {
            var writer = TIFFWriter(width: Self.width, height: Self.height, samples: 3, bits: 16)
            writer.fields.compression = 5
            writer.fields.predictor = 2
            writer.fields.big_endian = 1
            writer.fields.big = 1
            writer.fields.rows_per_strip = UInt32(Self.height)
            let words = Self.rgb.map { UInt16($0) * 257 }
            let loaded = try Loaded(try writer.file(TIFFWriter.bytes(words)), as: .tiff)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (Self.height, nil, nil))
            #expect(loaded.differences(from: Self.expected) == [])
        }

        /// Every value of each width, from black and from white.
        @Test(arguments: [1, 2, 4, 6, 8, 10, 12], [0, 1])
        func greyOfFewBits(bits: Int, photometric: Int) throws {
            let (width, largest) = (67, 1 << bits - 1)
            let value = { (x: Int, y: Int) in (x * 5 + y * 31) & largest }
            let values = (0..<9 * width).map { value($0 % width, $0 / width) }
            var writer = TIFFWriter(width: width, height: 9, bits: bits)
            writer.fields.photometric = UInt16(photometric)
            let file = try writer.file(TIFFWriter.packed(values, perRow: width, bits: bits))
            let loaded = try Loaded(file, as: .tiff)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (9, nil, nil))
            let differences = loaded.differences { x, y in
                let grey = Int((Double(value(x, y)) * 255 / Double(largest)).rounded())
                let seen = photometric == 0 ? 255 - grey : grey
                return opaque(seen, seen, seen)
            }
            #expect(differences == [])
        }

        /// The least signed number is black.
        @Test func wholeNumbersOf32BitsAndSignedOnes() throws {
            for (format, offset) in [(UInt16(1), Int64(0)), (2, -0x8000_0000)] {
                var writer = TIFFWriter(width: 256, height: 1, bits: 32)
                writer.fields.format = format
                let values = (0..<256).map { UInt32(truncatingIfNeeded: Int64($0) * 0x0101_0101 + offset) }
                let loaded = try Loaded(try writer.file(TIFFWriter.bytes(values)), as: .tiff)
                #expect((loaded.rowCount, loaded.error) == (1, nil))
                #expect(loaded.differences { x, _ in opaque(x, x, x) } == [])
            }
        }

        /// Floating point is light: 0.2159 is half way for sRGB. What is outside of 0 to 1 is cut off.
        @Test(arguments: [16, 32, 64]) func floatingPoint(bits: Int) throws {
            let light = [-1, 0, 0.00303526, 0.215861, 0.5, 1, 7]
            let grey = [0, 0, 10, 128, 188, 255, 255]
            var writer = TIFFWriter(width: 7, height: 1, bits: bits)
            writer.fields.format = 3
            let rows =
                switch bits {
                case 16: TIFFWriter.bytes(light.map { Float16($0) })
                case 32: TIFFWriter.bytes(light.map { Float($0) })
                default: TIFFWriter.bytes(light)
                }
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect((loaded.rowCount, loaded.error) == (1, nil))
            #expect(loaded.differences { x, _ in opaque(grey[x], grey[x], grey[x]) } == [])
        }

        @Test(arguments: [1, 2, 4, 8]) func palettes(bits: Int) throws {
            let count = 1 << bits
            let value = { (x: Int, y: Int) in (x * 3 + y * 7) % count }
            let values = (0..<5 * 19).map { value($0 % 19, $0 / 19) }
            for scale in [1, 257] {
                var writer = TIFFWriter(width: 19, height: 5, bits: bits)
                writer.fields.photometric = 3
                let map = (0..<count).map { UInt16($0 * 200 / count + 3) }
                writer.palette = (map + map.map { 255 - $0 } + map.reversed()).map { $0 * UInt16(scale) }
                let file = try writer.file(TIFFWriter.packed(values, perRow: 19, bits: bits))
                let loaded = try Loaded(file, as: .tiff)
                #expect((loaded.rowCount, loaded.error) == (5, nil))
                let differences = loaded.differences { x, y in
                    let index = value(x, y)
                    return opaque(Int(map[index]), 255 - Int(map[index]), Int(map[count - 1 - index]))
                }
                #expect(differences == [])
            }
        }

        @Test(arguments: Orientation.allCases) func orientationIsTheViewers(orientation: Orientation) throws {
            var writer = TIFFWriter(width: Self.width, height: Self.height, samples: 3)
            writer.fields.orientation = UInt16(orientation.rawValue)
            let loaded = try Loaded(try writer.file(Self.rgb), as: .tiff)
            #expect(loaded.raster?.orientation == orientation)
            #expect(loaded.raster?.fullSize == PixelSize(width: Self.width, height: Self.height))
            #expect(loaded.differences(from: Self.expected) == [])
        }

        @Test func pages() throws {
            let writer = TIFFWriter(width: 3, height: 2)
            let file = try TIFFWriter.file(
                (0..<3).map { (writer, [UInt8](repeating: UInt8($0 * 100), count: 6)) })
            for page in 0..<3 {
                let loaded = try Loaded(file, as: .tiff, page: page)
                #expect((loaded.pageCount, loaded.rowCount) == (3, 2))
                let grey = page * 100
                #expect(loaded.differences { _, _ in opaque(grey, grey, grey) } == [])
            }
            let behind = try Loaded(file, as: .tiff, page: 3)
            #expect(behind.error == .undecodable(.tiff, "there is no page 4, only 3"))
        }
    }
#endif
