import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The grid of thumbnails.
    @Suite struct Grid {
        private static let background: [UInt8] = [30, 30, 30]
        private static let placeholder: [UInt8] = [21, 21, 21]

        private static func title(_ index: Int, of count: Int) -> String {
            "\(GridFolder.name(index)) – \(index + 1)/\(count)"
        }

        private static func pictureTitle(_ index: Int, of count: Int) -> String {
            "\(GridFolder.name(index)) – 320 × 240 – 200 % – \(index + 1)/\(count)"
        }

        @Test func showsAllWithTheOneShownSelected() throws {
            let folder = try GridFolder(12)
            let viewing = try folder.view()
            try viewing.waitForTitle(Self.pictureTitle(0, of: 12))
            try viewing.server.keyboard.type("n")
            try viewing.waitForPicture(1)
            try viewing.openGrid()
            try viewing.waitForTitle(Self.title(1, of: 12))
            try viewing.settle()
            let shot = try viewing.pixels()
            let pixel = { (x: Int, y: Int) in shot[40 + x, 30 + y] }
            // 160 × 120 in the middle of 160 × 160; the frame is two pixels around it, and two thick.
            #expect(pixel(68, 32) == GridFolder.color(0))
            #expect(pixel(227, 151) == GridFolder.color(0))
            for (x, y) in [(68, 31), (227, 152), (67, 90), (228, 90)] {
                #expect(pixel(x, y) == Self.background)
            }
            let light: [UInt8] = [235, 235, 235]
            for (x, y) in [(236, 8), (237, 90), (403, 175), (402, 100)] { #expect(pixel(x, y) == light) }
            for (x, y) in [(235, 8), (238, 90), (404, 175), (65, 100)] {
                #expect(pixel(x, y) == Self.background)
            }
            try viewing.server.keyboard.type("Escape")
            try viewing.waitForPicture(1)
            try viewing.waitForTitle(Self.pictureTitle(1, of: 12))
            try viewing.quit()
        }

        @Test func tapOpens() throws {
            let folder = try GridFolder(12)
            let viewing = try folder.view()
            try viewing.openGrid()
            let (x, y) = GridFolder.middle(4)
            try viewing.server.touchscreen.tap(at: viewing.at(x, y))
            try viewing.waitForPicture(4)
            try viewing.waitForTitle(Self.pictureTitle(4, of: 12))
            // Between cells there is nothing to open.
            try viewing.openGrid()
            try viewing.server.touchscreen.tap(at: viewing.at(20, 20))
            try viewing.settle()
            try viewing.waitForTitle(Self.title(4, of: 12))
            // The one that is shown already.
            try viewing.server.touchscreen.tap(at: viewing.at(x, y))
            try viewing.waitForPicture(4)
            try viewing.quit()
        }

        @Test func clickSelectsAndDoubleClickOpens() throws {
            let folder = try GridFolder(12)
            let viewing = try folder.view()
            try viewing.openGrid()
            let place = { (index: Int) in
                let (x, y) = GridFolder.middle(index)
                return viewing.at(x, y)
            }
            try viewing.server.mouse.move(to: place(3))
            try viewing.server.mouse.click()
            try viewing.waitForTitle(Self.title(3, of: 12))
            pause(0.45)
            try viewing.server.mouse.doubleClick(at: place(5))
            try viewing.waitForPicture(5)
            // The picture was not clicked.
            try viewing.settle()
            try viewing.waitForTitle(Self.pictureTitle(5, of: 12))
            try viewing.quit()
        }

        @Test func keysMoveTheSelection() throws {
            let folder = try GridFolder(20)
            let viewing = try folder.view()
            let keyboard = viewing.server.keyboard
            try viewing.openGrid()
            for (key, index) in [
                ("Right", 1), ("Down", 4), ("Left", 3), ("Up", 0), ("n", 1), ("p", 0), ("Left", 0),
                // Two rows and the gaps around them are in the window.
                ("Next", 6), ("Next", 12), ("Prior", 6), ("End", 19), ("Home", 0), ("space", 1),
            ] {
                try keyboard.type(key)
                try viewing.waitForTitle(Self.title(index, of: 20))
            }
            try keyboard.type("End")
            // The last row's bottom is at the window's, less the gap.
            try viewing.waitForCell(19, offset: 7 * 172 + 12 - 480)
            try keyboard.type("Return")
            try viewing.waitForPicture(19)
            try viewing.openGrid(showing: 0..<0)
            try keyboard.type("Left")
            try keyboard.type("t")
            try viewing.waitForPicture(18)
            // Return means nothing there, and Escape ends it.
            try keyboard.type("Return")
            try viewing.waitForTitle(Self.pictureTitle(18, of: 20))
            try keyboard.type("Escape")
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// What was chosen and cannot be shown is told of, and nothing else is shown in its place.
        @Test func chosenFileThatIsNoPictureLeavesTheGrid() throws {
            let folder = try GridFolder(3)
            try "no picture".write(toFile: "\(folder.pictures)/01a", atomically: false, encoding: .utf8)
            let viewing = try folder.view()
            try viewing.openGrid(showing: 0..<2)
            for _ in 0..<2 { try viewing.server.keyboard.type("Right") }
            try viewing.waitForTitle("01a – 3/4")
            try viewing.server.keyboard.type("Return")
            try waitUntil("the message") { viewing.program.standardError.contains("01a: not a picture") }
            try viewing.settle()
            try viewing.waitForCell(0)
            try viewing.server.keyboard.type("Left")
            try viewing.server.keyboard.type("Return")
            try viewing.waitForPicture(1)
            try viewing.quit()
        }

        /// Words over the grid go as they do over a picture, also where no picture was painted to a back buffer before.
        @Test func wordsOverTheGridFade() throws {
            let folder = try GridFolder(6)
            for _ in 0..<3 {
                let viewing = try folder.view(options: ["--messages"])
                try viewing.openGrid()
                try viewing.settle()
                try viewing.server.keyboard.type("Right")
                try viewing.waitForTitle(Self.title(1, of: 6))
                let lower = {
                    try viewing.server.fingerprint(
                        of: PixelRect(x0: 240, y0: 430, x1: 440, y1: 510))
                }
                pause(0.5)
                let words = try lower()
                pause(1.6)
                #expect(try lower() != words)
                let after = try lower()
                pause(0.5)
                #expect(try lower() == after)
                try viewing.server.keyboard.type("Left")
                try viewing.waitForTitle(Self.title(0, of: 6))
                pause(2.2)
                #expect(try lower() == after)
                try viewing.quit()
            }
        }

        /// The content follows the finger without the slop of 10, goes past its end by less, and comes back.
        @Test func scrollsByTouch() throws {
            let folder = try GridFolder(30)
            let viewing = try folder.view()
            try viewing.openGrid()
            let touchscreen = viewing.server.touchscreen
            try touchscreen.down(0, at: viewing.at(320, 400))
            try touchscreen.drag([0: viewing.at(320, 218)], steps: 20)
            // Row 1 is where row 0 was.
            for cell in 0..<6 { try viewing.waitForCell(cell + 3, at: cell) }
            pause(0.1)
            try touchscreen.up(0)
            try viewing.settle()
            for cell in 0..<3 { try viewing.waitForCell(cell + 3, at: cell) }
            // A swipe coasts on, and a tap stops it without opening anything.
            try touchscreen.down(0, at: viewing.at(320, 400))
            try touchscreen.drag([0: viewing.at(320, 250)], steps: 5)
            try touchscreen.up(0)
            pause(0.05)
            try touchscreen.tap(at: viewing.at(148, 100))
            try viewing.settle()
            try viewing.waitForTitle(Self.title(0, of: 30))
            // Past the first row it springs back.
            try viewing.server.keyboard.type("Home")
            try viewing.waitForCell(0)
            try touchscreen.down(0, at: viewing.at(320, 100))
            try touchscreen.drag([0: viewing.at(320, 310)], steps: 10)
            try viewing.settle()
            try viewing.waitForColor(Self.background, at: (148, 40))
            try touchscreen.up(0)
            try viewing.waitForCell(0)
            try viewing.waitForColor(GridFolder.color(0), at: (148, 40))
            try viewing.quit()
        }

        /// A wheel's notch is 60 units here; a touchpad's is 15, and neither goes past the end.
        @Test func scrollsByWheelAndTouchpad() throws {
            let folder = try GridFolder(30)
            let viewing = try folder.view()
            try viewing.openGrid()
            try viewing.server.mouse.move(to: viewing.at(320, 240))
            for _ in 0..<3 { try viewing.server.mouse.scroll(dy: 120) }
            try viewing.settle()
            for index in 3..<6 { try viewing.waitForCell(index, offset: 180) }
            for _ in 0..<4 { try viewing.server.touchpad.scroll(dy: -240) }
            try viewing.waitForCell(3, offset: 60)
            for _ in 0..<10 { try viewing.server.touchpad.scroll(dy: -240) }
            for index in 0..<3 { try viewing.waitForCell(index) }
            // Outside of the grid it zooms.
            try viewing.server.keyboard.type("Escape")
            try viewing.waitForTitle(Self.pictureTitle(0, of: 30))
            try viewing.server.mouse.scroll(dy: -120)
            try viewing.waitForTitle("00.png – 320 × 240 – 250 % – 1/30")
            try viewing.quit()
        }

        @Test func pinchOutOpens() throws {
            let folder = try GridFolder(6)
            let viewing = try folder.view()
            try viewing.openGrid()
            let (x, y) = GridFolder.middle(4)
            try viewing.server.touchscreen.pinch(about: viewing.at(x, y), from: 120, to: 60, steps: 8)
            try viewing.settle()
            try viewing.waitForTitle(Self.title(0, of: 6))
            try viewing.server.touchscreen.pinch(about: viewing.at(x, y), from: 60, to: 160, steps: 8)
            try viewing.waitForPicture(4)
            try viewing.quit()
        }

        @Test func cellsGrowWithTheDesktop() throws {
            let daemon = try SettingsDaemon(["Xft/DPI": 96 * 1024], on: EndToEnd.server())
            let folder = try GridFolder(4)
            let viewing = try folder.view()
            try viewing.openGrid(showing: 0..<4)
            try daemon.set(["Xft/DPI": 192 * 1024])
            // One column: 320 in the middle of 640, below a gap of 24. The picture is 320 × 240 now.
            for point in [(161.0, 65.0), (478, 302)] {
                try viewing.waitForColor(GridFolder.color(0), at: point)
            }
            try viewing.waitForColor(GridFolder.color(1), at: (320, 450))
            #expect(Set(try folder.cached().keys.map { $0.split(separator: "/")[0] }).contains("large"))
            try waitUntil("the larger thumbnails") {
                try folder.cached().keys.filter { $0.hasPrefix("x-large/") }.count >= 2
            }
            try viewing.quit()
        }
    }
}
