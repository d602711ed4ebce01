import Decoding
import Testing

/// Pixels whose colours stay as they are.
@Suite struct PixelConverterTests {
    @Test func eightBits() {
        let bytes: [UInt8] = [10, 20, 30, 40]
        #expect(Converted(bytes, .gray8).words == [10, 20, 30, 40].map { opaque($0, $0, $0) })
        #expect(
            Converted(bytes, .grayAlpha8).words == [
                premultiplied(10, 10, 10, 20), premultiplied(30, 30, 30, 40),
            ])
        #expect(Converted([1, 2, 3, 4, 5, 6] as [UInt8], .rgb8).words == [opaque(1, 2, 3), opaque(4, 5, 6)])
        #expect(Converted(bytes, .rgba8).words == [premultiplied(10, 20, 30, 40)])
        #expect(Converted(bytes, .bgra8).words == [premultiplied(30, 20, 10, 40)])
        for layout in [PixelLayout.gray8, .grayAlpha8, .rgb8, .rgba8, .bgra8, .gray16, .rgb16, .rgbFloat] {
            #expect(Converted([UInt8](repeating: 0, count: layout.byteCount), layout).isIdentity)
        }
    }

    /// Every value at every alpha, to the nearest.
    @Test(arguments: [PixelLayout.rgba8, .bgra8]) func alphaIsMultipliedIn(layout: PixelLayout) {
        let bytes = raw(width: 256, height: 256) { x, y in [x, 255 - x, x / 2, y] }
        let wanted = (0..<65536).map { index in
            let (x, y) = (index % 256, index / 256)
            return layout == .rgba8
                ? premultiplied(x, 255 - x, x / 2, y) : premultiplied(x / 2, 255 - x, x, y)
        }
        #expect(Converted(bytes, layout).words == wanted)
    }

    /// Each of 65536 values becomes the nearest of 256.
    @Test func sixteenBits() {
        let values = (0...UInt16.max).map { $0 }
        let nearest = values.map { Int((Double($0) / 257).rounded()) }
        #expect(Converted(values, .gray16).words == nearest.map { opaque($0, $0, $0) })
        let colors = values.flatMap { [$0, 65535 - $0, 0] as [UInt16] }
        #expect(Converted(colors, .rgb16).words == nearest.map { opaque($0, 255 - $0, 0) })
        let clear = values.flatMap { [65535, 0x8080, 0, $0] as [UInt16] }
        #expect(Converted(clear, .rgba16).words == nearest.map { premultiplied(255, 128, 0, $0) })
        let grays = values.flatMap { [0x4040, $0] as [UInt16] }
        #expect(Converted(grays, .grayAlpha16).words == nearest.map { premultiplied(64, 64, 64, $0) })
    }

    /// (1 − ink) · (1 − black), to the nearest, of every ink at every black.
    @Test func inksWithoutProfile() {
        let inks = raw(width: 256, height: 256) { x, y in [x, 255 - x, 0, y] }
        let wanted = (0..<65536).map { index in
            let (x, y) = (index % 256, index / 256)
            let part = { (light: Int) in Int((Double(light * (255 - y)) / 255).rounded()) }
            return opaque(part(255 - x), part(x), part(255))
        }
        #expect(Converted(inks, .cmyk8).words == wanted)
        #expect(Converted(inks.map { 255 - $0 }, .cmyk8Inverted).words == wanted)
        #expect(Converted(inks.map { UInt16($0) * 257 }, .cmyk16).words == wanted)
        #expect(!Converted(inks, .cmyk8).isIdentity)
    }

    @Test func floatingPoint() {
        let values: [Float] = [0, 1, 0.5, -3, 7, .nan, .infinity, -.infinity, 0.25]
        let levels = [0, 255, 128, 0, 255, 0, 255, 0, 64]
        #expect(Converted(values, .grayFloat).words == levels.map { opaque($0, $0, $0) })
        #expect(
            Converted(values, .rgbFloat).words == [
                opaque(0, 255, 128), opaque(0, 255, 0), opaque(255, 0, 64),
            ])
        #expect(
            Converted([1, 0.5, 0, 0.5] as [Float], .rgbaFloat).words == [premultiplied(255, 128, 0, 128)])
        // More than are rounded in one go.
        let many = (0..<1000).map { Float($0 % 256) / 255 }
        #expect(Converted(many, .grayFloat).words == (0..<1000).map { opaque($0 % 256, $0 % 256, $0 % 256) })
    }

    /// Light in proportion is encoded, alpha is not.
    @Test func linearFloatingPoint() {
        let values = (0...1000).map { Float($0) / 1000 }
        let grays = Converted(values, .grayFloat, .linearSRGB)
        #expect(!grays.isIdentity)
        let wanted = values.map { value in
            let level = level(light: Double(value))
            return opaque(level, level, level)
        }
        #expect(grays.words == wanted)
        let clear = Converted([0.5, 0, 1, 0.5] as [Float], .rgbaFloat, .linearSRGB)
        #expect(clear.words == [premultiplied(188, 0, 255, 128)])
    }
}
