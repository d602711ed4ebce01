import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Image pixels exactly on device pixels, and no seams between tiles of 512.
    @Suite struct Sharpness {
        /// Three tiles across and two down; they meet in the middle of the window.
        private static let pattern = Pattern(width: 1300, height: 900)
        private static let raster = pattern.raster()

        /// Checks every pixel of the window against the file's. The scale is in whole device pixels for an image pixel, the
        /// picture's top-left corner in device pixels of the window.
        private func expectExact(
            _ viewing: Viewing, scale: Int, x: Int, y: Int, _ what: String = "",
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let (shot, raster) = (try viewing.pixels(), Self.raster)
            var first: String?
            var wrong = 0
            var expected = [UInt8](repeating: 255, count: shot.width * 4)
            for row in 0..<shot.height {
                let source = (row - y) / scale * raster.width
                for column in 0..<shot.width {
                    let at = (source + (column - x) / scale) * 3
                    expected[column * 4] = raster.bytes[at]
                    expected[column * 4 + 1] = raster.bytes[at + 1]
                    expected[column * 4 + 2] = raster.bytes[at + 2]
                }
                let seen = shot.rgba[row * shot.width * 4..<(row + 1) * shot.width * 4]
                if !seen.elementsEqual(expected) {
                    wrong += 1
                    let at =
                        zip(seen, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
                    first = first ?? "column \(at / 4) of row \(row)"
                }
            }
            #expect(
                wrong == 0, "\(what) \(wrong) rows, the first at \(first ?? "")",
                sourceLocation: sourceLocation)
        }

        @Test(arguments: ["auto", "nearest", "bilinear"]) func actualSizeIsExact(filter: String) throws {
            let viewing = try Viewing(pattern: Self.pattern, options: ["--filter", filter])
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try viewing.settle()
            try expectExact(viewing, scale: 1, x: -330, y: -210)
            // Scrolled to the corner where the last tiles are.
            for _ in 0..<8 { try viewing.server.touchpad.scroll(dx: 1200, dy: 1200) }
            try viewing.settle()
            try expectExact(viewing, scale: 1, x: -660, y: -420, "in the corner:")
        }

        /// In a window of odd size the middle is between two pixels: the picture is put on whole ones.
        @Test func oddWindowIsExact() throws {
            let viewing = try Viewing(pattern: Self.pattern, geometry: "641x479+40+30")
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let seen = try viewing.rest()
            let (x, y) = (Int(seen.origin.x.rounded()), Int(seen.origin.y.rounded()))
            #expect([-330, -329].contains(x) && [-211, -210].contains(y))
            try expectExact(viewing, scale: 1, x: x, y: y)
        }

        /// A pan that ends between two pixels is put on whole ones.
        @Test func actualSizeStaysExactAfterAPan() throws {
            let viewing = try Viewing(pattern: Self.pattern)
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try viewing.settle()
            try viewing.server.touchpad.scroll(dx: 59, dy: -83)  // 7.375 and −10.375 pixels
            let seen = try viewing.rest()
            let (x, y) = (Int(seen.origin.x.rounded()), Int(seen.origin.y.rounded()))
            #expect((x, y) == (-337, -200))
            try expectExact(viewing, scale: 1, x: x, y: y)
        }

        /// The fit is 640/1300; the option makes it a whole scale. The tapped point is near a corner of four tiles.
        @Test(arguments: [2, 3, 4]) func wholeScaleIsExact(scale: Int) throws {
            let zoom = Double(scale) * 1300 / 640
            let viewing = try Viewing(pattern: Self.pattern, options: ["--double-click-zoom", "\(zoom)"])
            // The picture is 443.08 high, 18.46 below the top: image point (500, 500) or so.
            try viewing.server.mouse.doubleClick(at: viewing.at(246, 265))
            try viewing.waitForScale(Double(scale))
            let seen = try viewing.rest()
            let (x, y) = (Int(seen.origin.x.rounded()), Int(seen.origin.y.rounded()))
            #expect(abs(seen.origin.x - Double(x)) < 0.02 && abs(seen.origin.y - Double(y)) < 0.02)
            #expect((512 * scale + x) > 0 && (512 * scale + x) < 640, "a border of tiles is in the window")
            try expectExact(viewing, scale: scale, x: x, y: y)
        }

        // MARK: Seams

        private static let filters = ["auto", "bilinear", "nearest"]

        /// One colour stays one colour at all scales, over the borders of the tiles of three levels.
        @Test(arguments: filters) func plainPictureStaysPlain(filter: String) throws {
            let color: [UInt8] = [200, 120, 40]
            let path = try Pictures.plain(color, width: 2600, height: 2200)
            let viewing = try Viewing([path], geometry: "650x550+20+10", options: ["--filter", filter])
            let plain = Raster(width: 650, height: 550, color: color + [255]).bytes
            // Not in the middle, where borders might keep their place.
            try viewing.server.mouse.move(to: viewing.at(402, 297))
            for notch in 0...14 {
                if notch > 0 { try viewing.server.mouse.scroll(dy: -120) }
                try viewing.settle(quiet: 0.05)
                #expect(try viewing.pixels().rgba == plain, "notch \(notch)")
            }
        }

        /// Red rises over x and green over y, by less than a level from pixel to pixel.
        @Test(arguments: filters) func gradientHasNoLines(filter: String) throws {
            let (width, height) = (2600, 2200)
            let path = try Pictures.file("gradient.png") { path in
                var bytes = [UInt8](repeating: 90, count: width * height * 3)
                let red = (0..<width).map { UInt8(30 + $0 * 200 / width) }
                for y in 0..<height {
                    let green = UInt8(30 + y * 200 / height)
                    for x in 0..<width {
                        bytes[(y * width + x) * 3] = red[x]
                        bytes[(y * width + x) * 3 + 1] = green
                    }
                }
                try Raster(width: width, height: height, channels: 3, bytes: bytes).writePNG(
                    to: path, compression: 1)
            }
            let viewing = try Viewing([path], geometry: "650x550+20+10", options: ["--filter", filter])
            try viewing.server.mouse.move(to: viewing.at(402, 297))
            for notch in 0...10 {
                if notch > 0 { try viewing.server.mouse.scroll(dy: -120) }
                try viewing.settle(quiet: 0.05)
                let shot = try viewing.pixels()
                for y in [5, 201, 544] {
                    try expectSmooth(
                        (0..<650).map { shot.rgba[(y * 650 + $0) * 4] }, "row \(y) at notch \(notch)")
                }
                for x in [5, 333, 644] {
                    try expectSmooth(
                        (0..<550).map { shot.rgba[($0 * 650 + x) * 4 + 1] }, "column \(x) at notch \(notch)")
                }
            }
        }

        private func expectSmooth(_ levels: [UInt8], _ what: String) throws {
            let steps = zip(levels, levels.dropFirst()).map { Int($1) - Int($0) }
            let worst = steps.enumerated().first { !(0...1).contains($0.element) }
            #expect(worst == nil, "\(what): a step of \(worst?.element ?? 0) at \(worst?.offset ?? 0)")
            #expect((levels.last ?? 0) > (levels.first ?? 0), "\(what)")
        }

        /// Counts the looks at rows of the window that find the surround's colour, which is rich in red as nothing else is.
        private func flashes(_ viewing: Viewing, in rows: [Int], for seconds: Double) throws -> (
            looks: Int, flashes: Int
        ) {
            let frame = viewing.window.frame
            let begin = monotonicSeconds()
            var (looks, flashes) = (0, 0)
            repeat {
                for y in rows {
                    let row = try viewing.server.screenshot(
                        of: PixelRect(x0: frame.x0, y0: frame.y0 + y, x1: frame.x1, y1: frame.y0 + y + 1))
                    looks += 1
                    if stride(from: 0, to: row.rgba.count, by: 4).contains(where: { row.rgba[$0] > 100 }) {
                        flashes += 1
                    }
                }
            } while monotonicSeconds() < begin + seconds
            return (looks, flashes)
        }

        private func twoPictures() throws -> Viewing {
            let green = try Pictures.plain([20, 200, 60], width: 2600, height: 2200)
            let blue = try Pictures.plain([20, 60, 200], width: 2600, height: 2200)
            return try Viewing([green, blue], geometry: "650x550+20+10", options: ["--background", "#f0f"])
        }

        /// While it zooms, the picture covers the window at every moment: a look that finds the surround's colour came between
        /// two steps of the painting.
        @Test func surroundNeverFlashesInThePicture() throws {
            let viewing = try twoPictures()
            let server = viewing.server
            var sum = (looks: 0, flashes: 0)
            func look(for seconds: Double) throws {
                let found = try flashes(viewing, in: [31, 280, 531], for: seconds)
                sum = (sum.looks + found.looks, sum.flashes + found.flashes)
            }
            try server.mouse.move(to: viewing.at(402, 297))
            for notch in 0..<30 {
                try server.mouse.scroll(dy: notch < 15 ? -120 : 120)
                try look(for: 0.006)
            }
            for _ in 0..<2 {
                try server.mouse.click(count: 2)
                try look(for: 0.35)
            }
            try server.touchscreen.pinch(
                from: viewing.pair((300, 250), distance: 60), to: viewing.pair((300, 250), distance: 500),
                steps: 15,
                interval: 0.002
            ) { _ in
                try look(for: 0.006)
            }
            #expect(sum.looks > 200)
            #expect(sum.flashes == 0, "in \(sum.flashes) of \(sum.looks) looks")
        }

        /// The old picture stays until the new one is whole, or takes its time.
        @Test func surroundNeverFlashesBetweenPictures() throws {
            let viewing = try twoPictures()
            for _ in 0..<4 {
                for key in ["n", "p"] {
                    try viewing.server.keyboard.type(key)
                    let found = try flashes(viewing, in: [0, 280, 531], for: 0.15)
                    #expect(found.looks > 10)
                    #expect(found.flashes == 0, "in \(found.flashes) of \(found.looks) looks")
                }
            }
        }

        // MARK: Extreme shapes

        /// 24 rows at 100 %; the whole picture is 0.7 device pixels high, and seen as one row.
        @Test func veryWidePicture() throws {
            let pattern = Pattern(width: 40000, height: 24)
            let raster = pattern.raster()
            let viewing = try Viewing(pattern: pattern, geometry: nil)
            #expect((viewing.window.frame.width, viewing.window.frame.height) == (1152, 180))
            let whole = try viewing.pixels()
            let rows = (0..<180).filter { whole[600, $0] != [30, 30, 30] }
            #expect(rows == [89] || rows == [90])
            let row = try #require(rows.first)
            #expect((0..<1152).allSatisfy { whole[$0, row] != [30, 30, 30] })
            // Red rises from 0 to 250.
            for x in [10, 300, 600, 1140] { #expect(abs(Int(whole[x, row][0]) - 250 * x / 1152) <= 2) }
            try viewing.server.keyboard.type("1")
            try waitUntil("100 %") {
                try viewing.server.current(viewing.window)?.title.contains(" 100 %") == true
            }
            try viewing.settle()
            let actual = try viewing.pixels()
            for y in 0..<24 {
                let start = (y * 40000 + 20000 - 576) * 3
                let expected = raster.bytes[start..<start + 1152 * 3]
                let seen = (0..<1152).flatMap { actual[$0, 78 + y] }
                #expect(seen.elementsEqual(expected), "row \(y)")
            }
            #expect(actual[0, 77] == [30, 30, 30] && actual[0, 102] == [30, 30, 30])
        }

        @Test func veryTallPicture() throws {
            let pattern = Pattern(width: 24, height: 40000)
            let viewing = try Viewing(pattern: pattern, geometry: nil)
            #expect((viewing.window.frame.width, viewing.window.frame.height) == (240, 720))
            let whole = try viewing.pixels()
            let columns = (0..<240).filter { whole[$0, 300] != [30, 30, 30] }
            #expect(columns == [119] || columns == [120])
            try viewing.server.keyboard.type("1")
            try waitUntil("100 %") {
                try viewing.server.current(viewing.window)?.title.contains(" 100 %") == true
            }
            try viewing.settle()
            let actual = try viewing.pixels()
            let raster = pattern.raster()
            for y in stride(from: 0, to: 720, by: 7) {
                let start = (20000 - 360 + y) * 24 * 3
                let seen = (0..<24).flatMap { actual[108 + $0, y] }
                #expect(seen.elementsEqual(raster.bytes[start..<start + 72]), "row \(y)")
            }
        }

        @Test func onePixel() throws {
            let path = try Pictures.plain([250, 130, 10], width: 1, height: 1)
            let viewing = try Viewing([path], geometry: nil)
            #expect((viewing.window.frame.width, viewing.window.frame.height) == (240, 180))
            let whole = try viewing.pixels()
            for (x, color) in [
                (29, [30, 30, 30]), (30, [250, 130, 10]), (209, [250, 130, 10]), (210, [30, 30, 30]),
            ] as [(Int, [UInt8])] {
                #expect(whole[x, 90] == color, "column \(x)")
            }
            for _ in 0..<12 { try viewing.server.keyboard.type("plus") }
            try viewing.settle()
            let plain = Raster(width: 240, height: 180, color: [250, 130, 10, 255]).bytes
            #expect(try viewing.pixels().rgba == plain)
            try viewing.waitForTitle("plain-250-130-10-1x1.png – 1 × 1 – 180000 %")
        }
    }
}
