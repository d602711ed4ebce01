import CCairo
public import Geometry
import Loading

/// A picture made small enough for a square, upright, in this process's memory.
public struct Thumbnail: Hashable, Sendable {
    /// Columns and rows.
    public let size: PixelSize
    /// Whether a pixel may be transparent; else the words' uppermost bytes mean nothing.
    let hasAlpha: Bool
    /// Rows of premultiplied 0xAARRGGBB, one after the other.
    let pixels: [UInt32]

    /// How many pixels of memory there have to be for the levels of a pyramid that a thumbnail is made from.
    /// - Parameter side: of the square.
    /// - Returns: bytes for its last level but those too fine; each side is less than two of the square's.
    public static func memoryLimit(fitting side: Int) -> Int { (2 * side + 2) * (2 * side + 2) * 4 }

    /// The size of a picture that fits into a square, and is not enlarged.
    /// - Parameters:
    ///   - size: the picture's.
    ///   - side: the square's.
    ///   - factor: by how much it may be enlarged nevertheless.
    /// - Returns: at least 1 × 1.
    public static func size(of size: PixelSize, fitting side: Int, enlargedUpTo factor: Double = 1)
        -> PixelSize
    {
        let scale = min(factor, Double(side) / Double(max(size.width, size.height)))
        let extent = { (pixels: Int) in min(max(Int((Double(pixels) * scale).rounded()), 1), side) }
        return PixelSize(width: extent(size.width), height: extent(size.height))
    }

    /// Makes a thumbnail from the means of pixels, of which as many lie below each of its own as there are.
    /// - Parameters:
    ///   - pyramid: all of whose rows have come that come; the level just above the thumbnail's size is in memory.
    ///   - rows: of the raster that have come; what is missing is transparent.
    ///   - side: of the square that it fits into; a smaller picture stays as it is.
    public init(of pyramid: MipPyramid, rows: Int = .max, fitting side: Int) {
        let raster = pyramid.raster
        let isPart = rows < raster.size.height
        let hasAlpha = raster.hasAlpha || isPart
        let orientation = raster.orientation
        let size = Self.size(of: raster.displaySize, fitting: side)
        let stored = orientation.displaySize(of: size)
        let level =
            pyramid.levels.last {
                !$0.isInFile && $0.size.width >= stored.width && $0.size.height >= stored.height
            } ?? pyramid.levels[pyramid.levels.count - 1]
        let upright = Self.upright(level, orientation, hasAlpha: hasAlpha)
        if isPart, !raster.hasAlpha {
            Self.cover(rows >> (level.level - raster.reduction), of: level, orientation, in: upright)
        }
        // The level's last column and row may stand for fewer stored pixels than the others.
        let unit = Double(1 << level.level)
        let full = raster.displaySize
        let scaleX = Double(size.width) * unit / Double(full.width)
        let scaleY = Double(size.height) * unit / Double(full.height)
        let missingX = Double(upright.size.width) - Double(full.width) / unit
        let missingY = Double(upright.size.height) - Double(full.height) / unit
        let image = Surface.image(size: size, hasAlpha: hasAlpha)
        Self.paint(
            upright, on: image, scaleX: scaleX, scaleY: scaleY, x: orientation.flipsX ? -missingX : 0,
            y: orientation.flipsY ? -missingY : 0)
        self.init(image, hasAlpha: hasAlpha)
    }

    private init(_ image: Surface, hasAlpha: Bool) {
        size = image.size
        self.hasAlpha = hasAlpha
        var pixels: [UInt32] = []
        pixels.reserveCapacity(size.width * size.height)
        image.withPixels { start, stride in
            for y in 0..<image.size.height {
                pixels += UnsafeBufferPointer(start: start + y * stride, count: image.size.width)
            }
        }
        self.pixels = pixels
    }

