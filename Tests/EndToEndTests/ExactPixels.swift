import CTestSupport
import Foundation
import Testing
import XServerSession

extension Raster {
    /// A small picture that is seen at whole scales with hard pixels: its colours are those of dice, so that none is like those
    /// beside it.
    static func dice(width: Int, height: Int) -> Raster {
        var state = UInt32(1)
        let bytes = (0..<width * height * 3).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return UInt8(state >> 24)
        }
        return Raster(width: width, height: height, channels: 3, bytes: bytes)
    }

    /// A raster of the same kind.
    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    ///   - place: for a column and a row, the pixel of this one that is there.
    /// - Returns: the pixels, each in its new place.
    func mapped(width: Int, height: Int, _ place: (Int, Int) -> (x: Int, y: Int)) -> Raster {
        var mapped: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let from = place(x, y)
                let start = (from.y * self.width + from.x) * channels
                mapped += bytes[start..<start + channels]
            }
        }
        return Raster(width: width, height: height, channels: channels, bytes: mapped)
    }

    /// What a window shows of this picture, RGB, with hard pixels.
    /// - Parameters:
    ///   - width: the window's columns.
    ///   - height: its rows.
    ///   - origin: where the picture's top-left corner is in it.
    ///   - scale: columns and rows of the window that a pixel covers.
    ///   - background: the colour around it.
    /// - Returns: the window's pixels, RGBA.
    func seen(
        width: Int, height: Int, origin: (x: Int, y: Int), scale: Int, background: [UInt8] = [30, 30, 30]
    ) -> Raster {
        var (seen, row, rowAbove) = ([UInt8](), [UInt8](), Int?.none)
        let index = { (position: Int) in Int((Double(position) / Double(scale)).rounded(.down)) }
        for line in 0..<height {
            let y = index(line - origin.y)
            if y != rowAbove {
                row = (0..<width).flatMap { column in
                    let x = index(column - origin.x)
                    let isInside = (0..<self.width).contains(x) && (0..<self.height).contains(y)
                    let start = (y * self.width + x) * 3
                    return (isInside ? bytes[start..<start + 3] : background[...]) + [255]
                }
                rowAbove = y
            }
            seen += row
        }
        return Raster(width: width, height: height, channels: 4, bytes: seen)
    }

    /// A PNG of a known size, as RGBA.
    init(png path: String, width: Int, height: Int) throws {
        var rgba = [UInt8](repeating: 0, count: width * height * 4)
        try #require(ct_read_png(path, &rgba, UInt32(width), UInt32(height)) == CT_OK, "\(path)")
        self.init(width: width, height: height, channels: 4, bytes: rgba)
    }

    /// What was on the screen, as RGBA.
    init(_ screenshot: Screenshot) {
        self.init(
            width: screenshot.width, height: screenshot.height, channels: 4, bytes: screenshot.rgba)
    }
}

/// Checks that two RGBA pictures have the same pixels, each channel off by no more than a tolerance.
func expect(
    _ found: Raster, is expected: Raster, tolerance: Int = 0, _ what: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
) {
    guard found.bytes != expected.bytes else { return }
    guard (found.width, found.height, found.channels) == (expected.width, expected.height, expected.channels)
    else {
        Issue.record("\(what): \(found.width) × \(found.height)", sourceLocation: sourceLocation)
        return
    }
    let wrong = (0..<found.width * found.height).filter { pixel in
        (pixel * 4..<pixel * 4 + 4).contains {
            abs(Int(found.bytes[$0]) - Int(expected.bytes[$0])) > tolerance
        }
    }
    guard let first = wrong.first else { return }
    let colors = [found, expected].map { Array($0.bytes[first * 4..<first * 4 + 3]) }
    Issue.record(
        "\(what): \(wrong.count) pixels, first (\(first % found.width), \(first / found.width)): \(colors[0]), not \(colors[1])",
        sourceLocation: sourceLocation)
}

extension Viewing {
    /// Waits until the window has given pixels.
    func waitForPixels(
        _ expected: Raster, _ what: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        do {
            try waitUntil(what, timeout: 6) { try pixels().rgba == expected.bytes }
        } catch SessionError.timedOut {
            expect(Raster(try pixels()), is: expected, what, sourceLocation: sourceLocation)
        }
    }
}
