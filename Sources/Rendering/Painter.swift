import CCairo
import Geometry
import Loading
import Posix

/// Paints a picture into a window's surface.
public final class Painter {
    /// The side of a square of the checkerboard behind transparent pixels, in device pixels.
    private static let checkSide = 8

    private let filter: Filter
    let background: Color
    let stager: TileStager
    let checkerboard: Surface
    var course = Course()

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

    func draw(
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

    func fill(_ rect: PixelRect<View>, with color: Color, in context: OpaquePointer) {
        cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
        cairo_set_source_rgb(context, color.red, color.green, color.blue)
        rectangle(rect, in: context)
    }

    func rectangle(_ rect: PixelRect<View>, in context: OpaquePointer) {
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
