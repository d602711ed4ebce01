import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What the thumbnails are made from, and what becomes of the files.
    @Suite struct GridCache {
        private static let failures = "fail/xzoom-0.1.0/"

        /// Waits until there are so many files in the cache.
        private func waitForCache(_ folder: GridFolder, count: Int) throws -> [String: String] {
            try waitUntil("\(count) thumbnails in the cache") { try folder.cached().count == count }
            return try folder.cached()
        }

        @Test func thumbnailsAreMadeOnce() throws {
            let folder = try GridFolder(5)
            try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1]).write(
                to: URL(fileURLWithPath: "\(folder.pictures)/broken.png"))
            try folder.setAge(50, of: "broken.png")
            var viewing = try folder.view()
            try viewing.openGrid(showing: 0..<5)
            let first = try waitForCache(folder, count: 6)
            #expect(first.keys.filter { $0.hasPrefix("large/") }.count == 5)
            #expect(first.keys.filter { $0.hasPrefix(Self.failures) }.count == 1)
            // Its placeholder has a mark in the middle.
            try viewing.settle()
            let (x, y) = GridFolder.middle(5)
            let mark = viewing.at(x, y)
            #expect(try viewing.pixels()[Int(mark.x), Int(mark.y)][0] > 60)
            try viewing.quit()

            // Now it is seen from the cache: a thumbnail that is put there in the place of another is believed.
            let names = first.keys.sorted()
            viewing = try folder.view()
            try viewing.openGrid(showing: 0..<5)
            try viewing.settle(quiet: 0.3)
            #expect(try folder.cached() == first)
            try viewing.quit()

            // A changed picture has a new one, the others stay.
            try folder.write([1, 2, 3], to: GridFolder.name(2), age: 30)
            viewing = try folder.view()
            try viewing.openGrid(showing: 3..<5)
            let (x2, y2) = GridFolder.middle(2)
            try viewing.waitForColor([1, 2, 3], at: (x2, y2))
            try waitUntil("another thumbnail") { try folder.cached() != first }
            let last = try folder.cached()
            #expect(last.keys.sorted() == names)
            #expect(names.filter { last[$0] != first[$0] }.count == 1)
            try viewing.quit()
        }

        @Test func cacheItselfIsShownAndNotKept() throws {
            let folder = try GridFolder(2)
            var viewing = try folder.view()
            try viewing.openGrid(showing: 0..<2)
            let kept = try waitForCache(folder, count: 2)
            try viewing.quit()
            let cache = "\(folder.path)/cache/thumbnails/large"
            viewing = try Viewing([cache], environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"])
            try viewing.server.keyboard.type("t")
            let middle = GridFolder.middle(0)
            try waitUntil("a thumbnail's thumbnail") {
                let (place, shot) = (viewing.at(middle.x, middle.y), try viewing.pixels())
                return [GridFolder.color(0), GridFolder.color(1)].contains(shot[Int(place.x), Int(place.y)])
            }
            try viewing.settle(quiet: 0.3)
            #expect(try folder.cached() == kept)
            try viewing.quit()
        }

        @Test func filesComeAndGoAndChange() throws {
            let folder = try GridFolder(4)
            let viewing = try folder.view()
            try viewing.openGrid(showing: 0..<4)
            try viewing.server.keyboard.type("End")
            try viewing.waitForTitle("03.png – 4/4")
            try folder.write(GridFolder.color(7), to: "01a.png")
            try viewing.waitForCell(7, at: 2)
            try viewing.waitForCell(3, at: 4)
            try viewing.waitForTitle("03.png – 5/5")
            try FileManager.default.removeItem(atPath: "\(folder.pictures)/03.png")
            // The one in its place is selected.
            try viewing.waitForTitle("02.png – 4/4")
            try folder.write(GridFolder.color(9), to: "01.png", age: 20)
            try viewing.waitForCell(9, at: 1)
            try viewing.waitForCell(0)
            try viewing.quit()
        }

        @Test func selectedFileGoesToTheTrash() throws {
            let folder = try GridFolder(4)
            let viewing = try folder.view()
            let keyboard = viewing.server.keyboard
            try viewing.openGrid(showing: 0..<4)
            try keyboard.type("Right")
            try keyboard.type("Delete")
            try keyboard.type("Delete")
            try viewing.waitForCell(2, at: 1)
            try viewing.waitForTitle("02.png – 2/3")
            #expect(!FileManager.default.fileExists(atPath: "\(folder.pictures)/01.png"))
            // The one shown goes, and the next takes its place behind the grid.
            try keyboard.type("Left")
            try keyboard.type("Delete")
            try keyboard.type("Delete")
            try viewing.waitForCell(2, at: 0)
            try viewing.waitForTitle("02.png – 1/2")
            try keyboard.type("Escape")
            try viewing.waitForPicture(2)
            try viewing.quit()
        }

        @Test func animationStandsStillMeanwhile() throws {
            let folder = try GridFolder(3)
            let gif = MotionFiles.gif((0..<4).map { (color: $0, delay: 200) }, repeats: nil)
            try Data(gif).write(to: URL(fileURLWithPath: "\(folder.pictures)/00a.gif"))
            let viewing = try Viewing(
                ["\(folder.pictures)/00a.gif"], environment: ["XDG_CACHE_HOME": "\(folder.path)/cache"])
            let middle = viewing.at(320, 240)
            let color = { try viewing.pixels()[Int(middle.x), Int(middle.y)] }
            let before = try color()
            #expect(MotionFiles.palette.contains(before))
            try viewing.server.keyboard.type("t")
            try viewing.waitForCell(0)
            pause(2.5)
            try viewing.server.keyboard.type("Escape")
            try waitUntil("the picture") { MotionFiles.palette.contains(try color()) }
            #expect(try color() == before)
            try viewing.quit()
        }
    }
}
