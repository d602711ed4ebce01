import CCairo
public import Geometry
import Loading
import Posix

/// Paints a picture into a window's surface.
public final class Painter {
    /// Time in seconds that a frame may spend on filling tiles while a coarser level can be shown in their place.
    private static let stagingTime = 0.006
    /// The side of a square of the checkerboard behind transparent pixels, in device pixels.
    private static let checkSide = 8

    private let filter: Filter
    private let background: Color
    private let stager: TileStager
    private let checkerboard: Surface
    private var course = Course()

    /// A painter for surfaces like one.
    /// - Parameters:
    ///   - prototype: the window's surface, or an image surface.
    ///   - filter: how pixels are scaled.
    ///   - background: the colour around the picture.
    public init(prototype: Surface, filter: Filter, background: Color) {
        self.filter = filter
        self.background = background
        stager = TileStager(
            prototype: prototype, filter: filter == .bilinear ? CAIRO_FILTER_BILINEAR : CAIRO_FILTER_NEAREST)
        checkerboard = Self.makeCheckerboard(like: prototype)
    }

    /// Paints one frame.
    /// - Parameters:
    ///   - picture: the picture, or `nil` for the bare background.
    ///   - placement: where it is; while it only moves, it is moved by whole device pixels.
    ///   - detail: a part of the picture that is sharper than the rest, and takes its place; it need not be upright.
    ///   - buffer: what is painted to, as far as it does not show the frame already.
    /// - Returns: whether all detail that there is was painted; if not, another frame brings more.
    public func paint(
        _ picture: Picture?, at placement: Placement, detail: Detail? = nil, on buffer: BackBuffer
    ) -> Bool {
        buffer.hasFrame = true
        guard let picture, picture.hasPixels else {
            buffer.clear()
            buffer.surface.paint { fill(buffer.window, with: background, in: $0) }
            return true
        }
        course.add(picture, at: placement)
        picture.tiles.beginFrame()
        let placement = placement.snapped
        let detail = detail?.picture.isWhole == true ? detail : nil
        if detail == nil, let move = buffer.move(picture, to: placement) {
            if move.uncovered.isEmpty { return true }
            let isSharp = paint(move.uncovered, of: picture, at: move.at, on: buffer)
            if !isSharp { buffer.clear() }
            return isSharp
        }
        buffer.clear()
        guard let detail else {
            let isSharp = paint([buffer.window], of: picture, at: placement, on: buffer)
            if isSharp { buffer.note(picture, at: placement) }
            return isSharp
        }
        var isSharp = true
        buffer.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            let frame = FramePlan(picture: picture, placement: placement, window: buffer.window)
            let upper = FramePlan(
                picture: detail.picture, placement: detail.placement.snapped, window: frame.visible)
            for part in buffer.window.parts(outside: upper.visible) {
                let lower = FramePlan(picture: picture, placement: placement, window: part)
                if !paint(lower, in: part, in: context) { isSharp = false }
            }
            guard !upper.visible.isEmpty else { return }
            detail.picture.tiles.beginFrame()
            if !paint(upper, in: upper.visible, in: context) { isSharp = false }
        }
        return isSharp
    }

    /// Paints a picture and nothing behind it, so that what is transparent stays so.
    /// - Parameters:
    ///   - picture: all of whose rows are there.
    ///   - placement: where it is.
    ///   - surface: without pixels so far.
    /// - Returns: whether all detail was painted; if not, another call brings more.
    public func paintBare(_ picture: Picture, at placement: Placement, on surface: Surface) -> Bool {
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: surface.size.width, y1: surface.size.height)
        let frame = FramePlan(picture: picture, placement: placement, window: whole)
        var isSharp = true
        surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            isSharp = paint(frame, in: whole, isBare: true, in: context)
        }
        return isSharp
    }

    /// One of several pictures beside each other.
    public struct Page {
        /// The picture.
        public let picture: Picture
        /// Where it is in the window.
        public let placement: Placement
        /// The part of the window that is its own, and may reach past it; around the picture there is background.
        public let clip: PixelRect<View>

        /// A picture at a place.
        public init(picture: Picture, placement: Placement, clip: PixelRect<View>) {
            self.picture = picture
            self.placement = placement
            self.clip = clip
        }
    }

    /// Paints a frame of pictures beside each other.
    /// - Parameters:
    ///   - pages: none over another one.
    ///   - buffer: what is painted to.
    /// - Returns: whether all detail that there is was painted; if not, another frame brings more.
    public func paint(_ pages: [Page], on buffer: BackBuffer) -> Bool {
        buffer.clear()
        var isSharp = true
        var rest = [buffer.window]
        buffer.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            for page in pages where page.picture.hasPixels {
                let part = page.clip.intersection(buffer.window)
                rest = rest.flatMap { $0.parts(outside: part) }
                page.picture.tiles.beginFrame()
                let frame = FramePlan(
                    picture: page.picture, placement: page.placement.snapped, window: part)
                if !paint(frame, in: part, in: context) { isSharp = false }
            }
            for part in rest { fill(part, with: background, in: context) }
        }
        return isSharp
    }

    /// Paints all of a picture as large as a surface.
    /// - Returns: whether all its detail was there; if not, another call brings more.
    func paintWhole(_ picture: Picture, on surface: Surface) -> Bool {
        let size = surface.size
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: size.width, y1: size.height)
        let scale = max(
            Double(size.width) / Double(picture.size.width), Double(size.height) / Double(picture.size.height)
        )
        let frame = FramePlan(
            picture: picture, placement: Placement(origin: .zero, scale: scale), window: whole)
        var isSharp = true
        surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            isSharp = paint(frame, in: whole, in: context)
        }
        return isSharp
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

    private func paint(
        _ parts: [PixelRect<View>], of picture: Picture, at placement: Placement, on buffer: BackBuffer
    ) -> Bool {
        var isSharp = true
        buffer.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            for piece in parts.flatMap(buffer.pieces) {
                cairo_identity_matrix(context)
                cairo_translate(context, Double(piece.dx), Double(piece.dy))
                let frame = FramePlan(picture: picture, placement: placement, window: piece.part)
                if !paint(frame, in: piece.part, in: context) { isSharp = false }
            }
        }
        return isSharp
    }

    /// Paints a part of the window, the picture and what is around it.
    private func paint(
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

    private func draw(
        _ tile: TileCache.Tile, _ index: TileGrid.Index, of grid: TileGrid, frame: FramePlan,
        to target: PixelRect<View>, in context: OpaquePointer
    ) {
        guard !target.isEmpty, let pattern = tile.surface.pattern else { return }
        var matrix = frame.matrix(of: index, in: grid)
        cairo_pattern_set_matrix(pattern, &matrix)
        let isHard = filter == .nearest || (filter == .auto && frame.placement.scale >= 2)
        cairo_pattern_set_filter(pattern, isHard ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
        cairo_set_source(context, pattern)
        rectangle(target, in: context)
    }

    private func fill(_ rect: PixelRect<View>, with color: Color, in context: OpaquePointer) {
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
        rectangle(rect, in: context)
    }

    private func rectangle(_ rect: PixelRect<View>, in context: OpaquePointer) {
        guard !rect.isEmpty else { return }
        cairo_rectangle(context, Double(rect.x0), Double(rect.y0), Double(rect.width), Double(rect.height))
        cairo_fill(context)
    }

    private static func makeCheckerboard(like prototype: Surface) -> Surface {
        let side = Double(checkSide)
        let surface = prototype.similar(
            size: PixelSize(width: 2 * checkSide, height: 2 * checkSide), hasAlpha: false)
        surface.paint { context in
            cairo_set_source_rgb(context, 0.6, 0.6, 0.6)
            cairo_paint(context)
            cairo_set_source_rgb(context, 0.4, 0.4, 0.4)
            cairo_rectangle(context, 0, 0, side, side)
            cairo_rectangle(context, side, side, side, side)
            cairo_fill(context)
        }
        return surface
    }
}
