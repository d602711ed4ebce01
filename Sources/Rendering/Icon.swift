import CCairo
import Geometry

/// The program's icon: a picture in its frame, and two fingers drawing apart.
///
/// The drawing is that of `assets/xzoom.svg`, in a square of 64 units; a change is made in both.
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
        // The rim keeps the frame apart from a light desktop, the frame the picture from a dark one.
        roundedRectangle(from: 2, to: 62, radius: 11, in: context)
        fill(0x16304A, in: context)
        roundedRectangle(from: 6, to: 58, radius: 7, in: context)
        fill(0x2A72AB, in: context)
        circle(20, 21, radius: 5.5, in: context)
        fill(0xFFD45E, in: context)
        polygon([(7, 38), (12, 34), (24, 46), (43, 27), (57, 41), (57, 57), (7, 57)], in: context)
        fill(0x5FB58C, in: context)
        polygon([(7, 49), (23, 36), (37, 48), (45, 42), (57, 51), (57, 57), (7, 57)], in: context)
        fill(0x2F8063, in: context)
        // The frame comes last: it covers the corners of the hills.
        roundedRectangle(from: 6, to: 58, radius: 7, in: context)
        stroke(0xF6F2E9, width: 4, in: context)
        for (dot, tail) in [((19.5, 44.5), (29.0, 35.0)), ((44.5, 19.5), (35.0, 29.0))] {
            line(from: dot, to: tail, in: context)
            stroke(0xFFFFFF, width: 4.5, in: context)
            circle(dot.0, dot.1, radius: 7.5, in: context)
            fill(0xFFFFFF, in: context)
        }
    }

    /// A square with round corners, the same distance from the left and from the top.
    private static func roundedRectangle(
        from near: Double, to far: Double, radius: Double, in context: OpaquePointer
    ) {
        let (first, last, quarter) = (near + radius, far - radius, Double.pi / 2)
        cairo_new_path(context)
        cairo_arc(context, last, first, radius, -quarter, 0)
        cairo_arc(context, last, last, radius, 0, quarter)
        cairo_arc(context, first, last, radius, quarter, 2 * quarter)
        cairo_arc(context, first, first, radius, 2 * quarter, 3 * quarter)
        cairo_close_path(context)
    }

    private static func circle(_ x: Double, _ y: Double, radius: Double, in context: OpaquePointer) {
        cairo_new_path(context)
        // Quarter by quarter: Cairo would make half a small circle of one curve, and out of round.
        for quarter in 0..<4 {
            let start = Double(quarter) * Double.pi / 2
            cairo_arc(context, x, y, radius, start, start + Double.pi / 2)
        }
    }

    private static func polygon(_ points: [(Double, Double)], in context: OpaquePointer) {
        cairo_new_path(context)
        for (x, y) in points { cairo_line_to(context, x, y) }
        cairo_close_path(context)
    }

    private static func line(
        from start: (Double, Double), to end: (Double, Double), in context: OpaquePointer
    ) {
        cairo_new_path(context)
        cairo_move_to(context, start.0, start.1)
        cairo_line_to(context, end.0, end.1)
    }

    private static func fill(_ color: UInt32, in context: OpaquePointer) {
        setSource(color, in: context)
        cairo_fill(context)
    }

    private static func stroke(_ color: UInt32, width: Double, in context: OpaquePointer) {
        setSource(color, in: context)
        cairo_set_line_width(context, width)
        cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
        cairo_stroke(context)
    }

    /// What is painted next is of this colour, 0xRRGGBB.
    private static func setSource(_ color: UInt32, in context: OpaquePointer) {
        let part = { (shift: UInt32) in Double(color >> shift & 255) / 255 }
        cairo_set_source_rgb(context, part(16), part(8), part(0))
    }
}
