import CLCMS
import CTestSupport
import Geometry
import Loading
import Posix
import Testing

/// The colours that files tell of, through the loader.
@Suite struct FileColorTests {
    private static let bytes = raw(width: 24, height: 18) { x, y in [x * 11, y * 15, 255 - x * 5] }
    private static func swapped(x: Int, y: Int) -> UInt32 { opaque(255 - x * 5, x * 11, y * 15) }

    private static func plain(x: Int, y: Int) -> UInt32 { opaque(x * 11, y * 15, 255 - x * 5) }

    /// The body of an iCCP chunk, stored without compression (RFC 1950 and 1951; one block).
    private static func chunk(profile: [UInt8]) -> [UInt8] {
        let count = UInt16(profile.count)
        let halves = [UInt8(count & 255), UInt8(count >> 8)]
        let (a, b) = profile.reduce((UInt32(1), UInt32(0))) { sums, byte in
            let a = (sums.0 + UInt32(byte)) % 65521
            return (a, (sums.1 + a) % 65521)
        }
        return Array("test".utf8) + [0, 0, 0x78, 0x01, 1] + halves + halves.map { ~$0 } + profile
            + Written.bigEndian(b << 16 | a)
    }

    private static func body(_ values: [Int]) -> [UInt8] {
        values.flatMap { Written.bigEndian(UInt32($0)) }
    }

    @Test(arguments: [false, true]) func pngProfile(isInterlaced: Bool) throws {
        let plain = try Written.png(Self.bytes, width: 24, channels: 3, isInterlaced: isInterlaced)
        let chunk = Self.chunk(profile: Profile.swapped)
        let loaded = try Loaded(try Written.png(plain, adding: "iCCP", chunk, before: "IDAT"), as: .png)
        #expect((loaded.rowCount, loaded.warning) == (18, nil))
        #expect(loaded.differences(from: Self.swapped) == [])
    }

