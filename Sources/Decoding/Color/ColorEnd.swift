import CLCMS

/// What one side of a conversion takes colours for.
final class ColorEnd {
    /// Where curves and a matrix are all there is to them.
    let space: RGBSpace?
    /// The same for lcms.
    private(set) lazy var profile = makeProfile()

    private let signature: cmsColorSpaceSignature
    private let makeProfile: () -> ColorProfile?

    var isGray: Bool { signature == cmsSigGrayData }
    var isInk: Bool { signature == cmsSigCmykData }

    /// Colours for pixels of a layout; sRGB where a profile is none of use for it.
    init(_ colors: SourceColors, for layout: PixelLayout) {
        if case .icc(let bytes) = colors, let profile = ColorProfile(bytes),
            Self.spaces(for: layout).contains(profile.space)
        {
            signature = profile.space
            space = RGBSpace(profile)
            makeProfile = { profile }
            return
        }
        signature = cmsSigRgbData
        if case .parametric(let primaries, let curve) = colors {
            space = RGBSpace(primaries, curve)
            makeProfile = { .parametric(primaries, curve) }
        } else {
            space = .sRGB
            makeProfile = { .sRGB() }
        }
    }

    /// Greys may be told of as equal parts of red, green and blue.
    private static func spaces(for layout: PixelLayout) -> [cmsColorSpaceSignature] {
        if layout.isInk { return [cmsSigCmykData] }
        return layout.isGray ? [cmsSigGrayData, cmsSigRgbData] : [cmsSigRgbData]
    }
}
