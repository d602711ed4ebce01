import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// From picture to picture: those of a folder, as they come and go, and how each is seen.
    @Suite struct Stepping {
        /// A folder of plain pictures of 400 × 300, of one colour each.
        final class Folder {
            static let colors: [String: [UInt8]] = [
                "1.png": [200, 30, 30], "2.png": [30, 200, 30], "10.png": [30, 30, 200],
            ]
            let path = "\(Pictures.folder)/\(UUID().uuidString)"

            init(_ names: [String] = ["1.png", "2.png", "10.png"]) throws {
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                for name in names { try write(name, color: Self.colors[name] ?? [90, 90, 90]) }
                try "no picture".write(toFile: path + "/words.txt", atomically: false, encoding: .utf8)
                try "no picture either".write(toFile: path + "/words", atomically: false, encoding: .utf8)
            }

            deinit { try? FileManager.default.removeItem(atPath: path) }

            func write(_ name: String, color: [UInt8], width: Int = 400, height: Int = 300) throws {
                try Raster(width: width, height: height, color: color)
                    .writePNG(to: "\(path)/\(name)", compression: 1)
            }

            func remove(_ name: String) throws {
                try FileManager.default.removeItem(atPath: "\(path)/\(name)")
            }

            /// A title of a picture that is seen as a whole in its own size.
            static func title(_ name: String, _ place: String) -> String {
                "\(name) – 400 × 300 – 100 %\(place)"
            }
        }

        /// A program that shows a folder's first picture.
        private func view(
            _ folder: Folder, _ files: [String]? = nil, options: [String] = [],
            environment: [String: String] = [:]
        ) throws -> (server: XServer, program: Program, window: Window) {
            let server = try EndToEnd.server()
            let program = try server.launch(
                [EndToEnd.program, "--geometry", "400x300+40+30"] + options
                    + (files ?? ["\(folder.path)/1.png"]), environment: environment)
            let window = try Viewing.window(of: program, on: server)
            try server.focus(window)
            return (server, program, window)
        }

        private func waitForTitle(
            _ title: String, _ server: XServer, _ window: Window, timeout: Double = 4,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            do {
                try waitUntil("the title", timeout: timeout) { try server.current(window)?.title == title }
            } catch SessionError.timedOut {
                let found = try server.current(window)?.title ?? "(no window)"
                Issue.record("the title is “\(found)”, not “\(title)”", sourceLocation: sourceLocation)
            }
        }

        private func color(_ server: XServer, _ window: Window) throws -> [UInt8] {
            let frame = window.frame
            return try server.screenshot(of: frame)[frame.x0 + 200, frame.y0 + 40]
        }

        private func waitForColor(
            _ name: String, _ server: XServer, _ window: Window,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let wanted = Folder.colors[name]
            do {
                try waitUntil("the colour", timeout: 4) { try color(server, window) == wanted }
            } catch SessionError.timedOut {
                Issue.record("\(try color(server, window)), not \(name)", sourceLocation: sourceLocation)
            }
        }

        private func quit(_ server: XServer, _ program: Program) throws {
            try server.keyboard.type("q")
            #expect(try program.waitForExit() == .exited(0))
        }

        @Test func oneFileLeadsToThoseBesideIt() throws {
            let folder = try Folder()
            let (server, program, window) = try view(folder)
            try waitForTitle(Folder.title("1.png", " – 1/4"), server, window)
            for (key, name, place) in [
                // What is no picture is passed over, and no longer counted.
                ("n", "2.png", " – 2/4"), ("n", "10.png", " – 3/4"), ("n", "10.png", " – 3/3"),
                ("p", "2.png", " – 2/3"), ("Home", "1.png", " – 1/3"), ("End", "10.png", " – 3/3"),
            ] {
                try server.keyboard.type(key)
                try waitForTitle(Folder.title(name, place), server, window)
                try waitForColor(name, server, window)
            }
            #expect(program.standardError == "")
            try quit(server, program)
        }

        @Test func orderIsAsAskedFor() throws {
            let folder = try Folder()
            let (server, program, window) = try view(folder, [folder.path], options: ["--reverse"])
            try waitForColor("10.png", server, window)
            try server.keyboard.type("n")
            try waitForColor("2.png", server, window)
            try quit(server, program)
        }

        @Test func namesOfFilesComeFromAStream() throws {
            let folder = try Folder()
            let names = ["10.png", "1.png"].map { "\(folder.path)/\($0)\0" }.joined()
            let server = try EndToEnd.server()
            let program = try server.launch(
                [EndToEnd.program, "--geometry", "400x300+40+30", "--files-from", "-", "-0"],
                input: Array(names.utf8))
            let window = try Viewing.window(of: program, on: server)
            try server.focus(window)
            try waitForTitle(Folder.title("10.png", " – 1/2"), server, window)
            try server.keyboard.type("n")
            try waitForColor("1.png", server, window)
            try quit(server, program)
        }

        /// Each picture is seen as it was left, and with `k` as the one before.
        @Test func viewsAreKept() throws {
            let folder = try Folder()
            let (server, program, window) = try view(folder)
            try waitForTitle(Folder.title("1.png", " – 1/4"), server, window)
            try server.keyboard.type("plus")
            try waitForTitle("1.png – 400 × 300 – 125 % – 1/4", server, window)
            try server.keyboard.type("n")
            try waitForTitle(Folder.title("2.png", " – 2/4"), server, window)
            try server.keyboard.type("p")
            try waitForTitle("1.png – 400 × 300 – 125 % – 1/4", server, window)
            try server.keyboard.type("k")
            try server.keyboard.type("n")
            try waitForTitle("2.png – 400 × 300 – 125 % – 2/4", server, window)
            try quit(server, program)
        }

        @Test func picturesAreTurnedAndMirrored() throws {
            let viewing = try Viewing()
            let pixel = { (x: Int, y: Int) in
                try viewing.pixels()[viewing.window.frame.x0 + x, viewing.window.frame.y0 + y]
            }
            let (left, right) = (try pixel(100, 200), try pixel(539, 279))
            try viewing.server.keyboard.type("h")
            try waitUntil("the mirrored picture", timeout: 3) {
                let found = try pixel(639 - 100, 200)
                return zip(found, left).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
            }
            try viewing.server.keyboard.type("v")
            try waitUntil("the picture upside down", timeout: 3) {
                let found = try pixel(100, 200)
                return zip(found, right).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
            }
            // Upside down and mirrored is turned by two quarters.
            for _ in 0..<2 { try viewing.server.keyboard.type("r") }
            expect(try viewing.rest(), is: Seen(scale: 0.4, x: 0, y: 0))
            try viewing.server.keyboard.type("r")
            try viewing.waitForTitle("pattern-1600x1200.png – 1200 × 1600 – 30 %")
            try viewing.server.keyboard.type("R")
            expect(try viewing.rest(), is: Seen(scale: 0.4, x: 0, y: 0))
            try viewing.quit()
        }

        /// Each has its time, and after the last comes the first.
        @Test func slidesFollowEachOther() throws {
            let folder = try Folder(["1.png", "2.png"])
            let (server, program, window) = try view(folder, [folder.path], options: ["--slideshow", "0.8"])
            // When the picture was not there yet.
            var unseen = monotonicSeconds()
            for (number, name) in ["1.png", "2.png", "1.png"].enumerated() {
                let before = unseen
                try waitUntil(name) {
                    let now = monotonicSeconds()
                    if try color(server, window) == Folder.colors[name] { return true }
                    unseen = now
                    return false
                }
                // One may be painted late, and the next one in time.
                #expect(number == 0 || monotonicSeconds() - before > 0.4, "\(name)")
            }
            try server.keyboard.type("s")
            #expect(try server.ping(window))
            pause(0.3)
            let last = try color(server, window)
            pause(1)
            #expect(try color(server, window) == last)
            try quit(server, program)
        }

        @Test func filesComeAndGo() throws {
            let folder = try Folder(["1.png"])
            let (server, program, window) = try view(folder)
            try waitForTitle(Folder.title("1.png", " – 1/2"), server, window)
            try folder.write("2.png", color: [30, 200, 30])
            try waitForTitle(Folder.title("1.png", " – 1/3"), server, window)
            try server.keyboard.type("n")
            try waitForColor("2.png", server, window)
            try folder.remove("2.png")
            try server.keyboard.type("p")
            try waitForColor("1.png", server, window)
            try waitForTitle(Folder.title("1.png", " – 1/2"), server, window)
            try quit(server, program)
        }

        /// The old picture stays until the new one is whole, however slowly it is written.
        @Test func changedFileIsShownAnew() throws {
            let folder = try Folder(["1.png"])
            let (server, program, window) = try view(folder)
            try waitForColor("1.png", server, window)
            try server.keyboard.type("plus")
            try waitForTitle("1.png – 400 × 300 – 125 % – 1/2", server, window)
            try folder.write("new", color: [30, 200, 30])
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/new")))
            try folder.remove("new")
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/1.png"))
            try file.truncate(atOffset: 0)
            for start in stride(from: 0, to: bytes.count, by: bytes.count / 6 + 1) {
                try file.write(contentsOf: bytes[start..<min(start + bytes.count / 6 + 1, bytes.count)])
                Thread.sleep(forTimeInterval: 0.1)
                #expect(try color(server, window) == Folder.colors["1.png"])
            }
            try file.close()
            try waitForColor("2.png", server, window)
            try waitForTitle("1.png – 400 × 300 – 125 % – 1/2", server, window)
            // Put in its place at once.
            try folder.write("other", color: [30, 30, 200])
            try FileManager.default.removeItem(atPath: folder.path + "/1.png")
            try FileManager.default.moveItem(atPath: folder.path + "/other", toPath: folder.path + "/1.png")
            try waitForColor("10.png", server, window)
            #expect(program.standardError == "")
            try quit(server, program)
        }

        @Test func deletedFileIsInTheTrash() throws {
            let (folder, data) = (try Folder(["1.png", "2.png"]), try Folder([]))
            let (server, program, window) = try view(folder, environment: ["XDG_DATA_HOME": data.path])
            try waitForTitle(Folder.title("1.png", " – 1/3"), server, window)
            try server.keyboard.type("Delete")
            Thread.sleep(forTimeInterval: 0.2)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/1.png"))
            try server.keyboard.type("Delete")
            try waitForColor("2.png", server, window)
            #expect(!FileManager.default.fileExists(atPath: folder.path + "/1.png"))
            #expect(FileManager.default.fileExists(atPath: data.path + "/Trash/files/1.png"))
            let info = try String(
                contentsOfFile: data.path + "/Trash/info/1.png.trashinfo", encoding: .utf8)
            let place = URL(fileURLWithPath: folder.path).resolvingSymlinksInPath().path + "/1.png"
            let date = try #require(info.split(separator: "\n").last).dropFirst("DeletionDate=".count)
            #expect(info == "[Trash Info]\nPath=\(place)\nDeletionDate=\(date)\n")
            #expect(date.contains(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/))
            try quit(server, program)
        }

        /// A key that is held is pressed once, and another one is the answer no.
        @Test func fileStaysUnlessItIsAskedForTwice() throws {
            let (folder, data) = (try Folder(["1.png", "2.png"]), try Folder([]))
            let (server, program, window) = try view(folder, environment: ["XDG_DATA_HOME": data.path])
            try waitForTitle(Folder.title("1.png", " – 1/3"), server, window)
            try server.keyboard.hold("Delete")
            // The server repeats keys after 0.66 s.
            Thread.sleep(forTimeInterval: 1.2)
            try server.keyboard.release("Delete")
            for key in ["Escape", "r"] {
                try server.keyboard.type(key)
                try server.keyboard.type("Delete")
                Thread.sleep(forTimeInterval: 0.2)
                #expect(FileManager.default.fileExists(atPath: folder.path + "/1.png"))
            }
            try server.keyboard.type("Escape")
            try quit(server, program)
            #expect(FileManager.default.fileExists(atPath: folder.path + "/1.png"))
        }

        /// A link that leads to another file, and what then becomes of that one.
        @Test func linkIsFollowedWhereverItLeads() throws {
            let (folder, elsewhere) = (try Folder([]), try Folder(["1.png", "2.png"]))
            let (files, link) = (FileManager.default, folder.path + "/x.png")
            try files.createSymbolicLink(atPath: link, withDestinationPath: elsewhere.path + "/1.png")
            let (server, program, window) = try view(folder, [link])
            try waitForColor("1.png", server, window)
            try files.createSymbolicLink(
                atPath: link + ".new", withDestinationPath: elsewhere.path + "/2.png")
            #expect(rename(link + ".new", link) == 0)
            try waitForColor("2.png", server, window)
            try elsewhere.write("2.png", color: Folder.colors["10.png"] ?? [])
            try waitForColor("10.png", server, window)
            try quit(server, program)
        }

        /// Files that were named stay in the list, and are tried again when they have changed.
        @Test func mendedFileIsShown() throws {
            let folder = try Folder(["1.png", "10.png"])
            try "broken".write(toFile: folder.path + "/2.png", atomically: false, encoding: .utf8)
            let (server, program, window) = try view(
                folder, ["1.png", "2.png", "10.png"].map { "\(folder.path)/\($0)" })
            try waitForColor("1.png", server, window)
            try server.keyboard.type("n")
            try waitForColor("10.png", server, window)
            try folder.write("2.png", color: Folder.colors["2.png"] ?? [])
            Thread.sleep(forTimeInterval: 0.3)
            try server.keyboard.type("p")
            try waitForColor("2.png", server, window)
            try server.keyboard.type("q")
            #expect(try program.waitForExit() == .exited(0))
            #expect(program.standardError.split(separator: "\n").count == 1)
        }

        @Test func swipeGoesToTheNextPicture() throws {
            let folder = try Folder()
            let (server, program, window) = try view(folder)
            try waitForTitle(Folder.title("1.png", " – 1/4"), server, window)
            let touchscreen = server.touchscreen
            let at = { (x: Double) in window.onScreen(Point(x: x, y: 150)) }
            // Not far enough: it comes back.
            try touchscreen.down(0, at: at(300))
            for x in stride(from: 290.0, through: 240, by: -10) { try touchscreen.move(0, to: at(x)) }
            Thread.sleep(forTimeInterval: 0.2)
            #expect(
                try server.screenshot(of: window.frame)[window.frame.x0 + 395, window.frame.y0 + 40]
                    != Folder.colors["1.png"])
            try touchscreen.up(0)
            Thread.sleep(forTimeInterval: 0.8)
            try waitForColor("1.png", server, window)
            try touchscreen.down(0, at: at(380))
            for x in stride(from: 370.0, through: 100, by: -15) { try touchscreen.move(0, to: at(x)) }
            try touchscreen.up(0)
            try waitForColor("2.png", server, window)
            try waitForTitle(Folder.title("2.png", " – 2/4"), server, window)
            try quit(server, program)
        }
    }
}
