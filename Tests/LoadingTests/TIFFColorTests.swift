#if TIFF
    import CTestSupport
    import Geometry
    import Loading
    import Testing

    /// Alpha and colours other than RGB in TIFF files.
    @Suite struct TIFFColorTests {
        /// Every colour at every alpha.
        @Test(arguments: [8, 16], [1, 2]) func straightAlpha(bits: Int, planar: Int) throws {
            let pixel = { (x: Int, y: Int) in [x, 255 - x, x / 2, y] }
            var writer = TIFFWriter(width: 256, height: 256, samples: 4, bits: bits)
            writer.fields.extra = 2
            writer.fields.planar = UInt16(planar)
            let samples =
                planar == 1
                ? raw(width: 256, height: 256, pixel)
                : (0..<4).flatMap { c in raw(width: 256, height: 256) { x, y in [pixel(x, y)[c]] } }
            let rows = bits == 8 ? samples : TIFFWriter.bytes(samples.map { UInt16($0) * 257 })
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect(loaded.raster?.hasAlpha == true)
            #expect((loaded.rowCount, loaded.error) == (256, nil))
            #expect(loaded.differences { x, y in premultiplied(x, 255 - x, x / 2, y) } == [])
        }

        /// What is premultiplied in the file comes out as it was.
        @Test func premultipliedAlpha() throws {
            var writer = TIFFWriter(width: 256, height: 256, samples: 4)
            writer.fields.extra = 1
            let rows = raw(width: 256, height: 256) { x, y in [min(x, y), y - min(x, y), y, y] }
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect(loaded.raster?.hasAlpha == true)
            let differences = loaded.differences { x, y in
                let parts = [y, min(x, y), y - min(x, y), y].map { UInt32($0) }
                return parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | parts[3]
            }
            #expect(differences == [])
        }

        @Test func greyWithAlpha() throws {
            var writer = TIFFWriter(width: 256, height: 8, samples: 2)
            writer.fields.extra = 2
            let rows = raw(width: 256, height: 8) { x, y in [x, y * 36] }
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect(loaded.differences { x, y in premultiplied(x, x, x, y * 36) } == [])
        }

        /// A sample that is said to mean nothing is nothing.
        @Test func unspecifiedSampleIsNoAlpha() throws {
            var writer = TIFFWriter(width: 256, height: 8, samples: 4)
            writer.fields.extra = 0
            let rows = raw(width: 256, height: 8) { x, y in [x, y, 9, 0] }
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect(loaded.raster?.hasAlpha == false)
            #expect(loaded.differences { x, y in opaque(x, y, 9) } == [])
        }

        @Test func cmyk() throws {
            var writer = TIFFWriter(width: 3, height: 1, samples: 4)
            writer.fields.photometric = 5
            let rows: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 255]
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect(loaded.pixel(0, 0) == opaque(255, 255, 255))
            #expect(loaded.pixel(1, 0) == opaque(0, 255, 255))
            #expect(loaded.pixel(2, 0) == opaque(0, 0, 0))
        }

        /// White, black, the middle of grey, and the red of sRGB (adapted to D50: 54.29, 80.81, 69.89).
        @Test(arguments: [8, 16]) func lab(bits: Int) throws {
            var writer = TIFFWriter(width: 4, height: 1, samples: 3, bits: bits)
            writer.fields.photometric = 8
            let colors = [(100.0, 0.0, 0.0), (0, 0, 0), (53.585, 0, 0), (54.29, 80.81, 69.89)]
            let rows =
                bits == 8
                ? colors.flatMap { l, a, b in
                    [
                        UInt8((l * 2.55).rounded()), UInt8(bitPattern: Int8(a.rounded())),
                        UInt8(bitPattern: Int8(b.rounded())),
                    ]
                }
                : TIFFWriter.bytes(
                    colors.flatMap { l, a, b in
                        [UInt16((l * 655.35).rounded())]
                            + [a, b].map { UInt16(bitPattern: Int16(($0 * 256).rounded())) }
                    })
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            let wanted = [opaque(255, 255, 255), opaque(0, 0, 0), opaque(128, 128, 128), opaque(255, 0, 0)]
            #expect(loaded.rowCount == 1)
            #expect(loaded.differences(tolerance: bits == 8 ? 8 : 1) { x, _ in wanted[x] } == [])
        }

        @Test(arguments: [0, 16]) func jpegWithLumaAndChroma(tile: Int) throws {
            var writer = TIFFWriter(width: 64, height: 48, samples: 3)
            writer.fields.compression = 7
            writer.fields.photometric = 6
            writer.fields.rows_per_strip = 16
            writer.fields.tile = UInt32(tile)
            let rows = raw(width: 64, height: 48) { x, y in [x * 3, y * 4, 100] }
            let loaded = try Loaded(try writer.file(rows), as: .tiff)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (48, nil, nil))
            #expect(loaded.differences(tolerance: 6) { x, y in opaque(x * 3, y * 4, 100) } == [])
        }

        /// Groups 3 and 4 of fax: 1 is black.
        @Test(arguments: [3, 4]) func fax(compression: Int) throws {
            let isBlack = { (x: Int, y: Int) in (x / (y + 1)) % 3 == 0 }
            let values = (0..<100 * 30).map { isBlack($0 % 100, $0 / 100) ? 1 : 0 }
            var writer = TIFFWriter(width: 100, height: 30, bits: 1)
            writer.fields.photometric = 0
            writer.fields.compression = UInt16(compression)
            let loaded = try Loaded(
                try writer.file(TIFFWriter.packed(values, perRow: 100, bits: 1)), as: .tiff)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (30, nil, nil))
            let differences = loaded.differences { x, y in
                isBlack(x, y) ? opaque(0, 0, 0) : opaque(255, 255, 255)
            }
            #expect(differences == [])
        }
    }
#endif
