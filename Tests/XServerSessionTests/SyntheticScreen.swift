import Foundation
import XServerSession

/// How a synthetic screen shows image pixels.
enum Sampling {
    case nearest, bilinear
    /// The mean over the screen pixel's own area.
    case area
}

/// Paints a raster on a screen of one colour, the slow and plain way.
struct SyntheticScreen {
    let width: Int
    let height: Int
    private(set) var rgba: [UInt8]

    init(width: Int, height: Int, surround: [UInt8] = [30, 30, 30]) {
        (self.width, self.height) = (width, height)
        rgba = Raster(width: width, height: height, color: surround + [255]).bytes
    }

    var screenshot: Screenshot { Screenshot(width: width, height: height, rgba: rgba) }

    /// Per screen column (or row): the image pixels that it shows and their weights, empty outside of the image.
    private func weights(
        _ count: Int, extent: Int, scale: Double, start: Double, _ sampling: Sampling
    ) -> [[(index: Int, weight: Double)]] {
        (0..<count).map { pixel in
            let position = (Double(pixel) + 0.5 - start) / scale
            guard position >= 0, position < Double(extent) else { return [] }
            switch sampling {
            case .nearest: return [(Int(position), 1)]
            case .bilinear:
                let low = Int((position - 0.5).rounded(.down))
                let part = position - 0.5 - Double(low)
                return [(max(0, low), 1 - part), (min(extent - 1, low + 1), part)]
            case .area:
                let (from, to) = (max(0, position - 0.5 / scale), min(Double(extent), position + 0.5 / scale))
                return (Int(from)..<min(extent, Int(to.rounded(.up)))).map { index in
                    let overlap = min(to, Double(index + 1)) - max(from, Double(index))
                    return (index, overlap / (to - from))
                }
            }
        }
    }

    /// Paints a picture.
    mutating func paint(
        _ raster: Raster, scaleX: Double, scaleY: Double, left: Double, top: Double, _ sampling: Sampling
    ) {
        let columns = weights(width, extent: raster.width, scale: scaleX, start: left, sampling)
        let rows = weights(height, extent: raster.height, scale: scaleY, start: top, sampling)
        let (width, channels) = (self.width, raster.channels)
        rgba.withUnsafeMutableBufferPointer { out in
            raster.bytes.withUnsafeBufferPointer { bytes in
                // Rows first: every image row is mixed once a screen row.
                let used = columns.flatMap { $0.map(\.index) }
                let first = (used.min() ?? 0) * channels
                let last = ((used.max() ?? -1) + 1) * channels
                var mixed = [Double](repeating: 0, count: raster.width * channels)
                for (y, row) in rows.enumerated() where !row.isEmpty {
                    for i in first..<last {
                        mixed[i] = row.reduce(0) {
                            $0 + $1.weight * Double(bytes[$1.index * mixed.count + i])
                        }
                    }
                    for (x, column) in columns.enumerated() where !column.isEmpty {
                        for channel in 0..<3 {
                            var sum = 0.0
                            for (index, weight) in column {
                                sum += weight * mixed[index * channels + channel]
                            }
                            out[(y * width + x) * 4 + channel] = UInt8(max(0, min(255, sum.rounded())))
                        }
                    }
                }
            }
        }
    }

    /// Fills a rectangle.
    mutating func fill(x: Range<Int>, y: Range<Int>, _ color: (Int, Int) -> [UInt8]) {
        for row in y {
            for column in x {
                let start = (row * width + column) * 4
                rgba.replaceSubrange(start..<start + 3, with: color(column, row))
            }
        }
    }

    /// Changes every level by up to `peak`, as a lossy file does.
    mutating func disturb(_ peak: Int) {
        var state: UInt32 = 1
        for index in rgba.indices where index % 4 != 3 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let change = Int(state >> 16) % (2 * peak + 1) - peak
            rgba[index] = UInt8(max(0, min(255, Int(rgba[index]) + change)))
        }
    }
}
