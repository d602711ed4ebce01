#if HEIF
    import CAVIF
    import Testing

    /// Makes AVIF files, without loss: the decoder gives the numbers that were put in.
    struct AVIFWriter {
        var width: Int
        var height: Int
        var depth = 8
        var isLimited = false
        /// Degrees are 90 times it, counter-clockwise.
        var turns: UInt8?
        /// 0: top and bottom change places; 1: left and right.
        var mirror: UInt8?
        var crop: avifCropRect?
        var isPremultiplied = false
        var hasAlpha = false
        var icc: [UInt8] = []
        var exif: [UInt8] = []
        var primaries: Int = AVIF_COLOR_PRIMARIES_BT709
        var transfer: Int = AVIF_TRANSFER_CHARACTERISTICS_SRGB

        /// A file of one picture, of whose pixels `pixel` gives red, green, blue, and alpha if there is one; of a grey picture
        /// its number alone.
        func file(_ pixel: @escaping (_ x: Int, _ y: Int) -> [Int]) throws -> [UInt8] {
            try file(frames: [(0, pixel)])
        }

        /// A file of pictures that follow each other, each for hundredths of a second.
        func file(frames: [(time: Int, pixel: (_ x: Int, _ y: Int) -> [Int])]) throws -> [UInt8] {
            let encoder = try #require(avifEncoderCreate())
            defer { avifEncoderDestroy(encoder) }
            encoder.pointee.speed = 10
            encoder.pointee.timescale = 100
            (encoder.pointee.minQuantizer, encoder.pointee.maxQuantizer) = (0, 0)
            (encoder.pointee.minQuantizerAlpha, encoder.pointee.maxQuantizerAlpha) = (0, 0)
            let flag = frames.count == 1 ? AVIF_ADD_IMAGE_FLAG_SINGLE : AVIF_ADD_IMAGE_FLAG_NONE
            for (time, pixel) in frames {
                let image = try image(pixel)
                defer { avifImageDestroy(image) }
                try #require(
                    avifEncoderAddImage(encoder, image, UInt64(time), flag.rawValue) == AVIF_RESULT_OK)
            }
            return try finish(encoder)
        }

        /// A file of cells side by side, each of the size and with the pixels of its place.
        func grid(columns: Int, rows: Int, _ pixel: (_ x: Int, _ y: Int) -> [Int]) throws -> [UInt8] {
            let encoder = try #require(avifEncoderCreate())
            defer { avifEncoderDestroy(encoder) }
            encoder.pointee.speed = 10
            (encoder.pointee.minQuantizer, encoder.pointee.maxQuantizer) = (0, 0)
            var cells: [UnsafePointer<avifImage>?] = []
            for row in 0..<rows {
                for column in 0..<columns {
                    let cell = try image { x, y in pixel(column * width + x, row * height + y) }
                    cells.append(UnsafePointer(cell))
                }
            }
            defer { for cell in cells { avifImageDestroy(UnsafeMutablePointer(mutating: cell)) } }
            let flag = AVIF_ADD_IMAGE_FLAG_SINGLE.rawValue
            let result = avifEncoderAddImageGrid(encoder, UInt32(columns), UInt32(rows), cells, flag)
            try #require(result == AVIF_RESULT_OK)
            return try finish(encoder)
        }

        private func finish(_ encoder: UnsafeMutablePointer<avifEncoder>) throws -> [UInt8] {
            var output = avifRWData()
            defer { avifRWDataFree(&output) }
            try #require(avifEncoderFinish(encoder, &output) == AVIF_RESULT_OK)
            return Array(UnsafeBufferPointer(start: output.data, count: output.size))
        }

        /// Green, blue and red planes as the identity matrix has them, or the one of a grey picture.
        private func image(_ pixel: (_ x: Int, _ y: Int) -> [Int]) throws -> UnsafeMutablePointer<avifImage> {
            let isGray = pixel(0, 0).count == 1
            let image = try #require(
                avifImageCreate(
                    UInt32(width), UInt32(height), UInt32(depth),
                    isGray ? AVIF_PIXEL_FORMAT_YUV400 : AVIF_PIXEL_FORMAT_YUV444))
            let planes = AVIF_PLANES_YUV.rawValue | (hasAlpha ? AVIF_PLANES_A.rawValue : 0)
            try #require(avifImageAllocatePlanes(image, planes) == AVIF_RESULT_OK)
            image.pointee.yuvRange = isLimited ? AVIF_RANGE_LIMITED : AVIF_RANGE_FULL
            image.pointee.matrixCoefficients = avifMatrixCoefficients(
                isGray ? AVIF_MATRIX_COEFFICIENTS_BT601 : AVIF_MATRIX_COEFFICIENTS_IDENTITY)
            image.pointee.colorPrimaries = avifColorPrimaries(primaries)
            image.pointee.transferCharacteristics = avifTransferCharacteristics(transfer)
            image.pointee.alphaPremultiplied = isPremultiplied ? 1 : 0
            if !icc.isEmpty { avifImageSetProfileICC(image, icc, icc.count) }
            if !exif.isEmpty { avifImageSetMetadataExif(image, exif, exif.count) }
            setTransformations(of: image)
            let (yuv, bytes) = (image.pointee.yuvPlanes, image.pointee.yuvRowBytes)
            var targets = [(yuv.0, bytes.0, isGray ? 0 : 1)]
            if !isGray { targets += [(yuv.1, bytes.1, 2), (yuv.2, bytes.2, 0)] }
            if hasAlpha { targets.append((image.pointee.alphaPlane, image.pointee.alphaRowBytes, 3)) }
            for y in 0..<height {
                for x in 0..<width {
                    let values = pixel(x, y)
                    for (plane, rowBytes, index) in targets {
                        let row = try #require(UnsafeMutableRawPointer(plane)) + y * Int(rowBytes)
                        if depth == 8 {
                            row.storeBytes(of: UInt8(values[index]), toByteOffset: x, as: UInt8.self)
                        } else {
                            row.storeBytes(of: UInt16(values[index]), toByteOffset: 2 * x, as: UInt16.self)
                        }
                    }
                }
            }
            return image
        }

        private func setTransformations(of image: UnsafeMutablePointer<avifImage>) {
            if let turns {
                image.pointee.transformFlags |= AVIF_TRANSFORM_IROT.rawValue
                image.pointee.irot.angle = turns
            }
            if let mirror {
                image.pointee.transformFlags |= AVIF_TRANSFORM_IMIR.rawValue
                image.pointee.imir.mode = mirror
            }
            if var crop {
                image.pointee.transformFlags |= AVIF_TRANSFORM_CLAP.rawValue
                var diagnostics = avifDiagnostics()
                avifCleanApertureBoxConvertCropRect(
                    &image.pointee.clap, &crop, UInt32(width), UInt32(height), image.pointee.yuvFormat,
                    &diagnostics)
            }
        }
    }
#endif
