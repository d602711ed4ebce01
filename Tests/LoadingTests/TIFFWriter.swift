#if TIFF
    import CTestSupport

    /// A TIFF file in the making: fields as `ct_tiff` has them, and rows.
    struct TIFFWriter {
        var fields = ct_tiff()
        var palette: [UInt16] = []
        var profile: [UInt8] = []

        /// Grey from black, palette or RGB by the number of samples, 8 bits each, in strips of four rows.
        init(width: Int, height: Int, samples: Int = 1, bits: Int = 8) {
            fields.width = UInt32(width)
            fields.height = UInt32(height)
            fields.samples = UInt16(samples)
            fields.bits = UInt16(bits)
            fields.photometric = samples < 3 ? 1 : 2
            fields.compression = 1
            fields.planar = 1
            fields.rows_per_strip = 4
            fields.extra = -1
        }

        /// The file of one page.
        func file(_ rows: [UInt8]) throws -> [UInt8] { try Self.file([(self, rows)]) }

        /// The file of pages, each with its rows.
        static func file(_ pages: [(writer: TIFFWriter, rows: [UInt8])]) throws -> [UInt8] {
            var fields: [ct_tiff] = []
            // The fields point into these.
            var palettes: [UnsafeMutableBufferPointer<UInt16>] = []
            var profiles: [UnsafeMutableBufferPointer<UInt8>] = []
            defer {
                palettes.forEach { $0.deallocate() }
                profiles.forEach { $0.deallocate() }
            }
            for (writer, _) in pages {
                let palette = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: writer.palette.count)
                let profile = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: writer.profile.count)
                _ = palette.initialize(fromContentsOf: writer.palette)
                _ = profile.initialize(fromContentsOf: writer.profile)
                palettes.append(palette)
                profiles.append(profile)
                var page = writer.fields
                if page.tile > 0 { page.rows_per_strip = 0 }
                page.palette = palette.isEmpty ? nil : UnsafePointer(palette.baseAddress)
                page.profile = profile.isEmpty ? nil : UnsafePointer(profile.baseAddress)
                page.profile_size = UInt32(profile.count)
                fields.append(page)
            }
            let rows = pages.flatMap { $0.rows }
            return try Written.bytes { ct_write_tiff($0, fields, UInt32(fields.count), rows) }
        }

        /// Rows of numbers of few bits, the first highest in each byte.
        static func packed(_ values: [Int], perRow: Int, bits: Int) -> [UInt8] {
            stride(from: 0, to: values.count, by: perRow).flatMap { start in
                var row: [UInt8] = []
                var (word, count) = (0, 0)
                for value in values[start..<start + perRow] {
                    word = word << bits | value
                    count += bits
                    while count >= 8 {
                        row.append(UInt8(truncatingIfNeeded: word >> (count - 8)))
                        count -= 8
                    }
                }
                if count > 0 { row.append(UInt8(truncatingIfNeeded: word << (8 - count))) }
                return row
            }
        }

        /// The bytes of numbers in the machine's order.
        static func bytes<T>(_ values: [T]) -> [UInt8] {
            values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
        }
    }
#endif
