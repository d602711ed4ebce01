import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The window at its first show, and what it tells the desktop.
    @Suite struct FirstShow {
        struct Case: CustomStringConvertible, Sendable {
            let picture: (Int, Int)
            var geometry: String?
            let frame: PixelRect<Screen>
            var description: String { "\(picture) \(geometry ?? "")" }

            init(
                _ width: Int, _ height: Int, _ geometry: String? = nil, at x: Int = 0, _ y: Int = 0,
                is size: (Int, Int)
            ) {
                picture = (width, height)
                self.geometry = geometry
                frame = PixelRect(x0: x, y0: y, x1: x + size.0, y1: y + size.1)
            }
        }

        static let cases = [
            Case(600, 400, is: (600, 400)),
            // 90 % of the screen are 1152 × 720: the factor is 0.6, and 0.45.
            Case(1600, 1200, is: (960, 720)), Case(2560, 400, is: (1152, 180)),
            // Not too small for fingers.
            Case(20, 15, is: (240, 180)),
            Case(600, 400, "300x200", is: (300, 200)),
            Case(600, 400, "300x200+100+50", at: 100, 50, is: (300, 200)),
            // From the right and the bottom of 1280 × 800.
            Case(600, 400, "300x200-10-20", at: 970, 580, is: (300, 200)),
            Case(600, 400, "300x200-10+20", at: 970, 20, is: (300, 200)),
            Case(600, 400, "+70+80", at: 70, 80, is: (600, 400)),
        ]

        @Test(arguments: cases) func windowHasItsSizeAndPlace(_ test: Case) throws {
            let pattern = Pattern(width: test.picture.0, height: test.picture.1)
            let viewing = try Viewing(pattern: pattern, geometry: test.geometry)
            #expect(viewing.window.frame == test.frame)
            // The picture fills the window.
            guard pattern.width >= 100 else { return }
            let scale = Double(test.frame.width) / Double(pattern.width)
            expect(
                try viewing.look(), is: Seen(scale: scale, x: 0, y: 0), width: Double(test.frame.width),
                height: Double(test.frame.height))
        }

        @Test func workAreaOfTheDesktopCounts() throws {
            let server = try XServer()
            // Two desktops; the first's counts.
            let areas = [0, 0, 1000, 500, 0, 0, 1280, 800] as [UInt32]
            try server.setProperty(
                "_NET_WORKAREA", of: nil, type: "CARDINAL", format: 32,
                bytes: areas.withUnsafeBytes { Array($0) })
            // 900 × 450: the factor is 0.375.
            let viewing = try Viewing(geometry: nil, on: server)
            #expect((viewing.window.frame.width, viewing.window.frame.height) == (600, 450))
        }

        @Test(arguments: [
            ("640x480", 0.4, 0.0, 0.0), ("800x480", 0.4, 80, 0), ("500x480", 0.3125, 0, 52.5),
            ("641x481", 0.400625, 0, 0.125),
            ("320x700", 0.2, 0, 230),
        ])
        func wholePictureIsCentred(geometry: String, scale: Double, x: Double, y: Double) throws {
            let viewing = try Viewing(geometry: geometry)
            expect(try viewing.look(), is: Seen(scale: scale, x: x, y: y))
        }

        @Test func smallPictureGrowsUnlessScaledDownOnly() throws {
            let small = Pattern(width: 200, height: 150)
            let grown = try Viewing(pattern: small)
            expect(try grown.look(), is: Seen(scale: 3.2, x: 0, y: 0))
            let kept = try Viewing(pattern: small, options: ["--fit", "scale-down"])
            expect(try kept.look(), is: Seen(scale: 1, x: 220, y: 165))
            let large = try Viewing(options: ["--fit=scale-down"])
            expect(try large.look(), is: Pinch.fit)
        }

        @Test func windowTellsWhatItIs() throws {
            let viewing = try Viewing()
            let (server, window) = (viewing.server, viewing.window)
            #expect((window.instanceName, window.className) == ("xzoom", "Xzoom"))
            let name = try #require(try server.property("_NET_WM_NAME", of: window))
            #expect((name.type, name.text) == ("UTF8_STRING", "pattern-1600x1200.png – 1600 × 1200 – 40 %"))
            let process = try #require(try server.property("_NET_WM_PID", of: window))
            #expect(
                (process.type, process.words) == ("CARDINAL", [UInt32(viewing.program.processIdentifier)]))
            #expect(
                try server.property("WM_CLIENT_MACHINE", of: window)?.text == ProcessInfo.processInfo.hostName
            )
            let protocols = try #require(try server.property("WM_PROTOCOLS", of: window)).words
            let names = try protocols.map { try server.atomName($0) }
            #expect(Set(names).isSuperset(of: ["WM_DELETE_WINDOW", "_NET_WM_PING"]))
        }

        /// Each picture is its width, its height and as many pixels.
        @Test func windowHasIcons() throws {
            let viewing = try Viewing()
            var icon: Property?
            try waitUntil("the icon") {
                icon = try viewing.server.property("_NET_WM_ICON", of: viewing.window)
                return icon != nil
            }
            var words = try #require(icon).words[...]
            var sides: [UInt32] = []
            while let width = words.first, let height = words.dropFirst().first,
                width * height + 2 <= words.count
            {
                let pixels = words.dropFirst(2).prefix(Int(width * height))
                #expect(width == height)
                #expect(pixels.contains { $0 >> 24 == 255 } && Set(pixels).count > 4, "side \(width)")
                sides.append(width)
                words = words.dropFirst(2 + pixels.count)
            }
            #expect(words.isEmpty)
            #expect(sides.contains { $0 <= 32 } && sides.contains { $0 >= 48 }, "\(sides)")
        }

        @Test func windowAnswersAndCloses() throws {
            let viewing = try Viewing()
            #expect(try viewing.server.ping(viewing.window))
            try viewing.server.askToClose(viewing.window)
            #expect(try viewing.program.waitForExit() == .exited(0))
            #expect(viewing.program.standardError == "")
        }

        @Test func titleFollowsItsFormat() throws {
            let viewing = try Viewing(options: ["--title", "%i of %c: %n (%w×%h) at %z%%"])
            try viewing.waitForTitle("1 of 1: pattern-1600x1200.png (1600×1200) at 40%")
            try viewing.server.keyboard.type("plus")
            try viewing.waitForTitle("1 of 1: pattern-1600x1200.png (1600×1200) at 50%")
            let other = try Viewing(options: ["-t", "%p"])
            try other.waitForTitle(Pictures.png())
        }
    }

    /// What is around the picture and shines through it.
    @Suite struct Surround {
        @Test(
            arguments: [
                (nil, [30, 30, 30]), ("#204060", [32, 64, 96]), ("#f80", [255, 136, 0]),
                ("white", [255, 255, 255]),
                ("black", [0, 0, 0]), ("grey", [128, 128, 128]),
            ] as [(String?, [UInt8])])
        func backgroundHasItsColour(option: String?, color: [UInt8]) throws {
            let viewing = try Viewing(
                geometry: "800x480+40+30", options: option.map { ["--background", $0] } ?? [])
            expect(try viewing.look(), is: Seen(scale: 0.4, x: 80, y: 0))
            let shot = try viewing.pixels()
            for x in [40, 80, 119, 760, 800, 839] {
                for y in [30, 200, 509] { #expect(shot[x, y] == color, "at (\(x), \(y))") }
            }
            #expect(shot[120, 200] != color && shot[759, 200] != color)
        }

        /// Squares of 8 pixels, lighter and darker, that stay with the window.
        private func check(_ x: Int, _ y: Int) -> Int { (x / 8 + y / 8) % 2 == 1 ? 153 : 102 }

        @Test func checkerboardShinesThrough() throws {
            let pattern = Pattern(width: 640, height: 480)
            let path = try Pictures.file("hole.png") { try pattern.writePNG(to: $0, alpha: .hole) }
            let viewing = try Viewing([path], pattern: pattern, geometry: "640x480+0+0")
            expect(try viewing.look(), is: Seen(scale: 1, x: 0, y: 0))
            let shot = try viewing.pixels()
            var wrong: [String] = []
            for x in stride(from: 213, to: 426, by: 5) {
                for y in stride(from: 160, to: 320, by: 7) {
                    let shade = UInt8(check(x, y))
                    if shot[x, y] != [shade, shade, shade] { wrong.append("\(shot[x, y]) at (\(x), \(y))") }
                }
            }
            #expect(wrong.isEmpty, "\(wrong.count) pixels, \(wrong.prefix(3))")
            #expect(shot[212, 200] != shot[214, 200])
        }

        /// c · a + check · (1 − a) with a = 128/255.
        @Test func halfTransparentMixes() throws {
            let path = try Pictures.plain([200, 100, 50, 128], width: 640, height: 480)
            let viewing = try Viewing([path], geometry: "640x480+0+0")
            let shot = try viewing.pixels()
            for (x, y) in [(3, 3), (11, 3), (300, 200), (300, 208), (639, 479)] {
                let expected = [200, 100, 50].map { ($0 * 128 + check(x, y) * 127) / 255 }
                let off = zip(shot[x, y], expected).map { abs(Int($0) - $1) }.max() ?? 0
                #expect(off <= 1, "\(shot[x, y]) at (\(x), \(y)), expected \(expected)")
            }
        }
    }

    /// Full screen on a desktop without a window manager.
    @Suite struct FullScreen {
        private func expectFrame(
            _ viewing: Viewing, _ frame: PixelRect<Screen>, sourceLocation: SourceLocation = #_sourceLocation
        )
            throws
        {
            let window = viewing.window
            do {
                try waitUntil("the frame", timeout: 3) { try viewing.server.current(window)?.frame == frame }
            } catch SessionError.timedOut {
                Issue.record("the frame is not \(frame)", sourceLocation: sourceLocation)
            }
            try viewing.refresh()
        }

        /// 1280 × 800 shows 1600 × 1200 by 2/3, with a margin of 106 2/3 on both sides.
        private static let whole = Seen(scale: 2.0 / 3, x: 320.0 / 3, y: 0)
        private static let inWindow = PixelRect<Screen>(x0: 40, y0: 30, x1: 680, y1: 510)

        @Test func keysEnterAndLeave() throws {
            let viewing = try Viewing()
            let keyboard = viewing.server.keyboard
            for key in ["f", "F11"] {
                try keyboard.type(key)
                try expectFrame(viewing, viewing.server.bounds)
                expect(try viewing.rest(), is: Self.whole, key)
                try keyboard.type(key)
                try expectFrame(viewing, Self.inWindow)
                expect(try viewing.rest(), is: Pinch.fit, "\(key) again")
            }
            try keyboard.type("f")
            try expectFrame(viewing, viewing.server.bounds)
            try keyboard.type("Escape")
            try expectFrame(viewing, Self.inWindow)
            #expect(viewing.program.isRunning)
            try keyboard.type("Escape")
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// Some other client may destroy it; without a window there is nothing to run for.
        @Test func windowThatIsDestroyedEndsTheProgram() throws {
            let viewing = try Viewing()
            try viewing.server.destroy(viewing.window)
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// A loader that is done leaves nothing behind, although the program rests.
        @Test func noChildIsLeft() throws {
            let viewing = try Viewing()
            try waitUntil("the loader is gone", timeout: 2) { viewing.program.statistics.descendants.isEmpty }
        }

        @Test func optionStartsWithIt() throws {
            let viewing = try Viewing(options: ["--fullscreen"])
            try expectFrame(viewing, viewing.server.bounds)
            expect(try viewing.rest(), is: Self.whole)
            let states = try viewing.server.property("_NET_WM_STATE", of: viewing.window)?.words ?? []
            #expect(try states.map { try viewing.server.atomName($0) } == ["_NET_WM_STATE_FULLSCREEN"])
            try viewing.server.keyboard.type("Escape")
            try expectFrame(viewing, Self.inWindow)
            expect(try viewing.rest(), is: Pinch.fit)
        }
    }
}
