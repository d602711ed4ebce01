import Geometry
import Loading
import Testing

@Suite struct GIFTests {
    private static let colors = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255], [10, 20, 30]]
    private static let words = colors.map { opaque($0[0], $0[1], $0[2]) }

    /// A file with one image of the indices (x + y) mod 5.
    private static func still(width: Int = 9, height: Int = 21, isInterlaced: Bool = false) -> WrittenGIF {
        var gif = WrittenGIF(width: width, height: height, palette: colors)
        let order =
            isInterlaced
            ? [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0, to: height, by: $1)) }
            : Array(0..<height)
        let indices = order.flatMap { y in (0..<width).map { ($0 + y) % 5 } }
        gif.addImage(width: width, height: height, isInterlaced: isInterlaced, indices)
        gif.end()
        return gif
    }

    @Test(arguments: [false, true]) func still(isInterlaced: Bool) throws {
        let loaded = try Loaded(Self.still(isInterlaced: isInterlaced).bytes, as: .gif)
        #expect(loaded.raster?.size == PixelSize(width: 9, height: 21))
        #expect(loaded.raster?.hasAlpha == false)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (21, nil, nil))
        #expect(loaded.differences { Self.words[($0 + $1) % 5] } == [])
    }

    /// Behind the first pass each of its rows stands for eight.
    @Test func interlacedRowsComeCoarseToFine() throws {
        let whole = Self.still(height: 32, isInterlaced: true)
        // One byte for every row and a half: the file breaks off in the second pass.
        let file = Array(
            whole.bytes.prefix(WrittenGIF(width: 9, height: 32, palette: Self.colors).bytes.count + 11 + 36))
        let loaded = try Loaded(file, as: .gif)
        #expect(loaded.rowCount == 32)
        #expect(loaded.warning == "the file ends early (row 5 of 32)")
        let row = { (y: Int) in y == 4 || y == 5 || y == 6 || y == 7 ? 4 : y / 8 * 8 }
        #expect(loaded.differences { Self.words[($0 + row($1)) % 5] } == [])
    }

    @Test(arguments: 0..<6, [false, true]) func framesOfAllKinds(seed: UInt64, hasLocalPalettes: Bool) throws
    {
        let frames = StoredFrame.random(
            12, width: 19, height: 13, seed: seed, alphas: [0, 255, 255], overhang: 5)
        let gif = WrittenGIF(frames, width: 19, height: 13, loops: 0, hasLocalPalettes: hasLocalPalettes)
        try LoadedFrames(gif.bytes, as: .gif, isTwice: true).expect(frames, loops: 0)
    }

    /// What a frame with the fourth method hides comes back, as it does with the third.
    @Test func disposals() throws {
        for (disposal, wanted) in [
            (0, [1, 1]), (1, [1, 1]), (2, [nil, 1]), (3, [0, 1]), (4, [0, 1]), (7, [1, 1]),
        ] {
            var gif = WrittenGIF(width: 2, height: 1, palette: Self.colors)
            gif.addImage(width: 2, height: 1, [0, 0])
            gif.addControl(delay: 5, disposal: disposal)
            gif.addImage(width: 2, height: 1, [1, 1])
            gif.addImage(x: 1, width: 1, height: 1, [1])
            gif.end()
            let loaded = try LoadedFrames(gif.bytes, as: .gif)
            #expect(loaded.frames.count == 3)
            #expect(
                loaded.frames.last?.pixels == wanted.map { $0.map { Self.words[$0] } ?? 0 }, "\(disposal)")
        }
    }

    @Test(arguments: [(nil, 1), (0, 0), (1, 2), (4, 5), (65535, 65536)] as [(Int?, Int)]) func loops(
        stored: Int?, shown: Int
    ) throws {
        let frames = (0..<2).map { StoredFrame.plain(Self.colors[$0] + [255], width: 2, height: 2) }
        let gif = WrittenGIF(frames, width: 2, height: 2, loops: stored)
        try LoadedFrames(gif.bytes, as: .gif).expect(frames, loops: shown)
    }

    /// What other applications say is not about repetitions.
    @Test func loopsOfApplications() throws {
        for (application, loops) in [("ANIMEXTS1.0", 3), ("XMP DataXMP", 1)] {
            var gif = WrittenGIF(width: 1, height: 1, palette: Self.colors)
            gif.addLoops(2, by: application)
            gif.addImage(width: 1, height: 1, [0])
            gif.addImage(width: 1, height: 1, [1])
            gif.end()
            #expect(try LoadedFrames(gif.bytes, as: .gif).loops == loops)
        }
    }

    /// Delays of up to 10 ms are those of 100 ms.
    @Test func delays() throws {
        var gif = WrittenGIF(width: 1, height: 1, palette: Self.colors)
        for delay in [0, 1, 2, 300] {
            gif.addControl(delay: delay)
            gif.addImage(width: 1, height: 1, [0])
        }
        // Without a word about it.
        gif.addImage(width: 1, height: 1, [0])
        gif.end()
        let loaded = try LoadedFrames(gif.bytes, as: .gif)
        #expect(loaded.frames.map { Int(($0.start * 100).rounded()) } == [0, 10, 20, 22, 322])
        #expect(loaded.duration.map { Int(($0 * 100).rounded()) } == 332)
    }

    /// A screen that cannot hold the first image is as large as that.
    @Test(arguments: [(0, 0), (0, 5), (2, 9), (9, 2)]) func smallScreens(width: Int, height: Int) throws {
        var gif = WrittenGIF(width: width, height: height, palette: Self.colors)
        gif.addImage(x: 7, y: 8, width: 3, height: 4, Array(repeating: 2, count: 12))
        gif.addImage(x: 1, y: 1, width: 1, height: 1, [3])
        gif.end()
        let loaded = try LoadedFrames(gif.bytes, as: .gif)
        #expect(loaded.raster?.size == PixelSize(width: 3, height: 4))
        #expect(loaded.raster?.hasAlpha == false)
        #expect(loaded.frames.first?.pixels == Array(repeating: Self.words[2], count: 12))
        #expect(
            loaded.frames.last?.pixels.enumerated().filter { $1 == Self.words[3] }.map { $0.offset } == [4])
    }

    /// Around an image there is nothing, whatever the screen's background; outside the screen nothing is drawn.
    @Test func imagesPartlyOutside() throws {
        var gif = WrittenGIF(width: 3, height: 2, palette: Self.colors)
        gif.addImage(x: 2, y: 1, width: 3, height: 2, [0, 1, 2, 3, 4, 0])
        gif.addImage(x: 60000, y: 60000, width: 2, height: 1, [0, 1])
        gif.end()
        let loaded = try LoadedFrames(gif.bytes, as: .gif)
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.frames.map(\.pixels) == Array(repeating: [0, 0, 0, 0, 0, Self.words[0]], count: 2))
    }

    /// Without any palette indices are greys; an index behind the palette's end is black.
    @Test func missingColours() throws {
        var gif = WrittenGIF(width: 2, height: 1)
        gif.addImage(width: 2, height: 1, [0, 15])
        gif.addImage(width: 2, height: 1, palette: [[255, 0, 0], [0, 255, 0]], [1, 2])
        gif.end()
        let loaded = try LoadedFrames(gif.bytes, as: .gif)
        let wanted = [[opaque(0, 0, 0), opaque(15, 15, 15)], [opaque(0, 255, 0), opaque(0, 0, 0)]]
        #expect(loaded.frames.map(\.pixels) == wanted)
    }

    /// Comments, unknown extensions and noise behind the images change nothing; nor does it that the end mark is missing.
    @Test func blocksOfOtherKinds() throws {
        for end in [[UInt8](), [0x3B], [0x3B, 1, 2, 3], [0x00, 0x2C, 9, 9], [0x99]] {
            var gif = WrittenGIF(width: 1, height: 1, palette: Self.colors)
            gif.add([0x21, 0xFE, 3, 1, 2, 3, 2, 4, 5, 0, 0x21, 0x77, 0, 0x21, 0x01, 1, 0, 0])
            gif.addImage(width: 1, height: 1, [3])
            gif.add(end)
            let loaded = try Loaded(gif.bytes, as: .gif)
            #expect((loaded.rowCount, loaded.warning, loaded.error) == (1, nil, nil), "\(end)")
            #expect(loaded.pixel(0, 0) == Self.words[3])
        }
    }

    @Test func displaysWithColoursOfTheirOwn() throws {
        let frames = (0..<2).map { StoredFrame.plain(Self.colors[$0] + [255], width: 1, height: 1) }
        let gif = WrittenGIF(frames, width: 1, height: 1, loops: 0)
        let loaded = try LoadedFrames(gif.bytes, as: .gif, displayProfile: Profile.swapped)
        #expect(loaded.frames.map(\.pixels) == [[opaque(0, 0, 255)], [opaque(255, 0, 0)]])
    }

    /// Of a frame that breaks off what there is is shown.
    @Test func framesCutShort() throws {
        let frames = (0..<3).map { StoredFrame.plain(Self.colors[$0] + [255], width: 8, height: 8) }
        let file = WrittenGIF(frames, width: 8, height: 8, loops: 0).bytes
        let wanted = StoredFrame.composed(frames, width: 8, height: 8)
        var counts: Set<Int> = []
        for missing in 2...90 {
            let loaded = try LoadedFrames(Array(file.dropLast(missing)), as: .gif)
            let count = loaded.frames.count
            // One frame alone is a still.
            guard count > 0 else { continue }
            counts.insert(count)
            #expect(loaded.count == count)
            let partial = loaded.frames.last?.pixels ?? []
            #expect(loaded.frames.dropLast().map(\.pixels) == Array(wanted.prefix(count - 1)), "\(missing)")
            let rows = partial.prefix { $0 == Self.words[count - 1] }.count
            #expect(rows % 8 == 0 && rows > 0)
            #expect(partial.dropFirst(rows).allSatisfy { count > 1 && $0 == Self.words[count - 2] })
            let ends = ["the file ends early"] + (0..<8).map { "the file ends early (row \($0) of 8)" }
            #expect(
                loaded.warning.map { ends.contains($0) } ?? (rows == 64),
                "\(missing): \(loaded.warning ?? "")")
        }
        #expect(counts == [2, 3])
    }

    /// Data that makes no sense ends a frame, and the animation with it.
    @Test func damagedFrames() throws {
        let frames = (0..<3).map { StoredFrame.plain(Self.colors[$0] + [255], width: 8, height: 8) }
        var file = WrittenGIF(frames, width: 8, height: 8, loops: 0).bytes
        let images = file.indices.filter { file[$0...].starts(with: [0x2C, 0, 0, 0, 0, 8, 0, 8, 0, 0, 4]) }
        #expect(images.count == 3)
        // Ones are codes that the table does not have.
        for place in images[1] + 32..<images[1] + 40 { file[place] = 0xFF }
        let loaded = try LoadedFrames(file, as: .gif)
        #expect(loaded.count == 2)
        #expect(loaded.warning?.hasPrefix("the file is damaged (row ") == true)
        #expect(loaded.frames.last?.pixels.first == Self.words[1])
        #expect(loaded.frames.last?.pixels.last == Self.words[0])
    }

    @Test func manySmallFrames() throws {
        var gif = WrittenGIF(width: 2, height: 1, palette: Self.colors)
        for index in 0..<3000 { gif.addImage(x: index % 2, width: 1, height: 1, [index % 5]) }
        gif.end()
        let loaded = try LoadedFrames(gif.bytes, as: .gif, limit: 5000)
        #expect(loaded.count == 3000)
        #expect(loaded.frames.last?.pixels == [Self.words[2998 % 5], Self.words[2999 % 5]])
    }

    @Test func tooLarge() throws {
        var gif = WrittenGIF(width: 65535, height: 65535, palette: Self.colors)
        gif.addImage(width: 1, height: 1, [0])
        gif.end()
        let loaded = try Loaded(gif.bytes, as: .gif)
        #expect(loaded.error == .tooLarge(width: 65535, height: 65535, limit: 1 << 28))
    }

    @Test func filesWithoutImages() throws {
        var gif = WrittenGIF(width: 5, height: 5, palette: Self.colors)
        #expect(try Loaded(gif.bytes, as: .gif).error == .undecodable(.gif, "the file ends early"))
        gif.end()
        #expect(try Loaded(gif.bytes, as: .gif).error == .undecodable(.gif, "there is no picture in it"))
        let png = try Written.png([1], width: 1, channels: 1)
        #expect(try Loaded(png, as: .gif).error == .undecodable(.gif, "the file is damaged"))
    }
}
