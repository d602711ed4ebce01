#if TIFF
    import CTIFF
    import Decoding
    import Geometry

    /// Decodes pages of rare colours (subsampled YCbCr, LogLuv, old JPEG) by the library's own conversion to sRGB.
    struct TIFFColorReader {
        private static let messageLength = 1024

        private let file: TIFFFile
        private let page: TIFFPage
        private let memoryLimit: Int

        init(_ file: TIFFFile, _ page: TIFFPage, memoryLimit: Int) {
            self.file = file
            self.page = page
            self.memoryLimit = memoryLimit
        }

        /// Decodes all rows from the first that is needed on, by strips or rows of tiles.
        func decode(into target: TIFFRows) throws(DecodingError) {
            var message = [CChar](repeating: 0, count: Self.messageLength)
            var image = TIFFRGBAImage()
            guard TIFFRGBAImageOK(file.handle, &message) == 1,
                TIFFRGBAImageBegin(&image, file.handle, 1, &message) == 1
            else {
                let words = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                throw DecodingError(String(decoding: words, as: UTF8.self))
            }
            defer { TIFFRGBAImageEnd(&image) }
            // Turned by nobody but the viewer.
            image.req_orientation = image.orientation
            let (width, height) = (page.size.width, page.size.height)
            let bandHeight = min(page.block.height, height)
            guard width <= memoryLimit / 4 / bandHeight else { throw .noMemory }
            let raster = try SampleBuffer(byteCount: width * bandHeight * 4)
            let words = raster.start.assumingMemoryBound(to: UInt32.self)
            let converter = PixelConverter(.rgba8, .sRGB, for: target.canvas)
            let start = target.first / bandHeight * bandHeight
            for first in stride(from: start, to: height, by: bandHeight) {
                let rows = first..<min(height, first + bandHeight)
                image.row_offset = Int32(first)
                guard TIFFRGBAImageGet(&image, words, UInt32(width), UInt32(rows.count)) == 1 else {
                    throw DecodingError("\(file.error.message) (row \(first) of \(height))")
                }
                for row in rows where row >= target.first {
                    let source = words + (row - first) * width
                    for x in 0..<width { source[x] = Self.straight(source[x]) }
                    converter.convert(source, to: target.row(row), count: width)
                }
                target.rowsReady(max(first, target.first)..<rows.upperBound)
            }
        }

        /// R, G, B, A from the lowest byte on, with alpha taken out of the colours again.
        private static func straight(_ word: UInt32) -> UInt32 {
            let alpha = word >> 24
            guard alpha > 0, alpha < 255 else { return word.littleEndian }
            let part = { (shift: UInt32) -> UInt32 in
                min(255, ((word >> shift & 255) * 255 + alpha / 2) / alpha) << shift
            }
            return (alpha << 24 | part(16) | part(8) | part(0)).littleEndian
        }
    }
#endif
