#if TIFF
    /// CIE L*a*b* with the white point D50, as TIFF 6.0 (section 23) and ICC profiles have it, to the primaries of sRGB.
    struct LabColors {
        /// The word for L* of 100.
        private let white: Float
        private let isSigned: Bool
        /// Of a* and b*: words for one, and the word for 0.
        private let unit: Float
        private let middle: Float

        /// - Parameters:
        ///   - isDeep: whether samples had 16 bits, rather than 8 that were spread over a word.
        ///   - isICC: whether a* and b* have an offset of half the range; else they are signed.
        init(isDeep: Bool, isICC: Bool) {
            white = isDeep && isICC ? 65280 : 65535
            isSigned = !isICC
            unit = isDeep ? 256 : 257
            middle = 128 * unit
        }

        /// Converts the three channels of a pixel to light, 0 to 1 where sRGB has the colour.
        func convert(_ lab: UnsafePointer<UInt16>, to rgb: UnsafeMutablePointer<Float>) {
            let fy = (Float(lab[0]) / white * 100 + 16) / 116
            let x = 0.9642 * Self.ratio(fy + chroma(lab[1]) / 500)
            let y = Self.ratio(fy)
            let z = 0.8249 * Self.ratio(fy - chroma(lab[2]) / 200)
            // D50 to the primaries of sRGB, adapted by Bradford's matrix (Lindbloom).
            rgb[0] = 3.1338561 * x - 1.6168667 * y - 0.4906146 * z
            rgb[1] = -0.9787684 * x + 1.9161415 * y + 0.0334540 * z
            rgb[2] = 0.0719453 * x - 0.2289914 * y + 1.4052427 * z
        }

        private func chroma(_ word: UInt16) -> Float {
            guard isSigned else { return (Float(word) - middle) / unit }
            // A byte that was spread over the word is signed in its own eight bits.
            return unit == 257 ? Float(Int8(truncatingIfNeeded: word)) : Float(Int16(bitPattern: word)) / unit
        }

        /// The inverse of CIE's f.
        private static func ratio(_ f: Float) -> Float {
            f > 6.0 / 29 ? f * f * f : (f - 4.0 / 29) * 108 / 841
        }
    }
#endif
