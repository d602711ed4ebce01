import Glibc

/// Numbers of floating point on their way to 16 bits.
enum FloatPixels {
    /// sRGB's number of light, 65536 of them over its square root, of which equal steps are about equal to the eye.
    private static let encoded: [UInt16] = (0...65535).map { step in
        let light = pow(Double(step) / 65535, 2)
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt16((value * 65535).rounded())
    }

    /// The colours that rounded numbers have: light in proportion would be too coarse where it is dark.
    static func colors(of colors: SourceColors) -> SourceColors {
        guard case .parametric(let primaries, .linear) = colors else { return colors }
        return primaries == .sRGB ? .sRGB : .parametric(primaries, .sRGB)
    }

    /// Rounds numbers from 0 to 1 to those of 16 bits.
    /// - Parameters:
    ///   - source: `count` numbers; what lies outside is cut off, and what is no number is 0.
    ///   - target: takes as many.
    ///   - count: at least 0.
    ///   - parts: numbers of a pixel; the fourth, or second, is alpha.
    ///   - isLinear: whether colours are in proportion to light.
    static func round(
        _ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<UInt16>, count: Int, parts: Int,
        isLinear: Bool
    ) {
        let steps = { (value: Float) in UInt16(65535 * value + 0.5) }
        for index in 0..<count {
            // The order of the comparisons makes 0 of what is no number.
            let value = source[index] > 0 ? min(source[index], 1) : 0
            let isAlpha = parts == 4 && index % 4 == 3
            target[index] = isLinear && !isAlpha ? encoded[Int(steps(value.squareRoot()))] : steps(value)
        }
    }
}
