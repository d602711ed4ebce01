import Geometry
import XServerSession

/// A summed-area table of a screenshot's brightness: the mean over any rectangle in constant time
/// (F. Crow, "Summed-Area Tables for Texture Mapping", SIGGRAPH 1984).
struct SummedBrightness {
    private let origin: Point<Screen>
    private let width: Int
    private let height: Int
    /// Sums of all pixels left of and above a grid point, `width + 1` grid points a row.
    private let sums: [Double]

    init(_ shot: Screenshot) {
        (origin, width, height) = (shot.origin, shot.width, shot.height)
        let columns = width + 1
        var sums = [Double](repeating: 0, count: columns * (height + 1))
        for y in 0..<height {
            var row = 0.0
            for x in 0..<width {
                let index = (y * width + x) * 4
                row +=
                    Double(Int(shot.rgba[index]) + Int(shot.rgba[index + 1]) + Int(shot.rgba[index + 2])) / 3
                sums[(y + 1) * columns + x + 1] = sums[y * columns + x + 1] + row
            }
        }
        self.sums = sums
    }

    /// The mean brightness in a rectangle, parts of pixels counted as such.
    /// - Parameter rect: on the screen; what is outside of the screenshot counts for nothing.
    /// - Returns: levels, 0 to 255; 0 where nothing is left.
    func mean(in rect: Rect<Screen>) -> Double {
        let (x0, x1) = (column(rect.minX), column(rect.maxX))
        let (y0, y1) = (row(rect.minY), row(rect.maxY))
        guard x1 > x0, y1 > y0 else { return 0 }
        return (sum(x1, y1) - sum(x0, y1) - sum(x1, y0) + sum(x0, y0)) / ((x1 - x0) * (y1 - y0))
    }

    private func column(_ x: Double) -> Double { min(max(x - origin.x, 0), Double(width)) }

    private func row(_ y: Double) -> Double { min(max(y - origin.y, 0), Double(height)) }

    /// The sum up to a position, exact between grid points too: there it is bilinear.
    private func sum(_ x: Double, _ y: Double) -> Double {
        let (column, row) = (min(Int(x), width - 1), min(Int(y), height - 1))
        let (u, v) = (x - Double(column), y - Double(row))
        let first = row * (width + 1) + column
        let second = first + width + 1
        return (sums[first] * (1 - u) + sums[first + 1] * u) * (1 - v)
            + (sums[second] * (1 - u) + sums[second + 1] * u) * v
    }
}
