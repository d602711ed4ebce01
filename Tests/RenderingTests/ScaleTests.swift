import Foundation
import Geometry
import Testing

@testable import Rendering

@Suite struct ScaleTests {
    /// A uniform picture stays uniform: no seam between tiles, no dark edge, no gap.
    @Test(arguments: [false, true]) func uniformPictureStaysUniform(hasAlpha: Bool) throws {
        let color: UInt32 = hasAlpha ? 0x80_40_20_60 : 0xFF_C8_64_32
        let picture = try Bitmap(width: 1300, height: 1100) { _, _ in color }.picture(hasAlpha: hasAlpha)
        var numbers = SeededNumbers(state: 7)
        for step in 0..<100 {
            // From 1/20 to 2000 device pixels for an image pixel.
            let scale = 0.05 * 40_000 ** (Double(step) / 99)
            let corner = (x: Double.random(in: -20...60, using: &numbers), y: 512.0)
            // The corner between four tiles of some level, or one of the picture, near the window's middle.
            let origin =
                step % 2 == 0
                ? (x: 60.3 - 512 * scale, y: 45.7 - corner.y * scale) : (x: corner.x, y: corner.x / 2)
            for filter in Filter.allCases {
                let frame = Frame(picture, origin: origin, scale: scale, filter: filter)
                let placed = Placement(origin: Point(x: origin.x, y: origin.y), scale: scale).snapped
                let differences = frame.differences { x, y in
                    let (u, v) = (
                        (Double(x) + 0.5 - placed.origin.x) / placed.scale,
                        (Double(y) + 0.5 - placed.origin.y) / placed.scale
                    )
                    guard u >= 0, v >= 0, u < 1300, v < 1100 else { return Frame.background }
                    guard hasAlpha else { return color }
                    // Half of the checkerboard's 0x66 or 0x99, rounded, shows through.
                    return (x / 8 + y / 8) % 2 == 0 ? 0xFF73_5393 : 0xFF8C_6CAC
                }
                #expect(differences == [], "scale \(scale), \(filter)")
            }
        }
    }

    /// Nearest: each device pixel is an image pixel that it touches, to within half a device pixel at the end of a
    /// wide window.
    @Test(arguments: [1.37, 2.5, 7.77, 15.99, 16.3, 99.5, 777.7, 4095.5, 10_000]) func nearestIsAccurate(
        scale: Double
    ) throws {
        let bitmap = Bitmap.noise(width: 600, height: 530)
        let picture = try bitmap.picture()
        for (column, row) in [(512.0, 512.0), (1, 1), (300.5, 511.9), (600, 530)] {
            let frame = Frame(
                picture, origin: (60.3 - column * scale, 44.8 - row * scale), scale: scale, filter: .nearest,
                width: 1920, height: 40)
            let slack = 0.5 / scale
            let differences = frame.differences(of: bitmap, tolerance: 0) { x, y, shift in
                let (u, v) = frame.place(x, y)
                let found = frame.pixels[x, y]
                for du in [0, -slack, slack] {
                    for dv in [0, -slack, slack] {
                        let pixel = bitmap.clamped(
                            Int((u + du).rounded(.down)), Int((v + dv).rounded(.down)))
                        if pixel == found { return Double(pixel >> shift & 255) }
                    }
                }
                return -1
            }
            #expect(differences == [], "around (\(column), \(row))")
        }
    }

    /// Bilinear: within the rounding of the weights to 7 bits, twice. From 16 on the samples of a magnified level, at least 8
    /// for an image pixel, cut the corners of the colour's course at the pixels' centres, by a 16th of the greatest difference.
    @Test(arguments: [1.37, 2.5, 7.77, 15.99, 16.3, 99.5, 777.7, 4095.5, 10_000]) func bilinearIsAccurate(
        scale: Double
    ) throws {
        let bitmap = Bitmap.noise(width: 600, height: 530)
        let picture = try bitmap.picture()
        for (column, row) in [(512.0, 512.0), (1, 1), (300.5, 511.9), (600, 530)] {
            let frame = Frame(
                picture, origin: (60.3 - column * scale, 44.8 - row * scale), scale: scale, filter: .bilinear)
            let differences = frame.differences(of: bitmap, tolerance: scale < 16 ? 5 : 20) { x, y, shift in
                let (u, v) = frame.place(x, y)
                return bitmap.bilinear(u, v, shift: shift)
            }
            #expect(differences == [], "around (\(column), \(row))")
        }
    }

    /// Shrunk: bilinear in the level just above.
    @Test(arguments: [(0.93, 0), (0.7, 0), (0.45, 1), (0.3, 1), (0.2, 2), (0.09, 3)]) func shrunkIsAccurate(
        scale: Double, level: Int
    ) throws {
        let bitmap = Bitmap.noise(width: 1300, height: 1100)
        let picture = try bitmap.picture()
        var means = bitmap
        for _ in 0..<level { means = means.halved }
        for origin in [
            (5.3, 7.7), (60.3 - 512 * scale, 40.1 - 512 * scale), (60 - 1300 * scale, 50 - 1100 * scale),
        ] {
            let frame = Frame(picture, origin: origin, scale: scale)
            let differences = frame.differences(of: bitmap, tolerance: 5) { x, y, shift in
                let (u, v) = frame.place(x, y, level: level)
                return means.bilinear(u, v, shift: shift)
            }
            #expect(differences == [])
        }
    }

    /// However thin, a picture is seen, in its own colours, wherever it is.
    @Test(arguments: Orientation.allCases) func thinPictureIsAtLeastOnePixel(orientation: Orientation) throws
    {
        let bitmap = Bitmap(width: 100_000, height: 1) { _, _ in 0xFFFF_FF00 }
        let picture = try bitmap.picture(orientation: orientation)
        let scale = 100 / 100_000.0
        for tenth in 0..<20 {
            let place = 40 + Double(tenth) / 10
            let origin = orientation.transposes ? (x: place, y: 3.0) : (x: 3.0, y: place)
            let frame = Frame(picture, origin: origin, scale: scale, width: 110, height: 110)
            #expect(!frame.pixels.pixels.contains(Frame.unpainted), "at \(place)")
            #expect(frame.pixels.pixels.filter { $0 == 0xFFFF_FF00 }.count == 100, "at \(place)")
            #expect(frame.pixels.pixels.filter { $0 == Frame.background }.count == 110 * 110 - 100)
        }
    }

    @Test func smallestPictureFillsTheWindowAtAnyScale() throws {
        let picture = try Bitmap(width: 1, height: 1) { _, _ in 0xFF12_3456 }.picture()
        for scale in [0.001, 1, 90, 1000, 10_000, 123_456.7] {
            let frame = Frame(picture, origin: (-scale / 2 + 60, -scale / 2 + 45), scale: scale)
            #expect(frame.pixels[60, 45] == 0xFF12_3456, "\(scale)")
            #expect(!frame.pixels.pixels.contains(Frame.unpainted))
        }
    }
}

infix operator ** : BitwiseShiftPrecedence

/// The power of a positive base.
private func ** (base: Double, exponent: Double) -> Double { exp(exponent * log(base)) }
