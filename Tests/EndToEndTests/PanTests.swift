import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// One finger, or the mouse's button held.
    @Suite struct Pan {
        /// The deceleration rate λ, per second: 0.998 per millisecond.
        private static let rate = -1000 * log(0.998)

        /// Zoomed by a double-click with the picture's middle in the window's: 2560 device pixels to scroll, 1280 to each side.
        private func zoomed() throws -> (viewing: Viewing, before: Seen) {
            let viewing = try Viewing()
            try viewing.server.mouse.doubleClick(at: viewing.at(320, 240))
            try viewing.waitForScale(2)
            let before = try viewing.rest()
            expect(before, is: Seen(scale: 2, x: -1280, y: -960))
            return (viewing, before)
        }

        @Test func mouseMovesThePictureOneToOne() throws {
            let (viewing, before) = try zoomed()
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(300, 200))
            try mouse.press()
            try mouse.move(to: viewing.at(302, 200))
            expect(try viewing.rest(), is: before, tolerance: 0.01, "in the slop")
            // Towards (360, 280), 100 units away; 3 of them are the slop, at whose edge the motion begins.
            try mouse.move(to: viewing.at(300, 200))
            try mouse.move(from: viewing.at(300, 200), to: viewing.at(360, 280), steps: 10)
            expect(try viewing.rest(), is: before.moved(58.2, 77.6))
            try mouse.move(from: viewing.at(360, 280), to: viewing.at(250, 260), steps: 5)
            expect(try viewing.rest(), is: before.moved(-51.8, 57.6))
            pause(0.06)
            try mouse.release()
            expect(try viewing.rest(), is: before.moved(-51.8, 57.6), "after the release")
        }

        @Test func fingerMovesThePictureOneToOne() throws {
            let (viewing, before) = try zoomed()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: viewing.at(300, 200))
            try touchscreen.drag([0: viewing.at(305.4, 207.2)], steps: 3)
            expect(try viewing.rest(), is: before, tolerance: 0.01, "in the slop")
            try touchscreen.drag([0: viewing.at(360, 280)], steps: 10)
            // 100 units less the slop of 10.
            expect(try viewing.rest(), is: before.moved(54, 72))
            pause(0.06)
            try touchscreen.up(0)
            expect(try viewing.rest(), is: before.moved(54, 72), "after the release")
        }

        @Test func otherButtonsDoNotPan() throws {
            let (viewing, before) = try zoomed()
            let mouse = viewing.server.mouse
            try mouse.press(.right)
            try mouse.move(from: viewing.at(320, 240), to: viewing.at(420, 240), steps: 4)
            try mouse.release(.right)
            expect(try viewing.rest(), is: before, tolerance: 0.01)
        }

        /// At the whole picture there is nothing to pan.
        @Test func axisThatFitsDoesNotPan() throws {
            let viewing = try Viewing(geometry: "640x600+40+30")
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(320, 240))
            try mouse.press()
            try mouse.move(from: viewing.at(320, 240), to: viewing.at(420, 340), steps: 5)
            expect(try viewing.rest(), is: Seen(scale: 0.4, x: 0, y: 60), tolerance: 0.01)
            try mouse.release()
            // A zoom of 1.25 fills the width of 640 with 800, and leaves 600 rows for 600.
            try viewing.server.keyboard.type("plus")
            try viewing.waitForScale(0.5)
            try viewing.settle()
            try mouse.press()
            try mouse.move(from: viewing.at(420, 340), to: viewing.at(383, 240), steps: 5)
            let share = 1 - 3 / 106.626  // √(37² + 100²)
            expect(try viewing.rest(), is: Seen(scale: 0.5, x: -80 - 37 * share, y: 0))
            pause(0.06)
            try mouse.release()
        }

        /// Moves the mouse at a steady speed and lets go; returns the speed as it went, by least squares.
        private func flick(_ viewing: Viewing, from x: Double, by step: Double) throws -> Double {
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(x, 240))
            try mouse.press()
            var samples: [(time: Double, x: Double)] = []
            for count in 1...14 {
                pause(0.008)
                try mouse.move(to: viewing.at(x + Double(count) * step, 240))
                samples.append((monotonicSeconds(), Double(count) * step))
            }
            try mouse.release()
            let last = samples.filter { $0.time > monotonicSeconds() - 0.1 }
            let (meanTime, meanX) = (
                last.reduce(0) { $0 + $1.time } / Double(last.count),
                last.reduce(0) { $0 + $1.x } / Double(last.count)
            )
            let squares = last.reduce(0) { $0 + ($1.time - meanTime) * ($1.time - meanTime) }
            return last.reduce(0) { $0 + ($1.time - meanTime) * ($1.x - meanX) } / squares
        }

        /// v₀/λ less the half unit at which it stops; the speed is known to the time stamps' milliseconds.
        @Test func flickTravelsTheClosedFormsDistance() throws {
            let (viewing, _) = try zoomed()
            let speed = try flick(viewing, from: 200, by: 6)
            let start = try viewing.look().origin.x
            let begin = monotonicSeconds()
            // The middle of the way: what is left falls by e^(−λt).
            pause(0.7)
            let middle = try viewing.look().origin.x
            let share = exp(-Self.rate * (monotonicSeconds() - begin))
            let end = try viewing.rest().origin.x
            #expect(speed > 300)
            #expect(
                abs((end - start) / (speed / Self.rate) - 1) < 0.15, "\(end - start) at \(speed) per second")
            #expect(
                abs((end - middle) / (end - start) - share) < 0.05,
                "\((end - middle) / (end - start)), not \(share)")
        }

        @Test func restBeforeTheReleaseIsNoFlick() throws {
            let (viewing, _) = try zoomed()
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(200, 240))
            try mouse.press()
            try mouse.move(from: viewing.at(200, 240), to: viewing.at(300, 240), steps: 8, interval: 0.008)
            pause(0.1)
            try mouse.release()
            let released = try viewing.look()
            pause(0.2)
            expect(try viewing.look(), is: released, tolerance: 0.01)
        }

        @Test func touchStopsTheDeceleration() throws {
            let (viewing, _) = try zoomed()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: viewing.at(400, 240))
            try touchscreen.drag([0: viewing.at(250, 240)], steps: 12, interval: 0.008)
            try touchscreen.up(0)
            let released = try viewing.look().origin.x
            try waitUntil("motion", timeout: 1) { try viewing.look().origin.x < released - 60 }
            try touchscreen.down(1, at: viewing.at(100, 100))
            pause(0.05)
            let stopped = try viewing.look()
            pause(0.25)
            expect(try viewing.look(), is: stopped, tolerance: 0.01, "held")
            try touchscreen.up(1)
            pause(0.1)
            expect(try viewing.look(), is: stopped, tolerance: 0.01, "and released")
        }

        /// b(x) = (1 − 1/(0.55 x/d + 1)) d with the window's width for d.
        @Test(arguments: [false, true]) func edgeIsARubberBand(byTouch: Bool) throws {
            let (viewing, _) = try zoomed()
            let server = viewing.server
            // To the left edge, exactly.
            for _ in 0..<20 { try server.touchpad.scroll(dx: -1200) }
            let edge = Seen(scale: 2, x: 0, y: -960)
            expect(try viewing.rest(), is: edge)
            let (start, end) = (viewing.at(200, 240), viewing.at(byTouch ? 410 : 403, 240))
            if byTouch {
                try server.touchscreen.down(0, at: start)
                try server.touchscreen.drag([0: end], steps: 8)
            } else {
                try server.mouse.move(to: start)
                try server.mouse.press()
                try server.mouse.move(from: start, to: end, steps: 8)
            }
            // 200 units behind the slop.
            let stretch: Double = 0.55 * 200 / 640 + 1
            let shown = (1 - 1 / stretch) * 640
            expect(try viewing.rest(), is: edge.moved(shown, 0))
            pause(0.06)
            if byTouch { try server.touchscreen.up(0) } else { try server.mouse.release() }
            try waitUntil("the way back", timeout: 2) { try viewing.look().origin.x < 1 }
            expect(try viewing.rest(), is: edge, tolerance: 0.1)
        }

        /// A flick that reaches the edge goes over it a little and comes to rest on it.
        @Test func flickOverTheEdgeComesBack() throws {
            let (viewing, _) = try zoomed()
            let touchpad = viewing.server.touchpad
            for _ in 0..<20 { try touchpad.scroll(dx: -1200) }
            try touchpad.scroll(dx: 1600)  // 200 units of way left
            try viewing.settle()
            _ = try flick(viewing, from: 200, by: 9)
            var most = -Double.infinity
            let begin = monotonicSeconds()
            while monotonicSeconds() < begin + 0.6 { most = max(most, try viewing.look().origin.x) }
            #expect(most > 3, "no more than \(most)")
            expect(try viewing.rest(), is: Seen(scale: 2, x: 0, y: -960), tolerance: 0.1)
        }
    }
}
