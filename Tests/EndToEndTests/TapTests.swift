import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Taps and clicks.
    @Suite struct Taps {
        private static let fit = Pinch.fit

        enum Device: CaseIterable, Sendable { case finger, mouse }

        private func doubleTap(_ device: Device, _ viewing: Viewing, _ x: Double, _ y: Double) throws {
            switch device {
            case .finger: try viewing.server.touchscreen.tap(at: viewing.at(x, y), count: 2)
            case .mouse: try viewing.server.mouse.doubleClick(at: viewing.at(x, y))
            }
        }

        /// The tapped image point (500, 375) comes to the window's middle at zoom 5: 320 − 2 · 500, 240 − 2 · 375. Once more
        /// shows the whole picture. One that counted twice would be where it began.
        @Test(arguments: Device.allCases) func doubleTapTogglesOnce(_ device: Device) throws {
            let viewing = try Viewing()
            try doubleTap(device, viewing, 200, 150)
            try viewing.waitForScale(2)
            try viewing.settle(quiet: 0.45)  // a second toggle would come within the double-click time
            expect(try viewing.look(), is: Seen(scale: 2, x: -680, y: -510))
            try doubleTap(device, viewing, 500, 100)
            try viewing.waitForScale(0.4)
            try viewing.settle(quiet: 0.45)
            expect(try viewing.look(), is: Self.fit, tolerance: 0.1)
        }

        /// At an edge the picture's edge stays at the window's.
        @Test(arguments: Device.allCases) func doubleTapAtTheEdges(_ device: Device) throws {
            let viewing = try Viewing()
            try doubleTap(device, viewing, 20, 30)
            try viewing.waitForScale(2)
            expect(try viewing.rest(), is: Seen(scale: 2, x: 0, y: 0))
            try doubleTap(device, viewing, 20, 30)
            try viewing.waitForScale(0.4)
            try viewing.settle()
            try doubleTap(device, viewing, 635, 240)
            try viewing.waitForScale(2)
            // 3200 − 640 is as far as it goes; the rows' middle is free.
            expect(try viewing.rest(), is: Seen(scale: 2, x: -2560, y: -960))
        }

        @Test func optionSetsTheZoom() throws {
            let viewing = try Viewing(options: ["--double-click-zoom", "2.5"])
            try doubleTap(.mouse, viewing, 320, 240)
            try viewing.waitForScale(1)
            expect(try viewing.rest(), is: Seen(scale: 1, x: -480, y: -360))
        }

        @Test func thirdClickIsNoSecondPair() throws {
            let viewing = try Viewing()
            try viewing.server.mouse.move(to: viewing.at(320, 240))
            try viewing.server.mouse.click(count: 3)
            try viewing.waitForScale(2)
            expect(try viewing.rest(), is: Seen(scale: 2, x: -1280, y: -960))
        }

        @Test func slowOrDistantTapsDoNothing() throws {
            let viewing = try Viewing()
            let (touchscreen, mouse) = (viewing.server.touchscreen, viewing.server.mouse)
            // Presses 0.5 s apart.
            try touchscreen.tap(at: viewing.at(300, 200), count: 2, hold: 0.25)
            pause(0.45)
            // 30 units apart; a pair is within 24.
            try touchscreen.tap(at: viewing.at(300, 200))
            try touchscreen.tap(at: viewing.at(330, 200))
            pause(0.45)
            try mouse.move(to: viewing.at(300, 200))
            try mouse.click(count: 2, hold: 0.25)
            pause(0.45)
            // 6 units apart; a pair is within 5.
            try mouse.click()
            try mouse.move(to: viewing.at(306, 200))
            try mouse.click()
            try mouse.click(.right, count: 2)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01)
        }

        @Test func nearTapsArePairs() throws {
            let viewing = try Viewing()
            try viewing.server.touchscreen.tap(at: viewing.at(300, 200))
            try viewing.server.touchscreen.tap(at: viewing.at(322, 200))
            try viewing.waitForScale(2)
            try viewing.settle()
            try viewing.server.mouse.move(to: viewing.at(300, 200))
            try viewing.server.mouse.click()
            try viewing.server.mouse.move(to: viewing.at(304, 200))
            try viewing.server.mouse.click()
            try viewing.waitForScale(0.4)
        }

        /// × 2 per 150 units behind the slop of 10, about the tapped point; up goes back and beyond.
        @Test func doubleTapHoldDragZooms() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            let tapped = Self.fit.imagePoint(250, 200)
            try touchscreen.tap(at: viewing.at(250, 200))
            pause(0.05)
            try touchscreen.down(0, at: viewing.at(250, 200))
            try touchscreen.drag([0: viewing.at(250, 360)], steps: 10) { step in
                let off = try viewing.look().viewPoint(tapped) - Point(x: 250, y: 200)
                #expect(max(abs(off.dx), abs(off.dy)) <= EndToEnd.halfPixel, "step \(step)")
            }
            try viewing.waitForScale(0.8)
            expect(try viewing.look(), is: Self.fit.zoomed(by: 2, about: 250, 200))
            try touchscreen.drag([0: viewing.at(250, 285)], steps: 5)
            try viewing.waitForScale(0.8 / 1.41421)
            try touchscreen.up(0)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.41421, about: 250, 200))
        }

        @Test func twoFingerTapZoomsOutOneStep() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            let pair = viewing.pair((250, 300), distance: 120)
            try touchscreen.down(0, at: pair.0)
            try touchscreen.down(1, at: pair.1)
            pause(0.04)
            try touchscreen.upAll()
            try viewing.waitForScale(0.8)
            expect(try viewing.rest(), is: before.zoomed(by: 0.8, about: 250, 300))
        }

        @Test func twoFingersThatRestAreNoTap() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            let pair = viewing.pair((250, 300), distance: 120)
            try touchscreen.down(0, at: pair.0)
            try touchscreen.down(1, at: pair.1)
            pause(0.4)
            try touchscreen.upAll()
            expect(try viewing.rest(), is: before, tolerance: 0.01)
        }
    }
}
