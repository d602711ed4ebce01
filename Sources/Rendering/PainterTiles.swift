import CCairo
public import Geometry
import Posix

/// Tiles: those that are seen, and those that will be.
extension Painter {
    /// Time in seconds that a frame may spend on filling tiles while a coarser level can be shown in their place.
    private static let stagingTime = 0.006

    /// Paints a part of the window, the picture and what is around it.
    func paint(
        _ frame: FramePlan, in part: PixelRect<View>, isBare: Bool = false, in context: OpaquePointer
    ) -> Bool {
        for around in part.parts(outside: frame.visible) { fill(around, with: background, in: context) }
        guard !frame.visible.isEmpty else { return true }
        let picture = frame.picture
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        let grid = picture.grid(level: picture.level(for: frame.placement.scale))
        if !isBare, picture.hasAlpha || (picture.isLoaded && !picture.isComplete) {
            cairo_set_source_surface(context, checkerboard.handle, 0, 0)
            cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_REPEAT)
            rectangle(frame.visible, in: context)
        } else if !picture.isComplete(level: grid.level), picture.completeLevel(behind: grid.level) == nil {
            fill(frame.visible, with: background, in: context)
        }
        cairo_set_operator(
            context, picture.hasAlpha && !isBare ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
        let ready = frame.deviceRect(of: picture.readyRect(level: grid.level)).intersection(frame.visible)
        let (columns, rows) = frame.tiles(of: grid)
        var lacksTiles = false
        for row in rows {
            for column in columns {
                let index = TileGrid.Index(column: column, row: row)
                guard let tile = picture.tiles.tile(TileCache.Key(level: grid.level, index: index)),
                    !tile.isStale
                else {
                    lacksTiles = true
                    continue
                }
                let target = frame.deviceRect(of: grid.imageRect(of: index)).intersection(ready)
                draw(tile, index, of: grid, frame: frame, to: target, in: context)
            }
        }
        if !lacksTiles { return true }
        let deadline = Clock.now() + Self.stagingTime
        let behind = picture.completeLevel(behind: grid.level)
        var isSharp = true
        for index in grid.tiles(showing: frame.imagePart) {
            // A tile whose rows have not all come is painted from a level that is whole, if there is one.
            if let behind, !picture.isReady(index, of: grid) {
                let target = frame.deviceRect(of: grid.imageRect(of: index)).intersection(frame.visible)
                if target.isEmpty { continue }
                let coarse = picture.grid(level: behind)
                let side = behind - grid.level
                let place = TileGrid.Index(column: index.column >> side, row: index.row >> side)
                if let tile = picture.tiles.tile(TileCache.Key(level: behind, index: place)), !tile.isStale {
                    draw(tile, place, of: coarse, frame: frame, to: target, in: context)
                } else if !stage(place, of: coarse, frame: frame, to: target, deadline: deadline, in: context)
                {
                    isSharp = false
                }
                continue
            }
            let target = frame.deviceRect(of: grid.imageRect(of: index)).intersection(ready)
            if target.isEmpty { continue }
            if !stage(index, of: grid, frame: frame, to: target, deadline: deadline, in: context) {
                isSharp = false
            }
        }
        return isSharp
    }

    /// Fills a tile that is not there or not fresh, and paints it, or paints what a coarser level has in its place. Whether it
    /// is the tile as it should be.
    private func stage(
        _ index: TileGrid.Index, of grid: TileGrid, frame: FramePlan, to target: PixelRect<View>,
        deadline: Double, in context: OpaquePointer
    ) -> Bool {
        let picture = frame.picture
        let key = TileCache.Key(level: grid.level, index: index)
        let staged = picture.tiles.tile(key)
        if let staged, !staged.isStale { return true }
        let fallback = staged == nil ? coarser(index, than: grid, frame: frame) : nil
        let isLate = Clock.now() >= deadline
        if isLate, let staged, !picture.isFrame {
            draw(staged, index, of: grid, frame: frame, to: target, in: context)
            return false
        }
        if isLate, let fallback {
            draw(fallback.tile, fallback.index, of: fallback.grid, frame: frame, to: target, in: context)
            return false
        }
        let tile = staged ?? stager.stage(index, of: grid, from: picture)
        if let staged { stager.refresh(staged, index, of: grid, from: picture) }
        picture.tiles.insert(tile, for: key)
        draw(tile, index, of: grid, frame: frame, to: target, in: context)
        return true
    }

    /// The tile of the nearest coarser level that is staged and covers a tile.
    private func coarser(
        _ index: TileGrid.Index, than grid: TileGrid, frame: FramePlan
    ) -> (tile: TileCache.Tile, index: TileGrid.Index, grid: TileGrid)? {
        var (column, row) = (index.column, index.row)
        for level in grid.level + 1..<max(grid.level + 1, frame.picture.coarsestLevel + 1) {
            (column, row) = (column / 2, row / 2)
            let place = TileGrid.Index(column: column, row: row)
            guard let tile = frame.picture.tiles.tile(TileCache.Key(level: level, index: place)),
                !tile.isStale
            else { continue }
            return (tile, place, frame.picture.grid(level: level))
        }
        return nil
    }

    /// Fills tiles that are not seen yet, but will be if the picture goes on moving as it did between the last two frames.
    /// - Parameters:
    ///   - deadline: until when, a time of `Clock`.
    ///   - window: the window's size.
    public func stageAhead(until deadline: Double, window: PixelSize) {
        guard let (picture, placements) = course.ahead(in: window), !picture.isFrame else { return }
        for placement in placements {
            guard stage(picture, at: placement, window: window, until: deadline) else { return }
        }
    }

    /// Fills the tiles that a frame of a picture needs.
    /// - Parameters:
    ///   - picture: which need not be seen yet.
    ///   - placement: where it will be.
    ///   - window: the window's size.
    ///   - deadline: until when, a time of `Clock`.
    /// - Returns: whether there is nothing more to fill, or no room for it; if not, there was no time.
    public func stage(
        _ picture: Picture, at placement: Placement, window: PixelSize, until deadline: Double
    ) -> Bool {
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: window.width, y1: window.height)
        let frame = FramePlan(picture: picture, placement: placement.snapped, window: whole)
        let grid = picture.grid(level: picture.level(for: placement.scale))
        guard !frame.visible.isEmpty, picture.isComplete(level: grid.level) else { return true }
        for index in grid.tiles(showing: frame.imagePart) {
            let key = TileCache.Key(level: grid.level, index: index)
            guard picture.tiles.tile(key) == nil else { continue }
            guard picture.tiles.hasRoom else { return true }
            guard Clock.now() < deadline else { return false }
            picture.tiles.insert(stager.stage(index, of: grid, from: picture), for: key)
        }
        return true
    }
}
