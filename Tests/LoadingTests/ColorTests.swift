import CLCMS
import Decoding
import Foundation
import Testing

/// Pixels whose colours become those of the display.
@Suite struct ColorTests {
    /// Every 17th of each part.
    private static let grid: [UInt8] = {
        let levels = (0..<16).map { UInt8($0 * 17) }
        return levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    }()

    private static func pixels(_ bytes: [UInt8], _ word: (Int, Int, Int) -> UInt32) -> [UInt32] {
        stride(from: 0, to: bytes.count, by: 3).map {
            word(Int(bytes[$0]), Int(bytes[$0 + 1]), Int(bytes[$0 + 2]))
        }
    }

    private static func deep(_ bytes: [UInt8]) -> [UInt16] { bytes.map { UInt16($0) * 257 } }

    @Test func sRGBIsTheIdentity() {
        let own = Profile.rgb()
        #expect(own.count > 128)
        let near = Profile.rgb(Profile.sRGBPrimaries.map { ($0.0 + 0.00003, $0.1) })
        for colors in [SourceColors.sRGB, .icc(own), .icc(near), .parametric(.sRGB, .sRGB)] {
            let converted = Converted(Self.grid, .rgb8, colors)
            #expect(converted.isIdentity)
            #expect(converted.difference(from: Self.pixels(Self.grid, opaque)) == 0)
        }
        for (colors, display) in [(SourceColors.sRGB, own), (.icc(own), own), (.icc(own), near)] {
            #expect(Converted(Self.grid, .rgb8, colors, display: display).isIdentity)
            #expect(Converted(Self.grid, .gray8, colors, display: display).isIdentity)
        }
        // Colours of the display's own.
        #expect(Converted(Self.grid, .rgb8, .icc(Profile.swapped), display: Profile.swapped).isIdentity)
        #expect(!Converted(Self.grid, .rgb8, .icc(Profile.swapped)).isIdentity)
        #expect(!Converted(Self.grid, .rgb8, .icc(Profile.rgb(gamma: 1.8))).isIdentity)
    }

    /// A profile that is none, or none for such pixels, is as if it were not there.
    @Test func profilesOfNoUse() {
        let whole = Profile.swapped
        let damaged = [[], [1, 2, 3], Array(whole.prefix(100)), Array(whole.prefix(140))]
        let others = [Profile.gray(gamma: 1), Profile.table(cmsSigCmykData) { _ in 0.5 }]
        for profile in damaged + others {
            #expect(Converted(Self.grid, .rgb8, .icc(profile)).isIdentity)
            #expect(Converted(Self.grid, .rgb8, .sRGB, display: profile).isIdentity)
            #expect(Converted(Self.grid, .rgb8, .icc(profile), display: profile).isIdentity)
        }
        let inks = Converted(Self.grid + [0], .cmyk8, .icc(whole))
        #expect(inks.words == Converted(Self.grid + [0], .cmyk8).words)
    }

    /// Each byte changed in turn: whatever becomes of it, it ends.
    @Test func damagedProfiles() {
        for whole in [
            Profile.swapped, Profile.gray(gamma: 2), Profile.table(cmsSigRgbData) { Double($0[1]) },
        ] {
            for place in stride(from: 0, to: whole.count, by: 11) {
                var profile = whole
                profile[place] ^= 0xFF
                #expect(Converted([1, 2, 3] as [UInt8], .rgb8, .icc(profile)).words.count == 1)
                #expect(Converted([1, 2, 3] as [UInt8], .gray8, .sRGB, display: profile).words.count == 3)
            }
        }
    }

    @Test func swappedPrimaries() {
        let wanted = Self.pixels(Self.grid) { opaque($2, $0, $1) }
        let colors = SourceColors.icc(Profile.swapped)
        #expect(Converted(Self.grid, .rgb8, colors).words == wanted)
        #expect(Converted(Self.deep(Self.grid), .rgb16, colors).words == wanted)
        #expect(Converted(Self.grid.map { Float($0) / 255 }, .rgbFloat, colors).words == wanted)
        // On such a display it is the other way round.
        let shown = Converted(Self.grid, .rgb8, display: Profile.swapped)
        #expect(shown.words == Self.pixels(Self.grid) { opaque($1, $2, $0) })
        let clear = raw(width: 256, height: 1) { x, _ in [200, 100, 50, x] }
        let multiplied = (0..<256).map { premultiplied(50, 200, 100, $0) }
        #expect(Converted(clear, .rgba8, colors).words == multiplied)
        #expect(Converted(Self.deep(clear), .rgba16, colors).words == multiplied)
        let turned = (0..<256).map { premultiplied(200, 50, 100, $0) }
        #expect(Converted(clear, .bgra8, colors).words == turned)
    }

