#if TIFF
    import CTIFF
    import Decoding
    import Geometry

    /// How the samples of a page are stored.
    struct TIFFPage {
        /// What the numbers of a pixel stand for.
        enum Color: Hashable {
            case gray(isInverted: Bool)
            case palette
            case rgb
            case cmyk
            /// CIE L*a*b*; `isICC` where a* and b* are stored with an offset rather than a sign.
            case lab(isICC: Bool)

            var isLab: Bool { if case .lab = self { true } else { false } }

            var channelCount: Int {
                switch self {
                case .gray, .palette: 1
                case .rgb, .lab: 3
                case .cmyk: 4
                }
            }
        }

        /// What an extra sample says of the others.
        enum Alpha: Hashable {
            case none
            /// The others are multiplied by it (associated).
            case premultiplied
            case straight
        }

        let size: PixelSize
        let orientation: Orientation
        /// The value of the Compression field.
        let compression: Int32
        let color: Color
        let alpha: Alpha
        /// Which samples of a pixel are its colour channels and behind them its alpha.
        let channels: [Int]
        /// Samples of a pixel, those that mean nothing to us too.
        let sampleCount: Int
        let sample: SampleFormat
        /// Whether each sample has strips or tiles of its own.
        let isPlanar: Bool
        let isTiled: Bool
        /// Columns and rows of a strip or tile.
        let block: PixelSize
        /// Whether only the library's own conversion knows the colours.
        let needsLibrary: Bool
        private(set) var profile: [UInt8]
        /// Red, green, blue of each index.
        let palette: [[UInt16]]

        /// Reads the directory that the file is at.
        /// - Throws: where it makes no sense, or is of a kind that is not decoded.
        init(of file: TIFFFile) throws(DecodingError) {
            guard let size = Self.size(file.long(TIFFTAG_IMAGEWIDTH), file.long(TIFFTAG_IMAGELENGTH)) else {
                throw DecodingError("it does not say its size")
            }
            self.size = size
            orientation = Orientation(rawValue: UInt32(file.short(TIFFTAG_ORIENTATION) ?? 1)) ?? .topLeft
            let bits = Int(file.short(TIFFTAG_BITSPERSAMPLE) ?? 1)
            let sampleCount = Int(file.short(TIFFTAG_SAMPLESPERPIXEL) ?? 1)
            let format = Int32(file.short(TIFFTAG_SAMPLEFORMAT) ?? 1)
            compression = Int32(file.short(TIFFTAG_COMPRESSION) ?? 1)
            isPlanar = sampleCount > 1 && file.short(TIFFTAG_PLANARCONFIG) == UInt16(PLANARCONFIG_SEPARATE)
            let stored = file.short(TIFFTAG_PHOTOMETRIC).map { Int32($0) }
            let photometric =
                stored ?? (sampleCount >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK)
            self.sampleCount = sampleCount
            let isYCbCrJPEG =
                photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG && !isPlanar
                && xz_tiff_ask_for_rgb(file.handle) == 1
            let color = isYCbCrJPEG ? .rgb : Self.color(photometric, file)
            needsLibrary = color == nil
            self.color = color ?? .rgb
            if needsLibrary {
                alpha = .none
                channels = []
                profile = []
                palette = []
            } else {
                (alpha, channels) = Self.channels(
                    self.color, sampleCount: sampleCount, extras: file.shorts(TIFFTAG_EXTRASAMPLES))
                guard sampleCount >= self.color.channelCount else {
                    throw DecodingError("a pixel has \(sampleCount) samples only")
                }
                profile = file.bytes(TIFFTAG_ICCPROFILE)
                palette = color == .palette ? try Self.palette(of: file, bits: bits) : []
            }
            sample = try SampleFormat(
                bits: bits, format: format,
                isIndex: color == .palette)
            guard !sample.isFloat || ![.cmyk, .palette].contains(self.color) && !self.color.isLab else {
                throw DecodingError("such colours in floating point are not decoded")
            }
            isTiled = TIFFIsTiled(file.handle) != 0
            let rows = isTiled ? file.long(TIFFTAG_TILELENGTH) : file.long(TIFFTAG_ROWSPERSTRIP)
            let columns = isTiled ? file.long(TIFFTAG_TILEWIDTH) : UInt32(size.width)
            guard let block = Self.size(columns, isTiled ? rows : min(rows ?? .max, UInt32(size.height)))
            else {
                throw DecodingError("it does not say the size of its parts")
            }
            self.block = block
        }

        /// Rows that come at a time.
        var bandHeight: Int { needsLibrary || isTiled || isPlanar ? min(block.height, size.height) : 1 }
        /// Whether a pixel may be transparent.
        var hasAlpha: Bool { alpha != .none || needsLibrary && sampleCount > 3 }

        /// The page as a smaller version of another, which tells of the colours of both.
        /// - Returns: `nil` where the two would not look the same.
        func reduced(of full: TIFFPage) -> TIFFPage? {
            guard needsLibrary == full.needsLibrary, color == full.color, sampleCount == full.sampleCount,
                alpha == full.alpha, sample.isFloat == full.sample.isFloat, orientation == full.orientation,
                profile.isEmpty || profile == full.profile
            else { return nil }
            var page = self
            page.profile = full.profile
            return page
        }

        private static func size(_ width: UInt32?, _ height: UInt32?) -> PixelSize? {
            guard let width, let height, width > 0, height > 0 else { return nil }
            return PixelSize(width: Int(width), height: Int(height))
        }

        private static func color(_ photometric: Int32, _ file: TIFFFile) -> Color? {
            switch photometric {
            case PHOTOMETRIC_MINISWHITE: .gray(isInverted: true)
            case PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MASK: .gray(isInverted: false)
            case PHOTOMETRIC_PALETTE: .palette
            case PHOTOMETRIC_RGB: .rgb
            case PHOTOMETRIC_SEPARATED: .cmyk
            case PHOTOMETRIC_CIELAB: .lab(isICC: false)
            case PHOTOMETRIC_ICCLAB: .lab(isICC: true)
            default: nil
            }
        }

        /// The colour channels, and which sample is alpha. Files that have one more sample and do not say what it is are
        /// taken to mean alpha, as by most programs; one that is said to be unspecified is not.
        private static func channels(
            _ color: Color, sampleCount: Int, extras: [UInt16]
        ) -> (Alpha, [Int]) {
            let colors = Array(0..<color.channelCount)
            let first = sampleCount - extras.count
            for (index, extra) in extras.enumerated() where first + index >= colors.count {
                switch Int32(extra) {
                case EXTRASAMPLE_ASSOCALPHA: return (.premultiplied, colors + [first + index])
                case EXTRASAMPLE_UNASSALPHA: return (.straight, colors + [first + index])
                default: break
                }
            }
            let isUnsaid = extras.isEmpty && sampleCount == colors.count + 1
            return isUnsaid ? (.straight, colors + [colors.count]) : (.none, colors)
        }

        private static func palette(of file: TIFFFile, bits: Int) throws(DecodingError) -> [[UInt16]] {
            var maps:
                (UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?, UnsafeMutablePointer<UInt16>?)
            let isThere = withUnsafeMutablePointer(to: &maps) {
                $0.withMemoryRebound(to: UnsafeMutablePointer<UInt16>?.self, capacity: 3) {
                    xz_tiff_color_map(file.handle, $0) == 1
                }
            }
            guard isThere, (1...16).contains(bits), let red = maps.0, let green = maps.1, let blue = maps.2
            else { throw DecodingError("its palette is missing") }
            let colors = [red, green, blue].map { map in
                Array(UnsafeMutableBufferPointer(start: map, count: 1 << bits))
            }
            // Some programs write 8 bits where 16 are due.
            guard colors.allSatisfy({ $0.allSatisfy { $0 < 256 } }) else { return colors }
            return colors.map { $0.map { $0 * 257 } }
        }
    }
#endif
