import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The window gets another size.
    @Suite struct Resize {
        /// Changes the size, and waits until that is seen.
        private func resize(_ viewing: Viewing, _ width: Int, _ height: Int) throws {
            try viewing.server.resize(viewing.window, width: width, height: height)
            try viewing.refresh()
            #expect((viewing.window.frame.width, viewing.window.frame.height) == (width, height))
            try viewing.settle()
        }

        @Test func fitStaysTheFit() throws {
            let viewing = try Viewing()
            for (width, height, expected) in [
                (800, 480, Seen(scale: 0.4, x: 80, y: 0)), (320, 240, Seen(scale: 0.2, x: 0, y: 0)),
                (400, 700, Seen(scale: 0.25, x: 0, y: 200)), (1200, 750, Seen(scale: 0.625, x: 100, y: 0)),
            ] {
                try resize(viewing, width, height)
                expect(try viewing.look(), is: expected, "\(width) × \(height)")
            }
            // And zoom 1 is that of the new size.
            try viewing.server.keyboard.type("plus")
            try viewing.waitForScale(0.78125)
        }

        /// 100 % stays 100 %, about the image point in the middle.
        @Test func zoomedPictureKeepsScaleAndMiddle() throws {
            let viewing = try Viewing()
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try viewing.server.touchpad.scroll(dx: 800, dy: -400)
            // Else it would be what is under the pointer that stays.
            try viewing.server.mouse.move(to: Point(x: 1100, y: 780))
            defer { try? viewing.server.mouse.move(to: viewing.at(320, 240)) }
            let before = try viewing.rest()
            let middle = before.imagePoint(320, 240)
            for (width, height) in [(500, 400), (900, 300), (640, 480)] {
                try resize(viewing, width, height)
                let seen = try viewing.look()
                #expect(abs(seen.scale - 1) < 1e-4)
                #expect(
                    seen.viewPoint(middle).distance(to: Point(x: Double(width) / 2, y: Double(height) / 2))
                        <= 0.75,
                    "\(width) × \(height): \(seen)")
            }
            expect(try viewing.look(), is: before, tolerance: 1)
        }

        /// At the picture's corner a larger window shows no background.
        @Test func edgesHold() throws {
            let viewing = try Viewing()
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            for _ in 0..<10 { try viewing.server.touchpad.scroll(dx: 1200, dy: 1200) }
            expect(try viewing.rest(), is: Seen(scale: 1, x: -960, y: -720))
            try resize(viewing, 800, 600)
            expect(try viewing.look(), is: Seen(scale: 1, x: -800, y: -600))
            // 62.5 % of the picture are less than this window: it is the whole picture then.
            try viewing.server.keyboard.type("minus")
            try viewing.server.keyboard.type("minus")
            try viewing.waitForScale(0.64)
            try resize(viewing, 1200, 780)
            expect(try viewing.look(), is: Seen(scale: 0.65, x: 80, y: 0))
        }

        @Test func resizeDuringAPinchWaitsForItsEnd() throws {
            let viewing = try Viewing()
            let touchscreen = viewing.server.touchscreen
            let pinched = Pinch.fit.imagePoint(200, 180)
            try touchscreen.pinch(
                from: viewing.pair((200, 180), distance: 80), to: viewing.pair((200, 180), distance: 160),
                steps: 5,
                lift: false)
            try viewing.waitForScale(0.8)
            let before = try viewing.look()
            try resize(viewing, 500, 440)
            expect(try viewing.look(), is: before, tolerance: 0.1, "with the fingers down")
            let wide = viewing.pair((200, 180), distance: 240)
            try touchscreen.drag([0: wide.0, 1: wide.1], steps: 6) { step in
                let off = try viewing.look().viewPoint(pinched) - Point(x: 200, y: 180)
                #expect(max(abs(off.dx), abs(off.dy)) <= EndToEnd.halfPixel, "step \(step)")
            }
            try viewing.waitForScale(1.2)
            let last = try viewing.look()
            try touchscreen.upAll()
            // What was in the middle of 640 × 480 is in that of 500 × 440.
            expect(try viewing.rest(), is: last.moved(-70, -20))
        }

        /// Sizes come one after the other while the window is being opened and its first tiles are made.
        @Test func resizesWhileTheWindowOpens() throws {
            let server = try EndToEnd.server()
            for round in 0..<4 {
                let program = try server.launch([EndToEnd.program, "--geometry", "640x480", Pictures.png()])
                let window = try Viewing.window(of: program, on: server)
                let begin = monotonicSeconds()
                var step = round * 7
                while monotonicSeconds() < begin + 0.25 {
                    step += 1
                    try server.resize(window, width: 300 + step * 37 % 500, height: 200 + step * 53 % 400)
                    if round % 2 == 1 { pause(0.004) }
                }
                try server.resize(window, width: 800, height: 480)
                let frame = PixelRect<Screen>(x0: 0, y0: 0, x1: 800, y1: 480)
                try server.waitSettled(quiet: 0.15, in: frame)
                let now = try #require(try server.current(window))
                #expect(now.frame == frame)
                let found = try #require(
                    Pictures.pattern.register(try server.screenshot(of: frame)),
                    "no picture in round \(round)")
                expect(Seen(found, in: now), is: Seen(scale: 0.4, x: 80, y: 0), "round \(round)")
                program.send(signal: 15)
                #expect(try program.waitForExit() == .exited(0))
                // A debug build reports errors of the X protocol there.
                #expect(program.standardOutput == "", "round \(round)")
            }
        }
    }
}
