import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What the end of a touchscreen pinch leads to.
    @Suite struct PinchRelease {
        private static let fit = Pinch.fit

        /// The excess over a limit that is shown: the rubber band on the zoom's logarithm, b(x) = (1 − 1/(0.55 x/d + 1)) d, d = ln 2.
        private static func shown(_ excess: Double) -> Double {
            exp((1 - 1 / (0.55 * log(excess) / log(2) + 1)) * log(2))
        }

        @Test func zoomBelowTheWholePictureSpringsBack() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.pinch(
                from: viewing.pair((220, 300), distance: 240), to: viewing.pair((220, 300), distance: 60),
                steps: 12,
                lift: false
            ) { step in
                let distance = try viewing.look().viewPoint(Self.fit.imagePoint(220, 300)).distance(
                    to: Point(x: 220, y: 300))
                #expect(distance <= 0.5, "step \(step)")
            }
            // A quarter is asked for; 1/1.438 is shown.
            let scale = 0.4 / Self.shown(4)
            try viewing.waitForScale(scale)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1 / Self.shown(4), about: 220, 300))
            try touchscreen.upAll()
            try viewing.waitForScale(0.4)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1)
        }

        @Test func zoomAboveTheMaximumSpringsBackAboutThePinch() throws {
            let viewing = try Viewing(options: ["--max-zoom", "4"])
            let touchscreen = viewing.server.touchscreen
            let pinched = Self.fit.imagePoint(280, 210)
            let place = Point<View>(x: 280, y: 210)
            try touchscreen.pinch(
                from: viewing.pair((280, 210), distance: 50), to: viewing.pair((280, 210), distance: 400),
                steps: 12,
                lift: false)
            // 8 is asked for: twice the maximum.
            try viewing.waitForScale(0.4 * 4 * Self.shown(2))
            expect(try viewing.look(), is: Self.fit.zoomed(by: 4 * Self.shown(2), about: 280, 210))
            try touchscreen.upAll()
            for _ in 0..<6 {
                let seen = try viewing.look()
                #expect(seen.viewPoint(pinched).distance(to: place) <= 0.5, "\(seen)")
            }
            try viewing.waitForScale(1.6)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 4, about: 280, 210))
        }

        /// The picture's left edge is drawn into the window by a pinch inward near the right: it must go back to the window's.
        @Test func offsetSettlesIntoItsRange() throws {
            let viewing = try Viewing()
            try viewing.server.touchscreen.pinch(
                from: viewing.pair((30, 240), distance: 40), to: viewing.pair((30, 240), distance: 120),
                steps: 6)
            try viewing.waitForScale(1.2)
            let zoomed = try viewing.rest()
            expect(zoomed, is: Self.fit.zoomed(by: 3, about: 30, 240))
            // About (500, 240) down to half: the left edge at −60 would come to 220.
            try viewing.server.touchscreen.pinch(
                from: viewing.pair((500, 240), distance: 200), to: viewing.pair((500, 240), distance: 100),
                steps: 8,
                lift: false)
            try viewing.waitForScale(0.6)
            let free = zoomed.zoomed(by: 0.5, about: 500, 240)
            expect(try viewing.look(), is: free, "with the fingers down")
            try viewing.server.touchscreen.upAll()
            // Rows: −120 is inside −240…0.
            expect(try viewing.rest(), is: Seen(scale: 0.6, x: 0, y: free.origin.y))
        }

        @Test(arguments: [0, 1]) func remainingFingerPansWithoutAJump(_ first: Int) throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            let pair = viewing.pair((320, 240), distance: 200)
            try touchscreen.pinch(
                from: viewing.pair((320, 240), distance: 50), to: pair, steps: 8, lift: false)
            try viewing.waitForScale(1.6)
            let before = try viewing.look()
            try touchscreen.up(first)
            expect(try viewing.rest(), is: before, tolerance: 0.1, "after one finger left,")
            // Within the slop nothing moves.
            let stays = 1 - first
            let start = stays == 0 ? pair.0 : pair.1
            try touchscreen.drag([stays: start + Vector(dx: 0, dy: -8)], steps: 3)
            expect(try viewing.rest(), is: before, tolerance: 0.1, "in the slop")
            // From the crossing of its 10 units on the picture goes with the finger.
            try touchscreen.drag([stays: start + Vector(dx: 0, dy: -90)], steps: 10)
            expect(try viewing.rest(), is: before.moved(0, -80), "after the pan")
            pause(0.06)  // a rest, so that there is no speed
            try touchscreen.up(stays)
            expect(try viewing.rest(), is: before.moved(0, -80), "after the other finger left,")
        }

        /// Two fingers stay of three: a new pair begins where they are.
        @Test func thirdFingerTakesOverWithoutAJump() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.pinch(
                from: viewing.pair((320, 240), distance: 50), to: viewing.pair((320, 240), distance: 125),
                steps: 5,
                lift: false)
            try touchscreen.down(2, at: viewing.at(320, 340))
            try viewing.waitForScale(1)
            let before = try viewing.look()
            try touchscreen.up(0)
            expect(try viewing.rest(), is: before, tolerance: 0.1)
            // Fingers 1 and 2 are at (382.5, 240) and (320, 340); a fifth is added to their distance.
            let (one, two) = (viewing.at(382.5, 240), viewing.at(320, 340))
            let spread = (two - one) * 0.2
            try touchscreen.drag([2: two + spread], steps: 4)
            try viewing.waitForScale(1.2)
            expect(try viewing.rest(), is: before.zoomed(by: 1.2, about: 351.25, 290))
        }
    }
}
