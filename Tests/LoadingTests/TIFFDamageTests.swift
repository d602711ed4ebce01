#if TIFF
    import CTestSupport
    import Geometry
    import Loading
    import Testing

    /// TIFF files that are cut short, or that mean harm.
    @Suite struct TIFFDamageTests {
        private static let (width, height) = (60, 400)

        private static func grey(_ x: Int, _ y: Int) -> Int { (x * 7 + y * 13 + x * y) % 256 }

        private static func file(compression: Int, predictor: Int = 0, tile: Int = 0) throws -> [UInt8] {
            var writer = TIFFWriter(width: width, height: height)
            writer.fields.compression = UInt16(compression)
            writer.fields.predictor = UInt16(predictor)
            writer.fields.rows_per_strip = UInt32(height)
            writer.fields.tile = UInt32(tile)
            return try writer.file(raw(width: width, height: height) { x, y in [grey(x, y)] })
        }

        /// The file with its directory moved before its one strip, so that a cut leaves it.
        private static func directoryFirst(_ file: [UInt8]) -> [UInt8] {
            let number = { (place: Int) in (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
            let directory = number(4)
            let moved = file.count - directory
            var bytes = Array(file[..<8]) + file[directory...] + file[8..<directory]
            bytes.replaceSubrange(4..<8, with: [8, 0, 0, 0])
            let count = Int(bytes[8])
            for entry in 0..<count {
                let place = 10 + 12 * entry
                let tag = Int(bytes[place]) | Int(bytes[place + 1]) << 8
                // The strip's place; the values of others lie in their entries.
                guard tag == 273 else { continue }
                let offset = UInt32(8 + moved)
                for i in 0..<4 { bytes[place + 8 + i] = UInt8(truncatingIfNeeded: offset >> (8 * i)) }
            }
            return bytes
        }

        /// Of one strip for all rows, those that are there are shown.
        @Test(arguments: [5, 8, 32773]) func cutStrip(compression: Int) throws {
            for predictor in compression != 32773 ? [1, 2] : [0] {
                let whole = Self.directoryFirst(
                    try Self.file(compression: compression, predictor: predictor))
                let unharmed = try Loaded(whole, as: .tiff)
                #expect((unharmed.rowCount, unharmed.warning) == (Self.height, nil))
                let loaded = try Loaded(Array(whole.prefix(whole.count * 6 / 10)), as: .tiff)
                #expect(loaded.error == nil)
                #expect((100..<Self.height).contains(loaded.rowCount))
                #expect(
                    loaded.warning == "the file ends early (row \(loaded.rowCount) of \(Self.height))")
                let differences = loaded.differences { x, y in
                    opaque(Self.grey(x, y), Self.grey(x, y), Self.grey(x, y))
                }
                #expect(differences == [])
            }
        }

        @Test func withoutADirectory() throws {
            let whole = try Self.file(compression: 5)
            let loaded = try Loaded(Array(whole.dropLast(whole.count / 2)), as: .tiff)
            #expect(loaded.error == .undecodable(.tiff, "the file ends early"))
            #expect(try Loaded([0x49, 0x49, 42, 0], as: .tiff).error != nil)
        }

        /// A tile whose bytes are not those of its compression is left out.
        @Test func damagedTile() throws {
            var file = try Self.file(compression: 8, tile: 16)
            // The first tile is the first thing behind the header.
            for place in 8..<40 { file[place] = 0xFF }
            let loaded = try Loaded(file, as: .tiff)
            #expect(loaded.rowCount == Self.height)
            #expect(loaded.warning?.hasSuffix("(row 0 of \(Self.height))") == true)
            #expect(loaded.pixel(3, 3) == 0)
            #expect(loaded.pixel(20, 3) == opaque(Self.grey(20, 3), Self.grey(20, 3), Self.grey(20, 3)))
        }

        @Test func aLoopOfPagesEnds() throws {
            let page = (TIFFWriter(width: 3, height: 2), [UInt8](repeating: 7, count: 6))
            var file = try TIFFWriter.file([page, page])
            let number = { (place: Int) in (0..<4).reduce(0) { $0 | Int(file[place + $1]) << (8 * $1) } }
            let link = { (directory: Int) in directory + 2 + 12 * Int(file[directory]) }
            let second = number(link(number(4)))
            file.replaceSubrange(link(second)..<link(second) + 4, with: file[4..<8])
            let loaded = try Loaded(file, as: .tiff)
            #expect((loaded.pageCount, loaded.rowCount, loaded.error) == (2, 2, nil))
        }

        /// A directory alone that asks for 100,000 × 100,000 pixels: there is memory for a few of its rows, which are missing.
        @Test func tooLarge() throws {
            let entry = { (tag: Int, value: Int) -> [UInt8] in
                [UInt8(tag & 255), UInt8(tag >> 8), 4, 0, 1, 0, 0, 0]
                    + (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            }
            let entries = [
                (256, 100_000), (257, 100_000), (258, 1), (259, 1), (262, 1), (273, 8), (277, 1),
                (278, 100_000),
                (279, 1_250_000_000),
            ]
            let file: [UInt8] =
                [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(entries.count), 0]
                + entries.flatMap { entry($0.0, $0.1) } + [0, 0, 0, 0]
            let loaded = try Loaded(file, as: .tiff)
            #expect(loaded.error != nil && loaded.rowCount == 0)
        }

        /// Bytes changed at random never make the loader crash.
        @Test func randomDamage() throws {
            var state: UInt32 = 7
            let random = { () -> Int in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int(state >> 8)
            }
            for compression in [1, 5, 8, 32773] {
                let whole = Self.directoryFirst(try Self.file(compression: compression))
                for _ in 0..<20 {
                    var file = whole
                    for _ in 0..<3 { file[8 + random() % 200] = UInt8(random() % 256) }
                    let loaded = try Loaded(file, as: .tiff)
                    if case .loaderFailed(_, let words)? = loaded.error { Issue.record("\(words)") }
                    #expect(loaded.hasEnded)
                }
            }
        }
    }
#endif