    /// All kinds of pixels go through a profile: grey, with alpha, deep.
    @Test(arguments: [1, 2, 3, 4], [8, 16]) func pngLayouts(channels: Int, depth: Int) throws {
        let count = 16 * 16 * channels
        let values = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37) }
        let pixels = depth == 8 ? values : values.flatMap { [$0, $0] as [UInt8] }
        let plain = try Written.png(pixels, width: 16, channels: channels, depth: depth, isInterlaced: true)
        let profile = channels < 3 ? Profile.gray(gamma: 1) : Profile.swapped
        let chunk = Self.chunk(profile: profile)
        let loaded = try Loaded(try Written.png(plain, adding: "iCCP", chunk, before: "IDAT"), as: .png)
        let differences = loaded.differences(tolerance: channels < 3 ? 1 : 0) { x, y in
            let part = { (index: Int) in Int(values[(y * 16 + x) * channels + index]) }
            let alpha = channels % 2 == 0 ? part(channels - 1) : 255
            guard channels < 3 else { return premultiplied(part(2), part(0), part(1), alpha) }
            let level = level(light: Double(part(0)) / 255)
            return premultiplied(level, level, level, alpha)
        }
        #expect(loaded.rowCount == 16)
        #expect(differences == [])
    }

    @Test func pngPalette() throws {
        let entries: [UInt8] = [10, 20, 30, 200, 100, 50, 0, 255, 0]
        let plain = try Written.bytes { ct_write_png_palette($0, [0, 1, 2], 3, 1, entries, 3, 0, 6) }
        let profiled = try Written.png(
            plain, adding: "iCCP", Self.chunk(profile: Profile.swapped), before: "PLTE")
        let loaded = try Loaded(try Written.png(profiled, adding: "tRNS", [128], before: "IDAT"), as: .png)
        let wanted = [premultiplied(30, 10, 20, 128), opaque(50, 200, 100), opaque(0, 0, 255)]
        #expect((0..<3).map { loaded.pixel($0, 0) } == wanted)
    }

    /// cICP before iCCP before sRGB before gAMA and cHRM.
    @Test func pngOrder() throws {
        let file = try Written.png(Self.bytes, width: 24, channels: 3)
        // Green, blue, red in the places of red, green, blue, behind white.
        let turned = [31270, 32900, 30000, 60000, 15000, 6000, 64000, 33000]
        let gamma = try Written.png(file, adding: "gAMA", Self.body([45455]), before: "IDAT")
        let primaries = try Written.png(gamma, adding: "cHRM", Self.body(turned), before: "IDAT")
        let loaded = try Loaded(primaries, as: .png)
        #expect(loaded.differences(tolerance: 1, from: Self.swapped) == [])
        let standard = try Written.png(primaries, adding: "sRGB", [0], before: "IDAT")
        #expect(try Loaded(standard, as: .png).differences(from: Self.plain) == [])
        let profiled = try Written.png(
            file, adding: "iCCP", Self.chunk(profile: Profile.swapped), before: "IDAT")
        let coded = try Written.png(profiled, adding: "cICP", [1, 13, 0, 1], before: "IDAT")
        #expect(try Loaded(coded, as: .png).differences(from: Self.plain) == [])
        // One of another matrix is none of a PNG.
        let odd = try Written.png(profiled, adding: "cICP", [1, 13, 1, 1], before: "IDAT")
        #expect(try Loaded(odd, as: .png).differences(from: Self.swapped) == [])
    }

    @Test func pngGamma() throws {
        let file = try Written.png(Self.bytes, width: 24, channels: 3)
        for usual in [45455, 45000, 46000, 0] {
            let tagged = try Written.png(file, adding: "gAMA", Self.body([usual]), before: "IDAT")
            #expect(try Loaded(tagged, as: .png).differences(from: Self.plain) == [], "\(usual)")
        }
        let linear = try Written.png(file, adding: "gAMA", Self.body([100_000]), before: "IDAT")
        let differences = try Loaded(linear, as: .png).differences(tolerance: 1) { x, y in
            let part = { (value: Int) in level(light: Double(value) / 255) }
            return opaque(part(x * 11), part(y * 15), part(255 - x * 5))
        }
        #expect(differences == [])
    }

    /// Behind the pixels too.
    @Test func lateOrientation() throws {
        let plain = try Written.png(Self.bytes, width: 24, channels: 3)
        let late = try Written.png(plain, adding: "eXIf", Written.tiff(orientation: 6), before: "IEND")
        let loaded = try Loaded(late, as: .png)
        #expect(loaded.raster?.orientation == .rightTop)
        #expect(loaded.warning == nil)
        // With a wrong checksum it is none.
        var damaged = late
        damaged[damaged.count - 13] ^= 1
        #expect(try Loaded(damaged, as: .png).raster?.orientation == .topLeft)
    }

    /// A file with a profile in segments of at most `length` bytes.
    private static func jpeg(_ file: [UInt8], _ profile: [UInt8], length: Int = 60_000) -> [UInt8] {
        let parts = stride(from: 0, to: profile.count, by: length).map {
            Array(profile[$0..<min($0 + length, profile.count)])
        }
        var bytes = Array(file.prefix(2))
        for (index, part) in parts.enumerated() {
            let body = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts.count)] + part
            bytes += [0xFF, 0xE2, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
        }
        return bytes + file.dropFirst(2)
    }

    @Test(arguments: [false, true], [100, 60_000]) func jpegProfile(isProgressive: Bool, length: Int) throws {
        let file = try Written.jpeg(Self.bytes, width: 24, channels: 3, isProgressive: isProgressive)
        let loaded = try Loaded(Self.jpeg(file, Profile.swapped, length: length), as: .jpeg)
        #expect(loaded.warning == nil)
        #expect(loaded.differences(tolerance: 3, from: Self.swapped) == [])
    }

    @Test func grayJPEG() throws {
        let values = (0..<256).map { UInt8($0) }
        let file = try Written.jpeg(values, width: 256, channels: 1)
        for profile in [Profile.gray(gamma: 1), Profile.rgb(gamma: 1)] {
            let loaded = try Loaded(Self.jpeg(file, profile), as: .jpeg)
            #expect(
                loaded.differences(tolerance: 1) { x, _ in
                    opaque(0, 0, 0) | UInt32(loaded.pixel(x, 0) & 255) * 0x010101
                }
                    == [])
            #expect(abs(Int(loaded.pixel(64, 0) & 255) - level(light: 64.0 / 255)) <= 4)
            #expect(loaded.pixel(255, 0) == opaque(255, 255, 255))
        }
    }

    @Test(arguments: [false, true]) func inkJPEG(isProgressive: Bool) throws {
        let pixels = raw(width: 16, height: 16) { x, y in [x * 17, 99, 7, y * 17] }
        let file = try Written.jpeg(pixels, width: 16, channels: 4, isProgressive: isProgressive)
        let profile = Profile.table(cmsSigCmykData) { $0[3] == 1 ? 0 : $0[0] == 1 ? 0.5 : 1 }
        let loaded = try Loaded(Self.jpeg(file, profile), as: .jpeg)
        let differences = loaded.differences(tolerance: 6) { x, y in
            let level = level(lightness: (1 - Double(y) / 15) * (1 - Double(x) / 30))
            return opaque(level, level, level)
        }
        #expect(differences == [])
    }

    /// One pixel for each 2ⁿ × 2ⁿ.
    @Test(arguments: [false, true], 0...3)
    func reducedJPEG(isProgressive: Bool, reduction: Int) throws {
        let bytes = raw(width: 83, height: 59) { x, y in [x * 3, y * 4, 128] }
        let file = try Written.jpeg(bytes, width: 83, channels: 3, isProgressive: isProgressive)
        let loaded = try Loaded(file, as: .jpeg, reduction: reduction)
        let scale = 1 << reduction
        let size = loaded.raster?.size
        #expect(loaded.info?.greatestReduction == 3)
        #expect(loaded.raster?.reduction == reduction)
        #expect((size?.width, size?.height) == ((83 + scale - 1) / scale, (59 + scale - 1) / scale))
        #expect(loaded.rowCount == size?.height)
        #expect(loaded.warning == nil)
        let middle = Double(scale - 1) / 2
        let differences = loaded.differences(rows: 59 / scale - 1, tolerance: 8) { x, y in
            let at = { (place: Int, slope: Double, last: Int) in
                Int(min(Double(last), Double(place * scale) + middle) * slope)
            }
            return opaque(at(x, 3, 82), at(y, 4, 58), 128)
        }
        #expect(differences == [])
    }

    /// Several scans need memory for their coefficients.
    @Test func jpegOverTheLimit() throws {
        let file = try Written.jpeg(
            [UInt8](repeating: 7, count: 83 * 59), width: 83, channels: 1, isProgressive: true)
        let limit = 88 * 64 - 1
        #expect(
            try Loaded(file, as: .jpeg, memoryLimit: limit, reduction: 3).error
                == .tooLarge(width: 83, height: 59, limit: limit))
        #expect(try Loaded(file, as: .jpeg, memoryLimit: limit + 1, reduction: 3).error == nil)
    }

    /// Apple's own kind: deflated without a frame, blue first, alpha multiplied in; its end mark may be missing.
    private static func apple(_ pixels: [(Int, Int, Int, Int)], width: Int, hasAlpha: Bool) -> [UInt8] {
        let height = pixels.count / width
        let rows = (0..<height).flatMap { y -> [UInt8] in
            [0]
                + pixels[y * width..<(y + 1) * width].flatMap { red, green, blue, alpha -> [UInt8] in
                    let part = { (value: Int) in UInt8((value * alpha + 127) / 255) }
                    let color = [part(blue), part(green), part(red)]
                    return hasAlpha ? color + [UInt8(alpha)] : color
                }
        }
        let halves = [UInt8(rows.count & 255), UInt8(rows.count >> 8)]
        let size = Written.bigEndian(UInt32(width)) + Written.bigEndian(UInt32(height))
        return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + Written.chunk("CgBI", [0x30, 0, 0x20, 6])
            + Written.chunk("IHDR", size + [8, hasAlpha ? 6 : 2, 0, 0, 0])
            + Written.chunk("IDAT", [1] + halves + halves.map { ~$0 } + rows)
    }

    @Test(arguments: [false, true], [[], Written.chunk("IEND", [])]) func apple(
        hasAlpha: Bool, end: [UInt8]
    ) throws {
        let pixels = (0..<48).map { ($0 * 5, 255 - $0 * 3, $0 * 2, hasAlpha ? 255 - $0 * 4 : 255) }
        let file = Self.apple(pixels, width: 8, hasAlpha: hasAlpha) + end
        let wanted = { (x: Int, y: Int) in
            let (red, green, blue, alpha) = pixels[y * 8 + x]
            return premultiplied(red, green, blue, alpha)
        }
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.raster?.hasAlpha == hasAlpha)
        #expect((loaded.rowCount, loaded.warning) == (6, nil))
        #expect(loaded.differences(from: wanted) == [])
        // Cut short, there are fewer rows.
        let half = try Loaded(Array(file.prefix(file.count - end.count - 60)), as: .png)
        #expect(half.warning?.hasPrefix("the file ends early") == true)
        #expect((1...5).contains(half.rowCount))
        #expect(half.differences(from: wanted) == [])
        let shown = try Self.load(file, .png, display: Profile.swapped)
        let differences = shown.differences(tolerance: hasAlpha ? 1 : 0) { x, y in
            let (red, green, blue, alpha) = pixels[y * 8 + x]
            return premultiplied(green, blue, red, alpha)
        }
        #expect(differences == [])
    }

    private static func load(_ bytes: [UInt8], _ format: ImageFormat, display: [UInt8]) throws -> Loaded {
        let file = try FileDescriptor.memory(name: "picture")
        try file.write(bytes)
        try file.rewind()
        let load = try PictureLoad(
            file: file, .init(format: format, loaderFolder: buildFolder, memoryLimit: 1 << 28))
        load.displayProfile = display
        return Loaded(load)
    }

    /// On a display of other colours, pictures of sRGB change and those of its own do not.
    @Test func display() throws {
        let png = try Written.png(Self.bytes, width: 24, channels: 3)
        let jpeg = try Written.jpeg(Self.bytes, width: 24, channels: 3)
        let own = try Written.png(png, adding: "iCCP", Self.chunk(profile: Profile.swapped), before: "IDAT")
        let turned = { (x: Int, y: Int) in opaque(y * 15, 255 - x * 5, x * 11) }
        #expect(try Self.load(png, .png, display: Profile.swapped).differences(from: turned) == [])
        let shown = try Self.load(jpeg, .jpeg, display: Profile.swapped)
        #expect(shown.differences(tolerance: 3, from: turned) == [])
        #expect(try Self.load(own, .png, display: Profile.swapped).differences(from: Self.plain) == [])
        #expect(try Self.load(png, .png, display: [1, 2, 3]).differences(from: Self.plain) == [])
    }
}
