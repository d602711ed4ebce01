import Geometry

@testable import Rendering

/// What a window shows, and what of it is the picture.
struct Frame {
    /// A pixel that nothing in the tests paints: where it is left, the painter left it.
    static let unpainted: UInt32 = 0xFFFF_00FF
    static let background: UInt32 = 0xFF33_6699

    let size: PixelSize
    let origin: (x: Double, y: Double)
    let scale: Double
    let pixels: Bitmap

    /// Paints a picture until all its detail is there.
    init(
        _ picture: Picture?, origin: (x: Double, y: Double), scale: Double, filter: Filter = .auto,
        width: Int = 120, height: Int = 90
    ) {
        size = PixelSize(width: width, height: height)
        self.origin = origin
        self.scale = scale
        let surface = Surface.image(size: size, hasAlpha: false)
        surface.withPixels { start, stride in
            for index in 0..<height * stride { start[index] = Self.unpainted }
        }
        let color = Color(red: 0x33 / 255.0, green: 0x66 / 255.0, blue: 0x99 / 255.0)
        let painter = Painter(prototype: surface, filter: filter, background: color)
        let placement = Placement(origin: Point(x: origin.x, y: origin.y), scale: scale)
        let buffer = BackBuffer(surface)
        for _ in 0..<20 where painter.paint(picture, at: placement, on: buffer) { break }
        pixels = surface.bitmap()
    }

    /// Where a device pixel's centre is in a raster of the picture at a level.
    func place(_ x: Int, _ y: Int, level: Int = 0) -> (x: Double, y: Double) {
        let unit = scale * Double(1 << level)
        return ((Double(x) + 0.5 - origin.x) / unit, (Double(y) + 0.5 - origin.y) / unit)
    }

    /// The device pixels that differ from what is expected, as words for a failed test; empty where none does.
    func differences(from expected: (_ x: Int, _ y: Int) -> UInt32) -> [String] {
        var differences: [String] = []
        for y in 0..<size.height {
            for x in 0..<size.width where pixels[x, y] != expected(x, y) {
                let (found, wanted) = (pixels[x, y], expected(x, y))
                differences.append(
                    "(\(x), \(y)): \(String(found, radix: 16)), not \(String(wanted, radix: 16))")
                if differences.count == 5 { return differences }
            }
        }
        return differences
    }

    /// The device pixels of a picture that differ by more than `tolerance` in a channel from what is expected there, and
    /// those outside of it that are not the background.
    func differences(
        of picture: Bitmap, tolerance: Double, from expected: (_ x: Int, _ y: Int, _ shift: UInt32) -> Double
    ) -> [String] {
        var differences: [String] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                let (u, v) = place(x, y)
                let isInside =
                    u >= 0 && v >= 0 && u < Double(picture.width) && v < Double(picture.height)
                let isRight =
                    isInside
                    ? [0, 8, 16].allSatisfy {
                        abs(Double(pixels[x, y] >> $0 & 255) - expected(x, y, $0)) <= tolerance
                    } : pixels[x, y] == Self.background
                if isRight { continue }
                differences.append("(\(x), \(y)): \(String(pixels[x, y], radix: 16))")
                if differences.count == 5 { return differences }
            }
        }
        return differences
    }
}
