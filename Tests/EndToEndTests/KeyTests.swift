import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Keys that change the view of one picture.
    @Suite struct Keys {
        private static let fit = Pinch.fit

        @Test func plusAndMinusZoomAboutTheMiddle() throws {
            let viewing = try Viewing()
            let keyboard = viewing.server.keyboard
            var factor = 1.0
            for (key, step) in [
                ("plus", 1.25), ("equal", 1.25), ("minus", 0.8), ("KP_Add", 1.25), ("KP_Subtract", 0.8),
            ] {
                try keyboard.type(key)
                factor *= step
                try viewing.waitForScale(0.4 * factor)
                expect(try viewing.rest(), is: Self.fit.zoomed(by: factor, about: 320, 240), key)
            }
            // Held with Control, as in other programs; with Alt they belong to the desktop.
            try keyboard.type("plus", .control)
            try viewing.waitForScale(0.4 * factor * 1.25)
            try viewing.settle()
            try keyboard.type("plus", .alt)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: factor * 1.25, about: 320, 240), "Alt + plus")
        }

        /// Where the layout in force is of another script, the Latin one beside it tells what the keys mean.
        @Test func lettersWorkOnALayoutOfAnotherScript() throws {
            let server = try EndToEnd.server()
            func setLayout(_ names: String) throws {
                #expect(try server.launch(["setxkbmap", names]).waitForExit() == .exited(0))
            }
            let viewing = try Viewing()
            try setLayout("ru,us")
            defer { try? setLayout("us") }
            // The key that has q on the other layout.
            try server.keyboard.type("Cyrillic_shorti")
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// Steps that come while one is under way go on from where it leads.
        @Test func quickStepsAddUp() throws {
            let viewing = try Viewing()
            for _ in 0..<4 { try viewing.server.keyboard.type("plus") }
            try viewing.server.keyboard.type("minus")
            try viewing.waitForScale(0.4 * 1.953125)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.953125, about: 320, 240))
        }

        @Test func zoomIsAnimated() throws {
            let viewing = try Viewing()
            try viewing.server.keyboard.type("1")
            var scales: [Double] = []
            try waitUntil("the end", interval: 0) {
                scales.append(try viewing.look().scale)
                return abs((scales.last ?? 0) - 1) < 0.0005
            }
            // It is on its way for 250 ms, and never goes back.
            #expect(scales.count { (0.42...0.98).contains($0) } >= 2, "\(scales)")
            #expect(zip(scales, scales.dropFirst()).allSatisfy { $0 <= $1 + 1e-3 }, "\(scales)")
        }

        @Test func zeroAndOneGoToTheWholeAndToActualSize() throws {
            let viewing = try Viewing()
            let keyboard = viewing.server.keyboard
            try keyboard.type("1")
            try viewing.waitForScale(1)
            expect(try viewing.rest(), is: Seen(scale: 1, x: -480, y: -360))
            try keyboard.type("0")
            try viewing.waitForScale(0.4)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1)
        }

        @Test func limitsHold() throws {
            let viewing = try Viewing(options: ["--max-zoom", "1.5"])
            let keyboard = viewing.server.keyboard
            try keyboard.type("minus")
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01)
            for _ in 0..<4 { try keyboard.type("plus") }
            try viewing.waitForScale(0.6)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5, about: 320, 240))
            // 100 % is beyond the maximum.
            try keyboard.type("1")
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5, about: 320, 240), tolerance: 0.1)
        }

        /// 15 % of the window a key, and not past the edges.
        @Test func arrowsPanWhenZoomed() throws {
            let viewing = try Viewing()
            let keyboard = viewing.server.keyboard
            try keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            for (key, dx, dy) in [("Right", -96.0, 0.0), ("Down", -96, -72), ("Left", 0, -72), ("Up", 0, 0)] {
                try keyboard.type(key)
                try waitUntil(key, timeout: 2) { try viewing.look().distance(to: before.moved(dx, dy)) < 0.5 }
            }
            for _ in 0..<7 { try keyboard.type("Left") }
            try waitUntil("the edge", timeout: 2) { try viewing.look().origin.x > -0.5 }
            expect(try viewing.rest(), is: Seen(scale: 1, x: 0, y: -360))
        }

        @Test(arguments: ["q", "Q", "Escape"]) func quits(_ key: String) throws {
            let viewing = try Viewing()
            try viewing.server.keyboard.type(key)
            #expect(try viewing.program.waitForExit() == .exited(0))
            #expect(viewing.program.standardError == "")
        }

        @Test func otherKeysDoNothing() throws {
            let viewing = try Viewing()
            for key in ["a", "Return", "Tab", "2", "F2"] { try viewing.server.keyboard.type(key) }
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01)
            try viewing.quit()
        }
    }
}
