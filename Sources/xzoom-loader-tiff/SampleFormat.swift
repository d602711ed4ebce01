#if TIFF
    import CTIFF
    import Decoding
    import Glibc

    /// How a sample is stored, and how it is brought to a word of 16 bits or a floating-point number.
    struct SampleFormat {
        /// Bits of a sample.
        let bits: Int
        /// Whether it is a floating-point number.
        let isFloat: Bool
        private let isSigned: Bool
        /// Whether its numbers are kept as they are, rather than spread over the whole range.
        private let isIndex: Bool
        /// What each value of at most 8 bits becomes.
        private let words: [UInt16]

        /// - Parameters:
        ///   - bits: of a sample.
        ///   - format: the value of the SampleFormat field.
        ///   - isIndex: whether samples are indices into a palette.
        /// - Throws: where such samples are not decoded.
        init(bits: Int, format: Int32, isIndex: Bool) throws(DecodingError) {
            self.bits = bits
            self.isIndex = isIndex
            let isSigned = format == SAMPLEFORMAT_INT
            self.isSigned = isSigned
            let largest = bits <= 8 ? 1 << bits - 1 : 0
            let sign = isSigned && bits <= 8 ? 1 << (bits - 1) : 0
            words = (0...largest).map { value in
                isIndex || largest == 0 ? UInt16(value) : Self.word(value ^ sign, largest: largest)
            }
            switch format {
            case SAMPLEFORMAT_IEEEFP where [16, 24, 32, 64].contains(bits) && !isIndex: isFloat = true
            case SAMPLEFORMAT_UINT, SAMPLEFORMAT_VOID, SAMPLEFORMAT_INT:
                guard (1...16).contains(bits) || [24, 32, 64].contains(bits) else { fallthrough }
                isFloat = false
            default: throw DecodingError("samples of \(bits) bits in format \(format) are not decoded")
            }
        }

        /// Whether stored samples are what they become.
        var isPlain: Bool { !isSigned && !isFloat && !isIndex && (bits == 8 || bits == 16) }

        /// Brings samples to words: 0 to 65535 is the whole range. Signed ones are moved up, so that the least is 0.
        /// - Parameters:
        ///   - source: samples without gaps, from a whole byte on.
        ///   - count: of samples.
        ///   - target: takes them.
        ///   - step: from one target to the next.
        func unpack(
            _ source: UnsafeRawPointer, count: Int, to target: UnsafeMutablePointer<UInt16>, step: Int
        ) {
            let sign: UInt16 = isSigned && !isIndex ? 0x8000 : 0
            let bytes = source.assumingMemoryBound(to: UInt8.self)
            switch bits {
            case 8:
                for i in 0..<count { target[i * step] = words[Int(bytes[i])] }
            case ..<8:
                for i in 0..<count { target[i * step] = words[Self.value(bytes, at: i * bits, bits: bits)] }
            case 16:
                for i in 0..<count {
                    target[i * step] = source.load(fromByteOffset: 2 * i, as: UInt16.self) ^ sign
                }
            case 24:
                // The library has put the three bytes into the machine's order.
                for i in 0..<count {
                    target[i * step] = source.loadUnaligned(fromByteOffset: 3 * i + 1, as: UInt16.self) ^ sign
                }
            case 32:
                for i in 0..<count {
                    target[i * step] =
                        UInt16(source.load(fromByteOffset: 4 * i, as: UInt32.self) >> 16) ^ sign
                }
            case 64:
                for i in 0..<count {
                    target[i * step] =
                        UInt16(source.load(fromByteOffset: 8 * i, as: UInt64.self) >> 48) ^ sign
                }
            default:
                let largest = 1 << bits - 1
                let mask = isSigned ? 1 << (bits - 1) : 0
                for i in 0..<count {
                    let value = Self.value(bytes, at: i * bits, bits: bits)
                    target[i * step] = isIndex ? UInt16(value) : Self.word(value ^ mask, largest: largest)
                }
            }
        }

        /// Brings samples to floating point; 0 to 1 is the whole range.
        func unpack(_ source: UnsafeRawPointer, count: Int, to target: UnsafeMutablePointer<Float>, step: Int)
        {
            switch bits {
            case 16:
                for i in 0..<count {
                    let bits = UInt32(source.load(fromByteOffset: 2 * i, as: UInt16.self))
                    target[i * step] = Self.float(bits, exponent: 5, mantissa: 10)
                }
            case 24:
                for i in 0..<count {
                    let low = UInt32(source.load(fromByteOffset: 3 * i, as: UInt8.self))
                    let high = UInt32(source.loadUnaligned(fromByteOffset: 3 * i + 1, as: UInt16.self))
                    target[i * step] = Self.float(high << 8 | low, exponent: 7, mantissa: 16)
                }
            case 64:
                for i in 0..<count {
                    target[i * step] = Float(source.load(fromByteOffset: 8 * i, as: Double.self))
                }
            default:
                for i in 0..<count { target[i * step] = source.load(fromByteOffset: 4 * i, as: Float.self) }
            }
        }

        private static func word(_ value: Int, largest: Int) -> UInt16 {
            UInt16((value * 131_070 + largest) / (2 * largest))
        }

        /// The bits at a place, the first of a byte being its highest (TIFF 6.0, FillOrder 1).
        private static func value(_ bytes: UnsafePointer<UInt8>, at place: Int, bits: Int) -> Int {
            var (place, value, missing) = (place, 0, bits)
            while missing > 0 {
                let take = min(missing, 8 - place & 7)
                let part = Int(bytes[place >> 3]) >> (8 - place & 7 - take) & (1 << take - 1)
                value = value << take | part
                place += take
                missing -= take
            }
            return value
        }

        /// A number of IEEE 754's form with fewer bits than its shortest that Swift has.
        private static func float(_ bits: UInt32, exponent: Int32, mantissa: Int32) -> Float {
            let fraction = bits & (1 << mantissa - 1)
            let power = Int32(bits >> mantissa & (1 << exponent - 1))
            let sign: Float = bits >> (exponent + mantissa) & 1 == 1 ? -1 : 1
            let bias: Int32 = 1 << (exponent - 1) - 1
            if power == 1 << exponent - 1 { return fraction == 0 ? sign * .infinity : .nan }
            let whole = power == 0 ? fraction : fraction | 1 << mantissa
            return sign * scalbn(Float(whole), Int(max(power, 1) - bias - mantissa))
        }
    }
#endif
