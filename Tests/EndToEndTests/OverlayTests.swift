import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What is told over the picture: seen by its white letters, which the standard picture has nothing like.
    @Suite struct OverThePicture {
        /// The rows and columns of white pixels in the window; `nil` where there are none.
        private func letters(_ viewing: Viewing) throws -> PixelRect<View>? {
            let shot = try viewing.pixels()
            var found: PixelRect<View>?
            for y in 0..<shot.height {
                for x in 0..<shot.width
                where shot.rgba[(y * shot.width + x) * 4..<(y * shot.width + x) * 4 + 3].allSatisfy({
                    $0 > 235
                }) {
                    let old = found ?? PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1)
                    found = PixelRect(
                        x0: min(old.x0, x), y0: min(old.y0, y), x1: max(old.x1, x + 1), y1: max(old.y1, y + 1)
                    )
                }
            }
            return found
        }

        private func waitForLetters(_ viewing: Viewing, _ areThere: Bool) throws {
            try waitUntil(areThere ? "words" : "no words", timeout: 8) {
                try (letters(viewing) != nil) == areThere
            }
        }

        private func hasPango(_ viewing: Viewing) throws -> Bool {
            let maps = URL(fileURLWithPath: "/proc/\(viewing.program.processIdentifier)/maps")
            // The kernel tells no size of it.
            let text = try FileHandle(forReadingFrom: maps).readToEnd() ?? Data()
            return String(decoding: text, as: UTF8.self).contains("libpango")
        }

        /// Nobody waits for Pango before the first picture.
        @Test func pangoIsNotBoundAtTheStart() throws {
            let listing = try EndToEnd.server().launch(["ldd", EndToEnd.program])
            #expect(try listing.waitForExit() == .exited(0))
            #expect(listing.standardOutput.contains("libcairo.so"))
            #expect(!listing.standardOutput.contains("libpango"))
        }

        @Test func zoomIsToldWhileItChanges() throws {
            let viewing = try Viewing(options: ["--messages"])
            pause(0.4)
            #expect(try letters(viewing) == nil)
            try viewing.server.keyboard.type("plus")
            try waitForLetters(viewing, true)
            let place = try #require(try letters(viewing))
            // At the bottom, in the middle.
            #expect(abs(place.x0 + place.x1 - 640) < 12 && place.y0 > 420 && place.width < 60)
            #expect(try hasPango(viewing))
            try waitForLetters(viewing, false)
            // It leaves no trace.
            expect(try viewing.rest(), is: Pinch.fit.zoomed(by: 1.25, about: 320, 240))
            let after = try viewing.server.fingerprint(of: viewing.window.frame)
            try viewing.server.keyboard.type("plus")
            try viewing.waitForScale(0.4 * 1.5625)
            try viewing.server.keyboard.type("minus")
            try waitForLetters(viewing, true)
            try waitForLetters(viewing, false)
            try viewing.settle()
            #expect(try viewing.server.fingerprint(of: viewing.window.frame) == after)
            try viewing.quit()
        }

        @Test func wordsScaleWithTheDesktop() throws {
            let daemon = try SettingsDaemon(["Xft/DPI": 96 * 1024], on: EndToEnd.server())
            let viewing = try Viewing(options: ["--messages"])
            var heights: [Int] = []
            for resolution: Int32 in [96, 192] {
                try daemon.set(["Xft/DPI": resolution * 1024])
                try viewing.server.keyboard.type("plus")
                try waitForLetters(viewing, true)
                // The first ones may be set before the settings are known.
                try viewing.settle()
                heights.append(try #require(try letters(viewing)).height)
                try waitForLetters(viewing, false)
            }
            #expect(abs(Double(heights[1]) / Double(heights[0]) - 2) < 0.3, "\(heights)")
        }

        @Test func helpStaysUntilAnyKey() throws {
            let viewing = try Viewing(options: ["--messages"])
            let before = try viewing.server.fingerprint(of: viewing.window.frame)
            for (key, closing) in [("F1", "q"), ("question", "Escape"), ("F1", "plus")] {
                try viewing.server.keyboard.type(key)
                try waitForLetters(viewing, true)
                try viewing.settle(quiet: 1)
                let place = try #require(try letters(viewing))
                #expect(place.height > 150 && place.width > 200)
                try viewing.server.keyboard.hold("Shift_L")
                try viewing.server.keyboard.release("Shift_L")
                try viewing.settle()
                #expect(try letters(viewing) != nil)
                try viewing.server.keyboard.type(closing)
                try waitForLetters(viewing, false)
                #expect(try viewing.server.fingerprint(of: viewing.window.frame) == before)
            }
            try viewing.quit()
        }

        @Test func informationStaysWhileOneZooms() throws {
            let viewing = try Viewing(options: ["--messages"])
            try viewing.server.keyboard.type("i")
            try waitForLetters(viewing, true)
            let place = try #require(try letters(viewing))
            #expect(place.x0 < 60 && place.y0 < 60 && place.x1 < 400)
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            pause(1.5)
            #expect(try #require(try letters(viewing)).y1 < 240)
            try viewing.server.keyboard.type("i")
            try waitForLetters(viewing, false)
            expect(try viewing.rest(), is: Seen(scale: 1, x: -480, y: -360))
        }

        /// The label comes, stays, fades and comes again while the fingers are down.
        @Test func aFadeDoesNotDisturbThePinch() throws {
            let viewing = try Viewing(options: ["--messages"])
            let touchscreen = viewing.server.touchscreen
            try touchscreen.pinch(
                from: viewing.pair((200, 150), distance: 80), to: viewing.pair((200, 150), distance: 160),
                steps: 8, lift: false)
            try viewing.waitForScale(0.8)
            try waitForLetters(viewing, true)
            try waitForLetters(viewing, false)
            expect(try viewing.look(), is: Pinch.fit.zoomed(by: 2, about: 200, 150))
            let (a, b) = viewing.pair((200, 150), distance: 240)
            try touchscreen.drag([0: a, 1: b], steps: 8)
            try viewing.waitForScale(1.2)
            try waitForLetters(viewing, true)
            expect(try viewing.look(), is: Pinch.fit.zoomed(by: 3, about: 200, 150))
            try touchscreen.upAll()
            // Panned below the label, and after it has gone.
            try viewing.server.keyboard.type("plus")
            try waitForLetters(viewing, true)
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(300, 200))
            try mouse.press()
            try mouse.move(from: viewing.at(300, 200), to: viewing.at(200, 120), steps: 8)
            pause(0.1)
            try mouse.release()
            let below = try viewing.rest()
            try waitForLetters(viewing, false)
            expect(try viewing.rest(), is: below, tolerance: 0.1)
        }

        @Test func nameAndNumberWhenOneSteps() throws {
            let other = try Pictures.png(Pattern(width: 800, height: 600))
            let viewing = try Viewing([Pictures.png(), other], options: ["--messages"])
            pause(0.4)
            #expect(try letters(viewing) == nil)
            try viewing.server.keyboard.type("n")
            try waitForLetters(viewing, true)
            let place = try #require(try letters(viewing))
            #expect(abs(place.x0 + place.x1 - 640) < 12 && place.y0 > 420 && place.width > 100)
            try waitForLetters(viewing, false)
        }

        /// Where Pango cannot be loaded, one line says so, and all else goes on.
        @Test func nothingIsToldWithoutPango() throws {
            let folder = "\(Pictures.folder)/no-pango"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: "\(folder)/libpangocairo-1.0.so.0"))
            let viewing = try Viewing(options: ["--messages"], environment: ["LD_LIBRARY_PATH": folder])
            for factor in [1.25, 1.5625] {
                try viewing.server.keyboard.type("plus")
                try viewing.waitForScale(0.4 * factor)
                pause(0.3)
                expect(try viewing.rest(), is: Pinch.fit.zoomed(by: factor, about: 320, 240))
            }
            #expect(try letters(viewing) == nil)
            try viewing.quit()
            #expect(
                viewing.program.standardError
                    == "xzoom: no text is shown over pictures: libpangocairo-1.0.so.0 cannot be loaded\n")
        }
    }
}
