#if TIFF
    import CTIFF
    import Decoding

    extension TIFFPage {
        private static let compressions: [Int32: String] = [
            COMPRESSION_NONE: "uncompressed", COMPRESSION_CCITTRLE: "CCITT runs",
            COMPRESSION_CCITTRLEW: "CCITT runs", COMPRESSION_CCITTFAX3: "CCITT Group 3",
            COMPRESSION_CCITTFAX4: "CCITT Group 4", COMPRESSION_LZW: "LZW", COMPRESSION_OJPEG: "old JPEG",
            COMPRESSION_JPEG: "JPEG", COMPRESSION_ADOBE_DEFLATE: "Deflate", COMPRESSION_DEFLATE: "Deflate",
            COMPRESSION_PACKBITS: "PackBits", COMPRESSION_THUNDERSCAN: "ThunderScan",
            COMPRESSION_LERC: "LERC",
            COMPRESSION_SGILOG: "LogLuv", COMPRESSION_SGILOG24: "LogLuv", COMPRESSION_LZMA: "LZMA",
            COMPRESSION_ZSTD: "Zstandard", COMPRESSION_WEBP: "WebP",
        ]

        /// How its pixels are stored, and what their colours are.
        var facts: PictureFacts {
            var facts = PictureFacts()
            facts.addDetail(Self.compressions[compression])
            switch color {
            case .gray: facts.addDetail("grayscale")
            case .palette: facts.addDetail("palette of \(1 << sample.bits)")
            case .cmyk: facts.addDetail("CMYK")
            case .lab: facts.addDetail("L*a*b*")
            case .rgb: break
            }
            if sample.isFloat { facts.addDetail("floating point") }
            if color != .palette { facts.addBits(sample.bits) }
            if isTiled { facts.addDetail("tiles") }
            if !profile.isEmpty { facts.add(.icc(profile)) }
            return facts
        }
    }
#endif
