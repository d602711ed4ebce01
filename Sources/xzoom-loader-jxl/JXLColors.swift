#if JPEGXL
    import CJXL
    import Decoding

    extension SourceColors {
        /// What the numbers mean that a decoder gives.
        /// - Parameters:
        ///   - decoder: at its event for the colours.
        ///   - isGray: whether the picture is grey.
        init(_ decoder: OpaquePointer, isGray: Bool) {
            var encoding = JxlColorEncoding()
            let original = JxlDecoderGetColorAsEncodedProfile(
                decoder, nil, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &encoding)
            if original != JXL_DEC_SUCCESS {
                // Where the library may choose, it would give numbers in proportion to light, of which 8 bits are too few.
                encoding.color_space = isGray ? JXL_COLOR_SPACE_GRAY : JXL_COLOR_SPACE_RGB
                encoding.white_point = JXL_WHITE_POINT_D65
                encoding.primaries = JXL_PRIMARIES_SRGB
                encoding.transfer_function = JXL_TRANSFER_FUNCTION_SRGB
                encoding.rendering_intent = JXL_RENDERING_INTENT_PERCEPTUAL
                _ = JxlDecoderSetPreferredColorProfile(decoder, &encoding)
            }
            let data = JxlDecoderGetColorAsEncodedProfile(
                decoder, nil, JXL_COLOR_PROFILE_TARGET_DATA, &encoding)
            if data == JXL_DEC_SUCCESS, let colors = encoding.colors {
                self = colors
            } else {
                self = Self.profile(decoder, JXL_COLOR_PROFILE_TARGET_DATA).map { .icc($0) } ?? .sRGB
            }
        }

        fileprivate static func profile(_ decoder: OpaquePointer, _ target: JxlColorProfileTarget) -> [UInt8]?
        {
            var count = 0
            let found = JxlDecoderGetICCProfileSize(decoder, nil, target, &count)
            guard found == JXL_DEC_SUCCESS, count > 0 else { return nil }
            var profile = [UInt8](repeating: 0, count: count)
            let status = JxlDecoderGetColorAsICCProfile(decoder, nil, target, &profile, count)
            return status == JXL_DEC_SUCCESS ? profile : nil
        }
    }

    /// What a file says of its colours, whatever the library makes of them.
    enum JXLOriginalColors {
        case icc([UInt8])
        case codePoints(primaries: Int, transfer: Int)
        case unknown

        /// The colours.
        /// - Parameter decoder: at its event for them.
        init(_ decoder: OpaquePointer) {
            var encoding = JxlColorEncoding()
            let target = JXL_COLOR_PROFILE_TARGET_ORIGINAL
            guard JxlDecoderGetColorAsEncodedProfile(decoder, nil, target, &encoding) == JXL_DEC_SUCCESS
            else {
                self = SourceColors.profile(decoder, target).map { .icc($0) } ?? .unknown
                return
            }
            // The library's numbers are those of code points, but P3 may have a white of its own.
            let isP3 = encoding.primaries == JXL_PRIMARIES_P3 && encoding.white_point == JXL_WHITE_POINT_D65
            let isGray = encoding.color_space == JXL_COLOR_SPACE_GRAY
            self = .codePoints(
                primaries: isGray ? 1 : isP3 ? 12 : Int(encoding.primaries.rawValue),
                transfer: Int(encoding.transfer_function.rawValue))
        }

        func add(to facts: inout PictureFacts) {
            switch self {
            case .icc(let profile): facts.add(.icc(profile))
            case .codePoints(let primaries, let transfer):
                facts.addColors(primaries: primaries, transfer: transfer)
            case .unknown: break
            }
        }
    }

    extension JxlColorEncoding {
        /// The same without a profile; `nil` where it takes one.
        fileprivate var colors: SourceColors? {
            guard let curve else { return nil }
            let isSRGB = primaries == JXL_PRIMARIES_SRGB && white_point == JXL_WHITE_POINT_D65
            switch color_space {
            case JXL_COLOR_SPACE_GRAY:
                return curve == .sRGB ? .sRGB : .parametric(.sRGB, curve)
            case JXL_COLOR_SPACE_RGB:
                if isSRGB { return curve == .sRGB ? .sRGB : .parametric(.sRGB, curve) }
                return .parametric(
                    ColorPrimaries(
                        red: .init(primaries_red_xy.0, primaries_red_xy.1),
                        green: .init(primaries_green_xy.0, primaries_green_xy.1),
                        blue: .init(primaries_blue_xy.0, primaries_blue_xy.1),
                        white: .init(white_point_xy.0, white_point_xy.1)), curve)
            default: return nil
            }
        }

        private var curve: TransferCurve? {
            switch transfer_function {
            case JXL_TRANSFER_FUNCTION_SRGB, JXL_TRANSFER_FUNCTION_709: .sRGB
            case JXL_TRANSFER_FUNCTION_LINEAR: .linear
            case JXL_TRANSFER_FUNCTION_PQ: .pq
            case JXL_TRANSFER_FUNCTION_HLG: .hlg
            case JXL_TRANSFER_FUNCTION_DCI: .gamma(2.6)
            case JXL_TRANSFER_FUNCTION_GAMMA: gamma > 0.1 && gamma <= 1 ? .gamma(1 / gamma) : nil
            default: nil
            }
        }
    }
#endif