    /// All 65536 values of a straight curve, as near to the eye as can be, and greys of any kind.
    @Test func deepLight() {
        let values = (0...UInt16.max).map { $0 }
        let wanted = values.map { value in
            let level = level(light: Double(value) / 65535)
            return opaque(level, level, level)
        }
        for colors in [SourceColors.linearSRGB, .icc(Profile.rgb(gamma: 1))] {
            let converted = Converted(values.flatMap { [$0, $0, $0] as [UInt16] }, .rgb16, colors)
            #expect(converted.difference(from: wanted) <= 1)
            #expect(zip(converted.words, wanted).filter { $0 != $1 }.count < 65536 / 50)
        }
        for colors in [SourceColors.linearSRGB, .icc(Profile.rgb(gamma: 1)), .icc(Profile.gray(gamma: 1))] {
            let converted = Converted(values, .gray16, colors)
            #expect(converted.difference(from: wanted) <= 1)
            let eight = (0..<256).map { UInt8($0) }
            let some = (0..<256).map { wanted[$0 * 257] }
            #expect(Converted(eight, .gray8, colors).difference(from: some) <= 1)
            let clear = Converted(eight.flatMap { [$0, 128] as [UInt8] }, .grayAlpha8, colors)
            #expect(clear.difference(from: some.map { Self.halved($0) }) <= 1)
            let deep = Converted(
                eight.flatMap { [UInt16($0) * 257, 0x8080] as [UInt16] }, .grayAlpha16, colors)
            #expect(deep.difference(from: some.map { Self.halved($0) }) <= 1)
        }
    }

    private static func halved(_ word: UInt32) -> UInt32 {
        let value = Int(word & 255)
        return premultiplied(value, value, value, 128)
    }

