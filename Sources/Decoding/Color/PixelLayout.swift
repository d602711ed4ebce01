import CLCMS

/// How a picture's pixels are laid out in memory. Words of 16 bits are in the machine's order; alpha is not multiplied in.
public enum PixelLayout: Hashable, Sendable {
    case gray8, grayAlpha8, rgb8, rgba8, bgra8
    case gray16, grayAlpha16, rgb16, rgba16
    /// Numbers of 32 bits from 0 to 1; what lies outside is cut off.
    case grayFloat, rgbFloat, rgbaFloat
    /// 255 is full ink.
    case cmyk8
    /// 0 is full ink, as Adobe writes it.
    case cmyk8Inverted
    /// 65535 is full ink.
    case cmyk16

    /// Bytes of a pixel.
    public var byteCount: Int {
        switch self {
        case .gray8: 1
        case .grayAlpha8, .gray16: 2
        case .rgb8: 3
        case .rgba8, .bgra8, .grayAlpha16, .grayFloat, .cmyk8, .cmyk8Inverted: 4
        case .rgb16: 6
        case .rgba16, .cmyk16: 8
        case .rgbFloat: 12
        case .rgbaFloat: 16
        }
    }

    /// Whether a pixel may be transparent.
    public var hasAlpha: Bool {
        switch self {
        case .grayAlpha8, .rgba8, .bgra8, .grayAlpha16, .rgba16, .rgbaFloat: true
        default: false
        }
    }

    var isInk: Bool { [.cmyk8, .cmyk8Inverted, .cmyk16].contains(self) }
    var isGray: Bool { [.gray8, .grayAlpha8, .gray16, .grayAlpha16, .grayFloat].contains(self) }

    /// Whether numbers have 16 bits.
    var isDeep: Bool { [.gray16, .grayAlpha16, .rgb16, .rgba16, .cmyk16].contains(self) }

    /// Lcms's word for it, without alpha, which is not its affair.
    /// - Precondition: the layout is one of whole numbers.
    var format: UInt32 {
        switch self {
        case .gray8: xz_gray_8
        case .gray16: xz_gray_16
        case .rgb8: xz_rgb_8
        case .rgba8: xz_rgba_8
        case .bgra8: xz_bgra_8
        case .rgb16: xz_rgb_16
        case .rgba16: xz_rgba_16
        case .cmyk8: xz_cmyk_8
        case .cmyk8Inverted: xz_cmyk_8_inverted
        case .cmyk16: xz_cmyk_16
        case .grayAlpha8, .grayAlpha16, .grayFloat, .rgbFloat, .rgbaFloat:
            preconditionFailure("other layouts are turned into these")
        }
    }

    /// The layout that numbers of 32 bits are rounded to; `nil` of others.
    var rounded: PixelLayout? {
        switch self {
        case .grayFloat: .gray16
        case .rgbFloat: .rgb16
        case .rgbaFloat: .rgba16
        default: nil
        }
    }
}
