#if VIPS
    import CVips
    import Decoding

    /// A picture of the library's, to be brought to numbers that a `PixelConverter` takes.
    final class VipsPixels {
        /// The pixels in `layout`.
        private(set) var image: UnsafeMutablePointer<VipsImage>
        /// How they are laid out.
        private(set) var layout = PixelLayout.rgb8
        /// What their numbers mean.
        private(set) var colors = SourceColors.sRGB

        /// Takes over a picture as it was opened.
        init(_ opened: UnsafeMutablePointer<VipsImage>) { image = opened }

        /// Makes the pixels what `layout` and `colors` say.
        /// - Throws: where the library cannot.
        func bringToNumbers() throws(DecodingError) {
            let profile = Self.profile(of: image)
            if image.pointee.Coding == VIPS_CODING_RAD {
                try apply { xz_vips_rad_to_float($0, $1) }
            } else if image.pointee.Coding != VIPS_CODING_NONE {
                try apply { xz_vips_colors($0, $1, VIPS_INTERPRETATION_sRGB) }
            }
            let space = image.pointee.Type
            switch space {
            case VIPS_INTERPRETATION_scRGB:
                try apply { xz_vips_cast($0, $1, VIPS_FORMAT_FLOAT) }
                try keepBands([3, 4])
                layout = image.pointee.Bands == 4 ? .rgbaFloat : .rgbFloat
                // OpenEXR has its colours multiplied by alpha, and until 8.15 the library has 255 for opaque.
                let opaque = vips_version(0) == 8 && vips_version(1) < 15 ? 255.0 : 1
                if layout == .rgbaFloat { try apply { xz_vips_unpremultiply($0, $1, opaque) } }
                colors = .linearSRGB
            case VIPS_INTERPRETATION_CMYK where image.pointee.Bands >= 4 && isWhole:
                try keepBands([4])
                layout = isDeep ? .cmyk16 : .cmyk8
                colors = profile.map { .icc($0) } ?? .sRGB
            case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
                VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_MULTIBAND:
                if !isWhole { try apply { xz_vips_cast($0, $1, VIPS_FORMAT_UCHAR) } }
                try keepBands([1, 2, 3, 4])
                layout = Self.layout(bands: Int(image.pointee.Bands), isDeep: isDeep)
                colors = profile.map { .icc($0) } ?? .sRGB
            default:
                try apply { xz_vips_colors($0, $1, VIPS_INTERPRETATION_sRGB) }
                if !isWhole { try apply { xz_vips_cast($0, $1, VIPS_FORMAT_UCHAR) } }
                try keepBands([1, 2, 3, 4])
                layout = Self.layout(bands: Int(image.pointee.Bands), isDeep: isDeep)
            }
        }

        deinit { g_object_unref(UnsafeMutableRawPointer(image)) }

        private var isDeep: Bool { image.pointee.BandFmt == VIPS_FORMAT_USHORT }
        private var isWhole: Bool { isDeep || image.pointee.BandFmt == VIPS_FORMAT_UCHAR }

        private static func layout(bands: Int, isDeep: Bool) -> PixelLayout {
            switch bands {
            case 1: isDeep ? .gray16 : .gray8
            case 2: isDeep ? .grayAlpha16 : .grayAlpha8
            case 3: isDeep ? .rgb16 : .rgb8
            default: isDeep ? .rgba16 : .rgba8
            }
        }

        /// Drops bands behind those that make one of the counts.
        private func keepBands(_ counts: [Int32]) throws(DecodingError) {
            let bands = image.pointee.Bands
            guard let kept = counts.last(where: { $0 <= bands }) else {
                throw DecodingError("a pixel has \(bands) numbers only")
            }
            if kept < bands { try apply { xz_vips_bands($0, $1, 0, kept) } }
        }

        private func apply(
            _ operation: (
                UnsafeMutablePointer<VipsImage>, UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>
            ) ->
                Int32
        ) throws(DecodingError) {
            var result: UnsafeMutablePointer<VipsImage>?
            guard operation(image, &result) == 0, let result else { throw VipsLibrary.takeError() }
            // It keeps the one that it is made of.
            g_object_unref(UnsafeMutableRawPointer(image))
            image = result
        }

        /// Its ICC profile.
        static func profile(of image: UnsafeMutablePointer<VipsImage>) -> [UInt8]? {
            var start: UnsafeRawPointer?
            var count = 0
            guard vips_image_get_typeof(image, VIPS_META_ICC_NAME) != 0,
                vips_image_get_blob(image, VIPS_META_ICC_NAME, &start, &count) == 0, let start
            else { return nil }
            return Array(UnsafeRawBufferPointer(start: start, count: count))
        }
    }
#endif
