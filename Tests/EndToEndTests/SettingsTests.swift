import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The desktop's settings are obeyed, and at once where they change.
    @Suite struct Settings {
        private static let fit = Pinch.fit

        /// Two clicks whose presses are `interval` apart.
        private func doubleClick(_ viewing: Viewing, interval: Double, distance: Double = 0) throws {
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(320, 240))
            try mouse.click(hold: 0.01)
            pause(interval - 0.01)
            try mouse.move(to: viewing.at(320 + distance, 240))
            try mouse.click(hold: 0.01)
        }

        @Test func doubleClickTimeHoldsAndChanges() throws {
            let daemon = try SettingsDaemon(["Net/DoubleClickTime": 150], on: EndToEnd.server())
            let viewing = try Viewing()
            try doubleClick(viewing, interval: 0.25)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01, "0.25 s at 150 ms")
            try doubleClick(viewing, interval: 0.08)
            try viewing.waitForScale(2)
            try viewing.settle(quiet: 0.3)
            try daemon.set(["Net/DoubleClickTime": 900])
            try doubleClick(viewing, interval: 0.6)
            try viewing.waitForScale(0.4)
        }

        @Test func doubleClickDistanceHolds() throws {
            let daemon = try SettingsDaemon(["Net/DoubleClickDistance": 20], on: EndToEnd.server())
            let viewing = try Viewing()
            try doubleClick(viewing, interval: 0.1, distance: 15)
            try viewing.waitForScale(2)
            try viewing.settle(quiet: 0.45)
            try daemon.set(["Net/DoubleClickDistance": 2])
            try doubleClick(viewing, interval: 0.1, distance: 4)
            expect(try viewing.rest(), is: Seen(scale: 2, x: -1355, y: -960))
        }

        @Test func dragThresholdIsTheSlop() throws {
            let daemon = try SettingsDaemon(["Net/DndDragThreshold": 30], on: EndToEnd.server())
            let viewing = try Viewing()
            let mouse = viewing.server.mouse
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            try mouse.move(to: viewing.at(320, 240))
            try mouse.press()
            try mouse.move(from: viewing.at(320, 240), to: viewing.at(345, 240), steps: 4)
            expect(try viewing.rest(), is: before, tolerance: 0.01, "25 of 30 units")
            try mouse.move(from: viewing.at(345, 240), to: viewing.at(400, 240), steps: 6)
            expect(try viewing.rest(), is: before.moved(50, 0))
            pause(0.06)
            try mouse.release()
            withExtendedLifetime(daemon) {}
        }

        /// Whether a key's zoom goes over scales between the first and the last.
        private func isAnimated(_ viewing: Viewing, _ key: String) throws -> Bool {
            let first = try viewing.look().scale
            try viewing.server.keyboard.type(key)
            var scales: [Double] = []
            let begin = monotonicSeconds()
            while monotonicSeconds() < begin + 0.35 { scales.append(try viewing.look().scale) }
            let last = try #require(scales.last)
            #expect(abs(last / first - 1) > 0.1, "\(key) zooms")
            return scales.contains { abs($0 / first - 1) > 0.005 && abs($0 / last - 1) > 0.005 }
        }

        @Test func animationsCanBeOff() throws {
            let daemon = try SettingsDaemon(["Gtk/EnableAnimations": 0], on: EndToEnd.server())
            let viewing = try Viewing()
            #expect(try !isAnimated(viewing, "plus"))
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.25, about: 320, 240))
            // A pinch beyond the limit is back at once.
            try viewing.server.mouse.move(to: viewing.at(200, 150))
            try viewing.server.touchpad.pinch(to: 0.2, steps: 4)
            pause(0.05)
            expect(try viewing.look(), is: Self.fit, tolerance: 0.1)
            try daemon.set(["Gtk/EnableAnimations": 1])
            #expect(try isAnimated(viewing, "plus"))
        }

        /// A daemon that comes, is replaced, and goes while the window is open.
        @Test func daemonComesAndGoes() throws {
            let server = try EndToEnd.server()
            let viewing = try Viewing()
            #expect(try isAnimated(viewing, "plus"))
            var daemon: SettingsDaemon? = try SettingsDaemon(["Gtk/EnableAnimations": 0], on: server)
            #expect(try !isAnimated(viewing, "plus"))
            daemon = try SettingsDaemon(["Gtk/EnableAnimations": 1], on: server)
            #expect(try isAnimated(viewing, "plus"))
            daemon = try SettingsDaemon(["Gtk/EnableAnimations": 0], on: server)
            #expect(try !isAnimated(viewing, "minus"))
            #expect(daemon != nil)
            daemon = nil
            pause(0.05)
            #expect(try isAnimated(viewing, "minus"))
        }

        /// Twice the dots per inch, twice the lengths: 15 units are no longer beyond the slop of a finger.
        @Test func resolutionScalesTheSlop() throws {
            let daemon = try SettingsDaemon(["Xft/DPI": 192 * 1024], on: EndToEnd.server())
            let viewing = try Viewing()
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: viewing.at(300, 200))
            try touchscreen.drag([0: viewing.at(315, 200)], steps: 3)
            expect(try viewing.rest(), is: before, tolerance: 0.01)
            try touchscreen.drag([0: viewing.at(370, 200)], steps: 6)
            expect(try viewing.rest(), is: before.moved(50, 0))
            pause(0.06)
            try touchscreen.up(0)
            withExtendedLifetime(daemon) {}
        }

        @Test func rubbishIsNoHarm() throws {
            let server = try EndToEnd.server()
            let daemon = try SettingsDaemon(
                ["Net/DoubleClickTime": -5, "Net/DoubleClickDistance": .min, "Xft/DPI": .max], on: server)
            let viewing = try Viewing()
            try doubleClick(viewing, interval: 0.2)
            try viewing.waitForScale(2)
            withExtendedLifetime(daemon) {}
        }
    }

    /// The same input gives the same picture, to the pixel.
    @Suite struct Determinism {
        private func play(_ viewing: Viewing) throws -> UInt64 {
            let server = viewing.server
            try server.touchscreen.pinch(
                from: viewing.pair((213, 177), distance: 70, direction: (0.6, 0.8)),
                to: viewing.pair((260, 190), distance: 190, direction: (0.8, 0.6)), steps: 9)
            try viewing.settle()
            try server.mouse.move(to: viewing.at(411, 303))
            for _ in 0..<3 { try server.mouse.scroll(dy: -120) }
            try server.touchpad.scroll(dx: 33, dy: -21)
            try server.mouse.press()
            try server.mouse.move(from: viewing.at(411, 303), to: viewing.at(377, 288), steps: 5)
            pause(0.08)
            try server.mouse.release()
            try server.touchpad.pinch(to: 0.7, steps: 6)
            try viewing.settle()
            try server.keyboard.type("minus")
            try viewing.settle(quiet: 0.2)
            return try server.fingerprint(of: viewing.window.frame)
        }

        @Test func sameInputGivesTheSamePicture() throws {
            var prints: [UInt64] = []
            for _ in 0..<2 {
                let viewing = try Viewing()
                let before = try viewing.server.fingerprint(of: viewing.window.frame)
                prints.append(try play(viewing))
                #expect(prints.last != before)
            }
            #expect(prints[0] == prints[1])
        }
    }
}
