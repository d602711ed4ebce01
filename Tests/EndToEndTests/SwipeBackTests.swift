import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// A swipe to what cannot be shown.
    @Suite struct SwipeBack {
        /// The picture that was swiped away comes back to its place.
        @Test func pictureComesBack() throws {
            let folder = "\(Pictures.folder)/\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let dice = Raster.dice(width: 100, height: 75)
            try dice.writePNG(to: "\(folder)/1.png")
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/1.png"))
            try bytes.prefix(8).write(to: URL(fileURLWithPath: "\(folder)/2.png"))
            let viewing = try Viewing(["\(folder)/1.png"], geometry: "400x300+40+30")
            let whole = dice.seen(width: 400, height: 300, origin: (0, 0), scale: 4)
            expect(Raster(try viewing.pixels()), is: whole, "at first")
            try viewing.waitForTitle("1.png – 100 × 75 – 400 % – 1/2")
            let (server, touchscreen) = (viewing.server, viewing.server.touchscreen)
            // The second time it is known that there is none.
            for time in ["first", "second"] {
                try touchscreen.down(0, at: viewing.at(380, 150))
                try touchscreen.drag([0: viewing.at(60, 150)], steps: 16)
                #expect(try viewing.pixels().rgba != whole.bytes, "it follows the finger")
                try touchscreen.up(0)
                try viewing.waitForPixels(whole, "the \(time) time")
                try viewing.settle(quiet: 0.5)
                expect(Raster(try viewing.pixels()), is: whole, "the \(time) time, at rest")
                try viewing.waitForTitle("1.png – 100 × 75 – 400 %")
            }
            // It is whole: keys and fingers do what they did.
            try server.keyboard.type("plus")
            try viewing.waitForTitle("1.png – 100 × 75 – 500 %")
            try viewing.quit()
        }
    }
}