    /// The same at another size.
    /// - Parameters:
    ///   - side: of the square that it fits into.
    ///   - factor: by how much it may be enlarged at most.
    /// - Returns: hard pixels where it is enlarged to the double or more, as the picture's own are then.
    public func scaled(fitting side: Int, enlargedUpTo factor: Double) -> Thumbnail {
        let size = Self.size(of: self.size, fitting: side, enlargedUpTo: factor)
        if size == self.size { return self }
        let image = Surface.image(size: size, hasAlpha: hasAlpha)
        Self.paint(
            surface, on: image, scaleX: Double(size.width) / Double(self.size.width),
            scaleY: Double(size.height) / Double(self.size.height), x: 0, y: 0)
        return Thumbnail(image, hasAlpha: hasAlpha)
    }

    /// The thumbnail as PNG.
    /// - Parameter texts: to be written behind the header.
    /// - Returns: the file.
    /// - Throws: where memory ran out.
    public func png(texts: [PNGEncoder.Text]) throws(PNGEncoder.Failure) -> [UInt8] {
        try PNGEncoder.encode(surface, texts: texts)
    }

    /// A PNG of one transparent pixel, for its texts.
    /// - Parameter texts: to be written behind the header.
    /// - Returns: the file.
    /// - Throws: where memory ran out.
    public static func emptyPNG(texts: [PNGEncoder.Text]) throws(PNGEncoder.Failure) -> [UInt8] {
        try PNGEncoder.encode(.image(size: PixelSize(width: 1, height: 1), hasAlpha: true), texts: texts)
    }

    /// The pixels as an image of Cairo's.
    var surface: Surface {
        let image = Surface.image(size: size, hasAlpha: hasAlpha)
        copy(to: image)
        return image
    }

    /// Copies the pixels to an image of the same size.
    func copy(to image: Surface) {
        image.withPixels { target, stride in
            pixels.withUnsafeBufferPointer { pixels in
                guard let start = pixels.baseAddress else { return }
                for y in 0..<size.height {
                    (target + y * stride).update(from: start + y * size.width, count: size.width)
                }
            }
        }
    }

    private static func upright(_ level: PixelLevel, _ orientation: Orientation, hasAlpha: Bool) -> Surface {
        let (width, height) = (level.size.width, level.size.height)
        let image = Surface.image(size: orientation.displaySize(of: level.size), hasAlpha: hasAlpha)
        level.withPixels(of: PixelRect(x0: 0, y0: 0, x1: width, y1: height)) { pixels, stride in
            // Offsets along the stored axes; the pixel seen at (u, v) is at across[u] + down[v].
            var across = Array(0..<width)
            var down = (0..<height).map { $0 * stride }
            if orientation.transposes { swap(&across, &down) }
            if orientation.flipsX { across.reverse() }
            if orientation.flipsY { down.reverse() }
            image.withPixels { target, targetStride in
                for (v, offset) in down.enumerated() {
                    let row = target + v * targetStride
                    for u in 0..<across.count { row[u] = pixels[across[u] + offset] }
                }
            }
        }
        return image
    }

    /// Makes the first stored rows of an upright level opaque, and the others transparent.
    private static func cover(
        _ rows: Int, of level: PixelLevel, _ orientation: Orientation, in image: Surface
    ) {
        let stored = PixelRect<Stored>(x0: 0, y0: 0, x1: level.size.width, y1: rows)
        let covered = orientation.displayRect(of: stored, in: level.size)
        image.withPixels { pixels, stride in
            for y in 0..<image.size.height {
                for x in 0..<image.size.width {
                    let isCovered =
                        x >= covered.x0 && x < covered.x1 && y >= covered.y0 && y < covered.y1
                    pixels[y * stride + x] = isCovered ? pixels[y * stride + x] | 0xFF00_0000 : 0
                }
            }
        }
    }

    /// Paints a surface scaled, its corner moved by pixels of its own first.
    private static func paint(
        _ source: Surface, on target: Surface, scaleX: Double, scaleY: Double, x: Double, y: Double
    ) {
        guard let pattern = source.pattern else { return }
        target.paint { context in
            cairo_scale(context, scaleX, scaleY)
            var matrix = cairo_matrix_t()
            cairo_matrix_init_translate(&matrix, -x, -y)
            cairo_pattern_set_matrix(pattern, &matrix)
            cairo_pattern_set_filter(
                pattern, min(scaleX, scaleY) >= 2 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
            cairo_set_source(context, pattern)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_paint(context)
        }
    }
}
