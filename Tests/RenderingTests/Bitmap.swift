import Geometry
import Loading
import Posix
import Testing

@testable import Rendering

/// Pixels in memory, 0xAARRGGBB, to be compared.
struct Bitmap: Equatable, CustomTestStringConvertible {
    let width: Int
    let height: Int
    var pixels: [UInt32]

    var testDescription: String { "\(width) × \(height) pixels from \(pixels.prefix(4))" }

    init(width: Int, height: Int, _ pixel: (_ x: Int, _ y: Int) -> UInt32) {
        self.width = width
        self.height = height
        pixels = []
        pixels.reserveCapacity(width * height)
        for y in 0..<height { for x in 0..<width { pixels.append(pixel(x, y)) } }
    }

    /// Opaque noise: any two pixels that are confused differ.
    static func noise(width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height) { x, y in 0xFF00_0000 | scramble(x, y) >> 8 }
    }

    /// Noise with every alpha, premultiplied.
    static func transparentNoise(width: Int, height: Int) -> Bitmap {
        Bitmap(width: width, height: height) { x, y in
            let noise = scramble(x, y)
            let alpha = noise >> 24
            let part = { (shift: UInt32) in ((noise >> shift & 255) * alpha / 255) << shift }
            return alpha << 24 | part(16) | part(8) | part(0)
        }
    }

    private static func scramble(_ x: Int, _ y: Int) -> UInt32 {
        var z = UInt32(truncatingIfNeeded: x &* 73_856_093 ^ y &* 19_349_663) &+ 0x9E37_79B9
        z = (z ^ z >> 16) &* 0x85EB_CA6B
        z = (z ^ z >> 13) &* 0xC2B2_AE35
        return z ^ z >> 16
    }

    subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] }

    /// The pixel nearest to a place that may be outside.
    func clamped(_ x: Int, _ y: Int) -> UInt32 {
        self[min(max(x, 0), width - 1), min(max(y, 0), height - 1)]
    }

    /// One channel at a place between pixel centres; (0.5, 0.5) is the first pixel's.
    func bilinear(_ x: Double, _ y: Double, shift: UInt32) -> Double {
        let (left, top) = ((x - 0.5).rounded(.down), (y - 0.5).rounded(.down))
        let (right, below) = (x - 0.5 - left, y - 0.5 - top)
        let value = { (dx: Int, dy: Int) in
            Double(clamped(Int(left) + dx, Int(top) + dy) >> shift & 255)
        }
        return (value(0, 0) * (1 - right) + value(1, 0) * right) * (1 - below)
            + (value(0, 1) * (1 - right) + value(1, 1) * right) * below
    }

    /// Half the size: each pixel the mean of the up to four below it, half of a step rounded up.
    var halved: Bitmap {
        Bitmap(width: (width + 1) / 2, height: (height + 1) / 2) { x, y in
            var mean: UInt32 = 0
            for shift: UInt32 in [0, 8, 16, 24] {
                var (sum, count): (UInt32, UInt32) = (0, 0)
                for row in 2 * y..<min(2 * y + 2, height) {
                    for column in 2 * x..<min(2 * x + 2, width) {
                        sum += self[column, row] >> shift & 255
                        count += 1
                    }
                }
                mean |= ((2 * sum + count) / (2 * count)) << shift
            }
            return mean
        }
    }

    /// The upright picture of this raster: each stored pixel goes where the Orientation tag's words put row 0 and column 0.
    func upright(_ orientation: Orientation) -> Bitmap {
        let (right, bottom) = (width - 1, height - 1)
        switch orientation {
        case .topLeft: return self
        case .topRight: return Bitmap(width: width, height: height) { self[right - $0, $1] }
        case .bottomRight: return Bitmap(width: width, height: height) { self[right - $0, bottom - $1] }
        case .bottomLeft: return Bitmap(width: width, height: height) { self[$0, bottom - $1] }
        case .leftTop: return Bitmap(width: height, height: width) { self[$1, $0] }
        case .rightTop: return Bitmap(width: height, height: width) { self[$1, bottom - $0] }
        case .rightBottom: return Bitmap(width: height, height: width) { self[right - $1, bottom - $0] }
        case .leftBottom: return Bitmap(width: height, height: width) { self[right - $1, $0] }
        }
    }

    /// A raster of these pixels, with a stride that is wider than its rows.
    func raster(hasAlpha: Bool = false, orientation: Orientation = .topLeft) throws -> Raster {
        let stride = (width + 3) * 4
        let memory = try SharedMemory(byteCount: stride * height)
        let words = memory.bytes.bindMemory(to: UInt32.self)
        for y in 0..<height {
            for x in 0..<width { words[y * (width + 3) + x] = self[x, y] }
        }
        return Raster(
            fullSize: PixelSize(width: width, height: height), stride: stride, hasAlpha: hasAlpha,
            orientation: orientation, memory: memory)
    }

    /// A picture of which rows have come and its levels are built.
    func picture(hasAlpha: Bool = false, orientation: Orientation = .topLeft, rows: Int? = nil) throws
        -> Picture
    {
        let pyramid = try MipPyramid(
            raster: raster(hasAlpha: hasAlpha, orientation: orientation), storage: .memory)
        let picture = Picture(pyramid: pyramid)
        picture.rowsCame(0..<(rows ?? height), of: pyramid)
        picture.levelsCame(pyramid.build(from: 0..<(rows ?? height)))
        return picture
    }
}

extension PixelLevel {
    var bitmap: Bitmap {
        var bitmap = Bitmap(width: 0, height: 0) { _, _ in 0 }
        withPixels(of: PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height)) { pixels, stride in
            bitmap = Bitmap(width: size.width, height: size.height) { pixels[$1 * stride + $0] }
        }
        return bitmap
    }
}

extension Surface {
    /// Its pixels; where there is no alpha, 255.
    func bitmap(hasAlpha: Bool = false) -> Bitmap {
        var bitmap = Bitmap(width: size.width, height: size.height) { _, _ in 0 }
        withPixels { start, stride in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    bitmap.pixels[y * size.width + x] =
                        start[y * stride + x] | (hasAlpha ? 0 : 0xFF00_0000)
                }
            }
        }
        return bitmap
    }
}
