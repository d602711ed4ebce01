import CTestSupport
import Geometry
import Loading
import Testing

@Suite struct APNGTests {
    /// What may be wrong or rare in a file.
    struct Options {
        var plays = 0
        /// A picture for decoders without animation, which is no frame.
        var cover: StoredFrame?
        var isInterlaced = false
        /// What each frame's sequence numbers are multiplied by.
        var sequenceStep = 1
        /// Bytes of a chunk of pixels.
        var chunkLength = 50
        var denominator = 100
        /// Chunks behind the header.
        var more: [UInt8] = []
    }

    /// A file of frames; the first is the default picture, unless there is a cover.
    static func file(
        _ frames: [StoredFrame], width: Int, height: Int, _ options: Options = Options()
    ) throws -> [UInt8] {
        let sample = StoredFrame.plain([0, 0, 0, 0], width: width, height: height)
        let head = try chunks(png(options.cover ?? sample, options)).filter { $0.type == "IHDR" }
        var sequence = 0
        func number() -> [UInt8] {
            defer { sequence += options.sequenceStep }
            return Written.bigEndian(UInt32(sequence))
        }
        var bytes = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + Written.chunk("IHDR", head.first?.body ?? [])
        let counts = [UInt32(frames.count), UInt32(options.plays)].flatMap(Written.bigEndian)
        bytes += options.more + Written.chunk("acTL", counts)
        if let cover = options.cover { bytes += Written.chunk("IDAT", try data(cover, options)) }
        for (index, frame) in frames.enumerated() {
            let fields = [frame.width, frame.height, frame.x, frame.y].flatMap {
                Written.bigEndian(UInt32($0))
            }
            let delay = Array(Written.bigEndian(UInt32(frame.delay << 16 | options.denominator)))
            let operations = [UInt8(frame.disposal.rawValue), frame.isBlended ? 1 : 0]
            bytes += Written.chunk("fcTL", number() + fields + delay + operations)
            let all = try data(frame, options)
            for start in stride(from: 0, to: all.count, by: options.chunkLength) {
                let part = Array(all[start..<min(start + options.chunkLength, all.count)])
                let isDefault = index == 0 && options.cover == nil
                bytes += isDefault ? Written.chunk("IDAT", part) : Written.chunk("fdAT", number() + part)
            }
        }
        return bytes + Written.chunk("IEND", [])
    }

    private static func png(_ frame: StoredFrame, _ options: Options) throws -> [UInt8] {
        try Written.png(frame.bytes, width: frame.width, channels: 4, isInterlaced: options.isInterlaced)
    }

    private static func data(_ frame: StoredFrame, _ options: Options) throws -> [UInt8] {
        try chunks(png(frame, options)).filter { $0.type == "IDAT" }.flatMap { $0.body }
    }

    private static func chunks(_ png: [UInt8]) -> [(type: String, body: [UInt8])] {
        var (chunks, place): ([(String, [UInt8])], Int) = ([], 8)
        while place + 12 <= png.count {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let type = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
            chunks.append((type, Array(png[place + 8..<place + 8 + length])))
            place += 12 + length
        }
        return chunks
    }

    private static let pair = [
        StoredFrame.plain([255, 0, 0, 255], width: 8, height: 6),
        .plain([0, 0, 255, 128], x: 2, y: 1, width: 4, height: 3),
    ]

    @Test(arguments: 0..<6, [false, true]) func framesOfAllKinds(seed: UInt64, isInterlaced: Bool) throws {
        let frames = StoredFrame.random(
            12, width: 23, height: 17, seed: seed, alphas: [0, 1, 77, 128, 255], blends: [false, true])
        let options = Options(plays: Int(seed), isInterlaced: isInterlaced)
        let file = try Self.file(frames, width: 23, height: 17, options)
        try LoadedFrames(file, as: .png, isTwice: true).expect(frames, loops: Int(seed))
    }

    /// A default picture that is no frame is not shown; the first frame need not cover the picture then.
    @Test func covers() throws {
        let cover = StoredFrame.plain([9, 99, 199, 255], width: 8, height: 6)
        let options = Options(plays: 3, cover: cover)
        for frames in [Self.pair, Self.pair.reversed()] {
            let file = try Self.file(frames, width: 8, height: 6, options)
            try LoadedFrames(file, as: .png).expect(frames, loops: 3)
        }
        let file = try Self.file([Self.pair[1]], width: 8, height: 6, options)
        let loaded = try Loaded(file, as: .png)
        let wanted = StoredFrame.composed([Self.pair[1]], width: 8, height: 6)[0]
        #expect((loaded.rowCount, loaded.warning) == (6, nil))
        #expect(loaded.differences { wanted[$1 * 8 + $0] } == [])
    }

    /// To restore what was before the first frame is to clear it.
    @Test func firstFrameRestored() throws {
        var frames = Self.pair
        frames[0].disposal = .restore
        try LoadedFrames(try Self.file(frames, width: 8, height: 6), as: .png).expect(frames, loops: 0)
    }

    /// Sequence numbers and the number of frames may be wrong.
    @Test(arguments: [0, 7]) func sequences(step: Int) throws {
        let options = Options(sequenceStep: step)
        try LoadedFrames(try Self.file(Self.pair, width: 8, height: 6, options), as: .png).expect(
            Self.pair, loops: 0)
    }

    @Test(arguments: [(0, 10, 0.1), (1, 1, 1), (1000, 50, 0.05), (100, 0, 0.1)] as [(Int, Int, Double)])
    func delays(
        denominator: Int, delay: Int, seconds: Double
    ) throws {
        var frames = Self.pair
        frames[0].delay = delay
        let options = Options(denominator: denominator)
        let loaded = try LoadedFrames(try Self.file(frames, width: 8, height: 6, options), as: .png)
        #expect(loaded.frames.count == 2)
        #expect(abs((loaded.frames.last?.start ?? 0) - seconds) < 1e-9)
    }

