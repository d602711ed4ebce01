import CTestSupport
import Loading
import Testing

/// A file as a test writer makes it, which is then damaged.
struct Sample: CustomTestStringConvertible, Sendable {
    static let width = 48
    static let height = 80

    let name: String
    let format: ImageFormat
    let bytes: [UInt8]
    /// Rows that one piece of its data gives, or 0 where every piece gives something of all rows.
    let rowsOfAPiece: Int

    var testDescription: String { name }

    /// Rows that a decoder keeps until those below are decoded: VP8's filter does.
    var rowsHeldBack: Int { format == .webP && rowsOfAPiece == 0 ? 9 : 0 }

    static let all: [Sample] = {
        var pixels = [UInt8](repeating: 0, count: width * height * 3)
        ct_fill_photo(&pixels, UInt32(width), UInt32(height), 5, 20)
        let png = { (isInterlaced: Bool) in
            try? Written.png(pixels, width: width, channels: 3, isInterlaced: isInterlaced)
        }
        let jpeg = { (isSubsampled: Bool, isProgressive: Bool) in
            try? Written.jpeg(
                pixels, width: width, channels: 3, quality: 85, isSubsampled: isSubsampled,
                isProgressive: isProgressive)
        }
        let webP = { (quality: Int32?) in
            try? Written.webP(pixels, width: width, channels: 3, quality: quality)
        }
        let faded = raw(width: width, height: height) { x, y in
            let place = (y * width + x) * 3
            return pixels[place..<place + 3].map { Int($0) } + [(x * y) % 251]
        }
        let gif = { (isInterlaced: Bool) -> [UInt8] in
            let palette = (0..<16).map { (level: Int) in [16 * level, 5 * level, 250 - level] }
            var gif = WrittenGIF(width: width, height: height, palette: palette)
            let indices = pixels.map { Int($0 >> 4) }.prefix(width * height)
            gif.addImage(width: width, height: height, isInterlaced: isInterlaced, Array(indices))
            gif.end()
            return gif.bytes
        }
        let samples: [(String, ImageFormat, [UInt8]?, Int)] = [
            ("lossless WebP", .webP, webP(nil), 1), ("WebP", .webP, webP(85), 0),
            ("WebP with alpha", .webP, try? Written.webP(faded, width: width, channels: 4, quality: 85), 0),
            ("GIF", .gif, gif(false), 1), ("interlaced GIF", .gif, gif(true), 0),
            ("PNG", .png, png(false), 1), ("interlaced PNG", .png, png(true), 0),
            ("JPEG", .jpeg, jpeg(false, false), 8), ("JPEG 4:2:0", .jpeg, jpeg(true, false), 16),
            ("progressive JPEG", .jpeg, jpeg(true, true), 0),
        ]
        return samples.compactMap { name, format, bytes, rows in
            bytes.map { Sample(name: name, format: format, bytes: $0, rowsOfAPiece: rows) }
        }
    }()
}

