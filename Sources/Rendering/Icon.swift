import CCairo
import Geometry

/// The program's icon, the drawing of `assets/xzoom.svg` in a square of 64 units: a picture, and two fingers drawing apart.
public enum Icon {
    /// The sides in pixels that window managers and task bars use.
    public static let sides = [32, 48, 128]

    /// Draws it.
    /// - Parameter side: in pixels.
    /// - Returns: rows of 0xAARRGGBB, not premultiplied, as `_NET_WM_ICON` takes them.
    public static func pixels(side: Int) -> [UInt32] {
        let surface = Surface.image(size: PixelSize(width: side, height: side), hasAlpha: true)
        surface.paint { context in
            cairo_scale(context, Double(side) / 64, Double(side) / 64)
            draw(in: context)
        }
        var pixels: [UInt32] = []
        surface.withPixels { start, stride in
            for row in 0..<side {
                pixels += UnsafeBufferPointer(start: start + row * stride, count: side).map(straight)
            }
        }
        return pixels
    }

    /// The same colour not premultiplied.
    private static func straight(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha > 0 else { return 0 }
        let part = { (shift: UInt32) in min(255, ((pixel >> shift & 255) * 255 + alpha / 2) / alpha) << shift
        }
        return alpha << 24 | part(16) | part(8) | part(0)
    }

    private static func draw(in context: OpaquePointer) {
        let quarter = Double.pi / 2
        for (corner, x, y) in [(0, 56.0, 16.0), (1, 56, 48), (2, 8, 48), (3, 8, 16)] {
            let centre = x > 32 ? x - 4 : x + 4
            let start = Double(corner - 1) * quarter
            cairo_arc(context, centre, y < 32 ? y - 4 : y + 4, 4, start, start + quarter)
        }
        cairo_close_path(context)
        fill(0x2B, 0x5C, 0x8A, in: context)
        cairo_arc(context, 20, 22, 5, 0, 4 * quarter)
        fill(0xF7, 0xD3, 0x5E, in: context)
        polygon([(4, 50), (22, 28), (34, 42), (42, 33), (60, 50), (56, 56), (8, 56)], in: context)
        fill(0x4F, 0x9D, 0x69, in: context)
        for (x, y) in [(22.0, 44.0), (44, 22)] {
            cairo_new_path(context)
            cairo_arc(context, x, y, 6, 0, 4 * quarter)
            fill(0xFF, 0xFF, 0xFF, in: context)
        }
        cairo_set_line_width(context, 3)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        for line in [[(18.0, 48.0), (10, 56)], [(48, 18), (56, 10)]] {
            cairo_move_to(context, line[0].0, line[0].1)
            cairo_line_to(context, line[1].0, line[1].1)
        }
        cairo_stroke(context)
    }

    private static func polygon(_ points: [(Double, Double)], in context: OpaquePointer) {
        cairo_new_path(context)
        for (x, y) in points { cairo_line_to(context, x, y) }
        cairo_close_path(context)
    }

    private static func fill(_ red: Double, _ green: Double, _ blue: Double, in context: OpaquePointer) {
        cairo_set_source_rgb(context, red / 255, green / 255, blue / 255)
        cairo_fill(context)
    }
}
