import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// At home among other programs: window managers, the clipboard, drops, monitors.
    @Suite struct AmongOthers {
        /// A client whose window is beside those of the tests.
        private func client() throws -> DesktopClient {
            try DesktopClient(
                on: try EndToEnd.server(), frame: PixelRect(x0: 1000, y0: 600, x1: 1200, y1: 750))
        }

        private func list(_ path: String) -> [UInt8] {
            Array((URL(fileURLWithPath: path).absoluteString + "\r\n").utf8)
        }

        private func waitForTitle(_ title: String, _ viewing: Viewing, _ client: DesktopClient) throws {
            do {
                try client.wait(for: "the title", timeout: 6) {
                    try viewing.server.current(viewing.window)?.title == title
                }
            } catch SessionError.timedOut {
                Issue.record(
                    "\(try viewing.server.current(viewing.window)?.title ?? "no window"), not \(title)")
            }
        }

        @Test func droppedFileIsOpened() throws {
            let (viewing, client) = (try Viewing(), try client())
            let path = try Pictures.plain([200, 30, 30], width: 320, height: 240)
            let at = viewing.at(320, 240)
            #expect(try client.drag(["text/uri-list": list(path)], over: viewing.window, at: at) == true)
            #expect(try client.drop(on: viewing.window))
            try waitForTitle("plain-200-30-30-320x240.png – 320 × 240 – 200 %", viewing, client)
            try viewing.quit()
        }

        @Test func fileOfAnotherMachineIsNot() throws {
            let (viewing, client) = (try Viewing(), try client())
            let list = Array("file://elsewhere.example/a.png\r\n".utf8)
            let title = try viewing.server.current(viewing.window)?.title
            _ = try client.drag(["text/uri-list": list], over: viewing.window, at: viewing.at(320, 240))
            _ = try client.drop(on: viewing.window)
            try viewing.settle()
            #expect(try viewing.server.current(viewing.window)?.title == title)
            try viewing.quit()
        }

        /// The picture is larger than a request may be, and comes in parts.
        @Test func copiedPictureIsThePicture() throws {
            let noise = try Pictures.file("noise.png") { path in
                var (pixels, state) = ([UInt8](), UInt32(1))
                for _ in 0..<900 * 700 {
                    for _ in 0..<3 {
                        state = state &* 1_664_525 &+ 1_013_904_223
                        pixels.append(UInt8(state >> 24))
                    }
                }
                try Raster(width: 900, height: 700, channels: 3, bytes: pixels).writePNG(
                    to: path, compression: 1)
            }
            let (viewing, client) = (try Viewing([noise], pattern: Pictures.pattern), try client())
            try viewing.server.keyboard.type("c", .control)
            try client.wait(for: "the offer") {
                try client.ask("CLIPBOARD", as: "TARGETS") != nil
            }
            let answer = try #require(try client.ask("CLIPBOARD", as: "image/png", timeout: 20))
            #expect(answer.type == "image/png")
            #expect(answer.bytes.count > 1_500_000 && answer.parts > 2)
            let copy = try Pictures.bytes(answer.bytes, as: "copied.png")
            let text = try #require(try client.ask("CLIPBOARD", as: "UTF8_STRING"))
            #expect(String(decoding: text.bytes, as: UTF8.self) == noise)
            let uris = try #require(try client.ask("CLIPBOARD", as: "text/uri-list"))
            #expect(uris.bytes == list(noise))
            let original = try viewing.pixels()
            try viewing.quit()
            let second = try Viewing([copy])
            #expect(try second.pixels().rgba == original.rgba)
            try second.quit()
        }

        /// A desktop that keeps what was copied gets it although the viewer is closed at once.
        @Test func copyOutlivesTheViewer() throws {
            let (viewing, client) = (try Viewing(), try client())
            // In the place of a clipboard manager; without one the viewer ends at once.
            try client.own("CLIPBOARD_MANAGER", [:], isSilent: true)
            try viewing.server.keyboard.type("c", .control)
            try client.wait(for: "the offer") { try client.ask("CLIPBOARD", as: "TARGETS") != nil }
            try viewing.server.keyboard.type("q")
            try client.wait(for: "the request") { try client.unansweredCount("CLIPBOARD_MANAGER") == 1 }
            #expect(try !viewing.server.windows().contains { $0.identifier == viewing.window.identifier })
            let answer = try #require(try client.ask("CLIPBOARD", as: "image/png", timeout: 20))
            #expect(answer.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(viewing.program.isRunning)
            try client.breakSilence("CLIPBOARD_MANAGER")
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// What is dropped or pasted and cannot be shown leaves everything as it was.
        @Test func brokenPictureIsNoPicture() throws {
            let folder = try GridFolder(3)
            let (viewing, client) = (try folder.view(), try client())
            let title = { "\(GridFolder.name($0)) – 320 × 240 – 200 % – \($0 + 1)/3" }
            try waitForTitle(title(0), viewing, client)
            let missing = list("\(folder.pictures)/none.png")
            _ = try client.drag(["text/uri-list": missing], over: viewing.window, at: viewing.at(320, 240))
            #expect(try client.drop(on: viewing.window))
            try client.wait(for: "the message") {
                viewing.program.standardError.contains("none.png: No such")
            }
            try viewing.server.keyboard.type("n")
            try waitForTitle(title(1), viewing, client)
            try client.own("CLIPBOARD", ["image/png": Array("\u{89}PNG\r\n\u{1A}\n and no more".utf8)])
            try viewing.server.keyboard.type("v", .control)
            try client.wait(for: "the message") { viewing.program.standardError.contains("pasted picture: ") }
            try waitForTitle(title(1), viewing, client)
            // A good one takes the place of the grid as well.
            try viewing.openGrid(showing: 0..<2)
            let good = Array(try Data(contentsOf: URL(fileURLWithPath: Pictures.png())))
            try client.own("CLIPBOARD", ["image/png": good])
            try viewing.server.keyboard.type("v", .control)
            try waitForTitle("pasted picture – 1600 × 1200 – 40 % – 4/4", viewing, client)
            try viewing.quit()
        }

        @Test func pastedPictureIsShown() throws {
            let (viewing, client) = (try Viewing(), try client())
            let path = try Pictures.png(Pattern(width: 1100, height: 825))
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
            try client.own("CLIPBOARD", ["image/png": bytes], partSize: 10_000)
            try viewing.server.keyboard.type("v", .control)
            try waitForTitle("pasted picture – 1100 × 825 – 58 % – 2/2", viewing, client)
            try client.own("CLIPBOARD", ["text/uri-list": list(try Pictures.png())])
            try viewing.server.keyboard.type("v", .control)
            try waitForTitle("pattern-1600x1200.png – 1600 × 1200 – 40 %", viewing, client)
            try viewing.quit()
        }

        /// The image point under the pointer keeps its place on the screen while the window fills it, and back.
        @Test(arguments: ["openbox", "i3"]) func fullScreenKeepsThePoint(manager: String) throws {
            let server = try EndToEnd.server()
            let path = "/usr/bin/\(manager)"
            #expect(FileManager.default.isExecutableFile(atPath: path), "it comes with make deps")
            var command = [path]
            if manager == "i3" {
                let config = try Pictures.bytes(Array("font pango:monospace 8\n".utf8), as: "i3-config")
                command += ["-c", config]
            }
            let program = try server.startWindowManager(command, name: manager == "i3" ? "i3" : "Openbox")
            defer { program.terminate() }
            let viewing = try Viewing(geometry: "640x480+190+108")
            try server.mouse.move(to: viewing.at(200, 150))
            for _ in 0..<6 { try server.keyboard.type("plus") }
            let before = try viewing.rest()
            let pointer = viewing.at(200, 150)
            let held = before.imagePoint(200, 150)
            for isFull in [true, false, true, false, true, false] {
                try server.keyboard.type("f")
                try waitUntil("the size") {
                    try viewing.refresh()
                    return (viewing.window.frame == PixelRect(x0: 0, y0: 0, x1: 1280, y1: 800)) == isFull
                }
                let seen = try viewing.rest()
                let place = viewing.window.onScreen(seen.viewPoint(held))
                #expect(
                    abs(place.x - pointer.x) <= 1 && abs(place.y - pointer.y) <= 1, "\(manager) \(isFull)")
            }
            try viewing.quit()
        }

        @Test func windowOpensOnThePointersMonitor() throws {
            let server = try EndToEnd.server()
            try server.setMonitors([
                PixelRect(x0: 0, y0: 0, x1: 640, y1: 800), PixelRect(x0: 640, y0: 0, x1: 1280, y1: 800),
            ])
            defer { try? server.setMonitors([]) }
            try server.mouse.move(to: Point(x: 900, y: 400))
            let viewing = try Viewing(geometry: nil)
            let frame = viewing.window.frame
            #expect(frame.x0 >= 640 && frame.x1 <= 1280, "\(frame)")
            try server.keyboard.type("f")
            try waitUntil("the full screen") {
                try viewing.refresh()
                return viewing.window.frame == PixelRect(x0: 640, y0: 0, x1: 1280, y1: 800)
            }
            // Its debug build may have told of a window manager's window that is gone.
            try server.keyboard.type("q")
            #expect(try viewing.program.waitForExit() == .exited(0))
        }

        /// Ten thousand files beside it are no reason to wait.
        @Test func folderOfTenThousandFiles() throws {
            let folder = "\(Pictures.folder)/thousands"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let picture = try Pictures.plain([30, 200, 30], width: 400, height: 300)
            for number in 1...10_000 {
                try FileManager.default.linkItem(atPath: picture, toPath: "\(folder)/\(number).png")
            }
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let viewing = try Viewing(["\(folder)/5000.png"], geometry: "400x300+40+30")
            try viewing.waitForTitle("5000.png – 400 × 300 – 100 % – 5000/10000")
            try viewing.server.keyboard.type("n")
            try viewing.waitForTitle("5001.png – 400 × 300 – 100 % – 5001/10000")
            try viewing.server.keyboard.type("End")
            try viewing.waitForTitle("10000.png – 400 × 300 – 100 % – 10000/10000")
            try viewing.quit()
        }
    }
}
