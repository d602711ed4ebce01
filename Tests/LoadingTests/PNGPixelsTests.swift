import CTestSupport
import Geometry
import Loading
import Testing

/// How pixels are stored in a PNG: filters, and the chunks of what is compressed.
@Suite struct PNGPixelsTests {
    /// A file whose pixels are compressed as it says.
    private struct File {
        var width: Int
        var height: Int
        var channels = 3
        var depth = 8
        /// What is in all IDAT chunks.
        var stream: [UInt8]

        /// The file with its stream in chunks of such sizes, over and over.
        func bytes(pieces: [Int]) -> [UInt8] {
            var chunks: [UInt8] = []
            var (rest, index) = (stream[...], 0)
            while !rest.isEmpty {
                chunks += Written.chunk("IDAT", Array(rest.prefix(pieces[index % pieces.count])))
                rest = rest.dropFirst(pieces[index % pieces.count])
                index += 1
            }
            return start + chunks + Written.chunk("IEND", [])
        }

        /// The file with its stream in one chunk.
        var bytes: [UInt8] { bytes(pieces: [stream.count]) }

        var start: [UInt8] {
            let type: UInt8 = [0, 4, 2, 6][channels - 1]
            let size = Written.bigEndian(UInt32(width)) + Written.bigEndian(UInt32(height))
            return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
                + Written.chunk("IHDR", size + [UInt8(depth), type, 0, 0, 0])
        }
    }

