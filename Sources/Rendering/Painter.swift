import CCairo
public import Geometry
import Loading
import Posix

/// How pixels of the picture become pixels of the screen.
public enum Filter: String, CaseIterable, Sendable {
    /// Hard pixels where one covers two or more of the screen's, smooth below.
    case auto
    /// Always hard.
    case nearest
    /// Always smooth.
    case bilinear
}

/// A colour without transparency, each part from 0 to 1.
public struct Color: Hashable, Sendable {
    /// Red part.
    public let red: Double
    /// Green part.
    public let green: Double
    /// Blue part.
    public let blue: Double

    /// The colour of three parts.
    public init(red: Double, green: Double, blue: Double) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

/// Where the picture is in the window.
public struct Placement: Hashable, Sendable {
    /// The image's top-left corner, in device pixels of the window.
    public let origin: Point<View>
    /// Device pixels that one image pixel covers.
    public let scale: Double

    /// The placement with the image's corner at `origin`.
    public init(origin: Point<View>, scale: Double) {
        self.origin = origin
        self.scale = scale
    }

    /// At a whole number of device pixels for an image pixel, the placement whose pixels are exactly on device pixels, at
    /// most half of one away; elsewhere the placement itself.
    var snapped: Placement {
        let whole = scale.rounded()
        guard whole >= 1, abs(scale - whole) < 1e-6 * whole else { return self }
        return Placement(origin: Point(x: origin.x.rounded(), y: origin.y.rounded()), scale: whole)
    }
}

/// A part of a picture in pixels of its own.
public struct Detail {
    /// The part.
    public let picture: Picture
    /// Where it is in the window.
    public let placement: Placement

    /// A part, and where it is.
    public init(picture: Picture, placement: Placement) {
        self.picture = picture
        self.placement = placement
    }
}

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
    ///   - placement: where it is.
    ///   - detail: a part of the picture that is sharper than the rest, and takes its place; it need not be upright.
    ///   - size: the window's size in device pixels.
    ///   - surface: what is painted to; every pixel of the window is.
    /// - Returns: whether all detail that there is was painted; if not, another frame brings more.
    public func paint(
        _ picture: Picture?, at placement: Placement, detail: Detail? = nil, size: PixelSize,
        on surface: Surface
    ) -> Bool {
        var isSharp = true
        surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            let window = PixelRect<View>(x0: 0, y0: 0, x1: size.width, y1: size.height)
            guard let picture, picture.hasPixels else {
                return fill(window, with: background, in: context)
            }
            let frame = FramePlan(picture: picture, placement: placement.snapped, window: window)
            for part in window.parts(outside: frame.visible) { fill(part, with: background, in: context) }
            guard !frame.visible.isEmpty else { return }
            picture.tiles.beginFrame()
            guard let detail, detail.picture.isWhole else {
                isSharp = paint(frame, in: context)
                return
            }
            let upper = FramePlan(
                picture: detail.picture, placement: detail.placement.snapped, window: frame.visible)
            for part in frame.visible.parts(outside: upper.visible) {
                let lower = FramePlan(picture: picture, placement: placement.snapped, window: part)
                if !paint(lower, in: context) { isSharp = false }
            }
            guard !upper.visible.isEmpty else { return }
            detail.picture.tiles.beginFrame()
            if !paint(upper, in: context) { isSharp = false }
        }
        return isSharp
    }

    private func paint(_ frame: FramePlan, in context: OpaquePointer) -> Bool {
        let picture = frame.picture
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        let grid = picture.grid(level: picture.level(for: frame.placement.scale))
        if picture.pyramid.raster.hasAlpha || (picture.isLoaded && !picture.isComplete) {
            cairo_set_source_surface(context, checkerboard.handle, 0, 0)
            cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_REPEAT)
            rectangle(frame.visible, in: context)
        } else if !picture.isComplete(level: grid.level) {
            fill(frame.visible, with: background, in: context)
        }
        cairo_set_operator(
            context, picture.pyramid.raster.hasAlpha ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
        let deadline = Clock.now() + Self.stagingTime
        var isSharp = true
        for index in grid.tiles(showing: frame.imagePart) {
            if !paint(index, of: grid, frame: frame, deadline: deadline, in: context) { isSharp = false }
        }
        return isSharp
    }

    /// Paints one tile, or what a coarser level has in its place. Whether it is the tile as it should be.
    private func paint(
        _ index: TileGrid.Index, of grid: TileGrid, frame: FramePlan, deadline: Double,
        in context: OpaquePointer
    ) -> Bool {
        let picture = frame.picture
        let ready = frame.deviceRect(of: picture.readyRect(level: grid.level))
        let target = frame.deviceRect(of: grid.imageRect(of: index)).intersection(frame.visible).intersection(
            ready)
        guard !target.isEmpty else { return true }
        let key = TileCache.Key(level: grid.level, index: index)
        let staged = picture.tiles.tile(key)
        if let staged, !staged.isStale {
            draw(staged, index, of: grid, frame: frame, to: target, in: context)
            return true
        }
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
        for level in grid.level + 1..<max(grid.level + 1, frame.picture.pyramid.levels.count) {
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
        let pattern = cairo_pattern_create_for_surface(tile.surface.handle)
        var matrix = frame.matrix(of: index, in: grid)
        cairo_pattern_set_matrix(pattern, &matrix)
        let isHard = filter == .nearest || (filter == .auto && frame.placement.scale >= 2)
        cairo_pattern_set_filter(pattern, isHard ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
        // Only a picture thinner than a device pixel is sampled outside of its tile.
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
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
