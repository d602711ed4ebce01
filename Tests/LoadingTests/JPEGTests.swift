import Geometry
import Loading
import Testing

@Suite struct JPEGTests {
    /// Red grows to the right, green downward; blue is a slow mixture. Smooth, so that little is lost.
    private static func smooth(width: Int, height: Int) -> [UInt8] {
        raw(width: width, height: height) { x, y in
            [x * 255 / width, y * 255 / height, (x + y) * 255 / (width + height)]
        }
    }

    @Test(arguments: [false, true], [false, true]) func colour(isSubsampled: Bool, isProgressive: Bool) throws
    {
        let bytes = Self.smooth(width: 83, height: 59)
        let file = try Written.jpeg(
            bytes, width: 83, channels: 3, isSubsampled: isSubsampled, isProgressive: isProgressive)
        let loaded = try Loaded(file, as: .jpeg)
        #expect(loaded.raster?.size == PixelSize(width: 83, height: 59))
        #expect(loaded.raster?.hasAlpha == false)
        #expect(loaded.raster?.orientation == .topLeft)
        #expect(loaded.rowCount == 59)
        #expect((loaded.hasEnded, loaded.warning, loaded.error) == (true, nil, nil))
        let differences = loaded.differences(tolerance: isSubsampled ? 6 : 3) { x, y in
            let place = (y * 83 + x) * 3
            return opaque(Int(bytes[place]), Int(bytes[place + 1]), Int(bytes[place + 2]))
        }
        #expect(differences == [])
    }

    @Test(arguments: [false, true]) func grey(isProgressive: Bool) throws {
        let bytes = (0..<40 * 30).map { UInt8($0 % 40 * 6) }
        let file = try Written.jpeg(bytes, width: 40, channels: 1, isProgressive: isProgressive)
        let loaded = try Loaded(file, as: .jpeg)
        #expect(loaded.rowCount == 30)
        #expect(loaded.differences(tolerance: 2) { x, _ in opaque(x * 6, x * 6, x * 6) } == [])
    }

    /// Inks are paper's light taken away: (1 − ink) · (1 − black), whichever way round the file stores them.
    @Test(arguments: [false, true]) func inks(isAdobe: Bool) throws {
        let (width, height) = (48, 32)
        let bytes = raw(width: width, height: height) { x, y in [x * 5, y * 7, 240 - x * 5, x + y] }
        var file = try Written.jpeg(bytes, width: width, channels: 4)
        if !isAdobe {
            // Without Adobe's mark what is stored is not inverted: the same values are other inks.
            let place = try #require(file.indices.first { file[$0...].starts(with: [0xFF, 0xEE]) })
            let length = Int(file[place + 2]) * 256 + Int(file[place + 3])
            file.removeSubrange(place..<place + 2 + length)
        }
        let loaded = try Loaded(file, as: .jpeg)
        #expect(loaded.rowCount == height)
        #expect(loaded.warning == nil)
        let differences = loaded.differences(tolerance: 4) { x, y in
            let inks = [x * 5, y * 7, 240 - x * 5, x + y]
            let light = inks.map { isAdobe ? 255 - $0 : $0 }
            return opaque(light[0] * light[3] / 255, light[1] * light[3] / 255, light[2] * light[3] / 255)
        }
        #expect(differences == [])
    }

    @Test(arguments: Orientation.allCases, [false, true]) func exifOrientation(
        orientation: Orientation, isBigEndian: Bool
    ) throws {
        let exif = Written.exif(orientation: Int(orientation.rawValue), isBigEndian: isBigEndian)
        let bytes = Self.smooth(width: 20, height: 10)
        let loaded = try Loaded(try Written.jpeg(bytes, width: 20, channels: 3, exif: exif), as: .jpeg)
        #expect(loaded.raster?.orientation == orientation)
        // The pixels stay as they are stored.
        #expect(loaded.raster?.size == PixelSize(width: 20, height: 10))
        #expect(loaded.raster?.displaySize.width == (orientation.rawValue >= 5 ? 10 : 20))
        #expect(abs(Int(loaded.pixel(19, 0) >> 16 & 255) - 19 * 255 / 20) <= 3)
    }

    @Test func senselessOrientations() throws {
        let whole = Written.exif(orientation: 6)
        let bytes = Self.smooth(width: 20, height: 10)
        let bodies =
            [Written.exif(orientation: 0), Written.exif(orientation: 9), Array("Other\0".utf8) + whole]
            + [5, 6, 7, 10, 14, 16, 20, 24].map { Array(whole.prefix($0)) }
        for body in bodies {
            let loaded = try Loaded(try Written.jpeg(bytes, width: 20, channels: 3, exif: body), as: .jpeg)
            #expect(loaded.raster?.orientation == .topLeft, "\(body)")
            #expect(loaded.error == nil)
            #expect(loaded.rowCount == 10)
        }
    }

    @Test func smallestAndLongest() throws {
        let one = try Loaded(try Written.jpeg([9, 9, 9], width: 1, channels: 3), as: .jpeg)
        #expect(one.raster?.size == PixelSize(width: 1, height: 1))
        #expect(one.differences(tolerance: 2) { _, _ in opaque(9, 9, 9) } == [])
        let row = [UInt8](repeating: 77, count: 65_500)
        let wide = try Loaded(try Written.jpeg(row, width: 65_500, channels: 1), as: .jpeg)
        let tall = try Loaded(try Written.jpeg(row, width: 1, channels: 1), as: .jpeg)
        #expect((wide.rowCount, tall.rowCount) == (1, 65_500))
        #expect(wide.differences(tolerance: 1) { _, _ in opaque(77, 77, 77) } == [])
        #expect(tall.differences(tolerance: 1) { _, _ in opaque(77, 77, 77) } == [])
    }

    @Test func anotherFormatIsNoJPEG() throws {
        let png = try Written.png([1, 2, 3], width: 1, channels: 3)
        guard case .undecodable(.jpeg, let words)? = try Loaded(png, as: .jpeg).error else {
            Issue.record("it was decoded")
            return
        }
        #expect(words.hasPrefix("Not a JPEG file"))
    }
}
