/// Pixels whose colours stay as they are.
enum PlainPixels {
    /// Converts pixels of whole numbers.
    /// - Parameters:
    ///   - source: `count` pixels of the layout.
    ///   - layout: not one of floating point.
    ///   - target: takes as many words.
    ///   - count: at least 0.
    static func convert(
        _ source: UnsafeRawPointer, _ layout: PixelLayout, to target: UnsafeMutablePointer<UInt32>, count: Int
    ) {
        let bytes = Parts<UInt8>(start: source)
        let words = Parts<UInt16>(start: source)
        switch layout {
        case .gray8: each(bytes, 1, target, count) { gray(UInt32($0[0])) }
        case .grayAlpha8: each(bytes, 2, target, count) { gray(UInt32($0[0]), alpha: UInt32($0[1])) }
        case .rgb8:
            each(bytes, 3, target, count) {
                PixelWord.of(UInt32($0[0]), UInt32($0[1]), UInt32($0[2]))
            }
        case .rgba8:
            each(bytes, 4, target, count) {
                PixelWord.premultiplied(UInt32($0[0]), UInt32($0[1]), UInt32($0[2]), alpha: UInt32($0[3]))
            }
        case .bgra8:
            each(bytes, 4, target, count) {
                PixelWord.premultiplied(UInt32($0[2]), UInt32($0[1]), UInt32($0[0]), alpha: UInt32($0[3]))
            }
        case .gray16: each(words, 1, target, count) { gray(eight($0[0])) }
        case .grayAlpha16: each(words, 2, target, count) { gray(eight($0[0]), alpha: eight($0[1])) }
        case .rgb16: each(words, 3, target, count) { PixelWord.of(eight($0[0]), eight($0[1]), eight($0[2])) }
        case .rgba16:
            each(words, 4, target, count) {
                PixelWord.premultiplied(eight($0[0]), eight($0[1]), eight($0[2]), alpha: eight($0[3]))
            }
        case .cmyk8:
            each(bytes, 4, target, count) {
                light(~$0[0], ~$0[1], ~$0[2], ~$0[3])
            }
        case .cmyk8Inverted: each(bytes, 4, target, count) { light($0[0], $0[1], $0[2], $0[3]) }
        case .cmyk16:
            each(words, 4, target, count) { ink in
                let part = { (index: Int) in ~UInt8(truncatingIfNeeded: eight(ink[index])) }
                return light(part(0), part(1), part(2), part(3))
            }
        case .grayFloat, .rgbFloat, .rgbaFloat: preconditionFailure("floating point is rounded before")
        }
    }

    /// The parts of a pixel. They are read as raw memory, which may be that of the target, of another type.
    private struct Parts<Part: FixedWidthInteger> {
        let start: UnsafeRawPointer

        @inline(__always)
        subscript(index: Int) -> Part {
            start.load(fromByteOffset: index &* MemoryLayout<Part>.size, as: Part.self)
        }
    }

    @inline(__always)
    private static func each<Part>(
        _ source: Parts<Part>, _ parts: Int, _ target: UnsafeMutablePointer<UInt32>, _ count: Int,
        _ word: (Parts<Part>) -> UInt32
    ) {
        let byteCount = parts &* MemoryLayout<Part>.size
        for index in 0..<count { target[index] = word(Parts(start: source.start + index &* byteCount)) }
    }

    @inline(__always)
    private static func eight(_ value: UInt16) -> UInt32 { PixelWord.eight(value) }

    @inline(__always)
    private static func gray(_ value: UInt32) -> UInt32 { PixelWord.of(value, value, value) }

    @inline(__always)
    private static func gray(_ value: UInt32, alpha: UInt32) -> UInt32 {
        let value = PixelWord.product(value, alpha)
        return PixelWord.of(value, value, value, alpha: alpha)
    }

    /// What ink leaves of the paper's light. The parts are what each of them leaves, cyan first, black last.
    @inline(__always)
    private static func light(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ black: UInt8) -> UInt32 {
        let black = UInt32(black)
        return PixelWord.of(
            PixelWord.product(UInt32(red), black), PixelWord.product(UInt32(green), black),
            PixelWord.product(UInt32(blue), black))
    }
}
