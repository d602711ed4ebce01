import Geometry
import Testing
import XServerSession

@Suite struct RegistrationTests {
    /// A pattern on a screen of 640 × 400.
    struct Placing: CustomStringConvertible, Sendable {
        let size: (Int, Int)
        let scale: (Double, Double)
        let start: (Double, Double)
        let sampling: Sampling
        var description: String { "\(size.0)×\(size.1) by \(scale) at \(start), \(sampling)" }

        var pattern: Pattern { Pattern(width: size.0, height: size.1) }

        func painted(surround: [UInt8] = [30, 30, 30]) -> SyntheticScreen {
            var screen = SyntheticScreen(width: 640, height: 400, surround: surround)
            screen.paint(
                pattern.raster(), scaleX: scale.0, scaleY: scale.1, left: start.0, top: start.1, sampling)
            return screen
        }

        /// How far off the corners of the visible part are, in screen pixels.
        func error(of found: Registration) -> Double {
            var worst = 0.0
            for x in [max(0, start.0), min(640, start.0 + Double(size.0) * scale.0)] {
                for y in [max(0, start.1), min(400, start.1 + Double(size.1) * scale.1)] {
                    let seen = found.onScreen(Point(x: (x - start.0) / scale.0, y: (y - start.1) / scale.1))
                    worst = max(worst, abs(seen.x - x), abs(seen.y - y))
                }
            }
            return worst
        }
    }

    static let smooth = [
        Placing(size: (3000, 2000), scale: (0.05, 0.05), start: (220.3, 170.8), sampling: .area),
        Placing(size: (2000, 1500), scale: (0.26, 0.26), start: (-60.25, 4.75), sampling: .area),
        Placing(size: (900, 700), scale: (0.5, 0.5), start: (95, 25.5), sampling: .area),
        Placing(size: (300, 200), scale: (1, 1), start: (170, 100), sampling: .nearest),
        Placing(size: (300, 200), scale: (1.37, 1.37), start: (33.4, 71.9), sampling: .bilinear),
        Placing(size: (500, 400), scale: (1.7, 2.3), start: (-101.3, -203.9), sampling: .bilinear),
        Placing(size: (1600, 1200), scale: (3.21, 3.21), start: (-2000.4, -1234.5), sampling: .bilinear),
        Placing(size: (200, 160), scale: (8.5, 8.5), start: (-470.1, -380.6), sampling: .bilinear),
        Placing(size: (1200, 900), scale: (20, 20), start: (-12000.3, -9000.7), sampling: .bilinear),
        Placing(size: (3000, 2000), scale: (20, 20), start: (-300.3, -100.7), sampling: .bilinear),
    ]

    @Test(arguments: smooth) func placeIsFoundToATenthOfAPixel(_ placing: Placing) throws {
        let found = try #require(placing.pattern.register(placing.painted().screenshot))
        #expect(placing.error(of: found) < 0.1)
        #expect(
            abs(found.scaleX / placing.scale.0 - 1) < 0.001 && abs(found.scaleY / placing.scale.1 - 1) < 0.001
        )
    }

    /// Blocks tell their place by the rounding of their edges: the fewer there are, the less.
    static let blocks = [
        (Placing(size: (300, 200), scale: (2.718, 2.718), start: (-33.3, -71.7), sampling: .nearest), 0.1),
        (
            Placing(size: (600, 400), scale: (7.389, 7.389), start: (-1333.3, -1071.7), sampling: .nearest),
            0.1
        ),
        (
            Placing(size: (900, 700), scale: (20.0855, 20.0855), start: (-900.3, -700.7), sampling: .nearest),
            0.3
        ),
    ]

    @Test(arguments: blocks) func placeOfBlocksIsFound(_ placing: Placing, tolerance: Double) throws {
        let found = try #require(placing.pattern.register(placing.painted().screenshot))
        #expect(placing.error(of: found) < tolerance)
    }

    @Test func wholeBlocksAreExact() throws {
        let placing = Placing(size: (300, 200), scale: (4, 4), start: (-120, -88), sampling: .nearest)
        let found = try #require(placing.pattern.register(placing.painted().screenshot))
        #expect(placing.error(of: found) < 1e-6)
    }

    static let surrounds: [[UInt8]] = [[0, 0, 0], [255, 255, 255], [120, 40, 90], [20, 60, 128]]

    @Test(arguments: surrounds) func surroundAndTextDoNotDisturb(_ surround: [UInt8]) throws {
        let placing = Placing(
            size: (300, 200), scale: (1.37, 1.37), start: (133.4, 71.9), sampling: .bilinear)
        var screen = placing.painted(surround: surround)
        screen.fill(x: 250..<350, y: 200..<240) { x, y in
            (x / 7 + y / 9) % 2 == 0 ? [0, 0, 0] : [255, 240, 200]
        }
        screen.fill(x: 0..<640, y: 0..<20) { x, _ in [UInt8(x % 251), 200, UInt8(x % 13)] }
        let found = try #require(placing.pattern.register(screen.screenshot))
        #expect(placing.error(of: found) < 0.1)
    }

    @Test func lossAndCheckerboardDoNotDisturb() throws {
        let placing = Placing(
            size: (600, 400), scale: (1.9, 1.9), start: (-300.4, -171.9), sampling: .bilinear)
        var screen = placing.painted()
        screen.disturb(4)
        screen.fill(x: 79..<459, y: 81..<334) { x, y in
            (x / 8 + y / 8) % 2 == 0 ? [102, 102, 102] : [153, 153, 153]
        }
        let found = try #require(placing.pattern.register(screen.screenshot))
        #expect(placing.error(of: found) < 0.1)
    }

    @Test func originOfThePartIsCounted() throws {
        let placing = Placing(size: (300, 200), scale: (2, 2), start: (10, -5), sampling: .bilinear)
        let painted = placing.painted()
        let shot = Screenshot(
            origin: Point(x: 100, y: 50), width: painted.width, height: painted.height, rgba: painted.rgba)
        let found = try #require(placing.pattern.register(shot))
        #expect(abs(found.left - 110) < 0.02 && abs(found.top - 45) < 0.02)
        #expect(abs(found.inImage(Point(x: 112, y: 47)).x - 1) < 0.02)
    }

    @Test func whatIsNotThePatternIsNotFound() {
        let pattern = Pattern(width: 300, height: 200)
        #expect(pattern.register(SyntheticScreen(width: 640, height: 400).screenshot) == nil)
        var photo = SyntheticScreen(width: 640, height: 400)
        photo.paint(.photo(width: 640, height: 400), scaleX: 1, scaleY: 1, left: 0, top: 0, .nearest)
        #expect(pattern.register(photo.screenshot) == nil)
        for orientation in Orientation.allCases where orientation != .topLeft {
            var turned = SyntheticScreen(width: 640, height: 400)
            let raster = pattern.raster().stored(for: orientation)
            turned.paint(raster, scaleX: 1.5, scaleY: 1.5, left: 20, top: 20, .bilinear)
            #expect(pattern.register(turned.screenshot) == nil, "\(orientation)")
        }
        #expect(
            pattern.register(Screenshot(width: 3, height: 2, rgba: [UInt8](repeating: 9, count: 24))) == nil)
    }
}
