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
        let hasAlpha = picture.pyramid.raster.hasAlpha
        let size = surfaceSize(of: index, in: grid)
        let tile = TileCache.Tile(surface: prototype.similar(size: size, hasAlpha: hasAlpha), size: size)
        refresh(tile, index, of: grid, from: picture)
        return tile
    }

    /// Fills a tile anew.
    func refresh(_ tile: TileCache.Tile, _ index: TileGrid.Index, of grid: TileGrid, from picture: Picture) {
        let image = nextImage(hasAlpha: picture.pyramid.raster.hasAlpha)
        if grid.level >= picture.pyramid.raster.reduction {
            image.withPixels { copy(index, of: grid, margin: Self.border, from: picture, to: $0, stride: $1) }
        } else {
            magnify(index, of: grid, from: picture, to: image)
        }
        tile.surface.paint { context in
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            cairo_paint(context)
        }
        tile.isStale = false
    }

    private func surfaceSize(of index: TileGrid.Index, in grid: TileGrid) -> PixelSize {
        let rect = grid.imageRect(of: index)
        let side = { (pixels: Int) in
            (grid.level >= 0 ? pixels >> grid.level : pixels << -grid.level) + 2 * Self.border
        }
        return PixelSize(width: side(rect.width), height: side(rect.height))
    }

    private func nextImage(hasAlpha: Bool) -> Surface {
        next = (next + 1) % Self.ringLength
        var ring = rings[hasAlpha] ?? []
        if ring.count < Self.ringLength {
            let side = TileGrid.tileSide + 2 * Self.border
            ring.append(
                prototype.similarImage(size: PixelSize(width: side, height: side), hasAlpha: hasAlpha))
            rings[hasAlpha] = ring
            return ring[ring.count - 1]
        }
        return ring[next]
    }

    /// Copies a tile's pixels upright, with `margin` pixels of its neighbours around it; past the picture's edges, and past
    /// the rows that are there, the nearest pixel goes on.
    private func copy(
        _ index: TileGrid.Index, of grid: TileGrid, margin: Int, from picture: Picture,
        to target: UnsafeMutablePointer<UInt32>, stride: Int
    ) {
        let place = picture.pyramid.sourceLevel(grid.level)
        let source = picture.pyramid.levels[place.index]
        let rows = picture.readyRows[place.index]
        guard rows > 0 else { return }
        let part = Self.part(of: grid.storedRect(of: index), level: place.level)
        let (x0, x1, y0, y1) = (part.x0, part.x1, part.y0, part.y1)
        // Offsets of the pixels along the stored axes; the pixel seen at (u, v) is at across[u] + down[v].
        var across = (x0 - margin..<x1 + margin).map { min(max($0, 0), source.size.width - 1) }
        var down = (y0 - margin..<y1 + margin).map { min(max($0, 0), rows - 1) * source.stride }
        let orientation = picture.pyramid.raster.orientation
        if orientation.transposes { swap(&across, &down) }
        if orientation.flipsX { across.reverse() }
        if orientation.flipsY { down.reverse() }
        let pixels = UnsafePointer(source.pixels)
        across.withUnsafeBufferPointer { across in
            for (v, offset) in down.enumerated() {
                let row = target + v * stride
                for u in 0..<across.count { row[u] = pixels[across[u] + offset] }
            }
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
        let level = picture.pyramid.sourceLevel(grid.level).level
        let rect = Self.part(of: grid.storedRect(of: index), level: level)
        let factor = Double(1 << (level - grid.level))
        // Two pixels around: one for the border, one more for the samples of its own edge.
        let margin = 2
        let (width, height) =
            picture.pyramid.raster.orientation.transposes
            ? (rect.height, rect.width) : (rect.width, rect.height)
        let part = Surface.image(
            size: PixelSize(width: width + 2 * margin, height: height + 2 * margin),
            hasAlpha: picture.pyramid.raster.hasAlpha)
        part.withPixels { copy(index, of: grid, margin: margin, from: picture, to: $0, stride: $1) }
        // Where the raster's last pixel stands for fewer stored ones than the others, the tile ends within it.
        let tile = surfaceSize(of: index, in: grid)
        let orientation = picture.pyramid.raster.orientation
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
