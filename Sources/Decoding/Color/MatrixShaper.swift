/// Converts pixels between two spaces of curves and a matrix: several times as fast as lcms, and without loss of deep ones.
struct MatrixShaper {
    /// Light is told apart by the upper bits of its floating point word: the exponent and ten bits of the fraction, since equal
    /// ratios are about equal to the eye.
    private static let droppedBits: UInt32 = 13
    /// The least light that is told apart from none, 2⁻²⁰.
    private static let leastLight = Float(bitPattern: (127 - 20) << 23)
    private static let firstStep = leastLight.bitPattern >> droppedBits
    /// From the least light to 1.
    private static let steps = 20 * 1024 + 1

    /// For each primary, and each of its numbers, its part in the light of the display's primaries.
    private let parts: [SIMD4<Float>]
    /// Numbers of a primary: 256 for 8 bits; each 16th of those for 16, as what lies between is nearly straight.
    private let count: Int
    /// For each of the display's primaries, and each step, the number from 0 to 255.
    private let numbers: [UInt8]
    /// From those of one primary to those of the next: 0 where they are the same, as most are, for the sake of the caches.
    private let numberStride: Int

    /// The way from one space to another, for numbers of 8 or, where it is deep, 16 bits.
    init?(from source: RGBSpace, to display: RGBSpace, isDeep: Bool) {
        guard let inverse = display.matrix.inverse else { return nil }
        let matrix = inverse * source.matrix
        let count = isDeep ? 4097 : 256
        var parts: [SIMD4<Float>] = []
        for primary in 0..<3 {
            let column = SIMD4<Float>(SIMD4(matrix.column(primary), 0))
            for number in 0..<count {
                let value = isDeep ? min(1, Double(number * 16) / 65535) : Double(number) / 255
                let light = source.light[primary](value)
                parts.append(column * Float(light))
            }
        }
        guard parts.allSatisfy({ $0.max() < 1e6 && $0.min() > -1e6 }) else { return nil }
        self.parts = parts
        self.count = count
        let each = display.light.map { Self.numbers(light: $0) }
        let areEqual = each[0] == each[1] && each[0] == each[2]
        numbers = areEqual ? each[0] : each.flatMap { $0 }
        numberStride = areEqual ? 0 : Self.steps
    }

    /// The nearest number of each step of light: that between whose borders it lies.
    private static func numbers(light: (Double) -> Double) -> [UInt8] {
        var numbers = [UInt8](repeating: 0, count: steps)
        var border = 0
        for number in UInt8(0)..<255 {
            let light = Float(min(1, max(0, light((Double(number) + 0.5) / 255))))
            // The first step that is not below the light.
            let step = Int((light.bitPattern + 1 << droppedBits - 1) >> droppedBits) - Int(firstStep)
            let next = max(border, step)
            for index in border..<next { numbers[index] = number }
            border = next
        }
        for index in border..<steps { numbers[index] = 255 }
        return numbers
    }

    /// Which bytes of a pixel are what.
    struct Order {
        let stride: Int
        let red: Int
        let blue: Int
        /// `nil` of opaque pixels. Green is byte 1 of all.
        let alpha: Int?

        static let rgb = Order(stride: 3, red: 0, blue: 2, alpha: nil)
        static let rgba = Order(stride: 4, red: 0, blue: 2, alpha: 3)
        static let bgra = Order(stride: 4, red: 2, blue: 0, alpha: 3)
    }

    /// Converts pixels of 8 bits; alpha is multiplied in.
    /// - Parameters:
    ///   - source: `count` pixels, which may be in the place of the target.
    ///   - order: of their bytes.
    ///   - target: takes as many words.
    ///   - count: at least 0.
    func convert8(
        _ source: UnsafeRawPointer, _ order: Order, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        parts.withUnsafeBufferPointer { parts in
            numbers.withUnsafeBufferPointer { numbers in
                guard let parts = parts.baseAddress, let numbers = numbers.baseAddress else { return }
                for index in 0..<count {
                    let pixel = source + index &* order.stride
                    let part = { Int(pixel.load(fromByteOffset: $0, as: UInt8.self)) }
                    let alpha = order.alpha.map { UInt32(part($0)) } ?? 255
                    let light =
                        parts[part(order.red)] + parts[256 &+ part(1)] + parts[512 &+ part(order.blue)]
                    let word = word(light, numbers)
                    target[index] = alpha == 255 ? word : PixelWord.premultiplied(word, alpha: alpha)
                }
            }
        }
    }

    /// Converts pixels of 16 bits; alpha is multiplied in.
    /// - Parameters:
    ///   - source: `count` pixels.
    ///   - stride: numbers of each: red, green, blue, and alpha if there are four.
    ///   - target: takes as many words.
    ///   - count: at least 0.
    func convert16(
        _ source: UnsafePointer<UInt16>, stride: Int, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        parts.withUnsafeBufferPointer { parts in
            numbers.withUnsafeBufferPointer { numbers in
                guard let parts = parts.baseAddress, let numbers = numbers.baseAddress else { return }
                for index in 0..<count {
                    let pixel = source + index &* stride
                    let light =
                        part(pixel[0], in: parts) + part(pixel[1], in: parts + self.count)
                        + part(pixel[2], in: parts + 2 &* self.count)
                    let word = word(light, numbers)
                    target[index] =
                        stride == 4
                        ? PixelWord.premultiplied(word, alpha: PixelWord.eight(pixel[3])) : word
                }
            }
        }
    }

    /// Between the two of the 4097 numbers that are nearest.
    @inline(__always)
    private func part(_ number: UInt16, in parts: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
        let index = Int(number >> 4)
        return parts[index] + (parts[index &+ 1] - parts[index]) * (Float(number & 15) / 16)
    }

    @inline(__always)
    private func word(_ light: SIMD4<Float>, _ numbers: UnsafePointer<UInt8>) -> UInt32 {
        PixelWord.of(
            UInt32(numbers[Self.step(light.x)]), UInt32(numbers[numberStride &+ Self.step(light.y)]),
            UInt32(numbers[2 &* numberStride &+ Self.step(light.z)]))
    }

    /// The step that is nearest to light, which is cut to the range. As signed integers the words of floating point numbers are
    /// in the numbers' order; a sign spread over a word is a mask, where a comparison would become a branch.
    @inline(__always)
    private static func step(_ light: Float) -> Int {
        let (least, most) = (Int(leastLight.bitPattern), Int(Float(1).bitPattern))
        let above = Int(Int32(bitPattern: light.bitPattern)) &- least
        let below = (most &- least) &- (above & ~(above &>> 63))
        let cut = most &- (below & ~(below &>> 63))
        return (cut &+ (1 << Int(droppedBits - 1))) &>> Int(droppedBits) &- Int(firstStep)
    }
}
