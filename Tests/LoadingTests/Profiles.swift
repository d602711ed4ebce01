import CLCMS
import Decoding
import Foundation
import Geometry
import Testing

/// ICC profiles that the tests make.
enum Profile {
    /// Red, green and blue at these places, in sRGB's order and with sRGB's white.
    static let sRGBPrimaries = [(0.64, 0.33), (0.30, 0.60), (0.15, 0.06)]
    /// Red's numbers are shown as green, green's as blue, blue's as red.
    static let swapped = rgb([sRGBPrimaries[1], sRGBPrimaries[2], sRGBPrimaries[0]])

    /// A profile of three curves and a matrix. Its curve is a power, or sRGB's without one.
    static func rgb(_ places: [(Double, Double)] = sRGBPrimaries, gamma: Double? = nil) -> [UInt8] {
        var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
        let corners = places.map { cmsCIExyY(x: $0.0, y: $0.1, Y: 1) }
        var primaries = cmsCIExyYTRIPLE(Red: corners[0], Green: corners[1], Blue: corners[2])
        let curve = curve(gamma: gamma)
        defer { cmsFreeToneCurve(curve) }
        return bytes(cmsCreateRGBProfile(&white, &primaries, [curve, curve, curve]))
    }

    /// A profile of grey.
    static func gray(gamma: Double) -> [UInt8] {
        let curve = curve(gamma: gamma)
        defer { cmsFreeToneCurve(curve) }
        return bytes(cmsCreateGrayProfile(cmsD50_xyY(), curve))
    }

    /// A profile of a table with two points for each part, which gives L* (0 to 1) at the corners; all is neutral.
    static func table(_ space: cmsColorSpaceSignature, lightness: (_ corner: [Int]) -> Double) -> [UInt8] {
        let count = space == cmsSigCmykData ? 4 : 3
        let entries = (0..<1 << count).flatMap { index -> [UInt16] in
            // The last part changes fastest.
            let corner = (0..<count).map { index >> (count - 1 - $0) & 1 }
            return [UInt16((lightness(corner) * 65535).rounded()), 0x8080, 0x8080]
        }
        let profile = cmsCreateProfilePlaceholder(nil)
        cmsSetProfileVersion(profile, 4.3)
        cmsSetDeviceClass(profile, space == cmsSigCmykData ? cmsSigOutputClass : cmsSigInputClass)
        cmsSetColorSpace(profile, space)
        cmsSetPCS(profile, cmsSigLabData)
        cmsSetHeaderRenderingIntent(profile, UInt32(INTENT_RELATIVE_COLORIMETRIC))
        let pipeline = cmsPipelineAlloc(nil, UInt32(count), 3)
        defer { cmsPipelineFree(pipeline) }
        cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nil, UInt32(count), nil))
        cmsPipelineInsertStage(
            pipeline, cmsAT_END, cmsStageAllocCLut16bit(nil, 2, UInt32(count), 3, entries))
        cmsPipelineInsertStage(pipeline, cmsAT_END, cmsStageAllocToneCurves(nil, 3, nil))
        cmsWriteTag(profile, cmsSigAToB0Tag, UnsafeRawPointer(pipeline))
        cmsWriteTag(profile, cmsSigMediaWhitePointTag, cmsD50_XYZ())
        return bytes(profile)
    }

    private static func curve(gamma: Double?) -> OpaquePointer? {
        if let gamma { return cmsBuildGamma(nil, gamma) }
        return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    }

    private static func bytes(_ profile: cmsHPROFILE?) -> [UInt8] {
        defer { cmsCloseProfile(profile) }
        var count: UInt32 = 0
        guard cmsSaveProfileToMem(profile, nil, &count) != 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        return cmsSaveProfileToMem(profile, &bytes, &count) != 0 ? bytes : []
    }
}

/// Light of sRGB's number, both from 0 to 1.
func light(_ number: Double) -> Double {
    number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
}

/// sRGB's number of 0 to 255 for light.
func level(light: Double) -> Int {
    Int(((light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055) * 255).rounded())
}

/// sRGB's number of 0 to 255 for a grey of CIE L* from 0 to 1.
func level(lightness: Double) -> Int {
    let f = (lightness * 100 + 16) / 116
    return level(light: f > 6.0 / 29 ? f * f * f : (f - 4.0 / 29) * 3 * 36 / 841)
}

/// Pixels as they come out of a converter.
struct Converted {
    let words: [UInt32]
    let isIdentity: Bool

    init<Part>(
        _ parts: [Part], _ layout: PixelLayout, _ colors: SourceColors = .sRGB, display: [UInt8] = [],
        pixelCount: Int = 1
    ) {
        let count = parts.count * MemoryLayout<Part>.size / layout.byteCount
        var pixels = [UInt32](repeating: 0, count: count)
        isIdentity = pixels.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return false }
            // The canvas's size only tells how much there is to do.
            let canvas = Canvas(
                pixels: start, size: PixelSize(width: pixelCount, height: 1), stride: pixelCount * 4,
                displayProfile: display)
            let converter = PixelConverter(layout, colors, for: canvas)
            parts.withUnsafeBytes { source in
                guard let from = source.baseAddress else { return }
                converter.convert(from, to: start.assumingMemoryBound(to: UInt32.self), count: count)
            }
            return converter.isIdentity
        }
        words = pixels
    }

    /// The largest difference of a channel.
    func difference(from wanted: [UInt32]) -> Int {
        zip(words, wanted).map { found, wanted in
            [0, 8, 16, 24].map { (shift: UInt32) in
                abs(Int(found >> shift & 255) - Int(wanted >> shift & 255))
            }.max() ?? 0
        }.max() ?? 0
    }
}
