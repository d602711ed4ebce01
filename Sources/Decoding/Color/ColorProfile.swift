import CLCMS

/// An ICC profile as lcms has it.
final class ColorProfile {
    let handle: cmsHPROFILE

    /// The space of the numbers that it is about.
    var space: cmsColorSpaceSignature { cmsGetColorSpace(handle) }

    /// What its maker wants: perceptual or relative colorimetric. The others are not for looking at pictures.
    var intent: UInt32 {
        cmsGetHeaderRenderingIntent(handle) == UInt32(INTENT_PERCEPTUAL)
            ? UInt32(INTENT_PERCEPTUAL) : UInt32(INTENT_RELATIVE_COLORIMETRIC)
    }

    private init?(_ handle: cmsHPROFILE?) {
        guard let handle else { return nil }
        self.handle = handle
    }

    deinit { cmsCloseProfile(handle) }

    /// The profile of these bytes; `nil` where they are none that is about the colours of a device.
    convenience init?(_ bytes: [UInt8]) {
        guard bytes.count >= 128, let size = UInt32(exactly: bytes.count) else { return nil }
        // Profiles come with pictures: what is wrong with them is no news for standard error.
        cmsSetLogErrorHandler { _, _, _ in }
        self.init(cmsOpenProfileFromMem(bytes, size))
        let classes = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
        guard classes.contains(cmsGetDeviceClass(handle)) else { return nil }
    }

    static func sRGB() -> ColorProfile? { ColorProfile(cmsCreate_sRGBProfile()) }

    /// The profile of primaries and a curve.
    static func parametric(_ primaries: ColorPrimaries, _ curve: TransferCurve) -> ColorProfile? {
        let usable = primaries.isUsable ? primaries : .sRGB
        var white = cmsCIExyY(x: usable.white.x, y: usable.white.y, Y: 1)
        let place = { (color: ColorPrimaries.Chromaticity) in cmsCIExyY(x: color.x, y: color.y, Y: 1) }
        var corners = cmsCIExyYTRIPLE(
            Red: place(usable.red), Green: place(usable.green), Blue: place(usable.blue))
        let count = 4096
        let light = (0..<count).map { Float(curve.light(Double($0) / Double(count - 1))) }
        guard let table = cmsBuildTabulatedToneCurveFloat(nil, UInt32(count), light) else { return nil }
        defer { cmsFreeToneCurve(table) }
        return ColorProfile(cmsCreateRGBProfile(&white, &corners, [table, table, table]))
    }
}

/// Converts pixels as lcms does, to B, G, R and a byte that is left as it is.
final class ProfileTransform {
    private let handle: cmsHTRANSFORM

    /// The transform between two profiles.
    /// - Parameters:
    ///   - source: about the numbers of the format.
    ///   - format: lcms's word for a layout.
    ///   - display: about red, green and blue.
    ///   - isPrepared: whether time is taken now to be faster at each pixel, and a little less exact.
    init?(from source: ColorProfile, _ format: UInt32, to display: ColorProfile, isPrepared: Bool) {
        let flags = cmsFLAGS_BLACKPOINTCOMPENSATION | (isPrepared ? 0 : cmsFLAGS_NOOPTIMIZE)
        guard
            let handle = cmsCreateTransform(
                source.handle, format, display.handle, xz_bgra_8, source.intent, UInt32(flags))
        else { return nil }
        self.handle = handle
    }

    deinit { cmsDeleteTransform(handle) }

    func convert(_ source: UnsafeRawPointer, to target: UnsafeMutablePointer<UInt32>, count: Int) {
        cmsDoTransform(handle, source, target, UInt32(count))
    }
}
