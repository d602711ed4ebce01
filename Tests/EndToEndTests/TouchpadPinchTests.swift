import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Pinches that a touchpad recognizes: about the pointer.
    @Suite struct TouchpadPinch {
        private static let fit = Pinch.fit

        private func opened(_ x: Double, _ y: Double) throws -> Viewing {
            let viewing = try Viewing()
            try viewing.server.mouse.move(to: viewing.at(x, y))
            return viewing
        }

        // The server tells a gesture's place in whole pixels.
        @Test(arguments: [(320.0, 240.0), (120.0, 400.0), (600.0, 33.0)])
        func pointerStaysAndScaleIsExact(x: Double, y: Double) throws {
            let viewing = try opened(x, y)
            let pinched = Self.fit.imagePoint(x, y)
            try viewing.server.touchpad.pinch(to: 2.25, steps: 14) { step in
                let seen = try viewing.look()
                #expect(
                    seen.viewPoint(pinched).distance(to: Point(x: x, y: y)) <= 0.5, "step \(step): \(seen)")
            }
            try viewing.waitForScale(0.9)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 2.25, about: x, y))
        }

        @Test func motionOfTheFingersDoesNotDrag() throws {
            let viewing = try opened(200, 150)
            let touchpad = viewing.server.touchpad
            try touchpad.pinch(.begin)
            for step in 1...10 {
                try touchpad.pinch(.update, scale: 1 + 0.2 * Double(step), dx: 12, dy: -7)
                pause(0.01)
            }
            try touchpad.pinch(.end, scale: 3)
            try viewing.waitForScale(1.2)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 3, about: 200, 150))
        }

        @Test func limitsHoldAfterTheRelease() throws {
            let viewing = try opened(200, 150)
            try viewing.server.touchpad.pinch(to: 0.3, steps: 5)
            try viewing.waitForScale(0.4)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1)
            try viewing.server.touchpad.pinch(to: 30, steps: 8)
            try viewing.waitForScale(4)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 10, about: 200, 150), tolerance: 1)
        }

        @Test func cancelledPinchIsUndone() throws {
            let viewing = try opened(200, 150)
            let touchpad = viewing.server.touchpad
            try touchpad.pinch(to: 1.75, steps: 3)
            try viewing.waitForScale(0.7)
            let before = try viewing.rest()
            try touchpad.pinch(.begin)
            try touchpad.pinch(.update, scale: 1.5)
            try viewing.waitForScale(1.05)
            try touchpad.pinch(.end, scale: 1.5, cancelled: true)
            // It glides: something between is seen on the way.
            var scales: [Double] = []
            try waitUntil("the way back") {
                scales.append(try viewing.look().scale)
                return abs((scales.last ?? 0) / 0.7 - 1) < 0.001
            }
            #expect(scales.contains { (0.72...1.03).contains($0) }, "\(scales)")
            expect(try viewing.rest(), is: before, tolerance: 0.1)
        }

        /// libinput ends a pinch as cancelled and begins another when a finger joins: that is one gesture.
        @Test func newPinchAtOnceGoesOn() throws {
            let viewing = try opened(200, 150)
            let touchpad = viewing.server.touchpad
            try touchpad.pinch(.begin)
            try touchpad.pinch(.update, scale: 2)
            try touchpad.pinch(.end, scale: 2, cancelled: true)
            try touchpad.pinch(.begin, fingers: 3)
            try touchpad.pinch(.update, scale: 1.5, fingers: 3)
            try touchpad.pinch(.end, scale: 1.5, fingers: 3)
            try viewing.waitForScale(1.2)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 3, about: 200, 150))
        }

        /// Both halves are cancelled: both are undone.
        @Test func cancelledContinuationIsUndoneToTheBeginning() throws {
            let viewing = try opened(200, 150)
            let touchpad = viewing.server.touchpad
            try touchpad.pinch(.begin)
            try touchpad.pinch(.update, scale: 2)
            try touchpad.pinch(.end, scale: 2, cancelled: true)
            try touchpad.pinch(.begin, fingers: 3)
            try touchpad.pinch(.update, scale: 1.5, fingers: 3)
            try viewing.waitForScale(1.2)
            try touchpad.pinch(.end, scale: 1.5, cancelled: true, fingers: 3)
            try viewing.waitForScale(0.4)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1)
        }

        @Test func swipeIsNoPinch() throws {
            let viewing = try opened(200, 150)
            let touchpad = viewing.server.touchpad
            try touchpad.swipe(.begin)
            for _ in 0..<5 { try touchpad.swipe(.update, dx: 20) }
            try touchpad.swipe(.end)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.01)
        }
    }
}
