/// Arithmetic on a canvas's pixels, 0xAARRGGBB.
enum PixelWord {
    /// The word of four parts from 0 to 255.
    @inline(__always)
    static func of(_ red: UInt32, _ green: UInt32, _ blue: UInt32, alpha: UInt32 = 255) -> UInt32 {
        alpha << 24 | red << 16 | green << 8 | blue
    }

    /// a · b / 255 of numbers from 0 to 255, rounded to the nearest: exact.
    @inline(__always)
    static func product(_ a: UInt32, _ b: UInt32) -> UInt32 {
        let sum = a &* b &+ 128
        return (sum &+ sum >> 8) >> 8
    }

    /// 16 bits to the nearest of 8, v · 255 / 65535: exact.
    @inline(__always)
    static func eight(_ value: UInt16) -> UInt32 { (UInt32(value) &* 255 &+ 32_895) >> 16 }

    /// The word with its colours multiplied by an alpha that it gets.
    @inline(__always)
    static func premultiplied(_ red: UInt32, _ green: UInt32, _ blue: UInt32, alpha: UInt32) -> UInt32 {
        of(product(red, alpha), product(green, alpha), product(blue, alpha), alpha: alpha)
    }

    /// As the other, for colours in a word.
    @inline(__always)
    static func premultiplied(_ word: UInt32, alpha: UInt32) -> UInt32 {
        premultiplied(word >> 16 & 255, word >> 8 & 255, word & 255, alpha: alpha)
    }
}
