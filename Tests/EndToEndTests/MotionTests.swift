import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What moves in a picture: frames, pages, and drawings that are drawn anew.
    @Suite struct Motion {
        /// The colour in the middle of the window, by its place in the palette; −1 for another one.
        private func color(_ viewing: Viewing) throws -> Int {
            let middle = viewing.at(320, 240)
            let area = PixelRect<Screen>(
                x0: Int(middle.x), y0: Int(middle.y), x1: Int(middle.x) + 1, y1: Int(middle.y) + 1)
            let pixel = try viewing.server.screenshot(of: area)[Int(middle.x), Int(middle.y)]
            return MotionFiles.palette.firstIndex(of: pixel) ?? -1
        }

        private func waitFor(_ wanted: Int, in viewing: Viewing, timeout: Double = 3) throws {
            try waitUntil("colour \(wanted)", timeout: timeout, interval: 0.005) {
                try color(viewing) == wanted
            }
        }

        private func show(_ bytes: [UInt8], as name: String) throws -> Viewing {
            let viewing = try EndToEnd.Motion.viewing(of: try Pictures.bytes(bytes, as: name))
            return viewing
        }

        private static func viewing(of path: String) throws -> Viewing {
            try Viewing([path], options: ["--title", "%n %z %P/%C"])
        }

        @Test func framesFollowEachOtherInTheirTime() throws {
            let viewing = try show(
                MotionFiles.gif([(0, 50), (1, 50), (2, 100)], repeats: 0), as: "loop.gif")
            // From one change of the first frame to the next it takes two seconds.
            try waitFor(2, in: viewing)
            try waitFor(0, in: viewing)
            var changes: [(time: Double, color: Int)] = [(monotonicSeconds(), 0)]
            while changes.count < 7 {
                let now = try color(viewing)
                if now != changes[changes.count - 1].color { changes.append((monotonicSeconds(), now)) }
                try #require(monotonicSeconds() - changes[0].time < 20, "it stands still")
                pause(0.004)
            }
            #expect(changes.map(\.color) == [0, 1, 2, 0, 1, 2, 0])
            // The timeline does not drift: two whole loops.
            #expect(abs(changes[6].time - changes[0].time - 4) < 0.1)
            try viewing.quit()
        }

        @Test func withoutLoopsTheLastFrameStays() throws {
            let viewing = try show(
                MotionFiles.gif([(0, 20), (1, 20), (2, 20)], repeats: nil), as: "once.gif")
            try waitFor(2, in: viewing)
            pause(1)
            #expect(try color(viewing) == 2)
            // It begins anew.
            try viewing.server.keyboard.type("space", .control)
            try waitFor(0, in: viewing)
            try waitFor(2, in: viewing)
        }

        @Test func keysStopAndStep() throws {
            let viewing = try show(
                MotionFiles.gif([(0, 30), (1, 30), (2, 30), (3, 30)], repeats: 0), as: "steps.gif")
            try waitFor(1, in: viewing)
            try viewing.server.keyboard.type("space", .control)
            pause(1.5)
            #expect(try color(viewing) == 1)
            for expected in [2, 3, 0, 1] {
                try viewing.server.keyboard.type("period")
                try waitFor(expected, in: viewing)
            }
            for expected in [0, 3, 2, 1, 0] {
                try viewing.server.keyboard.type("comma")
                try waitFor(expected, in: viewing)
            }
            pause(0.5)
            #expect(try color(viewing) == 0)
            try viewing.server.keyboard.type("space", .control)
            try waitFor(1, in: viewing)
            try waitFor(2, in: viewing)
            try viewing.quit()
        }

        @Test func zoomGoesOnWhileFramesChange() throws {
            let viewing = try show(MotionFiles.gif([(0, 20), (1, 20)], repeats: 0), as: "zoomed.gif")
            try viewing.server.keyboard.type("plus")
            try viewing.waitForTitle("zoomed.gif 60000 1/1")
            try waitFor(0, in: viewing)
            try waitFor(1, in: viewing)
            try waitFor(0, in: viewing)
            #expect(try viewing.server.current(viewing.window)?.title == "zoomed.gif 60000 1/1")
            try viewing.quit()
        }

        @Test func pagesAreTurned() throws {
            let viewing = try show(MotionFiles.tiff([2, 0, 1]), as: "pages.tif")
            try viewing.waitForTitle("pages.tif 48000 1/3")
            #expect(try color(viewing) == 2)
            for (key, title, expected) in [
                ("bracketright", "2/3", 0), ("bracketright", "3/3", 1), ("bracketright", "3/3", 1),
                ("bracketleft", "2/3", 0), ("bracketleft", "1/3", 2), ("bracketleft", "1/3", 2),
            ] {
                try viewing.server.keyboard.type(key)
                try viewing.waitForTitle("pages.tif 48000 \(title)")
                try waitFor(expected, in: viewing)
            }
            try viewing.quit()
        }

        /// A dark rectangle over the left of a light one; its edge is at a third of the width.
        private static let drawing = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 45">
            <rect width="60" height="45" fill="#fff"/><rect width="20" height="45" fill="#000"/></svg>
            """

        /// Pixels of a row that are neither of the two colours.
        private func blurred(_ viewing: Viewing) throws -> Int {
            let shot = try viewing.pixels()
            let row = viewing.window.frame.y0 + 200
            return (viewing.window.frame.x0..<viewing.window.frame.x1).count {
                !(shot[$0, row][0] < 8 || shot[$0, row][0] > 247)
            }
        }

        @Test func drawingsAreSharpAtEveryZoom() throws {
            let viewing = try show(Array(Self.drawing.utf8), as: "edge.svg")
            #expect(try blurred(viewing) <= 1)
            for _ in 0..<4 {
                try viewing.server.keyboard.type("plus")
                try viewing.settle(quiet: 0.4)
                #expect(try blurred(viewing) <= 1)
            }
            // The edge is where it belongs: the middle of the window keeps its place.
            let shot = try viewing.pixels()
            let row = viewing.window.frame.y0 + 200
            let edge = viewing.window.frame.x0 + 320 - Int((640.0 / 6 * 1.25 * 1.25 * 1.25 * 1.25).rounded())
            #expect(shot[edge - 3, row][0] < 8)
            #expect(shot[edge + 3, row][0] > 247)
            try viewing.quit()
        }
    }
}
