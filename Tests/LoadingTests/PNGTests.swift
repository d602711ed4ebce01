import CTestSupport
import Geometry
import Loading
import Testing

@Suite struct PNGTests {
    /// Bytes that differ from their neighbours, the same every time.
    private static func noise(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
        var state = seed
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
    }

    @Test(arguments: [false, true]) func grey(isInterlaced: Bool) throws {
        let bytes = Self.noise(45 * 33)
        let file = try Written.png(bytes, width: 45, channels: 1, isInterlaced: isInterlaced)
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.raster?.size == PixelSize(width: 45, height: 33))
        #expect(loaded.raster?.hasAlpha == false)
        #expect(loaded.raster?.orientation == .topLeft)
        #expect(loaded.rowCount == 33)
        #expect((loaded.hasEnded, loaded.warning, loaded.error) == (true, nil, nil))
        let differences = loaded.differences { x, y in
            let value = Int(bytes[y * 45 + x])
            return opaque(value, value, value)
        }
        #expect(differences == [])
    }

    @Test(arguments: [false, true]) func colour(isInterlaced: Bool) throws {
        let bytes = Self.noise(45 * 33 * 3)
        let file = try Written.png(bytes, width: 45, channels: 3, isInterlaced: isInterlaced)
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.rowCount == 33)
        #expect(loaded.raster?.hasAlpha == false)
        let differences = loaded.differences { x, y in
            let place = (y * 45 + x) * 3
            return opaque(Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
        }
        #expect(differences == [])
        #expect(loaded.warning == nil)
    }

    /// Every colour value at every alpha.
    @Test(arguments: [false, true]) func alphaIsPremultiplied(isInterlaced: Bool) throws {
        let bytes = raw(width: 256, height: 256) { x, y in [x, 255 - x, x / 2, y] }
        let file = try Written.png(bytes, width: 256, channels: 4, isInterlaced: isInterlaced)
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.rowCount == 256)
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.differences { x, y in premultiplied(x, 255 - x, x / 2, y) } == [])
    }

    @Test func greyWithAlpha() throws {
        let bytes = Self.noise(20 * 10 * 2)
        let loaded = try Loaded(try Written.png(bytes, width: 20, channels: 2), as: .png)
        #expect(loaded.rowCount == 10)
        let differences = loaded.differences { x, y in
            let (value, alpha) = (Int(bytes[(y * 20 + x) * 2]), Int(bytes[(y * 20 + x) * 2 + 1]))
            return premultiplied(value, value, value, alpha)
        }
        #expect(differences == [])
    }

    /// 16 bits become the nearest 8: v · 255 / 65535.
    @Test(arguments: [1, 2, 3, 4]) func sixteenBits(channels: Int) throws {
        let count = 64 * 40 * channels
        let bytes = Self.noise(2 * count)
        let loaded = try Loaded(try Written.png(bytes, width: 64, channels: channels, depth: 16), as: .png)
        #expect(loaded.rowCount == 40)
        let value = { (index: Int) in
            Int(((Double(bytes[2 * index]) * 256 + Double(bytes[2 * index + 1])) / 257).rounded())
        }
        let differences = loaded.differences { x, y in
            let place = (y * 64 + x) * channels
            let (green, blue) = channels < 3 ? (0, 0) : (1, 2)
            let alpha = channels % 2 == 0 ? value(place + channels - 1) : 255
            return premultiplied(value(place), value(place + green), value(place + blue), alpha)
        }
        #expect(differences == [])
    }

    @Test(arguments: [2, 4, 16, 200, 256], [false, true]) func palette(colors: Int, isInterlaced: Bool) throws
    {
        let (entries, file) = try Self.paletteFile(colors: colors, isInterlaced: isInterlaced)
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.rowCount == 21)
        #expect(loaded.raster?.hasAlpha == false)
        let differences = loaded.differences { x, y in
            let entry = (x + 7 * y) % colors * 3
            return opaque(Int(entries[entry]), Int(entries[entry + 1]), Int(entries[entry + 2]))
        }
        #expect(differences == [])
    }

    /// Entries without an alpha of their own are opaque.
    @Test func paletteWithAlpha() throws {
        let (entries, plain) = try Self.paletteFile(colors: 16, isInterlaced: false)
        let alphas: [UInt8] = [0, 1, 128, 254]
        let file = try Written.png(plain, adding: "tRNS", alphas, before: "IDAT")
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.rowCount == 21)
        let differences = loaded.differences { x, y in
            let entry = (x + 7 * y) % 16
            let parts = entries[3 * entry..<3 * entry + 3].map { Int($0) }
            return premultiplied(parts[0], parts[1], parts[2], entry < 4 ? Int(alphas[entry]) : 255)
        }
        #expect(differences == [])
    }

    private static func paletteFile(colors: Int, isInterlaced: Bool) throws -> (
        entries: [UInt8], file: [UInt8]
    ) {
        let entries = noise(colors * 3)
        let indices = raw(width: 33, height: 21) { x, y in [(x + 7 * y) % colors] }
        let file = try Written.bytes {
            ct_write_png_palette($0, indices, 33, 21, entries, Int32(colors), isInterlaced ? 1 : 0, 6)
        }
        return (entries, file)
    }

    /// One colour can be named transparent.
    @Test func transparentColour() throws {
        let bytes: [UInt8] = [1, 2, 3, 9, 9, 9, 1, 2, 4, 1, 2, 3]
        let plain = try Written.png(bytes, width: 4, channels: 3)
        let file = try Written.png(plain, adding: "tRNS", [0, 1, 0, 2, 0, 3], before: "IDAT")
        let loaded = try Loaded(file, as: .png)
        #expect(loaded.raster?.hasAlpha == true)
        #expect((0..<4).map { loaded.pixel($0, 0) } == [0, opaque(9, 9, 9), opaque(1, 2, 4), 0])
    }

    @Test(arguments: Orientation.allCases, [false, true]) func exifOrientation(
        orientation: Orientation, isBigEndian: Bool
    ) throws {
        let plain = try Written.png(Self.noise(6), width: 3, channels: 1)
        let tiff = Written.tiff(orientation: Int(orientation.rawValue), isBigEndian: isBigEndian)
        let loaded = try Loaded(try Written.png(plain, adding: "eXIf", tiff, before: "IDAT"), as: .png)
        #expect(loaded.raster?.orientation == orientation)
        #expect(loaded.raster?.size == PixelSize(width: 3, height: 2))
        #expect(loaded.warning == nil)
    }

    /// An orientation that makes no sense is none: out of range, of another type, cut off.
    @Test func senselessOrientations() throws {
        let plain = try Written.png(Self.noise(6), width: 3, channels: 1)
        let tiff = Written.tiff(orientation: 6)
        let bodies =
            [
                Written.tiff(orientation: 0), Written.tiff(orientation: 9),
                Written.tiff(orientation: 6, type: 2),
            ]
            + [0, 1, 4, 8, 9, 12, 18].map { Array(tiff.prefix($0)) }
        for body in bodies {
            let loaded = try Loaded(try Written.png(plain, adding: "eXIf", body, before: "IDAT"), as: .png)
            #expect(loaded.raster?.orientation == .topLeft, "\(body)")
            #expect(loaded.error == nil)
            #expect(loaded.rowCount == 2)
        }
    }

    @Test func smallestAndLongest() throws {
        let one = try Loaded(try Written.png([7], width: 1, channels: 1), as: .png)
        #expect(one.raster?.size == PixelSize(width: 1, height: 1))
        #expect(one.pixel(0, 0) == opaque(7, 7, 7))
        let row = Self.noise(100_000)
        let wide = try Loaded(try Written.png(row, width: 100_000, channels: 1), as: .png)
        #expect(wide.differences { x, _ in opaque(Int(row[x]), Int(row[x]), Int(row[x])) } == [])
        let tall = try Loaded(try Written.png(row, width: 1, channels: 1), as: .png)
        #expect(tall.differences { _, y in opaque(Int(row[y]), Int(row[y]), Int(row[y])) } == [])
        #expect((wide.rowCount, tall.rowCount) == (1, 100_000))
    }

    @Test func pictureOverTheLimitIsNotDecodedAsAWhole() throws {
        let file = try Written.png(
            [UInt8](repeating: 0, count: 1 << 20), width: 1 << 10, channels: 1, isInterlaced: true)
        #expect(try Loaded(file, as: .png, memoryLimit: 4 << 20).error == nil)
        let refused = try Loaded(file, as: .png, memoryLimit: 4 << 20 - 1)
        #expect(refused.error == .tooLarge(width: 1024, height: 1024, limit: 4 << 20 - 1))
    }

    @Test func anotherFormatIsNoPNG() throws {
        let jpeg = try Written.jpeg([1, 2, 3], width: 1, channels: 3)
        guard case .undecodable(.png, let words)? = try Loaded(jpeg, as: .png).error else {
            Issue.record("it was decoded")
            return
        }
        #expect(words == "Not a PNG file")
    }
}
