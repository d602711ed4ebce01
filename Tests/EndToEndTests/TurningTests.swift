import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The picture is turned and mirrored, each of its pixels to its place.
    @Suite struct Turning {
        private static let dice = Raster.dice(width: 120, height: 80)
        private static let side = 480

        /// What a square window shows of a picture of 120 × 80, or of 80 × 120.
        private static func seen(_ picture: Raster, scale: Int = 4) -> Raster {
            let origin = (x: (side - picture.width * scale) / 2, y: (side - picture.height * scale) / 2)
            return picture.seen(width: side, height: side, origin: origin, scale: scale)
        }

        private static func turned(_ picture: Raster) -> Raster {
            picture.mapped(width: picture.height, height: picture.width) { ($1, picture.height - 1 - $0) }
        }

        private static func turnedBack(_ picture: Raster) -> Raster {
            picture.mapped(width: picture.height, height: picture.width) { (picture.width - 1 - $1, $0) }
        }

        private static func mirrored(_ picture: Raster) -> Raster {
            picture.mapped(width: picture.width, height: picture.height) { (picture.width - 1 - $0, $1) }
        }

        private static func upended(_ picture: Raster) -> Raster {
            picture.mapped(width: picture.width, height: picture.height) { ($0, picture.height - 1 - $1) }
        }

        private func view() throws -> Viewing {
            let path = try Pictures.file("dice-120x80.png") { try Self.dice.writePNG(to: $0) }
            let viewing = try Viewing([path], geometry: "\(Self.side)x\(Self.side)+40+30")
            expect(Raster(try viewing.pixels()), is: Self.seen(Self.dice), "at first")
            return viewing
        }

        @Test func keysMoveEveryPixel() throws {
            let viewing = try view()
            var picture = Self.dice
            let steps: [(String, (Raster) -> Raster)] = [
                ("r", Self.turned), ("h", Self.mirrored), ("r", Self.turned), ("v", Self.upended),
                ("R", Self.turnedBack), ("R", Self.turnedBack), ("h", Self.mirrored), ("r", Self.turned),
            ]
            var keys = ""
            for (key, change) in steps {
                (picture, keys) = (change(picture), keys + key)
                try viewing.server.keyboard.type(key)
                try viewing.waitForPixels(Self.seen(picture), keys)
            }
            try viewing.waitForTitle("dice-120x80.png – 80 × 120 – 400 %")
            // Zoomed in it turns about the window's middle.
            try viewing.server.keyboard.type("plus")
            try viewing.waitForPixels(Self.seen(picture, scale: 5), "zoomed")
            try viewing.server.keyboard.type("r")
            try viewing.waitForPixels(Self.seen(Self.turned(picture), scale: 5), "turned while zoomed")
            try viewing.quit()
        }

        /// Two fingers turn about the window's middle, and their distance grows by a factor.
        private func twist(_ viewing: Viewing, by degrees: Double, scale: Double = 1) throws {
            let place = { (share: Double, distance: Double) in
                let (angle, reach) = (degrees * share * .pi / 180, distance * pow(scale, share))
                return viewing.at(240 + cos(angle) * reach, 240 + sin(angle) * reach)
            }
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: place(0, -90))
            try touchscreen.down(1, at: place(0, 90))
            for step in 1...12 {
                try touchscreen.move(0, to: place(Double(step) / 12, -90))
                try touchscreen.move(1, to: place(Double(step) / 12, 90))
                pause(1.0 / 60)
            }
            pause(0.1)
            try touchscreen.upAll()
        }

        @Test func twoFingersTurnByAQuarter() throws {
            let viewing = try view()
            try twist(viewing, by: 60)
            try viewing.waitForPixels(Self.seen(Self.turned(Self.dice)), "turned right")
            try viewing.waitForTitle("dice-120x80.png – 80 × 120 – 400 %")
            // Too little.
            try twist(viewing, by: 25)
            try viewing.settle(quiet: 0.3)
            try viewing.waitForPixels(Self.seen(Self.turned(Self.dice)), "as before")
            try twist(viewing, by: -70)
            try viewing.waitForPixels(Self.seen(Self.dice), "turned back")
            try twist(viewing, by: -100)
            try viewing.waitForPixels(Self.seen(Self.turnedBack(Self.dice)), "turned left")
            // No fingers keep their distance; who zooms means it.
            try twist(viewing, by: 70, scale: 1.25)
            try viewing.waitForPixels(Self.seen(Self.dice), "turned and not zoomed")
            try twist(viewing, by: 80, scale: 0.8)
            try viewing.waitForPixels(Self.seen(Self.turned(Self.dice)), "turned once more")
            try twist(viewing, by: -80, scale: 2)
            try viewing.settle()
            let title = try #require(try viewing.server.current(viewing.window)?.title)
            #expect(
                ["799", "800", "801"].contains { title == "dice-120x80.png – 120 × 80 – \($0) %" }, "\(title)"
            )
            try viewing.quit()
        }
    }
}
