import CLCMS

/// A 3 × 3 matrix by rows.
struct Matrix3 {
    var rows: [SIMD3<Double>]

    init(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) { rows = [a, b, c] }

    init(columns a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) {
        rows = (0..<3).map { SIMD3(a[$0], b[$0], c[$0]) }
    }

    func column(_ index: Int) -> SIMD3<Double> { SIMD3(rows[0][index], rows[1][index], rows[2][index]) }

    static func * (a: Matrix3, b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3((a.rows[0] * b).sum(), (a.rows[1] * b).sum(), (a.rows[2] * b).sum())
    }

    static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(columns: a * b.column(0), a * b.column(1), a * b.column(2))
    }

    /// `nil` of a matrix that has none, or nearly none.
    var inverse: Matrix3? {
        func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
            SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
        }
        let determinant = (rows[0] * cross(rows[1], rows[2])).sum()
        guard abs(determinant) > 1e-9 else { return nil }
        return Matrix3(
            columns: cross(rows[1], rows[2]) / determinant, cross(rows[2], rows[0]) / determinant,
            cross(rows[0], rows[1]) / determinant)
    }
}

/// Colours of three curves and a matrix.
struct RGBSpace {
    /// Of white in the profile connection space, D50 (ICC.1:2022, 7.2.16).
    static let connectionWhite = SIMD3(0.9642, 1, 0.8249)

    /// From light of the three primaries to XYZ, in which white is D50.
    let matrix: Matrix3
    /// The light of a number, both from 0 to 1, for each primary.
    let light: [(Double) -> Double]

    static var sRGB: RGBSpace { RGBSpace(.sRGB, .sRGB) }

    /// The colours of primaries and a curve; those of sRGB where primaries make no sense.
    init(_ primaries: ColorPrimaries, _ curve: TransferCurve) {
        let usable = primaries.isUsable ? primaries : .sRGB
        matrix = Self.matrix(usable) ?? Matrix3([1, 0, 0], [0, 1, 0], [0, 0, 1])
        light = Array(repeating: curve.light, count: 3)
    }

    /// The colours of a profile; `nil` where it has more than curves and a matrix.
    init?(_ profile: ColorProfile) {
        let handle = profile.handle
        let tables =
            [
                cmsSigAToB0Tag, cmsSigAToB1Tag, cmsSigAToB2Tag, cmsSigBToA0Tag, cmsSigBToA1Tag,
                cmsSigBToA2Tag, cmsSigDToB0Tag, cmsSigDToB1Tag, cmsSigBToD0Tag, cmsSigBToD1Tag,
            ]
        guard profile.space == cmsSigRgbData, cmsIsMatrixShaper(handle) != 0,
            cmsGetPCS(handle) == cmsSigXYZData, !tables.contains(where: { cmsIsTag(handle, $0) != 0 })
        else { return nil }
        let columns = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag].compactMap {
            cmsReadTag(handle, $0)?.load(as: cmsCIEXYZ.self)
        }
        let curves = [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag].compactMap {
            cmsReadTag(handle, $0).map { OpaquePointer($0) }
        }
        guard columns.count == 3, curves.count == 3,
            // Blacks that are not black need what only lcms does.
            curves.allSatisfy({ cmsEvalToneCurveFloat($0, 0) == 0 && cmsEvalToneCurveFloat($0, 1).isFinite })
        else { return nil }
        let vectors = columns.map { SIMD3($0.X, $0.Y, $0.Z) }
        matrix = Matrix3(columns: vectors[0], vectors[1], vectors[2])
        guard matrix.inverse != nil else { return nil }
        light = curves.map { curve in
            { [profile] value in
                // The curve lives as long as its profile.
                withExtendedLifetime(profile) { Double(cmsEvalToneCurveFloat(curve, Float(value))) }
            }
        }
    }

    /// The primaries at the strengths that give the white of light 1, which is then adapted to D50 (Bradford).
    private static func matrix(_ primaries: ColorPrimaries) -> Matrix3? {
        let xyz = { (place: ColorPrimaries.Chromaticity) in
            SIMD3(place.x, place.y, 1 - place.x - place.y)
        }
        let (red, green, blue) = (xyz(primaries.red), xyz(primaries.green), xyz(primaries.blue))
        let white = xyz(primaries.white) / primaries.white.y
        let bradford = Matrix3(
            [0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
        guard let inverse = Matrix3(columns: red, green, blue).inverse, let back = bradford.inverse else {
            return nil
        }
        let strength = inverse * white
        let plain = Matrix3(columns: red * strength.x, green * strength.y, blue * strength.z)
        let cones = (bradford * connectionWhite) / (bradford * white)
        let scale = Matrix3([cones.x, 0, 0], [0, cones.y, 0], [0, 0, cones.z])
        return back * scale * bradford * plain
    }
}
