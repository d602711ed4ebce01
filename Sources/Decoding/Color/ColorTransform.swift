/// The way from a picture's colours to the display's, where they differ.
enum ColorTransform {
    /// Of red, green and blue.
    case shaper(MatrixShaper)
    /// Of pixels of one layout.
    case profiles(ProfileTransform)
    /// For each grey its opaque pixel: 256 of them, or 16384 for the upper 14 bits of deep ones.
    case table([UInt32])
    /// Of inks without a profile, when they have become red, green and blue.
    indirect case light(ColorTransform)

    /// Pixels below which it is not worth the time to make a transform faster.
    private static let fewPixels = 1 << 15

    /// The transform; `nil` where colours stay as they are, which they do within a level.
    /// - Parameters:
    ///   - colors: of the picture.
    ///   - layout: of its pixels, not of floating point.
    ///   - displayProfile: empty for sRGB.
    ///   - pixelCount: about how many there are.
    init?(_ colors: SourceColors, _ layout: PixelLayout, displayProfile: [UInt8], pixelCount: Int) {
        if colors == .sRGB && displayProfile.isEmpty { return nil }
        if !layout.isInk && colors == .icc(displayProfile) { return nil }
        let source = ColorEnd(colors, for: layout)
        let display = ColorEnd(.icc(displayProfile), for: .rgb8)
        let isPrepared = pixelCount >= Self.fewPixels
        if layout.isGray {
            guard let table = Self.grays(from: source, to: display, isDeep: layout.isDeep) else { return nil }
            self = .table(table)
        } else if layout.isInk && !source.isInk {
            guard
                let inner = ColorTransform(
                    .sRGB, .bgra8, displayProfile: displayProfile, pixelCount: pixelCount)
            else { return nil }
            self = .light(inner)
        } else {
            if !layout.isInk {
                let way = ColorTransform(from: source, .rgb8, to: display, isPrepared: false)
                guard let way, !Self.isIdentity(way) else { return nil }
                if case .shaper = way, !layout.isDeep {
                    self = way
                    return
                }
            }
            self.init(from: source, layout, to: display, isPrepared: isPrepared)
        }
    }

    /// The way for pixels of the source's own kind.
    private init?(from source: ColorEnd, _ layout: PixelLayout, to display: ColorEnd, isPrepared: Bool) {
        if let from = source.space, let to = display.space,
            let shaper = MatrixShaper(from: from, to: to, isDeep: layout.isDeep)
        {
            self = .shaper(shaper)
        } else if let from = source.profile, let to = display.profile,
            let transform = ProfileTransform(from: from, layout.format, to: to, isPrepared: isPrepared)
        {
            self = .profiles(transform)
        } else {
            return nil
        }
    }

    /// Whether a coarse grid of colours of 8 bits, and greys, stay within a level.
    private static func isIdentity(_ way: ColorTransform) -> Bool {
        let levels: [UInt8] = [0, 51, 102, 153, 204, 255]
        var colors = levels.flatMap { red in
            levels.flatMap { green in levels.flatMap { blue in [red, green, blue] } }
        }
        for gray in stride(from: 4, to: 255, by: 4) { colors += Array(repeating: UInt8(gray), count: 3) }
        let count = colors.count / 3
        let plain = words(count) { PlainPixels.convert(colors, .rgb8, to: $0, count: count) }
        return areNear(plain, words(count) { way.convert(colors, .rgb8, to: $0, count: count) })
    }

    /// The pixel of each grey; `nil` where all stay as they are.
    private static func grays(from source: ColorEnd, to display: ColorEnd, isDeep: Bool) -> [UInt32]? {
        // Each of the upper 14 bits stands for the middle of four numbers.
        let grays: [UInt16] = isDeep ? (0..<16384).map { $0 * 4 + $0 >> 12 } : (0..<256).map { $0 * 257 }
        let layout = source.isGray ? PixelLayout.gray16 : .rgb16
        let pixels = source.isGray ? grays : grays.flatMap { [$0, $0, $0] }
        guard let way = ColorTransform(from: source, layout, to: display, isPrepared: false) else {
            return nil
        }
        let plain = words(grays.count) { PlainPixels.convert(grays, .gray16, to: $0, count: grays.count) }
        let table = words(grays.count) { way.convert(pixels, layout, to: $0, count: grays.count) }
        return areNear(plain, table) ? nil : table
    }

    private static func words(_ count: Int, _ fill: (UnsafeMutablePointer<UInt32>) -> Void) -> [UInt32] {
        [UInt32](unsafeUninitializedCapacity: count) { buffer, filled in
            guard let start = buffer.baseAddress else { return }
            fill(start)
            filled = count
        }
    }

    private static func areNear(_ a: [UInt32], _ b: [UInt32]) -> Bool {
        zip(a, b).allSatisfy { a, b in
            [0, 8, 16].allSatisfy { (shift: UInt32) in
                abs(Int(a >> shift & 255) - Int(b >> shift & 255)) <= 1
            }
        }
    }
}

extension ColorTransform {
    /// Converts pixels.
    /// - Parameters:
    ///   - source: `count` pixels of the layout that the transform is for.
    ///   - layout: not of floating point.
    ///   - target: takes as many premultiplied words.
    ///   - count: at least 0.
    func convert(
        _ source: UnsafeRawPointer, _ layout: PixelLayout, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let bytes = source.assumingMemoryBound(to: UInt8.self)
        let numbers = source.assumingMemoryBound(to: UInt16.self)
        switch self {
        case .shaper(let shaper):
            switch layout {
            case .rgb16: shaper.convert16(numbers, stride: 3, to: target, count: count)
            case .rgba16: shaper.convert16(numbers, stride: 4, to: target, count: count)
            case .rgba8: shaper.convert8(source, .rgba, to: target, count: count)
            case .bgra8: shaper.convert8(source, .bgra, to: target, count: count)
            default: shaper.convert8(source, .rgb, to: target, count: count)
            }
        case .profiles(let transform):
            transform.convert(source, to: target, count: count)
            switch layout {
            case .rgba8, .bgra8:
                multiply(target, count) {
                    UInt32(source.load(fromByteOffset: $0 &* 4 &+ 3, as: UInt8.self))
                }
            case .rgba16: multiply(target, count) { PixelWord.eight(numbers[$0 &* 4 &+ 3]) }
            default: for index in 0..<count { target[index] |= 0xFF00_0000 }
            }
        case .table(let table):
            switch layout {
            case .gray8: for index in 0..<count { target[index] = table[Int(bytes[index])] }
            case .gray16: for index in 0..<count { target[index] = table[Int(numbers[index] >> 2)] }
            case .grayAlpha8:
                for index in 0..<count { target[index] = table[Int(bytes[index &* 2])] }
                multiply(target, count) { UInt32(bytes[$0 &* 2 &+ 1]) }
            default:
                for index in 0..<count { target[index] = table[Int(numbers[index &* 2] >> 2)] }
                multiply(target, count) { PixelWord.eight(numbers[$0 &* 2 &+ 1]) }
            }
        case .light(let transform):
            PlainPixels.convert(source, layout, to: target, count: count)
            transform.convert(target, .bgra8, to: target, count: count)
        }
    }

    @inline(__always)
    private func multiply(
        _ target: UnsafeMutablePointer<UInt32>, _ count: Int, alpha: (_ index: Int) -> UInt32
    ) {
        for index in 0..<count { target[index] = PixelWord.premultiplied(target[index], alpha: alpha(index)) }
    }
}
