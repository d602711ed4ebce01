import Geometry
import Loading
import Testing

/// The small formats through their loader.
@Suite struct RasterFormatTests {
    private static func little32(_ value: Int) -> [UInt8] { Written.bigEndian(UInt32(value)).reversed() }

    /// A PNG file in an icon is decoded as any other.
    @Test func pngInIcon() throws {
        let pixels = raw(width: 20, height: 10) { x, y in [x * 10, y * 20, 99, 255 - x] }
        let png = try Written.png(pixels, width: 20, channels: 4)
        let entry = [20, 10, 0, 0, 1, 0, 32, 0] + Self.little32(png.count) + Self.little32(22)
        let file = [0, 0, 1, 0, 1, 0] + entry + png
        #expect(ImageFormat.detect(file) == .ico)
        let loaded = try Loaded(file, as: .ico)
        #expect((loaded.hasEnded, loaded.warning, loaded.error) == (true, nil, nil))
        #expect(loaded.raster?.size == PixelSize(width: 20, height: 10))
        #expect(loaded.raster?.hasAlpha == true)
        #expect(loaded.rowCount == 10)
        #expect(loaded.differences { x, y in premultiplied(x * 10, y * 20, 99, 255 - x) } == [])
        // The icon ends within the PNG file's header.
        let cut = try Loaded(Array(file.prefix(40)), as: .ico)
        #expect(cut.error == .undecodable(.ico, "there is no picture in it"))
    }

    /// Rows come from the picture's top on, although the file has them from its bottom on.
    @Test func rowsComeFromTheTop() throws {
        let (width, height) = (8, 3000)
        var header = Array("BM".utf8) + Self.little32(0) + Self.little32(0) + Self.little32(54)
        header += Self.little32(40) + Self.little32(width) + Self.little32(height) + [1, 0, 24, 0]
        header += [UInt8](repeating: 0, count: 24)
        let pixels = raw(width: width, height: height) { x, y in
            [x, (height - 1 - y) / 256, (height - 1 - y) % 256]
        }
        let file = header + pixels
        #expect(ImageFormat.detect(file) == .bmp)
        let loaded = try Loaded(file, as: .bmp)
        #expect((loaded.hasEnded, loaded.warning, loaded.error) == (true, nil, nil))
        #expect(loaded.raster?.hasAlpha == false)
        #expect(loaded.tellings.first?.lowerBound == 0)
        #expect(
            zip(loaded.tellings, loaded.tellings.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(loaded.rowCount == height)
        #expect(loaded.differences { x, y in opaque(y % 256, y / 256, x) } == [])
        // What is missing is at the top.
        let cut = try Loaded(Array(file.dropLast(width * 3)), as: .bmp)
        #expect(cut.warning == "the file ends early (row 2999 of 3000)")
        #expect(cut.tellings.first?.lowerBound == 1)
    }
}
