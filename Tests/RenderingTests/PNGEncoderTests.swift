import CCairo
import Geometry
import Testing

@testable import Rendering

@Suite struct PNGEncoderTests {
    private static func encode(
        _ bitmap: Bitmap, hasAlpha: Bool, texts: [PNGEncoder.Text] = [], isCancelled: () -> Bool = { false }
    ) throws -> [UInt8] {
        // Rows that are wider than the picture.
        let stride = bitmap.width + 3
        var words = [UInt32](repeating: 0x1234_5678, count: stride * bitmap.height)
        for y in 0..<bitmap.height { for x in 0..<bitmap.width { words[y * stride + x] = bitmap[x, y] } }
        return try words.withUnsafeBytes { words in
            try PNGEncoder.encode(
                rows: #require(words.baseAddress),
                size: PixelSize(width: bitmap.width, height: bitmap.height),
                stride: stride * 4, hasAlpha: hasAlpha, texts: texts, isCancelled: isCancelled)
        }
    }

    /// The pixels as libpng reads them, premultiplied again by Cairo.
    private static func decode(_ png: [UInt8]) throws -> (bitmap: Bitmap, hasAlpha: Bool) {
        let source = Source(bytes: png)
        let surface = cairo_image_surface_create_from_png_stream(
            { source, bytes, count in
                guard let source, let bytes else { return CAIRO_STATUS_READ_ERROR }
                return Unmanaged<Source>.fromOpaque(source).takeUnretainedValue().give(bytes, Int(count))
            }, Unmanaged.passUnretained(source).toOpaque())
        let image = try #require(surface)
        defer { cairo_surface_destroy(image) }
        try #require(cairo_surface_status(image) == CAIRO_STATUS_SUCCESS)
        let (width, height) = (
            Int(cairo_image_surface_get_width(image)), Int(cairo_image_surface_get_height(image))
        )
        let hasAlpha = cairo_image_surface_get_format(image) == CAIRO_FORMAT_ARGB32
        let stride = Int(cairo_image_surface_get_stride(image))
        let bytes = UnsafeRawPointer(try #require(cairo_image_surface_get_data(image)))
        let bitmap = Bitmap(width: width, height: height) { x, y in
            bytes.load(fromByteOffset: y * stride + x * 4, as: UInt32.self) | (hasAlpha ? 0 : 0xFF00_0000)
        }
        return (bitmap, hasAlpha)
    }

    private final class Source {
        private var rest: ArraySlice<UInt8>

        init(bytes: [UInt8]) { rest = bytes[...] }

        func give(_ target: UnsafeMutablePointer<UInt8>, _ count: Int) -> cairo_status_t {
            guard rest.count >= count else { return CAIRO_STATUS_READ_ERROR }
            for (index, byte) in rest.prefix(count).enumerated() { target[index] = byte }
            rest = rest.dropFirst(count)
            return CAIRO_STATUS_SUCCESS
        }
    }

    /// The file's chunks: each one's type and body.
    private static func chunks(_ png: [UInt8]) throws -> [(type: String, body: [UInt8], checksum: UInt32)] {
        var chunks: [(String, [UInt8], UInt32)] = []
        var rest = png.dropFirst(8)
        while !rest.isEmpty {
            try #require(rest.count >= 12)
            let word = { (bytes: ArraySlice<UInt8>) in
                bytes.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            }
            let length = Int(word(rest))
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            chunks.append((type, Array(rest.dropFirst(8).prefix(length)), word(rest.dropFirst(8 + length))))
            rest = rest.dropFirst(12 + length)
        }
        return chunks
    }

    @Test func opaquePixelsAreRGB() throws {
        let bitmap = Bitmap.noise(width: 67, height: 41)
        // Where there is no alpha, the uppermost bytes mean nothing; where there is, they may all be 255.
        let unused = Bitmap(width: 67, height: 41) { bitmap[$0, $1] & 0x00FF_FFFF }
        for (source, hasAlpha) in [(bitmap, false), (unused, false), (bitmap, true)] {
            let png = try Self.encode(source, hasAlpha: hasAlpha)
            // Colour type 2 (PNG 11.2.1).
            #expect(try Self.chunks(png)[0].body == [0, 0, 0, 67, 0, 0, 0, 41, 8, 2, 0, 0, 0])
            let decoded = try Self.decode(png)
            #expect(decoded.bitmap == bitmap)
            #expect(!decoded.hasAlpha)
        }
    }

    @Test func transparentPixelsAreRGBA() throws {
        // Parts that survive the way from premultiplied and back.
        let bitmap = Bitmap(width: 4, height: 2) { x, y in
            y == 0 ? 0xFF00_0000 | UInt32(x) * 0x010305 : [0, 0x8080_0000, 0x4000_4000, 0x0101_0001][x]
        }
        let png = try Self.encode(bitmap, hasAlpha: true)
        #expect(try Self.chunks(png)[0].body == [0, 0, 0, 4, 0, 0, 0, 2, 8, 6, 0, 0, 0])
        #expect(try Self.decode(png).bitmap == bitmap)
    }

    @Test func surfaces() throws {
        for hasAlpha in [true, false] {
            let surface = Surface.image(size: PixelSize(width: 5, height: 3), hasAlpha: hasAlpha)
            surface.paint { context in
                cairo_set_source_rgba(context, 1, 0, 0, 0.5)
                cairo_paint(context)
            }
            let decoded = try Self.decode(try PNGEncoder.encode(surface))
            #expect(decoded.bitmap == surface.bitmap(hasAlpha: hasAlpha))
            #expect(decoded.hasAlpha == hasAlpha)
        }
    }

    @Test func textsFollowTheHeader() throws {
        let texts = [
            PNGEncoder.Text(keyword: "Thumb::URI", value: "file:///home/jens/photos/me.png"),
            PNGEncoder.Text(keyword: "Software", value: "é 中\0"),
        ]
        let png = try Self.encode(Bitmap.noise(width: 2, height: 2), hasAlpha: false, texts: texts)
        let chunks = try Self.chunks(png)
        #expect(chunks.prefix(3).map(\.type) == ["IHDR", "tEXt", "tEXt"])
        #expect(chunks.last?.type == "IEND")
        #expect(chunks[1].body == Array("Thumb::URI\0file:///home/jens/photos/me.png".utf8))
        #expect(chunks[1].checksum == 0xA1B2_DBFE)
        #expect(chunks[2].body == Array("Software\0".utf8) + [0xE9, 0x20, 0x3F, 0x3F])
        #expect(chunks[2].checksum == 0x472D_E8D8)
        #expect(try Self.decode(png).bitmap == Bitmap.noise(width: 2, height: 2))
        #expect(
            try Self.encode(Bitmap.noise(width: 2, height: 2), hasAlpha: false).count == png.count - 12 - 42
                - 12 - 13)
    }

    @Test func cancelledInTheMiddle() throws {
        let bitmap = Bitmap.noise(width: 500, height: 500)
        var rounds = 0
        #expect(throws: PNGEncoder.Failure.cancelled) {
            _ = try Self.encode(bitmap, hasAlpha: false) {
                rounds += 1
                return rounds == 10
            }
        }
        #expect(rounds == 10)
    }

    @Test func tooLargeIsAnError() {
        #expect(throws: PNGEncoder.Failure.self) {
            _ = try Self.encode(Bitmap(width: 40_000, height: 1) { _, _ in 0 }, hasAlpha: false)
        }
    }
}
