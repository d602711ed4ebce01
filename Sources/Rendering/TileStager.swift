import CCairo
import Geometry
import Loading

/// Fills tiles from a pyramid, by way of images that are copied to the server fast.
final class TileStager {
    /// Staging images in turn, so that one is rarely written while the server still reads it, which would be waited for.
    private static let ringLength = 6
    /// Pixels of the neighbours around a tile, which a bilinear sampling at its edge reaches into.
    static let border = 1

    private let prototype: Surface
    private let filter: cairo_filter_t
    private var rings: [Bool: [Surface]] = [:]
    private var next = 0

    /// - Parameters:
    ///   - prototype: the surface that tiles will be painted to, or one like it.
    ///   - filter: how magnified levels are made.
    init(prototype: Surface, filter: cairo_filter_t) {
        self.prototype = prototype
        self.filter = filter
    }

    /// A tile filled with what there is of its pixels.
    func stage(_ index: TileGrid.Index, of grid: TileGrid, from picture: Picture) -> TileCache.Tile {
        let hasAlpha = picture.hasAlpha
        let size = surfaceSize(of: index, in: grid)
        let tile = TileCache.Tile(surface: prototype.similar(size: size, hasAlpha: hasAlpha), size: size)
        refresh(tile, index, of: grid, from: picture)
        return tile
    }

    /// Fills a tile anew.
    func refresh(_ tile: TileCache.Tile, _ index: TileGrid.Index, of grid: TileGrid, from picture: Picture) {
        let image = nextImage(for: tile.surface.size, hasAlpha: picture.hasAlpha)
        var rows = 0..<tile.surface.size.height
        if grid.level < picture.finestLevel {
            magnify(index, of: grid, from: picture, to: image)
        } else {
            if tile.isStale, picture.orientation == .topLeft {
                rows = Self.rows(of: index, showing: tile.staleRows).clamped(to: rows)
            }
            image.withPixels {
                copy(index, of: grid, rows: rows, margin: Self.border, from: picture, to: $0, stride: $1)
            }
        }
        tile.surface.paint { context in
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_rectangle(
                context, 0, Double(rows.lowerBound), Double(tile.surface.size.width), Double(rows.count))
            cairo_fill(context)
        }
        tile.staleRows = 0..<0
    }

    /// The rows of a tile's surface in which rows of the level are, or those beside them, which go on where they were missing.
    private static func rows(of index: TileGrid.Index, showing rows: Range<Int>) -> Range<Int> {
        let first = index.row * TileGrid.tileSide - border
        return rows.lowerBound - 1 - first..<rows.upperBound + 1 - first
    }

    private func surfaceSize(of index: TileGrid.Index, in grid: TileGrid) -> PixelSize {
        let rect = grid.imageRect(of: index)
        let side = { (pixels: Int) in
            (grid.level >= 0 ? pixels >> grid.level : pixels << -grid.level) + 2 * Self.border
        }
        return PixelSize(width: side(rect.width), height: side(rect.height))
    }

    /// An image with room for a tile.
    private func nextImage(for tile: PixelSize, hasAlpha: Bool) -> Surface {
        let side = TileGrid.tileSide + 2 * Self.border
        // The system clears new ones, which takes longer than the rest of a small tile's staging.
        if tile.width * tile.height < side * side / 2 {
            return prototype.similarImage(size: tile, hasAlpha: hasAlpha)
        }
        next = (next + 1) % Self.ringLength
        var ring = rings[hasAlpha] ?? []
        if ring.count < Self.ringLength {
            ring.append(
                prototype.similarImage(size: PixelSize(width: side, height: side), hasAlpha: hasAlpha))
            rings[hasAlpha] = ring
            return ring[ring.count - 1]
        }
        return ring[next]
    }

