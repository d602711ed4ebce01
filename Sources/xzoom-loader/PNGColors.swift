import CPNG
import Decoding

extension SourceColors {
    /// The colours that a PNG's chunks tell of. Where there are several, the better one counts
    /// (PNG, third edition, 4.3): cICP, iCCP, sRGB, then gAMA and cHRM.
    init(_ header: xz_png_header) {
        if header.has_cicp != 0, header.cicp.2 == 0 {
            self = .codePoints(primaries: Int(header.cicp.0), transfer: Int(header.cicp.1))
        } else if let profile = header.icc {
            self = .icc(Array(UnsafeBufferPointer(start: profile, count: header.icc_count)))
        } else if header.is_srgb != 0 {
            self = .sRGB
        } else {
            let (primaries, curve) = (Self.primaries(header), Self.curve(gamma: header.gamma))
            self = primaries == .sRGB && curve == .sRGB ? .sRGB : .parametric(primaries, curve)
        }
    }

    /// Those of cHRM; sRGB's without it, and where the difference is what files round away.
    private static func primaries(_ header: xz_png_header) -> ColorPrimaries {
        guard header.has_chromaticities != 0 else { return .sRGB }
        let c = header.chromaticities
        let found = ColorPrimaries(
            red: .init(c.2, c.3), green: .init(c.4, c.5), blue: .init(c.6, c.7), white: .init(c.0, c.1))
        return found.isNear(.sRGB) ? .sRGB : found
    }

    /// Files that mean sRGB have 1 / 2.2 in gAMA, as the standard asks of them.
    private static func curve(gamma: Double) -> TransferCurve {
        guard gamma > 0.01, gamma < 100, abs(gamma * 2.2 - 1) > 0.03 else { return .sRGB }
        return .gamma(1 / gamma)
    }
}
