#if TIFF
    import Decoding

    /// Turns stored samples into pixels of a canvas.
    final class TIFFRowConverter {
        /// Channels of a pixel, at the most: four inks and alpha.
        private static let mostChannels = 5

        private let page: TIFFPage
        private let converter: PixelConverter
        /// Whether rows go to the converter as they are.
        private let isDirect: Bool
        /// The samples of a row, and behind the first steps the channels that are taken of them.
        private let samples: SampleBuffer
        /// What the converter gets.
        private let pixels: SampleBuffer

        /// A converter.
        /// - Parameters:
        ///   - page: how its samples are stored.
        ///   - canvas: where pixels go.
        ///   - width: the most pixels of a call.
        ///   - memoryLimit: the most bytes of samples.
        /// - Throws: where there is no memory.
        init(_ page: TIFFPage, for canvas: Canvas, width: Int, memoryLimit: Int) throws(DecodingError) {
            self.page = page
            let isWhole = page.channels == Array(0..<page.sampleCount) && !page.isPlanar
            let isAsStored =
                page.color == .rgb || page.color == .cmyk || page.color == .gray(isInverted: false)
            isDirect =
                page.sample.isPlain && isWhole && isAsStored && page.alpha != .premultiplied
                && !(page.color == .cmyk && page.alpha == .straight)
            let length = width * max(page.isPlanar ? 1 : page.sampleCount, Self.mostChannels) * 4
            guard length / 4 <= memoryLimit else { throw .noMemory }
            samples = try SampleBuffer(byteCount: length)
            pixels = try SampleBuffer(byteCount: width * Self.mostChannels * 4)
            converter = PixelConverter(
                Self.layout(page, isDeep: !isDirect || page.sample.bits > 8), Self.colors(page), for: canvas)
        }

        private static func colors(_ page: TIFFPage) -> SourceColors {
            if page.color.isLab { return .linearSRGB }
            if !page.profile.isEmpty { return .icc(page.profile) }
            // Without a profile, floating-point numbers are light: so Photoshop, libvips and most programs have it.
            return page.sample.isFloat ? .linearSRGB : .sRGB
        }

        private static func layout(_ page: TIFFPage, isDeep: Bool) -> PixelLayout {
            let hasAlpha = page.alpha != .none
            if page.color.isLab { return hasAlpha ? .rgbaFloat : .rgbFloat }
            switch page.color {
            // Alpha is put in behind the conversion.
            case .cmyk: return isDeep ? .cmyk16 : .cmyk8
            case .gray where page.sample.isFloat && !hasAlpha: return .grayFloat
            case _ where page.sample.isFloat: return hasAlpha ? .rgbaFloat : .rgbFloat
            case .gray where hasAlpha: return isDeep ? .grayAlpha16 : .grayAlpha8
            case .gray: return isDeep ? .gray16 : .gray8
            case _ where hasAlpha: return isDeep ? .rgba16 : .rgba8
            default: return isDeep ? .rgb16 : .rgb8
            }
        }

        /// Converts a row, or a tile's part of one.
        /// - Parameters:
        ///   - planes: the row's samples, or those of each channel taken where they are apart.
        ///   - target: takes as many words.
        ///   - count: of pixels.
        func convert(_ planes: [UnsafeRawPointer], to target: UnsafeMutablePointer<UInt32>, count: Int) {
            guard !isDirect else { return converter.convert(planes[0], to: target, count: count) }
            if page.sample.isFloat {
                let floats = samples.start.assumingMemoryBound(to: Float.self)
                gather(planes, count, in: floats) { page.sample.unpack($0, count: $1, to: $2, step: $3) }
                converter.convert(prepared(floats, count), to: target, count: count)
                return
            }
            let words = samples.start.assumingMemoryBound(to: UInt16.self)
            gather(planes, count, in: words) { page.sample.unpack($0, count: $1, to: $2, step: $3) }
            if page.alpha == .premultiplied { divideByAlpha(words, count) }
            if page.color == .gray(isInverted: true) { invert(words, count) }
            converter.convert(prepared(words, count), to: target, count: count)
            if page.color == .cmyk && page.alpha != .none { multiplyByAlpha(words, target, count) }
        }

        /// Unpacks the channels of each pixel, one behind the other.
        private func gather<T>(
            _ planes: [UnsafeRawPointer], _ count: Int, in target: UnsafeMutablePointer<T>,
            _ unpack: (UnsafeRawPointer, _ count: Int, UnsafeMutablePointer<T>, _ step: Int) -> Void
        ) {
            let taken = page.channels
            if page.isPlanar {
                for (index, plane) in planes.enumerated() {
                    unpack(plane, count, target + index, taken.count)
                }
                return
            }
            let step = page.sampleCount
            unpack(planes[0], count * step, target, 1)
            guard taken.count < step else { return }
            // Channels are in order, so that none is overwritten before it is read.
            for i in 0..<count {
                for (index, channel) in taken.enumerated() {
                    target[i * taken.count + index] = target[i * step + channel]
                }
            }
        }

        /// The numbers in a layout that the converter takes.
        private func prepared(_ floats: UnsafeMutablePointer<Float>, _ count: Int) -> UnsafeRawPointer {
            let hasAlpha = page.alpha != .none
            let (step, all) = (hasAlpha ? 4 : page.color.channelCount, page.channels.count)
            let target = pixels.start.assumingMemoryBound(to: Float.self)
            let isInverted = page.color == .gray(isInverted: true)
            for i in 0..<count {
                let alpha = hasAlpha ? floats[i * all + all - 1] : 1
                let divisor = page.alpha == .premultiplied && alpha > 0 ? alpha : 1
                for c in 0..<min(step, 3) {
                    let value = floats[i * all + min(c, page.color.channelCount - 1)] / divisor
                    target[i * step + c] = isInverted ? 1 - value : value
                }
                if hasAlpha { target[i * step + 3] = alpha }
            }
            return UnsafeRawPointer(target)
        }

        /// The words in a layout that the converter takes.
        private func prepared(_ words: UnsafeMutablePointer<UInt16>, _ count: Int) -> UnsafeRawPointer {
            let hasAlpha = page.alpha != .none
            let step = hasAlpha ? 4 : 3
            let target = pixels.start.assumingMemoryBound(to: UInt16.self)
            switch page.color {
            case .gray, .rgb: return UnsafeRawPointer(words)
            case .cmyk:
                guard hasAlpha else { return UnsafeRawPointer(words) }
                for i in 0..<count { (target + 4 * i).update(from: words + 5 * i, count: 4) }
            case .palette:
                let source = hasAlpha ? 2 : 1
                for i in 0..<count {
                    let index = Int(words[i * source])
                    for c in 0..<3 { target[i * step + c] = page.palette[c][index] }
                    if hasAlpha { target[i * step + 3] = words[i * source + 1] }
                }
            case .lab(let isICC):
                let lab = LabColors(isDeep: page.sample.bits > 8, isICC: isICC)
                let floats = pixels.start.assumingMemoryBound(to: Float.self)
                for i in 0..<count {
                    lab.convert(words + i * step, to: floats + i * step)
                    if hasAlpha { floats[i * step + 3] = Float(words[i * step + 3]) / 65535 }
                }
            }
            return UnsafeRawPointer(target)
        }

        private func divideByAlpha(_ words: UnsafeMutablePointer<UInt16>, _ count: Int) {
            let all = page.channels.count
            for i in 0..<count {
                let pixel = words + i * all
                let alpha = UInt32(pixel[all - 1])
                guard alpha > 0 else { continue }
                for c in 0..<all - 1 {
                    pixel[c] = UInt16(min(65535, (UInt32(pixel[c]) * 65535 + alpha / 2) / alpha))
                }
            }
        }

        private func invert(_ words: UnsafeMutablePointer<UInt16>, _ count: Int) {
            let all = page.channels.count
            for i in 0..<count { words[i * all] = 65535 - words[i * all] }
        }

        private func multiplyByAlpha(
            _ words: UnsafeMutablePointer<UInt16>, _ target: UnsafeMutablePointer<UInt32>, _ count: Int
        ) {
            for i in 0..<count {
                let alpha = (UInt32(words[5 * i + 4]) * 255 + 32767) / 65535
                let part = { (shift: UInt32) -> UInt32 in
                    ((target[i] >> shift & 255) * alpha + 127) / 255 << shift
                }
                target[i] = alpha << 24 | part(16) | part(8) | part(0)
            }
        }
    }
#endif
