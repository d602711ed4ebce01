import Decoding

/// Where a pixel of 16 to 32 bits has its colours, and how they become 8 bits.
struct BitmapMasks {
    private let red: Channel
    private let green: Channel
    private let blue: Channel
    private let alpha: Channel

    /// Whether there are bits for alpha.
    var hasAlpha: Bool { alpha.mask != 0 }
    /// Whether they are blue, green and red bytes, without alpha.
    let areBytes: Bool

    /// The masks of a header, or those that hold where it has none.
    init(
        _ reader: ByteReader, _ fields: BitmapFields, start: Int, bits: Int
    ) throws(DecodingError) {
        let usual: [UInt32] = bits == 16 ? [0x7C00, 0x3E0, 0x1F, 0] : [0xFF_0000, 0xFF00, 0xFF, 0]
        let alphaPlace = 52
        var masks = usual
        switch try fields.word(16) {
        case 3 where bits >= 16 && fields.length >= 40, 6 where bits >= 16 && fields.length >= 40:
            let count = try fields.word(16) == 6 || fields.length >= 56 ? 4 : 3
            for index in 0..<count { masks[index] = try reader.little32(at: start + 40 + 4 * index) }
            if masks.prefix(3).allSatisfy({ $0 == 0 }) { masks = usual }
        case 0 where bits == 16 || bits == 32:
            // Writers that mean alpha have its mask in the header, although no masks are due.
            let mask = try fields.word(alphaPlace)
            if usual.allSatisfy({ $0 & mask == 0 }) { masks[3] = mask }
        default: break
        }
        self.init(masks)
    }

    /// Masks of red, green, blue and alpha.
    private init(_ masks: [UInt32]) {
        (red, green, blue, alpha) = (
            Channel(masks[0]), Channel(masks[1]), Channel(masks[2]), Channel(masks[3])
        )
        areBytes = masks == [0xFF_0000, 0xFF00, 0xFF, 0]
    }

    /// Those of a 32-bit icon, whose alpha has no mask in its header.
    static let icon = BitmapMasks([0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000])

    /// The pixel 0xAARRGGBB that a number in a file stands for, opaque if alpha does not count.
    func pixel(_ stored: UInt32, usesAlpha: Bool) -> UInt32 {
        let color = red.value(in: stored) << 16 | green.value(in: stored) << 8 | blue.value(in: stored)
        return color | (usesAlpha ? alpha.value(in: stored) : 255) << 24
    }

    /// Whether a number in a file has alpha above 0.
    func isVisible(_ stored: UInt32) -> Bool { stored & alpha.mask != 0 }

    /// Some bits of a number.
    private struct Channel {
        let mask: UInt32
        private let shift: UInt32
        private let largest: UInt32
        /// 8 bits for every value, where these are few.
        private let scaled: [UInt8]

        init(_ mask: UInt32) {
            self.mask = mask
            shift = mask == 0 ? 0 : UInt32(mask.trailingZeroBitCount)
            largest = mask >> shift
            scaled =
                largest < 1024
                ? (0...largest).map { [largest] in UInt8(Self.scale($0, from: largest)) } : []
        }

        /// The bits, scaled to 0...255 and rounded to the nearest.
        func value(in stored: UInt32) -> UInt32 {
            let value = (stored & mask) >> shift
            return scaled.isEmpty ? Self.scale(value, from: largest) : UInt32(scaled[Int(value)])
        }

        private static func scale(_ value: UInt32, from largest: UInt32) -> UInt32 {
            guard largest > 0 else { return 0 }
            return UInt32((UInt64(value) * 510 + UInt64(largest)) / (2 * UInt64(largest)))
        }
    }
}
