/// What the numbers of a picture's pixels mean.
public enum SourceColors: Hashable, Sendable {
    /// IEC 61966-2-1, which untagged pictures are taken for.
    case sRGB
    /// An ICC profile.
    case icc([UInt8])
    /// Primaries and a curve; of grey pixels the curve alone counts.
    case parametric(ColorPrimaries, TransferCurve)

    /// The primaries of sRGB, and numbers in proportion to light.
    public static let linearSRGB = SourceColors.parametric(.sRGB, .linear)

    /// Colours as video code points name them (ITU-T H.273), like those of cICP, nclx or CICP.
    /// - Parameters:
    ///   - primaries: ColourPrimaries; those not known or unspecified count as BT.709.
    ///   - transfer: TransferCharacteristics; those not known or unspecified count as sRGB.
    /// - Returns: the colours.
    public static func codePoints(primaries: Int, transfer: Int) -> SourceColors {
        let colors = (ColorPrimaries(codePoint: primaries), TransferCurve(codePoint: transfer))
        return colors == (.sRGB, .sRGB) ? .sRGB : .parametric(colors.0, colors.1)
    }
}

/// Where the colours are that red, green, blue and white stand for: x and y of CIE 1931.
public struct ColorPrimaries: Hashable, Sendable {
    /// A colour without its brightness.
    public struct Chromaticity: Hashable, Sendable {
        /// CIE 1931 x.
        public var x: Double
        /// CIE 1931 y.
        public var y: Double

        /// The chromaticity (x, y).
        public init(_ x: Double, _ y: Double) {
            self.x = x
            self.y = y
        }

        static let d65 = Chromaticity(0.3127, 0.3290)
        static let illuminantC = Chromaticity(0.310, 0.316)
    }

    /// Full red.
    public var red: Chromaticity
    /// Full green.
    public var green: Chromaticity
    /// Full blue.
    public var blue: Chromaticity
    /// All three full.
    public var white: Chromaticity

    /// Primaries at these places.
    public init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
    }

    private init(
        _ red: (Double, Double), _ green: (Double, Double), _ blue: (Double, Double),
        white: Chromaticity = .d65
    ) {
        self.red = Chromaticity(red.0, red.1)
        self.green = Chromaticity(green.0, green.1)
        self.blue = Chromaticity(blue.0, blue.1)
        self.white = white
    }

    /// sRGB and BT.709.
    public static let sRGB = ColorPrimaries((0.64, 0.33), (0.30, 0.60), (0.15, 0.06))
    /// BT.2020 and BT.2100.
    public static let bt2020 = ColorPrimaries((0.708, 0.292), (0.170, 0.797), (0.131, 0.046))
    /// Display P3: those of SMPTE RP 431-2 with the white of sRGB.
    public static let displayP3 = ColorPrimaries((0.680, 0.320), (0.265, 0.690), (0.150, 0.060))

    /// The primaries of a code point of ITU-T H.273, table 2.
    init(codePoint: Int) {
        switch codePoint {
        case 4: self.init((0.67, 0.33), (0.21, 0.71), (0.14, 0.08), white: .illuminantC)
        case 5: self.init((0.64, 0.33), (0.29, 0.60), (0.15, 0.06))
        case 6, 7: self.init((0.630, 0.340), (0.310, 0.595), (0.155, 0.070))
        case 8: self.init((0.681, 0.319), (0.243, 0.692), (0.145, 0.049), white: .illuminantC)
        case 9: self = .bt2020
        case 10: self.init((1, 0), (0, 1), (0, 0), white: Chromaticity(1 / 3, 1 / 3))
        case 11: self.init((0.680, 0.320), (0.265, 0.690), (0.150, 0.060), white: Chromaticity(0.314, 0.351))
        case 12: self = .displayP3
        case 22: self.init((0.630, 0.340), (0.295, 0.605), (0.155, 0.077))
        default: self = .sRGB
        }
    }

    /// Whether colours can be had from them: they span a triangle around the white.
    var isUsable: Bool {
        let all = [red, green, blue, white]
        guard all.allSatisfy({ (-1...2).contains($0.x) && (-1...2).contains($0.y) }), white.y > 0.01 else {
            return false
        }
        func area(_ a: Chromaticity, _ b: Chromaticity, _ c: Chromaticity) -> Double {
            (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
        }
        let whole = area(red, green, blue)
        guard abs(whole) > 0.001 else { return false }
        let parts = [area(white, green, blue), area(red, white, blue), area(red, green, white)]
        return parts.allSatisfy { $0 / whole > 0.001 }
    }

    /// Whether they differ by no more than what files round away.
    /// - Parameter other: primaries.
    /// - Returns: whether they may be taken for each other.
    public func isNear(_ other: ColorPrimaries) -> Bool {
        zip([red, green, blue, white], [other.red, other.green, other.blue, other.white]).allSatisfy {
            abs($0.x - $1.x) < 0.002 && abs($0.y - $1.y) < 0.002
        }
    }
}