    /// Copies rows of a tile's pixels upright, with `margin` pixels of its neighbours around it; past the picture's edges, and past
    /// the rows that are there, the nearest pixel goes on.
    private func copy(
        _ index: TileGrid.Index, of grid: TileGrid, rows shown: Range<Int>? = nil, margin: Int,
        from picture: Picture, to target: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let level = picture.sourceLevel(grid.level)
        guard let (source, rows) = picture.pixels(level: level), rows > 0 else { return }
        let part = Self.part(of: grid.storedRect(of: index), level: level)
        let bounds = PixelRect<Level>(x0: 0, y0: 0, x1: source.size.width, y1: rows)
        var wanted = PixelRect<Level>(
            x0: part.x0 - margin, y0: part.y0 - margin, x1: part.x1 + margin, y1: part.y1 + margin)
        var target = target
        if let shown, picture.orientation == .topLeft {
            target += shown.lowerBound * stride
            wanted.y1 = wanted.y0 + shown.upperBound
            wanted.y0 += shown.lowerBound
        }
        // At least a pixel, the nearest, where rows are missing.
        let last = PixelRect<Level>(
            x0: bounds.x0, y0: min(max(wanted.y0, 0), rows - 1), x1: bounds.x1,
            y1: min(max(wanted.y1, 1), rows))
        let read = bounds.intersection(
            PixelRect(x0: wanted.x0, y0: last.y0, x1: wanted.x1, y1: max(last.y1, last.y0 + 1)))
        source.withPixels(of: read) { pixels, sourceStride in
            if picture.orientation == .topLeft {
                return Self.copyRows(pixels, stride: sourceStride, read, wanted, to: target, stride: stride)
            }
            // Offsets of the pixels along the stored axes; the pixel seen at (u, v) is at across[u] + down[v].
            var across = (wanted.x0..<wanted.x1).map { min(max($0, read.x0), read.x1 - 1) - read.x0 }
            var down = (wanted.y0..<wanted.y1).map {
                (min(max($0, read.y0), read.y1 - 1) - read.y0) * sourceStride
            }
            if picture.orientation.transposes { swap(&across, &down) }
            if picture.orientation.flipsX { across.reverse() }
            if picture.orientation.flipsY { down.reverse() }
            across.withUnsafeBufferPointer { across in
                for (v, offset) in down.enumerated() {
                    let row = target + v * stride
                    for u in 0..<across.count { row[u] = pixels[across[u] + offset] }
                }
            }
        }
    }

    /// Copies the rows of a rectangle, of which those of a part are there; around it the nearest pixel goes on.
    private static func copyRows(
        _ pixels: UnsafePointer<UInt32>, stride sourceStride: Int, _ part: PixelRect<Level>,
        _ whole: PixelRect<Level>, to target: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let (left, right) = (part.x0 - whole.x0, whole.x1 - part.x1)
        for y in whole.y0..<whole.y1 {
            let from = pixels + (min(max(y, part.y0), part.y1 - 1) - part.y0) * sourceStride
            let to = target + (y - whole.y0) * stride
            for x in 0..<left { to[x] = from[0] }
            (to + left).update(from: from, count: part.width)
            for x in 0..<right { to[left + part.width + x] = from[part.width - 1] }
        }
    }

    /// The pixels of a level that stored ones are in.
    private static func part(of rect: PixelRect<Stored>, level: Int) -> PixelRect<Level> {
        let unit = 1 << level
        return PixelRect(
            x0: rect.x0 >> level, y0: rect.y0 >> level, x1: (rect.x1 + unit - 1) >> level,
            y1: (rect.y1 + unit - 1) >> level)
    }

    /// Fills a staging image with a tile of a magnified level.
    private func magnify(_ index: TileGrid.Index, of grid: TileGrid, from picture: Picture, to image: Surface)
    {
        let level = picture.sourceLevel(grid.level)
        let rect = Self.part(of: grid.storedRect(of: index), level: level)
        let factor = Double(1 << (level - grid.level))
        // Two pixels around: one for the border, one more for the samples of its own edge.
        let margin = 2
        let (width, height) =
            picture.orientation.transposes
            ? (rect.height, rect.width) : (rect.width, rect.height)
        let part = Surface.image(
            size: PixelSize(width: width + 2 * margin, height: height + 2 * margin),
            hasAlpha: picture.hasAlpha)
        part.withPixels { copy(index, of: grid, margin: margin, from: picture, to: $0, stride: $1) }
        // Where the raster's last pixel stands for fewer stored ones than the others, the tile ends within it.
        let tile = surfaceSize(of: index, in: grid)
        let orientation = picture.orientation
        let shift = { (pixels: Int, side: Int, flips: Bool) in
            Double(flips ? side - Self.border - Int(factor) * pixels : Self.border)
        }
        image.paint { context in
            cairo_translate(
                context, shift(width, tile.width, orientation.flipsX),
                shift(height, tile.height, orientation.flipsY))
            cairo_scale(context, factor, factor)
            cairo_set_source_surface(context, part.handle, -Double(margin), -Double(margin))
            cairo_pattern_set_filter(cairo_get_source(context), filter)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_paint(context)
        }
    }
}
