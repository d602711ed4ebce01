import CTestSupport
import Geometry
import Loading
import Testing

@Suite struct WebPTests {
    private static let colors = raw(width: 40, height: 30) { x, y in [x * 6, y * 8, (x + y) * 3] }

    private static func color(_ x: Int, _ y: Int) -> UInt32 { opaque(x * 6, y * 8, (x + y) * 3) }

    @Test func lossless() throws {
        let loaded = try Loaded(try Written.webP(Self.colors, width: 40, channels: 3), as: .webP)
        #expect(loaded.raster?.size == PixelSize(width: 40, height: 30))
        #expect((loaded.raster?.hasAlpha, loaded.raster?.orientation) == (false, .topLeft))
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (30, nil, nil))
        #expect(loaded.differences(from: Self.color) == [])
    }

    @Test func lossy() throws {
        let loaded = try Loaded(
            try Written.webP(Self.colors, width: 40, channels: 3, quality: 100), as: .webP)
        #expect(loaded.raster?.hasAlpha == false)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (30, nil, nil))
        #expect(loaded.differences(tolerance: 8, from: Self.color) == [])
    }

    /// Every colour value at every alpha. The library cuts off the fraction of a product that others round.
    @Test func alphaIsPremultiplied() throws {
        let bytes = raw(width: 256, height: 256) { x, y in [x, 255 - x, x / 2, y] }
        let loaded = try Loaded(try Written.webP(bytes, width: 256, channels: 4), as: .webP)
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.rowCount == 256)
        #expect(loaded.differences(tolerance: 1) { premultiplied($0, 255 - $0, $0 / 2, $1) } == [])
    }

    /// Alpha is stored on its own, without loss.
    @Test func lossyWithAlpha() throws {
        let bytes = raw(width: 64, height: 48) { x, y in [200, 100, 50, x * 4] }
        let loaded = try Loaded(try Written.webP(bytes, width: 64, channels: 4, quality: 100), as: .webP)
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.rowCount == 48)
        #expect(loaded.differences(tolerance: 5) { x, _ in premultiplied(200, 100, 50, x * 4) } == [])
        #expect((0..<64).map { loaded.pixel($0, 20) >> 24 } == (0..<64).map { $0 * 4 })
    }

    /// With JPEG's mark before the structure and without it.
    @Test(arguments: Orientation.allCases, [false, true]) func exifOrientation(
        orientation: Orientation, isMarked: Bool
    ) throws {
        let pixels = WrittenWebP.pixelChunks(of: try Written.webP(Self.colors, width: 40, channels: 3))
        let number = Int(orientation.rawValue)
        let exif = isMarked ? Written.exif(orientation: number) : Written.tiff(orientation: number)
        let file = WrittenWebP.file(
            width: 40, height: 30, [.exif], pixels + [WrittenWebP.chunk("EXIF", exif)])
        let loaded = try Loaded(file, as: .webP)
        #expect(loaded.raster?.orientation == orientation)
        #expect(loaded.differences(from: Self.color) == [])
    }

    @Test(arguments: [3, 4]) func profiles(channels: Int) throws {
        let alpha = channels == 4 ? [102] : []
        let bytes = raw(width: 40, height: 30) { x, y in [x * 5, y * 5, 35] + alpha }
        let pixels = WrittenWebP.pixelChunks(of: try Written.webP(bytes, width: 40, channels: channels))
        let profile = WrittenWebP.chunk("ICCP", Profile.swapped)
        let flags: [WrittenWebP.Flag] = channels == 4 ? [.profile, .alpha] : [.profile]
        let loaded = try Loaded(WrittenWebP.file(width: 40, height: 30, flags, [profile] + pixels), as: .webP)
        #expect((loaded.rowCount, loaded.warning) == (30, nil))
        #expect(loaded.differences { premultiplied(35, $0 * 5, $1 * 5, alpha.first ?? 255) } == [])
    }

    /// Rows of a large file are told before all of it is decoded.
    @Test(arguments: [nil, 95] as [Int32?]) func rowsComeInOrder(quality: Int32?) throws {
        var pixels = [UInt8](repeating: 0, count: 900 * 900 * 3)
        ct_fill_photo(&pixels, 900, 900, 3, 30)
        let loaded = try Loaded(
            try Written.webP(pixels, width: 900, channels: 3, quality: quality), as: .webP)
        #expect(loaded.rowCount == 900)
        #expect(loaded.tellings.count > 2)
        #expect(
            zip(loaded.tellings, loaded.tellings.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        let tolerance = quality == nil ? 0 : 80
        #expect(
            loaded.differences(tolerance: tolerance) { x, y in
                let place = (y * 900 + x) * 3
                return opaque(Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
            } == [])
    }

    @Test(arguments: 0..<6) func framesOfAllKinds(seed: UInt64) throws {
        // Such colours are whole numbers at these alphas, so that nothing is rounded.
        let frames = StoredFrame.random(
            10, width: 21, height: 14, seed: seed, alphas: [0, 51, 204, 255, 255], step: 2,
            disposals: [.keep, .clear], blends: [false, true])
        let file = try WrittenWebP.file(frames, width: 21, height: 14, loops: Int(seed))
        try LoadedFrames(file, as: .webP, isTwice: true).expect(frames, loops: Int(seed))
    }

    /// Around the frames there is nothing, whatever the background that the file names.
    /// The library scales while it decodes: a gradient stays one.
    @Test(arguments: [nil, 95] as [Int32?], 1...4) func reduced(quality: Int32?, reduction: Int) throws {
        let bytes = raw(width: 160, height: 96) { x, y in [x, 2 * y, 128] }
        let file = try Written.webP(bytes, width: 160, channels: 3, quality: quality)
        let loaded = try Loaded(file, as: .webP, reduction: reduction)
        let scale = 1 << reduction
        #expect(loaded.raster?.size == PixelSize(width: 160 / scale, height: 96 / scale))
        #expect((loaded.rowCount, loaded.warning) == (96 / scale, nil))
        let middle = (scale - 1) / 2
        let differences = loaded.differences(tolerance: 6) { x, y in
            opaque(x * scale + middle, 2 * (y * scale + middle), 128)
        }
        #expect(differences == [])
    }

    @Test func firstFrameSmallerThanThePicture() throws {
        let frames = [
            StoredFrame.plain([250, 0, 0, 255], x: 2, y: 2, width: 2, height: 1, disposal: .clear),
            .plain([0, 0, 250, 255], x: 0, y: 0, width: 1, height: 1),
        ]
        let file = try WrittenWebP.file(frames, width: 5, height: 4, loops: 1)
        try LoadedFrames(file, as: .webP).expect(frames, loops: 1)
    }

    @Test func profilesOfFrames() throws {
        let frames = [
            StoredFrame.plain([10, 20, 30, 255], width: 3, height: 3),
            .plain([40, 50, 60, 255], width: 1, height: 1),
        ]
        let plain = try WrittenWebP.file(frames, width: 3, height: 3, loops: 0)
        // Behind the extended header; its flags are the file's byte 20, the length of all its bytes 4 to 7.
        var file = Array(plain[..<30]) + WrittenWebP.chunk("ICCP", Profile.swapped) + plain[30...]
        file[20] |= WrittenWebP.Flag.profile.rawValue
        for index in 0..<4 { file[4 + index] = UInt8((file.count - 8) >> (8 * index) & 255) }
        let loaded = try LoadedFrames(file, as: .webP)
        #expect(loaded.frames.map { $0.pixels[0] } == [opaque(30, 10, 20), opaque(60, 40, 50)])
        #expect(loaded.frames.map { $0.pixels[8] } == [opaque(30, 10, 20), opaque(30, 10, 20)])
    }

    /// Opaque frames leave nothing transparent, unless they are cleared or do not cover the picture.
    @Test func transparency() throws {
        let whole = StoredFrame.plain([1, 2, 3, 255], width: 4, height: 4)
        var cleared = whole
        cleared.disposal = .clear
        let part = StoredFrame.plain([1, 2, 3, 255], width: 2, height: 4)
        for (frames, hasAlpha) in [([whole, part], false), ([cleared, part], true), ([part, whole], true)] {
            let loaded = try LoadedFrames(
                try WrittenWebP.file(frames, width: 4, height: 4, loops: 0), as: .webP)
            #expect(loaded.raster?.hasAlpha == hasAlpha)
        }
    }

    /// A file that is called an animation and has one frame is a still.
    @Test func oneFrame() throws {
        let frame = StoredFrame.plain([50, 100, 150, 255], width: 4, height: 3)
        let loaded = try Loaded(try WrittenWebP.file([frame], width: 6, height: 3, loops: 0), as: .webP)
        #expect((loaded.rowCount, loaded.warning, loaded.error) == (3, nil, nil))
        #expect(loaded.differences { x, _ in x < 4 ? opaque(50, 100, 150) : 0 } == [])
    }

    /// All frames that are there are shown, and what there is of the one that breaks off.
    @Test func framesCutShort() throws {
        let frames = (1...4).map { StoredFrame.noise(width: 60, height: 60, seed: $0) }
        let file = try WrittenWebP.file(frames, width: 60, height: 60, loops: 0)
        let wanted = StoredFrame.composed(frames, width: 60, height: 60)
        var (counts, partials): (Set<Int>, Int) = ([], 0)
        for step in 8...39 {
            let loaded = try LoadedFrames(Array(file.prefix(file.count * step / 40)), as: .webP)
            let count = loaded.frames.count
            guard count > 1 else { continue }
            counts.insert(count)
            #expect(loaded.warning?.hasPrefix("the file ends early") == true)
            #expect(loaded.frames.dropLast().map(\.pixels) == Array(wanted.prefix(count - 1)))
            let (partial, before, after) = (
                loaded.frames[count - 1].pixels, wanted[count - 2], wanted[count - 1]
            )
            let rows = zip(partial, after).prefix { $0 == $1 }.count / 60
            #expect(partial[(60 * rows)...] == before[(60 * rows)...])
            partials += rows < 60 ? 1 : 0
        }
        #expect(counts == [2, 3, 4])
        #expect(partials > 10)
    }

    @Test func tooLarge() throws {
        let frames = [StoredFrame.plain([1, 2, 3, 255], width: 2, height: 2)]
        let file = try WrittenWebP.file(frames, width: 1 << 14, height: 1 << 14, loops: 0)
        let loaded = try Loaded(file, as: .webP)
        #expect(loaded.error == .tooLarge(width: 16384, height: 16384, limit: 1 << 28))
    }

    @Test func otherFiles() throws {
        let png = try Written.png([1], width: 1, channels: 1)
        #expect(try Loaded(png, as: .webP).error == .undecodable(.webP, "the file is damaged"))
        let empty = WrittenWebP.file(width: 4, height: 4, [], [])
        #expect(try Loaded(empty, as: .webP).error != nil)
    }
}
