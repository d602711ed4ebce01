#if TIFF
    import CTestSupport
    import Geometry
    import Loading
    import Testing

    /// Smaller versions of a page in its TIFF file.
    @Suite struct TIFFReductionTests {
        /// A page and the pixels that it shows.
        private struct Version {
            var writer: TIFFWriter
            var rows: [UInt8]
            let width: Int
            let pixels: [UInt32]

            /// Every version has colours of its own, so that it is seen which one was taken.
            init(
                _ width: Int, _ height: Int, seed: Int, samples: Int = 3, tile: Int = 0,
                isReduced: Bool = true
            ) {
                self.width = width
                writer = TIFFWriter(width: width, height: height, samples: samples)
                writer.fields.compression = 8
                writer.fields.tile = UInt32(tile)
                writer.fields.subfile = isReduced ? 1 : 0
                let value = { (x: Int, y: Int) in
                    [(x * 3 + seed) % 256, (y * 5 + seed * 7) % 256, (x * y + seed) % 256, (x + y * 2) % 256]
                }
                if samples == 4 { writer.fields.extra = 2 }
                rows = raw(width: width, height: height) { x, y in Array(value(x, y)[..<samples]) }
                pixels = (0..<width * height).map {
                    let v = value($0 % width, $0 / width)
                    return samples == 4 ? premultiplied(v[0], v[1], v[2], v[3]) : opaque(v[0], v[1], v[2])
                }
            }

            var height: Int { pixels.count / width }

            /// The mean of up to 2ⁿ × 2ⁿ pixels; behind the last column and row those again.
            func mean(_ x: Int, _ y: Int, _ reduction: Int) -> UInt32 {
                let (columns, rows) = ((width - 1) >> reduction, (height - 1) >> reduction)
                let (left, top) = (min(x, columns) << reduction, min(y, rows) << reduction)
                let part = (top..<min(height, top + 1 << reduction)).flatMap { y in
                    (left..<min(width, left + 1 << reduction)).map { pixels[y * width + $0] }
                }
                return [0, 8, 16, 24].reduce(0) { (word: UInt32, shift: UInt32) in
                    let sum = part.reduce(0) { $0 + Int($1 >> shift & 255) }
                    return word | UInt32((sum + part.count / 2) / part.count) << shift
                }
            }
        }

        private static func file(_ versions: [Version], areInner: Bool = false) throws -> [UInt8] {
            var pages = versions.map { (writer: $0.writer, rows: $0.rows) }
            if areInner { pages[0].writer.fields.inner = UInt32(pages.count - 1) }
            return try TIFFWriter.file(pages)
        }

        private static func expect(
            _ file: [UInt8], at reduction: Int, shows version: Version, reduced further: Int = 0,
            of greatest: Int, rows: Range<Int>? = nil, location: SourceLocation = #_sourceLocation
        ) throws {
            let loaded = try Loaded(file, as: .tiff, reduction: reduction)
            #expect(loaded.info?.greatestReduction == greatest, sourceLocation: location)
            #expect(loaded.pageCount == 1, sourceLocation: location)
            #expect(
                (loaded.rowCount, loaded.warning, loaded.error) == (loaded.raster?.size.height, nil, nil),
                sourceLocation: location)
            // Each row is told once.
            let told = loaded.tellings.flatMap { Array($0) }
            #expect(told == Array(0..<loaded.rowCount), sourceLocation: location)
            let differences = loaded.differences { x, y in
                rows.map { $0.contains(y) } ?? true ? version.mean(x, y, further) : loaded.pixel(x, y)
            }
            #expect(differences == [], sourceLocation: location)
        }

        /// Each smaller version is shown as it is; where there is none, the mean of the next larger one is.
        @Test(arguments: [0, 16], [3, 4]) func versions(tile: Int, samples: Int) throws {
            let full = Version(301, 203, seed: 1, samples: samples, tile: tile, isReduced: false)
            // Sides rounded up, then down; there is no eighth.
            let half = Version(151, 102, seed: 2, samples: samples, tile: tile)
            let quarter = Version(75, 50, seed: 3, samples: samples, tile: tile)
            let sixteenth = Version(18, 13, seed: 4, samples: samples)
            for areInner in [false, true] {
                let file = try Self.file([full, half, quarter, sixteenth], areInner: areInner)
                for (reduction, version, further) in [
                    (0, full, 0), (1, half, 0), (2, quarter, 0), (3, quarter, 1), (4, sixteenth, 0),
                ] {
                    try Self.expect(file, at: reduction, shows: version, reduced: further, of: 4)
                }
                #expect(try Loaded(file, as: .tiff).raster?.hasAlpha == (samples == 4))
            }
        }

        /// Without the half, the full page is reduced; by several steps at once too.
        @Test(arguments: [0, 16], [1, 2]) func meansOfThePageItself(tile: Int, planar: Int) throws {
            var full = Version(301, 203, seed: 1, tile: tile, isReduced: false)
            full.writer.fields.planar = UInt16(planar)
            if planar == 2 {
                let rows = full.rows
                full.rows = (0..<3).flatMap { c in stride(from: c, to: rows.count, by: 3).map { rows[$0] } }
            }
            let small = Version(38, 26, seed: 5)
            let file = try Self.file([full, small])
            try Self.expect(file, at: 3, shows: small, of: 3)
            for reduction in [1, 2] {
                try Self.expect(file, at: reduction, shows: full, reduced: reduction, of: 3)
            }
        }

        /// What does not look like the page is not taken for it, and is no page of its own either.
        @Test func otherPictures() throws {
            let full = Version(300, 200, seed: 1, isReduced: false)
            var turned = Version(150, 100, seed: 2)
            turned.writer.fields.orientation = 3
            var colored = Version(150, 100, seed: 2)
            colored.writer.profile = [UInt8](repeating: 1, count: 200)
            var mask = Version(300, 200, seed: 3, samples: 1)
            mask.writer.fields.subfile = 4
            var undecodable = Version(150, 100, seed: 2)
            undecodable.writer.fields.format = 5
            undecodable.writer.fields.bits = 64
            undecodable.rows += [UInt8](repeating: 0, count: undecodable.rows.count * 7)
            let others = [
                Version(149, 100, seed: 2), Version(150, 99, seed: 2), Version(150, 100, seed: 2, samples: 1),
                Version(150, 100, seed: 2, samples: 4), turned, colored, mask, undecodable,
            ]
            for areInner in [false, true] {
                for other in others {
                    let file = try Self.file([full, other], areInner: areInner)
                    try Self.expect(file, at: 1, shows: full, of: 0)
                }
                let good = Version(75, 50, seed: 9)
                let file = try Self.file([full] + others + [good], areInner: areInner)
                try Self.expect(file, at: 2, shows: good, of: 2)
            }
        }

        /// A page that only says that it is a smaller version can still be seen; smaller ones belong to the page before.
        @Test func pages() throws {
            let first = Version(300, 200, seed: 1, isReduced: false)
            let second = Version(80, 60, seed: 2, isReduced: false)
            let pages = [
                first, Version(150, 100, seed: 3), second, Version(40, 30, seed: 4),
                Version(400, 300, seed: 5),
            ]
            let file = try Self.file(pages)
            for (page, shown, greatest) in [(0, pages[1], 1), (1, pages[3], 1), (2, pages[4], 0)] {
                let loaded = try Loaded(file, as: .tiff, page: page, reduction: 1)
                #expect((loaded.pageCount, loaded.info?.greatestReduction) == (3, greatest))
                #expect((loaded.warning, loaded.error) == (nil, nil))
                #expect(loaded.rowCount == shown.height)
                #expect(loaded.differences { x, y in shown.mean(x, y, 0) } == [])
            }
            // A thumbnail may come first.
            let thumbnail = Version(80, 60, seed: 2)
            let loaded = try Loaded(try Self.file([thumbnail, first]), as: .tiff)
            #expect((loaded.pageCount, loaded.info?.greatestReduction) == (2, 0))
        }

        /// Of a version that is damaged, rows before the damage are shown, and behind it those of the next larger one.
        @Test(arguments: [0, 16], [0, 1]) func damage(tile: Int, larger: Int) throws {
            let full = Version(301, 203, seed: 1, tile: tile, isReduced: false)
            var half = Version(151, 102, seed: 2, tile: tile)
            half.writer.fields.compression = 1
            let larger = larger == 1 ? [full, half] : [full]
            let reduction = 2
            let quarter = Version(76, 51, seed: 3, tile: tile)
            let whole = try Self.file(larger + [quarter])
            // The last page's directory is the last thing of the file, behind its data.
            let prefix = try Self.file(larger).count
            let stripCount = tile == 0 ? 13 : 20
            let directory = try #require(Self.lastDirectory(whole))
            var file = whole
            // Bytes about the middle of the page's data.
            let middle = (prefix + directory) / 2
            for place in middle..<min(directory, middle + (directory - prefix) / stripCount) {
                file[place] = 0xFF
            }
            let loaded = try Loaded(file, as: .tiff, reduction: reduction)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (51, nil, nil))
            #expect(loaded.tellings.flatMap { Array($0) } == Array(0..<51))
            let from = try #require(
                (0..<51).first { y in (0..<76).contains { loaded.pixel($0, y) != quarter.mean($0, y, 0) } })
            #expect((8..<48).contains(from))
            let other = larger[larger.count - 1]
            let further = larger.count == 2 ? 1 : 2
            let differences = loaded.differences { x, y in
                y < from ? quarter.mean(x, y, 0) : other.mean(x, y, further)
            }
            #expect(differences == [])
        }

        private static func lastDirectory(_ file: [UInt8]) -> Int? {
            let number = { (place: Int) in (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
            var (place, last): (Int, Int?) = (number(4), nil)
            while place > 0, place + 2 < file.count {
                last = place
                place = number(place + 2 + 12 * Int(file[place]))
            }
            return last
        }

        /// A file of the versions cut short at each place, or changed at random, never makes the loader crash.
        @Test func randomDamage() throws {
            let full = Version(120, 80, seed: 1, tile: 16, isReduced: false)
            let file = try Self.file(
                [full, Version(60, 40, seed: 2), Version(30, 20, seed: 3)], areInner: true)
            var state: UInt32 = 11
            let random = { () -> Int in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int(state >> 8)
            }
            for _ in 0..<60 {
                var file = file
                for _ in 0..<20 { file[8 + random() % (file.count - 8)] = UInt8(random() % 256) }
                let loaded = try Loaded(file, as: .tiff, reduction: random() % 3)
                if case .loaderFailed(_, let words)? = loaded.error { Issue.record("\(words)") }
                #expect(loaded.hasEnded)
            }
        }
    }
#endif