@Suite struct DamageTests {
    @Test func samplesAreThere() { #expect(Sample.all.count == 10) }

    /// Cut at 40 places: what came is right, what is missing is told, and the more there is the more is shown.
    @Test(arguments: Sample.all) func filesCutShort(sample: Sample) throws {
        let whole = try Loaded(sample.bytes, as: sample.format)
        #expect(whole.rowCount == Sample.height)
        var most = 0
        for step in 1...40 {
            let length = sample.bytes.count * step / 41
            let loaded = try Loaded(Array(sample.bytes.prefix(length)), as: sample.format)
            #expect(loaded.hasEnded)
            guard loaded.rowCount > 0 else {
                let words = ["the file ends early", "the file ends early (row 0 of \(Sample.height))"]
                #expect(words.contains { loaded.error == .undecodable(sample.format, $0) }, "\(length)")
                continue
            }
            let warning = try #require(loaded.warning, "\(length)")
            #expect(loaded.error == nil)
            #expect(loaded.rowCount >= most)
            most = loaded.rowCount
            if sample.rowsOfAPiece > 0 {
                let words = "the file ends early (row \(loaded.rowCount) of \(Sample.height))"
                #expect(warning == words || loaded.rowCount == Sample.height, "\(warning)")
                // Of the last piece, and of the row of colour before it that is mixed with it, a part may be missing.
                let right = loaded.rowCount - (sample.rowsOfAPiece == 1 ? 0 : sample.rowsOfAPiece + 1)
                #expect(loaded.differences(rows: max(0, right)) { whole.pixel($0, $1) } == [])
            }
            #expect(warning.hasPrefix("the file ends early"))
        }
        #expect(most > Sample.height * 3 / 4 - sample.rowsHeldBack)
    }

    /// At every length up to the pixels, and of the last bytes, without a picture or with one, the viewer's side lives.
    @Test(arguments: Sample.all) func filesCutAtTheirEnds(sample: Sample) throws {
        for length in [0, 1, 2, 3, 7, 8, 9, 12, 20, 25, 29, 33, 34, 40, 41, 45, 60, 100] {
            let loaded = try Loaded(Array(sample.bytes.prefix(length)), as: sample.format)
            guard case .undecodable(sample.format, let words)? = loaded.error else {
                #expect(loaded.warning?.isEmpty == false, "\(length)")
                continue
            }
            #expect(!words.isEmpty)
        }
        for missing in 1...16 {
            let loaded = try Loaded(Array(sample.bytes.dropLast(missing)), as: sample.format)
            #expect(loaded.error == nil)
            #expect(loaded.rowCount > Sample.height - 17 - sample.rowsHeldBack)
            #expect(loaded.hasEnded)
        }
    }

    /// A byte is changed at 200 places: each load ends, and no loader crashes or hangs.
    @Test(arguments: 0..<5) func changedBytes(seed: UInt64) throws {
        var numbers = SeededNumbers(state: seed)
        for _ in 0..<40 {
            let sample = try #require(Sample.all.randomElement(using: &numbers))
            var bytes = sample.bytes
            // Half of them near the beginning, where the headers are.
            let end = Bool.random(using: &numbers) ? min(700, bytes.count) : bytes.count
            let place = Int.random(in: 2..<end, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            let loaded = try Loaded(bytes, as: sample.format)
            #expect(loaded.hasEnded)
            if case .loaderFailed(_, let words)? = loaded.error {
                Issue.record("\(sample.name), byte \(place) is \(bytes[place]): \(words)")
            }
        }
    }

    /// A byte is changed in files of many frames: no loader crashes or hangs, and frames that were told come again.
    @Test(arguments: [ImageFormat.gif, .webP, .png]) func changedBytesOfAnimations(format: ImageFormat) throws
    {
        var numbers = SeededNumbers(state: UInt64(format.rawValue))
        let frames = StoredFrame.random(5, width: 24, height: 20, seed: 3, alphas: [0, 255], step: 2)
        let file =
            switch format {
            case .gif: WrittenGIF(frames, width: 24, height: 20, loops: 0).bytes
            case .webP: try WrittenWebP.file(frames, width: 24, height: 20, loops: 0)
            default: try APNGTests.file(frames, width: 24, height: 20)
            }
        for _ in 0..<60 {
            var bytes = file
            let place = Int.random(in: 8..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            let loaded = try LoadedFrames(bytes, as: format, limit: 20, isTwice: true)
            if case .loaderFailed(_, let words)? = loaded.error {
                Issue.record("byte \(place) is \(bytes[place]): \(words)")
            }
        }
    }

    /// Nothing but noise behind the signature.
    @Test func noise() throws {
        var numbers = SeededNumbers(state: 99)
        for (format, start) in [
            (ImageFormat.png, [UInt8]([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])),
            (.jpeg, [0xFF, 0xD8, 0xFF]), (.gif, Array("GIF89a".utf8)),
            (.webP, Array("RIFF".utf8) + [0xC8, 7, 0, 0] + Array("WEBP".utf8)),
        ] {
            for _ in 0..<20 {
                let bytes = (0..<2000).map { _ in UInt8.random(in: 0...255, using: &numbers) }
                let loaded = try Loaded(start + bytes, as: format)
                guard case .undecodable(format, let words)? = loaded.error else {
                    Issue.record("noise was decoded")
                    continue
                }
                #expect(!words.isEmpty)
            }
        }
    }
}

/// The same numbers every time (Marsaglia's xorshift64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(state: UInt64) { self.state = state &* 0x2545_F491_4F6C_DD1D ^ 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
