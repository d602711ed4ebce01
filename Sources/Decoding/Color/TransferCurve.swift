import Glibc

/// How the numbers of pixels follow from light.
public enum TransferCurve: Hashable, Sendable {
    /// IEC 61966-2-1.
    case sRGB
    /// Numbers in proportion to light.
    case linear
    /// Light is the number to this power.
    case gamma(Double)
    /// SMPTE ST 2084. White is 203 cd/m² (BT.2408); what is brighter is pressed into the last of the range.
    case pq
    /// Hybrid log-gamma of BT.2100 on a display of 1000 cd/m²; white as with PQ.
    case hlg

    /// Of a display or a master in cd/m², which BT.2408 takes for usual.
    private static let peak = 1000.0
    private static let white = 203.0

    /// The curve of a code point of ITU-T H.273, table 3.
    init(codePoint: Int) {
        switch codePoint {
        case 4: self = .gamma(2.2)
        case 5: self = .gamma(2.8)
        case 8: self = .linear
        case 16: self = .pq
        case 17: self = .gamma(2.6)
        case 18: self = .hlg
        // Those of cameras (BT.709, BT.601, BT.2020) are shown as sRGB, as browsers do: displays do not invert them.
        default: self = .sRGB
        }
    }

    /// The light that a number stands for.
    /// - Parameter value: from 0 to 1.
    /// - Returns: from 0 to 1, which is white.
    func light(_ value: Double) -> Double {
        switch self {
        case .sRGB: value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        case .linear: value
        case .gamma(let exponent): pow(value, exponent)
        case .pq: Self.pressed(Self.perceptualQuantizer(value) / Self.white)
        case .hlg: Self.pressed(Self.hybridLogGamma(value) / Self.white)
        }
    }

    /// cd/m² (BT.2100-2, table 4).
    private static func perceptualQuantizer(_ value: Double) -> Double {
        let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
        let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)
        let root = pow(value, 1 / m2)
        return 10_000 * pow(max(0, root - c1) / (c2 - c3 * root), 1 / m1)
    }

    /// cd/m² (BT.2100-2, table 5), with the display's exponent of 1.2 for each colour alone.
    private static func hybridLogGamma(_ value: Double) -> Double {
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        let scene = value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
        return peak * pow(scene, 1.2)
    }

    /// Light of which 1 is white, in a range that ends there. Up to a knee it is the same; behind it a hyperbola, smooth at the knee,
    /// goes to 1 where the peak is. Both are in numbers like those of a display, of which equal steps look equal.
    private static func pressed(_ light: Double) -> Double {
        let exponent = 2.4
        let knee = 0.75
        let value = pow(light, 1 / exponent)
        guard value > knee else { return light }
        let top = pow(peak / white, 1 / exponent)
        let bend = 1 / (1 - knee) - 1 / (top - knee)
        let over = min(value, top) - knee
        return min(1, pow(knee + over / (1 + over * bend), exponent))
    }
}
