import Foundation
import Geometry
import Loading
import Testing

/// What the loaders tell of pictures beside their pixels.
@Suite struct FactsTests {
    private static let pixels = raw(width: 20, height: 10) { x, y in [x, y, 0] }
    private static let grays = raw(width: 20, height: 10) { x, _ in [x] }
    static let camera = Dictionary(uniqueKeysWithValues: EXIFWriter.cameraWords.map { ($0.kind, $0.text) })

    /// What a camera writes, and what the format adds to it.
    static func camera(_ more: [PictureFact.Kind: String]) -> [PictureFact.Kind: String] {
        camera.merging(more) { $1 }
    }

    @Test(arguments: [false, true]) func jpegOfACamera(isProgressive: Bool) throws {
        let file = try Written.jpeg(
            Self.pixels, width: 20, channels: 3, isSubsampled: true, isProgressive: isProgressive,
            exif: EXIFWriter.camera().segment)
        let loaded = try Loaded(file, as: .jpeg)
        #expect(
            loaded.words
                == Self.camera([
                    .details: isProgressive ? "progressive, 4:2:0" : "4:2:0", .colors: "sRGB",
                    .orientation: "turned by 90° clockwise",
                ]))
        #expect(loaded.facts.map(\.kind.rawValue) == loaded.facts.map(\.kind.rawValue).sorted())
        #expect(loaded.hasEnded && loaded.rowCount == 10)
    }

    @Test func jpegWithoutMuch() throws {
        let gray = try Written.jpeg(Self.grays, width: 20, channels: 1)
        #expect(try Loaded(gray, as: .jpeg).words == [.details: "grayscale"])
        let plain = try Written.jpeg(Self.pixels, width: 20, channels: 3)
        #expect(try Loaded(plain, as: .jpeg).words == [:])
        // A comment, and a JFIF segment's density of 40 to the centimetre, behind the signature.
        var file = Array(plain.prefix(2)) + [0xFF, 0xFE, 0, 9] + Array("Grüße".utf8) + plain.dropFirst(2)
        #expect(try Loaded(file, as: .jpeg).words == [.comment: "Grüße"])
        let mark = try #require(file.indices.first { file[$0...].starts(with: "JFIF\0".utf8) })
        file[mark + 7] = 2
        file.replaceSubrange(mark + 8..<mark + 12, with: [0, 40, 0, 40])
        #expect(try Loaded(file, as: .jpeg).words == [.comment: "Grüße", .resolution: "101.6 dots per inch"])
    }

    /// The name of a profile, and what is said of one that is none.
    @Test func profilesHaveNames() throws {
        let plain = try Written.jpeg(Self.pixels, width: 20, channels: 3)
        let words = { (profile: [UInt8]) in
            let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile
            let head: [UInt8] = [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)]
            return try Loaded(Array(plain.prefix(2)) + head + body + plain.dropFirst(2), as: .jpeg).words
        }
        #expect(try words(Profile.swapped) == [.colors: "RGB built-in"])
        #expect(try words([UInt8](repeating: 7, count: 200)) == [.colors: "an unusable ICC profile"])
    }

    /// Words that are behind the pixels come too.
    @Test func textsOfPNG() throws {
        var file = try Written.png(Self.pixels, width: 20, channels: 3)
        let texts: [(String, [UInt8], before: String)] = [
            ("tEXt", Array("Title\0A ".utf8) + [0xFC], "IDAT"),
            ("iTXt", Array("Author\0\0\0de\0Autor\0Müller".utf8), "IDAT"),
            ("tEXt", Array("Thumb::URI\0file:///a%20b.jpg".utf8), "IDAT"),
            ("tEXt", Array("Thumb::MTime\01714559696".utf8), "IEND"),
            ("tEXt", Array("Software\0one".utf8), "IEND"), ("tEXt", Array("Software\0two".utf8), "IEND"),
            ("tEXt", Array("Unknown\0x".utf8), "IDAT"), ("tEXt", Array("Comment\0".utf8), "IEND"),
            ("pHYs", Written.bigEndian(11811) + Written.bigEndian(11811) + [1], "IDAT"),
            ("sRGB", [0], "IDAT"),
        ]
        for (type, body, place) in texts { file = try Written.png(file, adding: type, body, before: place) }
        let loaded = try Loaded(file, as: .png)
        #expect(
            loaded.words == [
                .title: "A ü", .artist: "Müller", .thumbnailURI: "file:///a%20b.jpg",
                .thumbnailTime: "1714559696", .software: "one", .resolution: "300 dots per inch",
                .colors: "sRGB",
            ])
        #expect(loaded.warning == nil)
    }

    @Test(arguments: ["IDAT", "IEND"]) func exifOfPNG(before: String) throws {
        let plain = try Written.png(Self.grays, width: 20, channels: 1, isInterlaced: true)
        let file = try Written.png(plain, adding: "eXIf", EXIFWriter.camera().bytes, before: before)
        #expect(
            try Loaded(file, as: .png).words
                == Self.camera([
                    .details: "grayscale, interlaced", .colors: "sRGB",
                    .orientation: "turned by 90° clockwise",
                ]))
    }

    @Test(arguments: [
        ([9, 16, 0, 1], "PQ, BT.2020"), ([12, 13, 0, 1], "Display P3"), ([1, 13, 0, 1], "sRGB"),
        ([9, 18, 0, 1], "HLG, BT.2020"), ([1, 1, 0, 1], "BT.709"), ([9, 14, 0, 1], "BT.2020"),
        ([2, 2, 0, 1], nil),
        ([2, 8, 0, 1], "linear"),
    ])
    func codePoints(_ body: [UInt8], words: String?) throws {
        let plain = try Written.png(Self.pixels, width: 20, channels: 3)
        let file = try Written.png(plain, adding: "cICP", body, before: "IDAT")
        #expect(try Loaded(file, as: .png).words[.colors] == words)
    }

    @Test func pixelsOfPNG() throws {
        let deep = [UInt8](repeating: 7, count: 20 * 10 * 8)
        let file = try Written.png(deep, width: 20, channels: 4, depth: 16)
        #expect(try Loaded(file, as: .png).words == [.details: "16 bits per channel"])
        let gamma = try Written.png(file, adding: "gAMA", Written.bigEndian(100_000), before: "IDAT")
        #expect(try Loaded(gamma, as: .png).words[.colors] == "gamma 1, sRGB primaries")
    }

    @Test func textsOfAnAnimation() throws {
        let frame = StoredFrame.plain([255, 0, 0, 255], width: 4, height: 4)
        let texts =
            Written.chunk("tEXt", Array("Title\0two".utf8)) + Written.chunk("tEXt", Array("x\0y".utf8))
        let file = try APNGTests.file([frame, frame], width: 4, height: 4, .init(more: texts))
        let loaded = try LoadedFrames(file, as: .png, isTwice: true)
        #expect(loaded.words == [.details: "2 frames", .title: "two"])
        #expect(loaded.count == 2)
    }

    @Test func webP() throws {
        let lossless = try Written.webP(Self.pixels, width: 20, channels: 3)
        #expect(try Loaded(lossless, as: .webP).words == [.details: "lossless"])
        let lossy = try Written.webP(Self.pixels, width: 20, channels: 3, quality: 80)
        let exif = WrittenWebP.chunk("EXIF", EXIFWriter.camera(isBigEndian: true).bytes)
        let file = WrittenWebP.file(
            width: 20, height: 10, [.exif], WrittenWebP.pixelChunks(of: lossy) + [exif])
        #expect(
            try Loaded(file, as: .webP).words
                == Self.camera([
                    .details: "lossy", .colors: "sRGB", .orientation: "turned by 90° clockwise",
                ]))
    }

    @Test func commentOfGIF() throws {
        let pixels = (0..<16).map { [$0 % 2 * 255, 0, 0, 255] }
        let frame = StoredFrame(width: 4, pixels: pixels)
        let gif = WrittenGIF([frame, frame], width: 4, height: 4, loops: 0).bytes
        let comment = [0x21, 0xFE, 3] + Array("so ".utf8) + [2] + Array("it".utf8) + [0]
        let loaded = try LoadedFrames(gif.dropLast() + comment + [0x3B], as: .gif)
        #expect(loaded.words == [.details: "palette of 4, 2 frames", .comment: "so it"])
    }

    @Test func smallFormats() throws {
        let words = { (bytes: [UInt8], format: ImageFormat) in try Loaded(bytes, as: format).words[.details] }
        #expect(try words(Array("P2 2 1 9 1 2 ".utf8), .pnm) == "plain text, grayscale, 4 bits per channel")
        #expect(try words(Array("P5 1 1 65535\nab".utf8), .pnm) == "grayscale, 16 bits per channel")
        #expect(try words(Array("P4 8 1\na".utf8), .pnm) == "grayscale, 1 bit per channel")
        #expect(try words(Array("P6 1 1 255\nabc".utf8), .pnm) == nil)
        let pixel: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4]
        #expect(try words(Array("farbfeld".utf8) + pixel, .farbfeld) == "16 bits per channel")
        let tga: [UInt8] = [
            0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 0, 24, 0, 0x81, 1, 2, 3,
        ]
        #expect(try words(tga, .tga) == "24 bits per pixel, run-length codes")
        var bmp: [UInt8] = Array("BM".utf8) + [62, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
        bmp += [2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0x13, 0x0B, 0, 0, 0x13, 0x0B]
        bmp += [UInt8](repeating: 0, count: 10) + [1, 2, 3, 4, 5, 6, 0, 0]
        #expect(
            try Loaded(bmp, as: .bmp).words == [
                .details: "24 bits per pixel", .resolution: "72 dots per inch",
            ]
        )
    }

    /// A damaged file's facts come all the same, before its end.
    @Test func damagedFile() throws {
        let noise = raw(width: 200, height: 200) { x, y in [x * y & 255, x * 7 & 255, y * 13 & 255] }
        let file = try Written.jpeg(noise, width: 200, channels: 3, exif: EXIFWriter.camera().segment)
        let loaded = try Loaded(Array(file.prefix(file.count / 2)), as: .jpeg)
        #expect(loaded.warning?.hasPrefix("the file ends early (row ") == true)
        #expect(loaded.words[.camera] == "Canon EOS 5D")
    }

    /// Words name rows of the whole picture, at any reduction.
    @Test(arguments: 0...3) func rowsOfAReducedPicture(reduction: Int) throws {
        let noise = raw(width: 200, height: 200) { x, y in [x * y & 255, x * 7 & 255, y * 13 & 255] }
        let file = try Written.jpeg(noise, width: 200, channels: 3)
        let loaded = try Loaded(Array(file.prefix(file.count / 2)), as: .jpeg, reduction: reduction)
        let words = try #require(loaded.warning)
        let numbers = words.split { !$0.isNumber }.compactMap { Int($0) }
        #expect(numbers.count == 2 && numbers.last == 200)
        #expect((80...130).contains(numbers.first ?? 0), "\(words)")
    }

    /// What is between the chunks of pixels is wrong there, but does no harm.
    @Test(arguments: [1, 300, 100_000]) func chunksBetweenPixels(place: Int) throws {
        let noise = raw(width: 300, height: 200) { x, y in [x * y & 255, x * 7 & 255, y * 13 & 255] }
        let file = try Written.png(noise, width: 300, channels: 3)
        let mark = try #require(file.indices.first { file[$0...].starts(with: "IDAT".utf8) })
        let end = try #require(file.indices.last { file[$0...].starts(with: "IEND".utf8) })
        // One chunk of all pixels, or several.
        var pixels: [UInt8] = []
        var start = mark - 4
        while start < end - 4 {
            let length = (0..<4).reduce(0) { $0 << 8 | Int(file[start + $1]) }
            pixels += file[start + 8..<start + 8 + length]
            start += 12 + length
        }
        let cut = min(place, pixels.count / 2)
        let text = Written.chunk("tEXt", Array("Title\0between".utf8))
        let late = Written.chunk("tEXt", Array("Comment\0behind".utf8))
        let parts = [Written.chunk("IDAT", Array(pixels[..<cut])), text, text]
        let rest = Written.chunk("IDAT", Array(pixels[cut...])) + late
        let loaded = try Loaded(
            file[..<(mark - 4)] + parts.flatMap { $0 } + rest + file[(end - 4)...], as: .png)
        #expect((loaded.warning, loaded.error, loaded.rowCount) == (nil, nil, 200))
        #expect(loaded.differences { x, y in opaque(x * y & 255, x * 7 & 255, y * 13 & 255) } == [])
        #expect(loaded.words == [.comment: "behind"])
        // Where pixels are missing behind it, those before it are shown.
        let broken = try Loaded(
            file[..<(mark - 4)] + parts.flatMap { $0 } + late + file[(end - 4)...], as: .png)
        #expect(broken.rowCount < 200)
        #expect((broken.warning ?? broken.error?.message)?.contains("Not enough image data") == true)
    }

    /// A picture that takes more memory than there may be is not damaged.
    @Test func moreMemoryThanThereMayBe() throws {
        let frame = StoredFrame.plain([255, 0, 0, 255], width: 100, height: 100)
        let gif = WrittenGIF([frame, frame], width: 100, height: 100, loops: 0).bytes
        let webP = try WrittenWebP.file([frame, frame], width: 100, height: 100, loops: 0)
        let apng = try APNGTests.file([frame, frame], width: 100, height: 100)
        for (file, format) in [(gif, ImageFormat.gif), (webP, .webP), (apng, .png)] {
            let loaded = try Loaded(file, as: format, memoryLimit: 50_000)
            #expect(loaded.error == .tooLarge(width: 100, height: 100, limit: 50_000))
        }
    }
}