    /// Frames that reach out of the picture, or have no pixels at all, are left out.
    @Test func senselessFrames() throws {
        let outside = StoredFrame.plain([1, 1, 1, 255], x: 6, y: 0, width: 4, height: 2)
        let file = try Self.file([Self.pair[0], outside, Self.pair[1]], width: 8, height: 6)
        try LoadedFrames(file, as: .png).expect(Self.pair, loops: 0)
    }

    /// Chunks on which colours depend hold for all frames.
    @Test func colours() throws {
        var options = Options()
        // sRGB's primaries, red's numbers for green, green's for blue and blue's for red.
        let places = [31270, 32900, 30000, 60000, 15000, 6000, 64000, 33000].flatMap { Written.bigEndian($0) }
        options.more = Written.chunk("gAMA", Written.bigEndian(45455)) + Written.chunk("cHRM", places)
        let frames = [
            StoredFrame.plain([0, 255, 0, 255], width: 2, height: 2),
            .plain([255, 0, 0, 255], width: 1, height: 1),
        ]
        let loaded = try LoadedFrames(try Self.file(frames, width: 2, height: 2, options), as: .png)
        #expect(loaded.frames.map { $0.pixels[0] } == [opaque(0, 0, 255), opaque(0, 255, 0)])
    }

    @Test func palettes() throws {
        let palette: [UInt8] = [1, 2, 3, 40, 50, 60, 70, 80, 90]
        let indices: [[UInt8]] = [[0, 1, 2, 1], [2, 2, 0, 0]]
        let frames = try indices.map { indices in
            Self.chunks(try Written.bytes { ct_write_png_palette($0, indices, 2, 2, palette, 3, 0, 6) })
        }
        let control = { (number: UInt32) in
            Written.chunk("fcTL", [number, 2, 2, 0, 0, 0x1_0001].flatMap { Written.bigEndian($0) } + [0, 1])
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        for (type, body) in frames[0] where type == "IHDR" { file += Written.chunk(type, body) }
        file +=
            Written.chunk("PLTE", palette) + Written.chunk("tRNS", [0])
            + Written.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 1])
        for (type, body) in frames[0] where type == "IDAT" { file += control(0) + Written.chunk(type, body) }
        for (type, body) in frames[1] where type == "IDAT" {
            file += control(1) + Written.chunk("fdAT", [0, 0, 0, 2] + body)
        }
        file += Written.chunk("IEND", [])
        let loaded = try LoadedFrames(file, as: .png)
        let words = [0, opaque(40, 50, 60), opaque(70, 80, 90)]
        #expect(
            loaded.frames.map(\.pixels) == [[0, 1, 2, 1].map { words[$0] }, [2, 2, 2, 1].map { words[$0] }])
        #expect((loaded.raster?.hasAlpha, loaded.loops) == (true, 1))
    }

    @Test func exifOrientation() throws {
        let options = Options(more: Written.chunk("eXIf", Written.tiff(orientation: 6)))
        let loaded = try LoadedFrames(try Self.file(Self.pair, width: 8, height: 6, options), as: .png)
        #expect((loaded.raster?.orientation, loaded.frames.count) == (.rightTop, 2))
        #expect(loaded.raster?.size == PixelSize(width: 8, height: 6))
    }

    /// One whose only frame is the default picture is a still.
    @Test func oneFrame() throws {
        let loaded = try Loaded(try Self.file([Self.pair[0]], width: 8, height: 6), as: .png)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (6, nil, nil))
        #expect(loaded.differences { _, _ in opaque(255, 0, 0) } == [])
    }

    /// All frames that are there are shown, and what there is of the one that breaks off.
    @Test(arguments: [false, true]) func framesCutShort(isInterlaced: Bool) throws {
        let frames = (1...3).map { StoredFrame.noise(width: 30, height: 30, seed: $0) }
        let options = Options(isInterlaced: isInterlaced, chunkLength: 500)
        let file = try Self.file(frames, width: 30, height: 30, options)
        let wanted = StoredFrame.composed(frames, width: 30, height: 30)
        var (counts, partials): (Set<Int>, Int) = ([], 0)
        for step in 12...39 {
            let loaded = try LoadedFrames(Array(file.prefix(file.count * step / 40)), as: .png)
            let count = loaded.frames.count
            guard count > 1 else { continue }
            counts.insert(count)
            #expect(loaded.warning?.hasPrefix("the file ends early") == true, "\(loaded.warning ?? "")")
            #expect(loaded.frames.dropLast().map(\.pixels) == Array(wanted.prefix(count - 1)))
            if isInterlaced { continue }
            let (partial, before, after) = (
                loaded.frames[count - 1].pixels, wanted[count - 2], wanted[count - 1]
            )
            let rows = zip(partial, after).prefix { $0 == $1 }.count / 30
            #expect(partial[(30 * rows)...] == before[(30 * rows)...])
            partials += rows < 30 ? 1 : 0
        }
        #expect(counts == [2, 3])
        #expect(isInterlaced || partials > 10)
    }

    /// The first frame's rows come like a still's.
    @Test func rowsOfTheFirstFrame() throws {
        let frames = [StoredFrame.plain([7, 8, 9, 255], width: 700, height: 700), Self.pair[1]]
        let loaded = try LoadedFrames(
            try Self.file(frames, width: 700, height: 700, Options(chunkLength: 1 << 16)), as: .png)
        #expect(loaded.frames.count == 2)
        #expect(loaded.tellings.first?.lowerBound == 0)
        #expect((loaded.tellings.first?.count ?? 700) < 700)
    }
}
