import CCairo
public import Geometry

/// Paints a grid of thumbnails into a window's surface.
public final class GridPainter {
    /// A thumbnail where the window's surface is painted from: in the X server.
    public struct Tile {
        let surface: Surface

        /// Bytes that it takes there.
        public var byteCount: Int { surface.size.width * surface.size.height * 4 }
    }

    /// What a cell shows.
    public enum Content {
        /// There will be something.
        case waiting
        /// There is nothing to show.
        case failed
        /// A thumbnail, in the middle.
        case tile(Tile)
    }

    /// A place in the grid.
    public struct Cell {
        /// Where it is in the window; it may reach past it.
        public let rect: PixelRect<View>
        /// What it shows.
        public let content: Content
        /// Whether it has the frame.
        public let isSelected: Bool

        /// A cell of these parts.
        public init(rect: PixelRect<View>, content: Content, isSelected: Bool) {
            self.rect = rect
            self.content = content
            self.isSelected = isSelected
        }
    }

    /// The thickness of the selected cell's frame, and its distance from the cell, in units of the scale.
    private static let frameWidth = 2.0
    private static let frameDistance = 2.0
    /// The side of a square of the checkerboard behind transparent pixels, in units of the scale.
    private static let checkSide = 8.0

    private let prototype: Surface
    private let background: Color

    /// A painter.
    /// - Parameters:
    ///   - buffer: one of those that will be painted to.
    ///   - background: the colour between and behind the cells.
    public init(like buffer: BackBuffer, background: Color) {
        prototype = buffer.surface
        self.background = background
    }

    /// Puts a thumbnail where it can be painted from. Behind transparent pixels there is the checkerboard then.
    /// - Parameters:
    ///   - thumbnail: of the size in which it is to be seen.
    ///   - scale: device pixels for a unit.
    /// - Returns: the thumbnail's tile.
    public func makeTile(of thumbnail: Thumbnail, scale: Double) -> Tile {
        let image = prototype.similarImage(size: thumbnail.size, hasAlpha: thumbnail.hasAlpha)
        thumbnail.copy(to: image)
        let surface = prototype.similar(size: thumbnail.size, hasAlpha: false)
        surface.paint { context in
            if thumbnail.hasAlpha { paintChecks(thumbnail.size, scale: scale, in: context) }
            cairo_set_operator(
                context, thumbnail.hasAlpha ? CAIRO_OPERATOR_OVER : CAIRO_OPERATOR_SOURCE)
            cairo_set_source_surface(context, image.handle, 0, 0)
            cairo_paint(context)
        }
        return Tile(surface: surface)
    }

    /// Paints one frame.
    /// - Parameters:
    ///   - cells: those that are seen.
    ///   - scale: device pixels for a unit.
    ///   - buffer: what is painted to.
    public func paint(_ cells: [Cell], scale: Double, on buffer: BackBuffer) {
        buffer.clear()
        buffer.hasFrame = true
        buffer.surface.paint { context in
            cairo_set_antialias(context, CAIRO_ANTIALIAS_NONE)
            cairo_set_operator(context, CAIRO_OPERATOR_SOURCE)
            fill(buffer.window, with: background, in: context)
            for cell in cells {
                switch cell.content {
                case .waiting: fill(cell.rect, with: placeholder, in: context)
                case .failed: paintFailure(in: cell.rect, scale: scale, in: context)
                case .tile(let tile): paint(tile, in: cell.rect, in: context)
                }
                if cell.isSelected { paintFrame(around: cell.rect, scale: scale, in: context) }
            }
        }
    }

    /// Darker than the background, or lighter where that is black.
    private var placeholder: Color { background.luminance > 0.05 ? background.scaled(by: 0.7) : .gray(0.12) }
    /// The colour of frames and marks.
    private var foreground: Color { background.luminance > 0.5 ? .gray(0.1) : .gray(0.92) }

    private func paint(_ tile: Tile, in rect: PixelRect<View>, in context: OpaquePointer) {
        let size = tile.surface.size
        let x = rect.x0 + (rect.width - size.width) / 2
        let y = rect.y0 + (rect.height - size.height) / 2
        cairo_set_source_surface(context, tile.surface.handle, Double(x), Double(y))
        rectangle(
            PixelRect(x0: x, y0: y, x1: x + size.width, y1: y + size.height), in: context)
    }

    /// A placeholder with a small cross in the middle.
    private func paintFailure(in rect: PixelRect<View>, scale: Double, in context: OpaquePointer) {
        fill(rect, with: placeholder, in: context)
        let (x, y) = (Double(rect.x0 + rect.x1) / 2, Double(rect.y0 + rect.y1) / 2)
        let arm = 10 * scale
        cairo_save(context)
        cairo_set_antialias(context, CAIRO_ANTIALIAS_DEFAULT)
        cairo_set_operator(context, CAIRO_OPERATOR_OVER)
        set(foreground, opacity: 0.4, in: context)
        cairo_set_line_width(context, 2 * scale)
        for side in [-1.0, 1] {
            cairo_move_to(context, x - arm, y - side * arm)
            cairo_line_to(context, x + arm, y + side * arm)
        }
        cairo_stroke(context)
        cairo_restore(context)
    }

    private func paintFrame(around rect: PixelRect<View>, scale: Double, in context: OpaquePointer) {
        let inner = rect.grown(by: Int((Self.frameDistance * scale).rounded()))
        let outer = inner.grown(by: max(1, Int((Self.frameWidth * scale).rounded())))
        for part in outer.parts(outside: inner) { fill(part, with: foreground, in: context) }
    }

    private func paintChecks(_ size: PixelSize, scale: Double, in context: OpaquePointer) {
        let side = max(1, Int((Self.checkSide * scale).rounded()))
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: size.width, y1: size.height)
        fill(whole, with: .gray(0.4), in: context)
        for y in stride(from: 0, to: size.height, by: side) {
            for x in stride(from: (1 - y / side % 2) * side, to: size.width, by: 2 * side) {
                fill(
                    PixelRect(x0: x, y0: y, x1: x + side, y1: y + side).intersection(whole),
                    with: .gray(0.6), in: context)
            }
        }
    }

    private func set(_ color: Color, opacity: Double = 1, in context: OpaquePointer) {
        cairo_set_source_rgba(context, color.red, color.green, color.blue, opacity)
    }

    private func fill(_ rect: PixelRect<View>, with color: Color, in context: OpaquePointer) {
        set(color, in: context)
        rectangle(rect, in: context)
    }

    private func rectangle(_ rect: PixelRect<View>, in context: OpaquePointer) {
        guard !rect.isEmpty else { return }
        cairo_rectangle(context, Double(rect.x0), Double(rect.y0), Double(rect.width), Double(rect.height))
        cairo_fill(context)
    }
}

extension Color {
    fileprivate static func gray(_ value: Double) -> Color { Color(red: value, green: value, blue: value) }
    /// How bright it is, about, from 0 to 1.
    fileprivate var luminance: Double { 0.3 * red + 0.6 * green + 0.1 * blue }
    fileprivate func scaled(by factor: Double) -> Color {
        Color(red: red * factor, green: green * factor, blue: blue * factor)
    }
}

extension PixelRect {
    /// The rectangle that reaches farther by so many pixels on all sides.
    fileprivate func grown(by pixels: Int) -> PixelRect {
        PixelRect(x0: x0 - pixels, y0: y0 - pixels, x1: x1 + pixels, y1: y1 + pixels)
    }
}
