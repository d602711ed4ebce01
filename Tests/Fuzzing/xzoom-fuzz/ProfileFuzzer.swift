import CLCMS
import Decoding
import Geometry

/// Converts pixels of every layout with colours of any bytes, of the picture or of the display.
enum ProfileFuzzer {
    private static let layouts: [PixelLayout] = [
        .gray8, .grayAlpha8, .rgb8, .rgba8, .bgra8, .gray16, .grayAlpha16, .rgb16, .rgba16, .grayFloat,
        .rgbFloat, .rgbaFloat, .cmyk8, .cmyk8Inverted, .cmyk16,
    ]
    private static let count = 300

    /// - Parameter bytes: the layout, what is fuzzed, and a profile, or numbers that colours are made of.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 2 else { return }
        let layout = layouts[Int(bytes[0]) % layouts.count]
        let rest = UnsafeRawBufferPointer(rebasing: bytes[2...])
        let flags = bytes[1]
        let isOfDisplay = flags & 1 != 0
        let colors = isOfDisplay ? .sRGB : flags & 2 != 0 ? parametric(rest) : .icc(Array(rest))
        let pixels = UnsafeMutablePointer<UInt32>.allocate(capacity: count)
        defer { pixels.deallocate() }
        let source = UnsafeMutableRawBufferPointer.allocate(
            byteCount: count * layout.byteCount, alignment: 8)
        defer { source.deallocate() }
        for index in source.indices { source[index] = rest[index % rest.count] &+ UInt8(index & 63) }
        guard let start = source.baseAddress else { return }
        // The size decides how much work goes into the transform; a row is converted only.
        let size = PixelSize(width: count, height: flags & 4 != 0 ? 10_000 : 1)
        let canvas = Canvas(
            pixels: pixels, size: size, stride: count * 4, displayProfile: isOfDisplay ? Array(rest) : [])
        let converter = PixelConverter(layout, colors, for: canvas)
        _ = converter.isIdentity
        converter.convert(start, to: canvas.row(0), count: count)
        for index in 0..<count {
            let (word, alpha) = (pixels[index], pixels[index] >> 24)
            let most = max(word >> 16 & 255, word >> 8 & 255, word & 255)
            precondition(most <= alpha, "a colour is brighter than its alpha lets it be")
        }
    }

    private static func parametric(_ bytes: UnsafeRawBufferPointer) -> SourceColors {
        let numbers = stride(from: 0, to: bytes.count - 7, by: 8).prefix(9).map {
            bytes.loadUnaligned(fromByteOffset: $0, as: Double.self)
        }
        guard numbers.count == 9 else {
            return .codePoints(primaries: Int(bytes[0]), transfer: Int(bytes[bytes.count - 1]))
        }
        let place = { (index: Int) in ColorPrimaries.Chromaticity(numbers[index], numbers[index + 1]) }
        let curves: [TransferCurve] = [.sRGB, .linear, .gamma(numbers[8]), .pq, .hlg]
        return .parametric(
            ColorPrimaries(red: place(0), green: place(2), blue: place(4), white: place(6)),
            curves[Int(bytes[bytes.count - 1]) % curves.count])
    }

    /// Inputs that mean something: each profile for the picture, for the display, and for a large picture.
    static var seeds: [[UInt8]] {
        var whites = [cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)]
        let curve = cmsBuildGamma(nil, 2.2)
        defer { cmsFreeToneCurve(curve) }
        let handles = [
            cmsCreate_sRGBProfile(), cmsCreateGrayProfile(&whites, curve), cmsCreateLab4Profile(nil),
            cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 250),
        ]
        let profiles = handles.compactMap { handle -> [UInt8]? in
            guard let handle else { return nil }
            defer { cmsCloseProfile(handle) }
            var count: UInt32 = 0
            guard cmsSaveProfileToMem(handle, nil, &count) != 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: Int(count))
            return cmsSaveProfileToMem(handle, &bytes, &count) != 0 ? bytes : nil
        }
        return profiles.flatMap { profile in
            [0, 2, 5, 7, 10, 12, 14].flatMap { layout in
                [0, 1, 4].map { [UInt8(layout), UInt8($0)] + profile }
            }
        }
    }
}