    /// Rows with bytes for their filters as a zlib stream that is not compressed (RFC 1950, RFC 1951).
    private static func stored(_ raw: [UInt8], block: Int = 65535) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: raw.count, by: block) {
            let part = raw[start..<min(start + block, raw.count)]
            let (low, high) = (UInt8(part.count & 255), UInt8(part.count >> 8))
            stream += [start + part.count == raw.count ? 1 : 0, low, high, ~low, ~high] + part
        }
        return stream + checksum(raw)
    }

    /// The same with each byte in a code of 8 bits: they must be below 144 (RFC 1951, section 3.2.6).
    private static func coded(_ raw: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        // The last block, of fixed codes; bits are taken from the lowest on, those of codes from the highest on.
        var (bits, count): (UInt32, UInt32) = (3, 3)
        for byte in raw {
            precondition(byte < 144)
            let code = byte + 0x30
            let turned = (0..<8).reduce(UInt32(0)) { $0 | (UInt32(code) >> $1 & 1) << (7 - UInt32($1)) }
            bits |= turned << count
            stream.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
        }
        // Its end has a code of 7 zeros.
        count += 7
        stream += [UInt8(truncatingIfNeeded: bits), 0].prefix(Int(count + 7) / 8)
        return stream + checksum(raw)
    }

    private static func checksum(_ raw: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in raw {
            a = (a + UInt32(byte)) % 65521
            b = (b + a) % 65521
        }
        return Written.bigEndian(b << 16 | a)
    }

    /// Pixels whose neighbours are near, so that each filter has its cases, the same every time.
    private static func pixels(_ count: Int) -> [UInt8] {
        var numbers = SeededNumbers(state: 7)
        var value: UInt8 = 100
        return (0..<count).map { _ in
            value =
                Bool.random(using: &numbers)
                ? value &+ UInt8.random(in: 0...3, using: &numbers) : .random(in: 0...255, using: &numbers)
            return value
        }
    }

    /// Rows with filters in turn, by the words of the standard (ISO/IEC 15948, section 9.2).
    private static func filtered(_ pixels: [UInt8], rowLength: Int, pixelLength: Int) -> [UInt8] {
        var raw: [UInt8] = []
        raw.reserveCapacity(pixels.count + pixels.count / rowLength)
        for start in stride(from: 0, to: pixels.count, by: rowLength) {
            let filter = start / rowLength % 5
            raw.append(UInt8(filter))
            for x in 0..<rowLength {
                let place = start + x
                let hasLeft = x >= pixelLength
                let a = hasLeft ? Int(pixels[place - pixelLength]) : 0
                let b = start > 0 ? Int(pixels[place - rowLength]) : 0
                let c = hasLeft && start > 0 ? Int(pixels[place - rowLength - pixelLength]) : 0
                let guess = [0, a, b, (a + b) / 2, paeth(a, b, c)][filter]
                raw.append(pixels[place] &- UInt8(guess))
            }
        }
        return raw
    }

    private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
        let (pa, pb, pc) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
        return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
    }

    /// Of small pictures, and of those that have a thread.
    @Test(arguments: [1, 2, 3, 4], [8, 16]) func filters(channels: Int, depth: Int) throws {
        let pixelLength = channels * depth / 8
        for (width, height) in [(1, 10), (7, 13), (301, 300)] {
            let rowLength = width * pixelLength
            let pixels = Self.pixels(rowLength * height)
            let raw = Self.filtered(pixels, rowLength: rowLength, pixelLength: pixelLength)
            let file = File(
                width: width, height: height, channels: channels, depth: depth, stream: Self.stored(raw))
            let loaded = try Loaded(file.bytes(pieces: [8192]), as: .png)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (height, nil, nil))
            let plain = try Written.png(pixels, width: width, channels: channels, depth: depth)
            let wanted = try Loaded(plain, as: .png)
            #expect(loaded.differences { wanted.pixel($0, $1) } == [])
        }
    }

    @Test(arguments: [5, 64, 255]) func filterThatThereIsNot(filter: UInt8) throws {
        var raw = Self.filtered(Self.pixels(30 * 3 * 400), rowLength: 30 * 3, pixelLength: 3)
        raw[7 * 91] = filter
        let loaded = try Loaded(
            File(width: 30, height: 400, stream: Self.stored(raw)).bytes, as: .png)
        #expect(loaded.rowCount == 7)
        #expect(loaded.warning == "bad adaptive filter value (row 7 of 400)")
    }

    private static let sample: (file: File, pixels: [UInt8]) = {
        let pixels = PNGPixelsTests.pixels(50 * 40 * 3).map { $0 / 2 }
        let raw = pixels.indices.reduce(into: [UInt8]()) { raw, index in
            if index % 150 == 0 { raw.append(0) }
            raw.append(pixels[index])
        }
        return (File(width: 50, height: 40, stream: coded(raw)), pixels)
    }()

    private func differences(_ loaded: Loaded) -> [String] {
        loaded.differences { x, y in
            let pixel = Self.sample.pixels[(y * 50 + x) * 3..<(y * 50 + x) * 3 + 3].map { Int($0) }
            return opaque(pixel[0], pixel[1], pixel[2])
        }
    }

    @Test(arguments: [[1], [2], [1, 0, 0, 3], [7, 300, 0], [4096], [100_000], [0, 1, 5000]])
    func chunksOfAnySize(pieces: [Int]) throws {
        let loaded = try Loaded(Self.sample.file.bytes(pieces: pieces), as: .png)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (40, nil, nil))
        #expect(differences(loaded) == [])
    }

    /// All that a chunk with a wrong checksum holds is shown, and nothing behind it.
    @Test func wrongChecksumOfAChunk() throws {
        var bytes = Self.sample.file.bytes(pieces: [1510])
        let place = Self.sample.file.start.count + 1522 + 8 + 1510
        bytes[place] ^= 1
        let loaded = try Loaded(bytes, as: .png)
        // 2 bytes and 3 bits come first.
        #expect(loaded.rowCount == (2 * 1510 - 3) / 151)
        #expect(loaded.warning == "IDAT: CRC error (row 19 of 40)")
        #expect(differences(loaded) == [])
        // That of the last one, when all is shown.
        var last = Self.sample.file.bytes
        last[last.count - 13] ^= 1
        let all = try Loaded(last, as: .png)
        #expect((all.rowCount, all.warning) == (40, "IDAT: CRC error"))
    }

    @Test(arguments: [[100_000], [6000]]) func wrongChecksumOfAllPixels(pieces: [Int]) throws {
        var file = Self.sample.file
        file.stream[file.stream.count - 1] ^= 1
        let loaded = try Loaded(file.bytes(pieces: pieces), as: .png)
        #expect((loaded.rowCount, loaded.warning) == (40, "IDAT: incorrect data check"))
        #expect(differences(loaded) == [])
    }

    /// What is behind the pixels, in their chunks, is nothing.
    @Test(arguments: [[100_000], [6010], [100], [6047, 1]]) func more(pieces: [Int]) throws {
        var file = Self.sample.file
        file.stream += (0..<500).map { UInt8($0 % 251) }
        let loaded = try Loaded(file.bytes(pieces: pieces), as: .png)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (40, nil, nil))
        #expect(differences(loaded) == [])
    }

    @Test func moreRowsOrFewer() throws {
        var file = Self.sample.file
        file.height = 35
        let fewer = try Loaded(file.bytes, as: .png)
        #expect((fewer.rowCount, fewer.warning, fewer.error) == (35, nil, nil))
        #expect(differences(fewer) == [])
        file.height = 45
        let more = try Loaded(file.bytes, as: .png)
        #expect((more.rowCount, more.warning) == (40, "Not enough image data (row 40 of 45)"))
        // Another chunk ends the pixels.
        file.stream.removeLast(2000)
        let cut = try Loaded(file.bytes, as: .png)
        #expect((cut.rowCount, cut.warning) == (26, "Not enough image data (row 26 of 45)"))
    }

    @Test func withoutAnEndMark() throws {
        let bytes = Self.sample.file.bytes
        for missing in [1, 8, 12, 13, 16] {
            let loaded = try Loaded(Array(bytes.dropLast(missing)), as: .png)
            #expect((loaded.rowCount, loaded.warning) == (40, "the file ends early"), "\(missing)")
            #expect(differences(loaded) == [])
        }
    }

    /// Cut anywhere, the rows that are there are shown.
    @Test(arguments: [[700], [1500], [100_000]]) func cutShort(pieces: [Int]) throws {
        for isStored in [true, false] {
            var file = Self.sample.file
            let raw = Array(file.stream)
            if isStored {
                let pixels = Self.sample.pixels
                let rows = stride(from: 0, to: pixels.count, by: 150).map { [0] + pixels[$0..<$0 + 150] }
                file.stream = Self.stored(rows.flatMap { $0 }, block: 10_000)
            } else {
                file.stream = raw
            }
            let bytes = file.bytes(pieces: pieces)
            let start = file.start.count
            for length in stride(from: start + 20, to: bytes.count - 20, by: 97) {
                // Bytes of the stream up to there: chunks have 8 before and 4 behind.
                let chunk = pieces[0] + 12
                let rest = (length - start) % chunk
                let there = (length - start) / chunk * pieces[0] + min(pieces[0], max(0, rest - 8))
                let rows = min(40, max(0, there - (isStored ? 7 : 3)) / 151)
                let loaded = try Loaded(Array(bytes.prefix(length)), as: .png)
                // ISA-L may keep what it decodes together with what is missing, of up to three bytes.
                let least = isStored ? rows : min(rows, max(0, there - 6) / 151)
                #expect(loaded.rowCount >= least && loaded.rowCount <= rows, "\(length)")
                #expect(differences(loaded) == [])
                #expect((loaded.warning ?? "").hasPrefix("the file ends early") || loaded.rowCount == 0)
            }
        }
    }

    /// Where a thread is far ahead, it ends with the picture: at its end, and at an error.
    @Test func large() throws {
        let (width, height) = (1100, 900)
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        ct_fill_photo(&pixels, UInt32(width), UInt32(height), 5, 20)
        let file = try Written.png(pixels, width: width, channels: 3)
        let loaded = try Loaded(file, as: .png)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (height, nil, nil))
        let wanted = { (x: Int, y: Int) in
            let place = (y * width + x) * 3
            return opaque(Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
        }
        #expect(loaded.differences(from: wanted) == [])
        let half = try Loaded(Array(file.prefix(file.count / 2)), as: .png)
        #expect(half.warning == "the file ends early (row \(half.rowCount) of \(height))")
        #expect(half.rowCount > height / 3 && half.rowCount < height * 2 / 3)
        #expect(half.differences(from: wanted) == [])
        let raw = [UInt8](repeating: 9, count: 1201 * 400)
        let wrong = try Loaded(File(width: 400, height: 400, stream: Self.stored(raw)).bytes, as: .png)
        #expect(wrong.error == .undecodable(.png, "bad adaptive filter value (row 0 of 400)"))
    }

    /// What is more than the pixels is not inflated.
    @Test func bomb() throws {
        var file = Self.sample.file
        file.stream = Self.stored([UInt8](repeating: 0, count: 300_000))
        let loaded = try Loaded(file.bytes, as: .png)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (40, nil, nil))
        #expect(loaded.pixel(49, 39) == opaque(0, 0, 0))
    }
}