    /// Display P3 against the numbers of CSS Color 4 (its sample code's matrices).
    @Test func displayP3() {
        let places = [(0.680, 0.320), (0.265, 0.690), (0.150, 0.060)]
        let ways: [SourceColors] = [
            .icc(Profile.rgb(places)), .parametric(.displayP3, .sRGB),
            .codePoints(primaries: 12, transfer: 13),
        ]
        let wanted = Self.pixels(Self.grid) { red, green, blue in
            let (r, g, b) = (light(Double(red) / 255), light(Double(green) / 255), light(Double(blue) / 255))
            let cut = { (light: Double) in level(light: min(1, max(0, light))) }
            return opaque(
                cut(1.2249401763 * r - 0.2249401763 * g), cut(-0.0420569547 * r + 1.0420569547 * g),
                cut(-0.0196375546 * r - 0.0786360456 * g + 1.0982736001 * b))
        }
        for colors in ways { #expect(Converted(Self.grid, .rgb8, colors).difference(from: wanted) <= 1) }
    }

    /// L* of a table, which lcms alone reads. Few pixels and many go different ways.
    @Test(arguments: [1, 1 << 20]) func tables(pixelCount: Int) {
        let colors = SourceColors.icc(Profile.table(cmsSigRgbData) { Double($0[1]) })
        let wanted = Self.pixels(Self.grid) { _, green, _ in
            let level = level(lightness: Double(green) / 255)
            return opaque(level, level, level)
        }
        let tolerance = pixelCount == 1 ? 1 : 3
        let converted = Converted(Self.grid, .rgb8, colors, pixelCount: pixelCount)
        #expect(converted.difference(from: wanted) <= tolerance)
        let deep = Converted(Self.deep(Self.grid), .rgb16, colors, pixelCount: pixelCount)
        #expect(deep.difference(from: wanted) <= tolerance)
        let clear = Converted([9, 128, 9, 128] as [UInt8], .rgba8, colors, pixelCount: pixelCount)
        let half = level(lightness: 128.0 / 255)
        #expect(clear.difference(from: [premultiplied(half, half, half, 128)]) <= tolerance)
    }

    @Test(arguments: [1, 1 << 20]) func inks(pixelCount: Int) {
        // Paper is white, cyan takes away half of its lightness, black all.
        let profile = Profile.table(cmsSigCmykData) { ink in ink[3] == 1 ? 0 : ink[0] == 1 ? 0.5 : 1 }
        let inks = raw(width: 16, height: 16) { x, y in [x * 17, 99, 7, y * 17] }
        let wanted = (0..<256).map { index in
            let (cyan, black) = (Double(index % 16) / 15, Double(index / 16) / 15)
            let level = level(lightness: (1 - black) * (1 - cyan / 2))
            return opaque(level, level, level)
        }
        let tolerance = pixelCount == 1 ? 1 : 3
        let ways = [
            Converted(inks, .cmyk8, .icc(profile), pixelCount: pixelCount),
            Converted(inks.map { 255 - $0 }, .cmyk8Inverted, .icc(profile), pixelCount: pixelCount),
            Converted(Self.deep(inks), .cmyk16, .icc(profile), pixelCount: pixelCount),
        ]
        for way in ways { #expect(way.difference(from: wanted) <= tolerance) }
        // Without a profile they are sRGB, which the display then gets as its own.
        let shown = Converted([0, 55, 155, 0] as [UInt8], .cmyk8, display: Profile.swapped)
        #expect(shown.words == [opaque(200, 100, 255)])
    }

    @Test func codePoints() {
        let sRGB = [(1, 13), (1, 1), (2, 2), (0, 0), (99, 99), (1, 6), (1, 14)]
        for (primaries, transfer) in sRGB {
            #expect(SourceColors.codePoints(primaries: primaries, transfer: transfer) == .sRGB)
        }
        #expect(SourceColors.codePoints(primaries: 1, transfer: 8) == .linearSRGB)
        #expect(SourceColors.codePoints(primaries: 9, transfer: 16) == .parametric(.bt2020, .pq))
        #expect(SourceColors.codePoints(primaries: 9, transfer: 18) == .parametric(.bt2020, .hlg))
        // White is white in all of them, and black is black.
        for primaries in [1, 4, 5, 6, 7, 8, 9, 10, 11, 12, 22] {
            for transfer in [1, 4, 5, 8, 13, 17] {
                let colors = SourceColors.codePoints(primaries: primaries, transfer: transfer)
                let ends = Converted([255, 255, 255, 0, 0, 0] as [UInt8], .rgb8, colors)
                #expect(ends.difference(from: [opaque(255, 255, 255), opaque(0, 0, 0)]) <= 1, "\(primaries)")
            }
        }
        let gamma = Converted([128] as [UInt8], .gray8, .codePoints(primaries: 1, transfer: 5))
        let dark = level(light: pow(128.0 / 255, 2.8))
        #expect(gamma.words == [opaque(dark, dark, dark)])
    }

    /// Dark parts of a film for bright displays are as on others; white is near the top, the peak at it, and all is in order.
    @Test(arguments: [TransferCurve.pq, .hlg]) func brightCurves(curve: TransferCurve) {
        let levels = Converted((0...UInt16.max).map { $0 }, .gray16, .parametric(.bt2020, curve)).words.map {
            Int($0 & 255)
        }
        #expect(levels == levels.sorted())
        #expect((levels.first, levels.last) == (0, 255))
        // 203 cd/m², and 20.3, as BT.2100 writes them.
        let (white, tenth) = curve == .pq ? (0.5807, 0.3586) : (0.75, 0.3415)
        #expect((220...235).contains(levels[Int(white * 65535)]))
        #expect(abs(levels[Int(tenth * 65535)] - level(light: 0.1)) <= 1)
    }

    /// Primaries that no colour can be had from are those of sRGB.
    @Test func senselessPrimaries() {
        let line = ColorPrimaries(
            red: .init(0.1, 0.1), green: .init(0.2, 0.2), blue: .init(0.3, 0.3), white: .init(0.3, 0.3))
        let outside = ColorPrimaries(
            red: .init(0.64, 0.33), green: .init(0.3, 0.6), blue: .init(0.15, 0.06), white: .init(0.7, 0.3))
        let none = ColorPrimaries(
            red: .init(0, 0), green: .init(0, 0), blue: .init(0, 0), white: .init(.nan, 0))
        for primaries in [line, outside, none] {
            #expect(Converted(Self.grid, .rgb8, .parametric(primaries, .sRGB)).isIdentity)
        }
    }
}
