import CLCMS
import Loading

/// Words for colours, as files name them.
extension PictureFacts {
    /// Adds what a picture's colours are; of sRGB nothing, since pictures that do not tell are taken for it.
    public mutating func add(_ colors: SourceColors) {
        switch colors {
        case .sRGB: break
        case .icc(let bytes):
            let words = ColorProfile(bytes).map { $0.description ?? "an ICC profile without a name" }
            add(.colors, words ?? "an unusable ICC profile")
        case .parametric(let primaries, let curve):
            add(
                .colors,
                primaries == .displayP3 && curve == .sRGB
                    ? "Display P3" : "\(curve.words), \(primaries.words)")
        }
    }

    /// Adds colours by their code points (ITU-T H.273); nothing where they are not known.
    /// - Parameters:
    ///   - primaries: ColourPrimaries.
    ///   - transfer: TransferCharacteristics.
    public mutating func addColors(primaries: Int, transfer: Int) {
        let spaces = [
            1: "BT.709", 4: "BT.470 M", 5: "BT.470 BG", 6: "BT.601", 7: "SMPTE 240M", 8: "film", 9: "BT.2020",
            10: "XYZ", 11: "DCI-P3", 12: "Display P3", 22: "EBU 3213",
        ]
        let curves = [
            1: "BT.709", 4: "gamma 2.2", 5: "gamma 2.8", 6: "BT.601", 7: "SMPTE 240M", 8: "linear",
            13: "sRGB",
            14: "BT.2020", 15: "BT.2020", 16: "PQ", 17: "gamma 2.6", 18: "HLG",
        ]
        switch (spaces[primaries], curves[transfer]) {
        case ("BT.709"?, "sRGB"?): add(.colors, "sRGB")
        case ("Display P3"?, "sRGB"?): add(.colors, "Display P3")
        case (let space?, let curve?): add(.colors, space == curve ? space : "\(curve), \(space)")
        case (let space, let curve): add(.colors, space ?? curve)
        }
    }
}

extension ColorPrimaries {
    fileprivate var words: String {
        if isNear(.sRGB) { return "sRGB primaries" }
        if isNear(.displayP3) { return "Display P3" }
        return isNear(.bt2020) ? "BT.2020" : "primaries of its own"
    }
}

extension TransferCurve {
    fileprivate var words: String {
        switch self {
        case .sRGB: "sRGB"
        case .linear: "linear"
        case .gamma(let exponent): "gamma \(exponent.words(places: 2))"
        case .pq: "PQ"
        case .hlg: "HLG"
        }
    }
}

extension ColorProfile {
    /// Its name, in English if it has one; `nil` without one.
    fileprivate var description: String? {
        // The library has a letter of UTF-16 in each.
        var letters = [Int32](repeating: 0, count: 256)
        let size = UInt32(letters.count * MemoryLayout<Int32>.size)
        guard cmsGetProfileInfo(handle, cmsInfoDescription, "en", "US", &letters, size) > 0 else {
            return nil
        }
        let units = letters.prefix { $0 != 0 }.map { UInt16(truncatingIfNeeded: $0) }
        let name = String(decoding: units, as: UTF16.self)
        return name.contains { !$0.isWhitespace } ? name : nil
    }
}
