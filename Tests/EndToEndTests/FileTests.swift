import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Several files, and where a file can come from.
    @Suite struct Files {
        /// Three pictures with files between them that are none: a, broken, b, text, missing, c.
        private func list() throws -> [String] {
            let sides = [("a", 400, 300), ("b", 300, 300), ("c", 200, 300)]
            let good = try sides.map { name, width, height in
                try Pictures.file("\(name).png") {
                    try Pattern(width: width, height: height).writePNG(to: $0)
                }
            }
            let header: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            let broken = try Pictures.bytes(header + Array("no chunk".utf8), as: "broken.png")
            let text = try Pictures.bytes(Array("only words\n".utf8), as: "words.jpg")
            return [good[0], broken, good[1], text, "\(Pictures.folder)/missing.png", good[2]]
        }

        private static let a = "a.png – 400 × 300 – 100 % – 1/6"
        private static let b = "b.png – 300 × 300 – 100 % – 3/6"
        private static let c = "c.png – 200 × 300 – 100 % – 6/6"

        /// A stream can be read once, but it is a file like the others to whoever steps through them.
        @Test func streamIsShownAgain() throws {
            let files = try list()
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: files[2])))
            let viewing = try Viewing([files[0], "-"], input: bytes)
            let stream = "standard input – 300 × 300 – 160 % – 2/2"
            let first = try #require(try viewing.server.current(viewing.window)).title
            for _ in 0..<2 {
                try viewing.server.keyboard.type("n")
                try viewing.waitForTitle(stream)
                try viewing.server.keyboard.type("p")
                try viewing.waitForTitle(first)
            }
            #expect(viewing.program.standardError == "")
            try viewing.quit()
        }

        /// Keys that lead nowhere, while rows come, once left the picture with those that it had. What follows the picture in
        /// the list cannot be shown: at once (it is missing), or as soon as its loader says so.
        @Test(arguments: ["Home", "End", "n", "Page_Up"])
        func keysDuringTheLoadLeaveItWhole(key: String) throws {
            let server = try EndToEnd.server()
            let pattern = Pattern(width: 6000, height: 4500)
            let bad = try list()
            let program = try server.launch(
                [
                    EndToEnd.program, "--geometry", Viewing.standardGeometry, Pictures.png(pattern), bad[4],
                    bad[1],
                ])
            let window = try Viewing.window(of: program, on: server)
            try server.focus(window)
            // Rows come for a good part of a second.
            for _ in 0..<8 { try server.keyboard.type(key) }
            try waitUntil("the last rows", timeout: 15) {
                let pixels = try server.screenshot(of: window.frame)
                guard let seen = pattern.register(pixels) else { return false }
                return Set((0..<640).map { pixels[window.frame.x0 + $0, window.frame.y0 + 478] }).count > 40
                    && abs(seen.scaleX - 640.0 / 6000) < 0.001
            }
            try server.keyboard.type("q")
            #expect(try program.waitForExit() == .exited(0))
        }

        @Test func stepsAndSkipsWhatIsNoPicture() throws {
            let viewing = try Viewing(
                try list(), pattern: Pattern(width: 400, height: 300), geometry: "400x300+40+30")
            let keyboard = viewing.server.keyboard
            try viewing.waitForTitle(Self.a)
            for (key, title) in [
                ("n", Self.b), ("space", Self.c), ("Next", Self.c), ("p", Self.b), ("BackSpace", Self.a),
                ("Prior", Self.a), ("End", Self.c), ("Home", Self.a), ("Next", Self.b), ("Prior", Self.a),
                ("Right", Self.b), ("Down", Self.c), ("Left", Self.b), ("Up", Self.a),
            ] {
                try keyboard.type(key)
                try viewing.waitForTitle(title)
            }
            // Each is told of once, in the order of its turn.
            let lines = viewing.program.standardError.split(separator: "\n")
            #expect(lines.count == 3, "\(lines)")
            #expect(lines[0].contains("/broken.png: damaged PNG: "))
            #expect(lines[1].hasSuffix("/words.jpg: not a picture that xzoom can show (unknown format)"))
            #expect(lines[2].hasSuffix("/missing.png: No such file or directory"))
            try viewing.quit()
        }

        @Test func pictureOfTheTitleIsShown() throws {
            let viewing = try Viewing(
                try list(), pattern: Pattern(width: 200, height: 300), geometry: "400x300+40+30")
            try viewing.server.keyboard.type("End")
            try viewing.waitForTitle(Self.c)
            // Beside it there is background, and nothing of the picture before.
            expect(try viewing.rest(), is: Seen(scale: 1, x: 100, y: 0))
            let shot = try viewing.pixels()
            for x in [50, 139, 340, 430] { #expect(shot[x, 100] == [30, 30, 30], "column \(x)") }
        }

        @Test func nextPictureBeginsAtTheWhole() throws {
            let viewing = try Viewing(
                try list(), pattern: Pattern(width: 300, height: 300), geometry: "400x300+40+30")
            try viewing.server.keyboard.type("plus")
            try viewing.waitForTitle("a.png – 400 × 300 – 125 % – 1/6")
            try viewing.server.keyboard.type("n")
            try viewing.waitForTitle(Self.b)
            expect(try viewing.rest(), is: Seen(scale: 1, x: 50, y: 0))
        }

        @Test func badFilesFirstAreSkippedAtTheStart() throws {
            let files = try list()
            let viewing = try Viewing(
                [files[3], files[1], files[2]], pattern: Pattern(width: 300, height: 300), geometry: "300x300"
            )
            try viewing.waitForTitle("b.png – 300 × 300 – 100 % – 3/3")
            #expect(viewing.program.standardError.split(separator: "\n").count == 2)
            try viewing.quit()
        }

        @Test func oneFilesArrowsDoNothing() throws {
            let viewing = try Viewing()
            for key in ["Right", "Left", "n", "p", "Home", "End"] { try viewing.server.keyboard.type(key) }
            expect(try viewing.rest(), is: Pinch.fit, tolerance: 0.01)
            #expect(viewing.program.isRunning)
        }

        @Test func standardInputIsRead() throws {
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Pictures.png())))
            let viewing = try Viewing(["-"], input: bytes)
            expect(try viewing.look(), is: Pinch.fit)
            try viewing.waitForTitle("standard input – 1600 × 1200 – 40 %")
            try viewing.quit()
        }

        @Test func namedPipeIsRead() throws {
            let pipe = "\(Pictures.folder)/pipe"
            try #require(mkfifo(pipe, 0o600) == 0)
            let source = try Pictures.png()
            let writer = try Program(["sh", "-c", "cat '\(source)' > '\(pipe)'"])
            let viewing = try Viewing([pipe])
            expect(try viewing.look(), is: Pinch.fit)
            #expect(try writer.waitForExit() == .exited(0))
            try viewing.quit()
        }

        /// A name that looks like an option, in a folder of its own.
        @Test func twoDashesEndTheOptions() throws {
            let folder = "\(Pictures.folder)/dashes"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Pictures.pattern.writePNG(to: "\(folder)/--help")
            let server = try EndToEnd.server()
            let program = try server.launch(
                ["sh", "-c", "cd '\(folder)' && exec '\(EndToEnd.program)' --geometry 640x480 -- --help"])
            let window = try Viewing.window(of: program, on: server)
            try waitUntil("the title") { try server.current(window)?.title == "--help – 1600 × 1200 – 40 %" }
        }

        @Test func nameWithoutLatinLettersIsShown() throws {
            let path = try Pictures.file("Grüße из 東京 🗻.png") { try Pictures.pattern.writePNG(to: $0) }
            let viewing = try Viewing([path])
            try viewing.waitForTitle("Grüße из 東京 🗻.png – 1600 × 1200 – 40 %")
        }
    }
}
