import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// The configuration file holds, as far as it can be read, and the command line before it.
    @Suite struct ConfigurationFile {
        @Test func itsLinesHold() throws {
            let folder = "\(Pictures.folder)/\(UUID().uuidString)"
            let file = "\(folder)/xzoom/config"
            try FileManager.default.createDirectory(
                atPath: "\(folder)/xzoom", withIntermediateDirectories: true)
            let lines = [
                "# what one likes", "background = #204060", "sideways = 3", "title = of the file", "",
                "bind x = zoom-in", "bind plus = nothing", "bind y = fly", "max-zoom = pony",
                "bind Ctrl+Return = turn-right",
            ]
            try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
            let viewing = try Viewing(
                geometry: "800x480+40+30", options: ["--title", "%z"],
                environment: ["XDG_CONFIG_HOME": folder])
            let complaints = [
                "3: there is no option “sideways”", "8: there is no command “fly”",
                "9: --max-zoom pony: not a number from 0.01 to 1000",
            ]
            #expect(viewing.program.standardError == complaints.map { "xzoom: \(file):\($0)\n" }.joined())
            let shot = try viewing.pixels()
            for x in [40, 119, 760, 839] { #expect(shot[x, 250] == [32, 64, 96], "at \(x)") }
            try viewing.waitForTitle("40")
            let keyboard = viewing.server.keyboard
            try keyboard.type("plus")
            try keyboard.type("x")
            try viewing.waitForTitle("50")
            // What the file does not name stays as it was.
            try keyboard.type("equal")
            try viewing.waitForTitle("63")
            try keyboard.type("0")
            try viewing.waitForTitle("40")
            try keyboard.type("Return", .control)
            try viewing.waitForTitle("30")
            try viewing.quit()
        }

        @Test func commandLineComesFirst() throws {
            let file = try Pictures.bytes(Array("background = #204060\nmessages = no\n".utf8), as: "settings")
            let viewing = try Viewing(
                geometry: "800x480+40+30", options: ["--background=#f80", "--config", file],
                environment: ["XDG_CONFIG_HOME": "/nowhere"])
            #expect(try viewing.pixels()[40, 250] == [255, 136, 0])
            #expect(viewing.program.standardError == "")
            try viewing.quit()
        }
    }
}
