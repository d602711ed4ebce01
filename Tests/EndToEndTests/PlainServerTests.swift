import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// A display without XInput 2: no touches, and everything else by core events.
    @Suite struct WithoutXInput {
        private static let fit = Pinch.fit

        @Test func wheelButtonsZoomAboutThePointer() throws {
            let plain = try PlainServer(leadingTo: EndToEnd.server())
            let viewing = try Viewing(display: plain.displayName)
            try viewing.server.mouse.move(to: viewing.at(200, 150))
            try viewing.server.mouse.scroll(dy: -120)
            try viewing.waitForScale(0.5)
            expect(try viewing.rest(), is: Self.fit.zoomed(by: 1.25, about: 200, 150))
            try viewing.server.mouse.scroll(dy: 120)
            expect(try viewing.rest(), is: Self.fit, tolerance: 0.1)
            try viewing.quit()
        }

        @Test func doubleClickAndDragWork() throws {
            let plain = try PlainServer(leadingTo: EndToEnd.server())
            let viewing = try Viewing(display: plain.displayName)
            let mouse = viewing.server.mouse
            try mouse.doubleClick(at: viewing.at(320, 240))
            try viewing.waitForScale(2)
            let before = try viewing.rest()
            try mouse.move(to: viewing.at(300, 200))
            try mouse.press()
            try mouse.move(from: viewing.at(300, 200), to: viewing.at(203, 140), steps: 20)
            pause(0.15)
            // The slop of 3 units is left along the way.
            let way = (97.0 * 97 + 60 * 60).squareRoot()
            let expected = before.moved(-97 * (1 - 3 / way), -60 * (1 - 3 / way))
            expect(try viewing.look(), is: expected, tolerance: 1.5)
            try mouse.release()
            try viewing.quit()
        }
    }
}
