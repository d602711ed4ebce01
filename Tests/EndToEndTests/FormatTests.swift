import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What PNG and JPEG files can be like.
    @Suite struct Formats {
        private static let pattern = Pattern(width: 480, height: 320)

        /// Shows a file of the pattern at 100 %.
        private func expectUpright(
            _ path: String, tolerance: Double = 0.3, sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let viewing = try Viewing([path], pattern: Self.pattern, geometry: nil)
            let name = path.split(separator: "/").last ?? ""
            try viewing.waitForTitle("\(name) – 480 × 320 – 100 %", sourceLocation: sourceLocation)
            expect(
                try viewing.look(), is: Seen(scale: 1, x: 0, y: 0), tolerance: tolerance, path, width: 480,
                height: 320,
                sourceLocation: sourceLocation)
            #expect(viewing.program.standardError == "", sourceLocation: sourceLocation)
        }

        /// The pattern registers upright and unmirrored only.
        @Test(arguments: Orientation.allCases) func orientationIsApplied(_ orientation: Orientation) throws {
            let path = try Pictures.file("turned-\(orientation.rawValue).jpg") {
                try Self.pattern.writeJPEG(to: $0, orientation: orientation)
            }
            try expectUpright(path)
        }

        /// A picture that is turned has tiles of its own shape: 100 % over several of them, against the same one upright.
        @Test func turnedTilesAreInTheirPlaces() throws {
            let pattern = Pattern(width: 1300, height: 900)
            let upright = try Pictures.file("upright.jpg") {
                try pattern.writeJPEG(to: $0, quality: 95, subsampled: false)
            }
            let turned = try Pictures.file("turned.jpg") {
                try pattern.writeJPEG(to: $0, quality: 95, subsampled: false, orientation: .rightTop)
            }
            var shots: [[UInt8]] = []
            for path in [upright, turned] {
                let viewing = try Viewing([path], pattern: pattern)
                try viewing.server.keyboard.type("1")
                try viewing.waitForScale(1)
                try viewing.settle()
                shots.append(try viewing.pixels().rgba)
            }
            // The blocks of the two files are others, so their losses are.
            let worst = zip(shots[0], shots[1]).map { abs(Int($0) - Int($1)) }.max() ?? 0
            #expect(worst <= 16)
        }

        @Test func contentCountsAndNotTheName() throws {
            try expectUpright(try Pictures.file("really-png.jpg") { try Self.pattern.writePNG(to: $0) })
            try expectUpright(try Pictures.file("really-jpeg.png") { try Self.pattern.writeJPEG(to: $0) })
            try expectUpright(try Pictures.file("no-suffix") { try Self.pattern.writePNG(to: $0) })
        }

        @Test func variantsOfPNG() throws {
            try expectUpright(
                try Pictures.file("deep.png") { try Self.pattern.writePNG(to: $0, bitDepth: 16) })
            try expectUpright(
                try Pictures.file("passes.png") { try Self.pattern.writePNG(to: $0, interlaced: true) })
            try expectUpright(
                try Pictures.file("deep-passes-alpha.png") {
                    try Self.pattern.writePNG(to: $0, alpha: .opaque, bitDepth: 16, interlaced: true)
                })
        }

        @Test func variantsOfJPEG() throws {
            try expectUpright(
                try Pictures.file("progressive.jpg") { try Self.pattern.writeJPEG(to: $0, progressive: true) }
            )
            try expectUpright(
                try Pictures.file("whole.jpg") { try Self.pattern.writeJPEG(to: $0, subsampled: false) })
        }

        /// Four quarters of one colour each, as the file says.
        private func expectQuarters(
            _ path: String, _ colors: [[UInt8]], tolerance: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let viewing = try Viewing([path], geometry: "320x240+0+0")
            let shot = try viewing.pixels()
            for (index, color) in colors.enumerated() {
                let seen = shot[index % 2 == 0 ? 80 : 240, index / 2 == 0 ? 60 : 180]
                let off = zip(seen, color).map { abs(Int($0) - Int($1)) }.max() ?? 0
                #expect(off <= tolerance, "\(path): \(seen), not \(color)", sourceLocation: sourceLocation)
            }
        }

        private func quarters(_ values: [[UInt8]]) -> Raster {
            var bytes: [UInt8] = []
            for y in 0..<240 {
                for x in 0..<320 { bytes += values[(y < 120 ? 0 : 2) + (x < 160 ? 0 : 1)] }
            }
            return Raster(width: 320, height: 240, channels: values[0].count, bytes: bytes)
        }

        @Test func coloursOfPalettesGreysAndInks() throws {
            let palette: [[UInt8]] = [[200, 10, 20], [30, 190, 40], [50, 60, 180], [250, 250, 0]]
            for interlaced in [false, true] {
                let path = try Pictures.file("palette-\(interlaced).png") {
                    try quarters([[0], [1], [2], [3]]).writePalettePNG(
                        to: $0, palette: palette.flatMap { $0 }, interlaced: interlaced)
                }
                try expectQuarters(path, palette, tolerance: 0)
            }
            let levels: [[UInt8]] = [[0], [100], [180], [255]]
            let greys = levels.map { [$0[0], $0[0], $0[0]] }
            try expectQuarters(
                try Pictures.file("grey.png") { try quarters(levels).writePNG(to: $0) }, greys, tolerance: 0)
            try expectQuarters(
                try Pictures.file("grey-alpha.png") {
                    try quarters(levels.map { $0 + [255] }).writePNG(to: $0)
                }, greys,
                tolerance: 0)
            try expectQuarters(
                try Pictures.file("grey.jpg") { try quarters(levels).writeJPEG(to: $0) }, greys, tolerance: 3)
            // Cyan, magenta, yellow and black, 255 for all of an ink: what is left of white.
            let inks: [[UInt8]] = [[255, 0, 0, 0], [0, 255, 0, 0], [0, 0, 255, 0], [0, 0, 0, 255]]
            let colors: [[UInt8]] = [[0, 255, 255], [255, 0, 255], [255, 255, 0], [0, 0, 0]]
            try expectQuarters(
                try Pictures.file("inks.jpg") { try quarters(inks).writeJPEG(to: $0) }, colors, tolerance: 6)
        }
    }

    /// Files that end early show the rows that they have, and say how many.
    @Suite struct CutShort {
        private static let pattern = Pattern(width: 640, height: 480)

        /// The number of rows in "… (row N of 480)".
        private func rows(in message: String, of path: String) -> Int? {
            let (start, end) = ("xzoom: \(path): the file ends early (row ", " of 480)\n")
            guard message.hasPrefix(start), message.hasSuffix(end) else { return nil }
            return Int(message.dropFirst(start.count).dropLast(end.count))
        }

        private func show(_ path: String) throws -> (rows: Int, shot: Screenshot) {
            let viewing = try Viewing([path], pattern: Self.pattern, geometry: "640x480+0+0")
            let message = viewing.program.standardError
            let count = try #require(rows(in: message, of: path), "\(message)")
            let words = "the file ends early (row \(count) of 480)"
            try waitUntil("the title") {
                try viewing.server.current(viewing.window)?.title.contains(words) == true
            }
            let shot = try viewing.pixels()
            // What is there is a picture shown.
            try viewing.quit()
            return (count, shot)
        }

        /// Squares of the checkerboard, where no row came.
        private func isMissing(_ shot: Screenshot, row: Int) -> Bool {
            (0..<640).allSatisfy { shot[$0, row] == [102, 102, 102] || shot[$0, row] == [153, 153, 153] }
        }

        @Test(arguments: [0.05, 0.4, 0.99]) func pngShowsItsRows(share: Double) throws {
            let whole = try Pictures.file("whole.png") { try Self.pattern.writePNG(to: $0) }
            let path = try Pictures.cut(whole, toShare: share, as: "cut-\(share).png")
            let (count, shot) = try show(path)
            #expect(abs(Double(count) / 480 - share) < 0.05)
            let raster = Self.pattern.raster()
            for row in [0, count / 2, count - 1] {
                let seen = (0..<640).flatMap { shot[$0, row] }
                #expect(
                    seen.elementsEqual(raster.bytes[row * 1920..<(row + 1) * 1920]), "row \(row) of \(count)")
            }
            for row in [count, 479] { #expect(isMissing(shot, row: row), "row \(row) of \(count)") }
        }

        @Test(arguments: [0.4, 0.9]) func jpegShowsItsRows(share: Double) throws {
            let whole = try Pictures.file("whole-480.jpg") { try Self.pattern.writeJPEG(to: $0) }
            let path = try Pictures.cut(whole, toShare: share, as: "cut-\(share).jpg")
            let (count, shot) = try show(path)
            #expect(abs(Double(count) / 480 - share) < 0.08)
            // Rows of whole blocks are the picture's.
            let raster = Self.pattern.raster()
            for row in [0, max(0, count - 33)] {
                let off = (0..<640 * 3).map { index in
                    abs(Int(shot[index / 3, row][index % 3]) - Int(raster.bytes[row * 1920 + index]))
                }
                #expect((off.max() ?? 0) <= 24, "row \(row) of \(count)")
            }
            for row in [count, 479] { #expect(isMissing(shot, row: row), "row \(row) of \(count)") }
        }

        /// So few rows make no row of the level that the small window is painted from.
        @Test func fewRowsAreToldOfAsWell() throws {
            let pattern = Pattern(width: 2600, height: 100)
            let path = try Pictures.cut(Pictures.png(pattern), toShare: 0.03, as: "few-rows.png")
            let viewing = try Viewing([path], pattern: pattern, geometry: "325x180+0+0")
            try waitUntil("the title") {
                try viewing.server.current(viewing.window)?.title.contains("the file ends early (row ")
                    == true
            }
            #expect(viewing.program.standardError.hasSuffix(" of 100)\n"))
            try viewing.quit()
        }

        /// The passes of all rows have come, the finer ones of some have not: it is shown whole.
        @Test func interlacedIsShownCoarser() throws {
            let whole = try Pictures.file("passes-480.png") {
                try Self.pattern.writePNG(to: $0, interlaced: true)
            }
            let path = try Pictures.cut(whole, toShare: 0.6, as: "cut-passes.png")
            let viewing = try Viewing([path], pattern: Self.pattern, geometry: "640x480+0+0")
            expect(try viewing.look(), is: Seen(scale: 1, x: 0, y: 0), tolerance: 1.5)
            #expect(viewing.program.standardError == "xzoom: \(path): the file ends early\n")
            try viewing.quit()
        }

        @Test func wrongBytesInTheMiddleAreToldOf() throws {
            let whole = try Pictures.file("whole.png") { try Self.pattern.writePNG(to: $0) }
            var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: whole)))
            for index in 0..<64 { bytes[bytes.count / 2 + index] ^= 0x5a }
            let path = try Pictures.bytes(bytes, as: "wrong-bytes.png")
            let viewing = try Viewing([path], pattern: Self.pattern, geometry: "640x480+0+0")
            let message = viewing.program.standardError
            #expect(message.hasPrefix("xzoom: \(path): ") && message.contains(" of 480)"), "\(message)")
            #expect(message.filter { $0 == "\n" }.count == 1)
            let raster = Self.pattern.raster()
            let shot = try viewing.pixels()
            #expect((0..<640).flatMap { shot[$0, 100] }.elementsEqual(raster.bytes[100 * 1920..<101 * 1920]))
            #expect(isMissing(shot, row: 479))
        }
    }
}
