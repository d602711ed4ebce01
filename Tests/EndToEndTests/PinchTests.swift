import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Two fingers on a touchscreen, as long as they are down.
    @Suite struct Pinch {
        struct Case: CustomStringConvertible, Sendable {
            let center: (x: Double, y: Double)
            let direction: (x: Double, y: Double)
            var description: String { "at \(center) along \(direction)" }
        }

        static let cases = [
            Case(center: (320, 240), direction: (1, 0)),
            Case(center: (150, 340), direction: (0, 1)),
            Case(center: (560.5, 90.25), direction: (0.6, 0.8)),
            Case(center: (410, 300), direction: (0.8, -0.6)),
            Case(center: (90, 45), direction: (-1, 0)),
        ]

        /// The whole standard picture in the standard window.
        static let fit = Seen(scale: 0.4, x: 0, y: 0)

        private func expect(
            _ pinched: Point<Image>, at place: Point<View>, in seen: Seen, _ step: Int,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let off = seen.viewPoint(pinched) - place
            #expect(
                max(abs(off.dx), abs(off.dy)) <= EndToEnd.halfPixel, "\(off) at step \(step): \(seen)",
                sourceLocation: sourceLocation)
        }

        @Test(arguments: cases) func centerStaysThroughTheWholePinch(_ pinch: Case) throws {
            let viewing = try Viewing()
            let (x, y) = pinch.center
            let pinched = Self.fit.imagePoint(x, y)
            try viewing.server.touchscreen.pinch(
                from: viewing.pair(pinch.center, distance: 80, direction: pinch.direction),
                to: viewing.pair(pinch.center, distance: 240, direction: pinch.direction), steps: 16,
                lift: false
            ) { step in
                expect(pinched, at: Point(x: x, y: y), in: try viewing.look(), step)
            }
            let expected = Self.fit.zoomed(by: 3, about: x, y)
            try viewing.waitForScale(1.2)
            EndToEndTests.expect(try viewing.look(), is: expected)
            try viewing.server.touchscreen.upAll()
            EndToEndTests.expect(try viewing.rest(), is: expected, "after the fingers left,")
        }

        @Test func zoomedPictureZoomsOn() throws {
            let viewing = try Viewing()
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            EndToEndTests.expect(before, is: Seen(scale: 1, x: -480, y: -360))
            let pinched = before.imagePoint(200, 150)
            try viewing.server.touchscreen.pinch(
                about: viewing.at(200, 150), from: 100, to: 170, steps: 12, lift: false
            ) {
                expect(pinched, at: Point(x: 200, y: 150), in: try viewing.look(), $0)
            }
            try viewing.waitForScale(1.7)
            EndToEndTests.expect(try viewing.look(), is: before.zoomed(by: 1.7, about: 200, 150))
        }

        /// Both fingers drift to the right and down by far more than they spread: only their distance counts.
        @Test func wanderingFingersDoNotDragThePicture() throws {
            let viewing = try Viewing()
            let pinched = Self.fit.imagePoint(200, 180)
            try viewing.server.touchscreen.pinch(
                from: viewing.pair((200, 180), distance: 100), to: viewing.pair((380, 320), distance: 200),
                steps: 16,
                lift: false
            ) { step in
                expect(pinched, at: Point(x: 200, y: 180), in: try viewing.look(), step)
            }
            try viewing.waitForScale(0.8)
            EndToEndTests.expect(try viewing.look(), is: Self.fit.zoomed(by: 2, about: 200, 180))
        }

        @Test func followMovesThePictureWithTheFingers() throws {
            let viewing = try Viewing(options: ["--pinch", "follow"])
            let pinched = Self.fit.imagePoint(200, 180)
            try viewing.server.touchscreen.pinch(
                from: viewing.pair((200, 180), distance: 100), to: viewing.pair((290, 250), distance: 200),
                steps: 8)
            try viewing.waitForScale(0.8)
            expect(pinched, at: Point(x: 290, y: 250), in: try viewing.rest(), 8)
            // 200 − 0.8 · 500 is the picture's edge about the first centre; it moved by (90, 70).
            EndToEndTests.expect(
                try viewing.look(), is: Self.fit.zoomed(by: 2, about: 200, 180).moved(90, 70))
        }

        @Test func spreadAndBackReturnsToTheSamePlace() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            let before = try viewing.rest()
            let narrow = viewing.pair((250, 260), distance: 90, direction: (0.6, 0.8))
            let wide = viewing.pair((250, 260), distance: 311, direction: (0.6, 0.8))
            try touchscreen.pinch(from: narrow, to: wide, steps: 10, lift: false)
            try viewing.waitForScale(311.0 / 90)
            try touchscreen.drag([0: narrow.0, 1: narrow.1], steps: 13)
            try viewing.waitForScale(1)
            EndToEndTests.expect(try viewing.look(), is: before, tolerance: 0.1, "with the fingers down")
            try touchscreen.upAll()
            EndToEndTests.expect(try viewing.rest(), is: before, tolerance: 0.1, "after the fingers left")
        }

        @Test func thirdFingerChangesNothing() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.pinch(
                from: viewing.pair((300, 200), distance: 100), to: viewing.pair((300, 200), distance: 150),
                steps: 5,
                lift: false)
            try viewing.waitForScale(0.6)
            let before = try viewing.look()
            try touchscreen.down(2, at: viewing.at(500, 400))
            try touchscreen.drag([2: viewing.at(100, 100)], steps: 6)
            try viewing.settle()
            EndToEndTests.expect(try viewing.look(), is: before, tolerance: 0.01, "with a third finger")
            let wide = viewing.pair((300, 200), distance: 250)
            try touchscreen.drag([0: wide.0, 1: wide.1, 2: viewing.at(600, 30)], steps: 8) { step in
                expect(Self.fit.imagePoint(300, 200), at: Point(x: 300, y: 200), in: try viewing.look(), step)
            }
            try viewing.waitForScale(1)
            try touchscreen.up(2)
            EndToEndTests.expect(
                try viewing.rest(), is: Self.fit.zoomed(by: 2.5, about: 300, 200), "after it left")
        }

        /// The zoom that a touch's distance of zero would ask for has no number.
        @Test func fingersOnOnePointKeepThePictureFinite() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: viewing.at(300, 200))
            try touchscreen.down(1, at: viewing.at(300, 200))
            try touchscreen.drag([1: viewing.at(302, 200)], steps: 2)
            try viewing.waitForScale(0.8)
            EndToEndTests.expect(try viewing.look(), is: Self.fit.zoomed(by: 2, about: 300, 200))
            try touchscreen.drag([1: viewing.at(300, 200)], steps: 2)
            try touchscreen.upAll()
            EndToEndTests.expect(try viewing.rest(), is: Self.fit)
        }
    }
}
