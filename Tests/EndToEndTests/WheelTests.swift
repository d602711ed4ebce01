import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The mouse's wheel.
    @Suite struct Wheel {
        private static let fit = Pinch.fit
        /// The scroll axis' change for a notch.
        private static let notch = 120.0

        @Test(arguments: [(320.0, 240.0), (100.0, 400.0), (610.0, 20.0)])
        func notchZoomsAboutThePointer(x: Double, y: Double) throws {
            let viewing = try Viewing()
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(x, y))
            for count in 1...4 {
                try mouse.scroll(dy: -Self.notch)
                let factor = pow(1.25, Double(count))
                try viewing.waitForScale(0.4 * factor)
                expect(try viewing.look(), is: Self.fit.zoomed(by: factor, about: x, y), "notch \(count)")
            }
            try mouse.scroll(dy: 2 * Self.notch)
            try viewing.waitForScale(0.4 * 1.5625)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5625, about: x, y))
        }

        /// A wheel of finer steps: 40 of an axis whose notch is 120.
        @Test func partsOfANotchAddUp() throws {
            let viewing = try Viewing()
            try viewing.server.mouse.move(to: viewing.at(200, 150))
            for _ in 0..<6 { try viewing.server.mouse.scroll(dy: -40) }
            try viewing.waitForScale(0.625)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5625, about: 200, 150))
        }

        @Test func limitsHoldOnBothEnds() throws {
            let viewing = try Viewing()
            let mouse = viewing.server.mouse
            try mouse.move(to: viewing.at(200, 150))
            try mouse.scroll(dy: Self.notch)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01, "below the whole picture")
            // 1.25^11 is 11.6; the maximum is 10.
            for _ in 0..<13 { try mouse.scroll(dy: -Self.notch) }
            try viewing.waitForScale(4)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 10, about: 200, 150), tolerance: 1)
            for _ in 0..<13 { try mouse.scroll(dy: Self.notch) }
            try viewing.waitForScale(0.4)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1, "back")
        }

        @Test func maximumOfTheOptionHoldsExactly() throws {
            let viewing = try Viewing(options: ["--max-zoom", "1.5"])
            try viewing.server.mouse.move(to: viewing.at(200, 150))
            for _ in 0..<4 { try viewing.server.mouse.scroll(dy: -Self.notch) }
            try viewing.waitForScale(0.6)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5, about: 200, 150))
        }

        /// Zoom limits on both sides of 1: the picture gets smaller than the window, and is centred.
        @Test func minimumBelowOneCentres() throws {
            let viewing = try Viewing(options: ["--min-zoom", "0.5"])
            try viewing.server.mouse.move(to: viewing.at(100, 100))
            for _ in 0..<5 { try viewing.server.mouse.scroll(dy: Self.notch) }
            try viewing.waitForScale(0.2)
            expect(try viewing.rest(), is: Seen(scale: 0.2, x: 160, y: 120))
        }

        /// The wheel turned elsewhere and the pointer enters: the base is not known from events of the window's own. It is
        /// asked for then, so a notch counts if it comes no sooner than the question.
        @Test func firstNotchAfterEnteringCounts() throws {
            let viewing = try Viewing()
            let mouse = viewing.server.mouse
            for factor in [1.25, 1.5625] {
                try mouse.move(to: Point(x: 1200, y: 700))
                try mouse.scroll(dy: -Self.notch * 7)
                try mouse.move(to: viewing.at(200, 150))
                pause(0.02)
                try mouse.scroll(dy: -Self.notch)
                try viewing.waitForScale(0.4 * factor)
                expect(
                    try viewing.rest(), is: Self.fit.zoomed(by: factor, about: 200, 150),
                    "first and only notch")
            }
        }

        @Test func firstNotchAfterAnotherDeviceCounts() throws {
            let viewing = try Viewing()
            let server = viewing.server
            try server.mouse.move(to: viewing.at(200, 150))
            try server.mouse.scroll(dy: -Self.notch)
            try viewing.waitForScale(0.5)
            try server.touchpad.scroll(dx: 120)
            try server.touchpad.scroll(dx: -120)
            try server.mouse.scroll(dy: -Self.notch)
            try viewing.waitForScale(0.625)
            try server.touchscreen.tap(at: viewing.at(400, 300))
            try server.mouse.move(to: viewing.at(200, 150))
            try server.mouse.scroll(dy: -Self.notch)
            try viewing.waitForScale(0.78125)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.953125, about: 200, 150))
        }

        @Test func shiftPansSideways() throws {
            let viewing = try Viewing()
            let server = viewing.server
            try server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            try server.mouse.move(to: viewing.at(200, 150))
            try server.keyboard.hold("Shift_L")
            try server.mouse.scroll(dy: Self.notch)
            try server.mouse.scroll(dy: Self.notch)
            try server.keyboard.release("Shift_L")
            // 60 units a notch; down is to the right.
            expect(try viewing.rest(), is: before.moved(-120, 0))
            try server.mouse.scroll(dx: -Self.notch)
            expect(try viewing.rest(), is: before.moved(-60, 0), "a wheel of its own for that")
        }

        /// A notch during the animation of a key goes on from the animation's end.
        @Test func notchDuringAnAnimationRetargetsIt() throws {
            let viewing = try Viewing()
            try viewing.server.mouse.move(to: viewing.at(320, 240))
            try viewing.server.keyboard.type("plus")
            try viewing.server.mouse.scroll(dy: -Self.notch)
            try viewing.waitForScale(0.625)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.5625, about: 320, 240))
        }
    }

    /// A touchpad's two fingers.
    @Suite struct TouchpadScroll {
        private func zoomed() throws -> (viewing: Viewing, before: Seen) {
            let viewing = try Viewing()
            try viewing.server.mouse.move(to: viewing.at(200, 150))
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            return (viewing, try viewing.rest())
        }

        /// 15 pixels for what libinput makes of 15 pixels of motion: a notch of 120 of the axis.
        @Test func scrollPansExactly() throws {
            let (viewing, before) = try zoomed()
            for _ in 0..<8 { try viewing.server.touchpad.scroll(dx: 24, dy: -40) }
            expect(try viewing.rest(), is: before.moved(-24, 40))
            // Past the edge it stops.
            for _ in 0..<10 { try viewing.server.touchpad.scroll(dy: -600) }
            expect(try viewing.rest(), is: Seen(scale: 1, x: -504, y: 0))
        }

        /// There is no inertia of our own.
        @Test func scrollStopsWithTheFingers() throws {
            let (viewing, before) = try zoomed()
            for _ in 0..<12 {
                try viewing.server.touchpad.scroll(dy: 80)
                pause(0.008)
            }
            try waitUntil("the last step") { abs(try viewing.look().origin.y - before.origin.y + 120) < 0.5 }
            pause(0.3)
            expect(try viewing.look(), is: before.moved(0, -120))
        }

        @Test func controlZoomsAboutThePointer() throws {
            let (viewing, before) = try zoomed()
            try viewing.server.keyboard.hold("Control_L")
            for _ in 0..<10 { try viewing.server.touchpad.scroll(dy: -24) }
            try viewing.server.keyboard.release("Control_L")
            try viewing.waitForScale(1.5625)
            expect(try viewing.rest(), is: before.zoomed(by: 1.5625, about: 200, 150))
        }
    }
}
