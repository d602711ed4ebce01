import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What scripts ask for: whether files can be shown, what a window would show, and what there is of a machine.
    @Suite struct Scripts {
        /// The lines of a program without a display, and how it ended.
        private func run(_ arguments: [String], launcher: [String] = []) throws
            -> (ending: Ending, output: String, error: String)
        {
            let program = try Program(
                launcher + [EndToEnd.program] + arguments,
                environment: ["DISPLAY": nil, "WAYLAND_DISPLAY": nil, "XAUTHORITY": nil])
            let ending = try program.waitForExit()
            return (ending, program.standardOutput, program.standardError)
        }

        private static func folder() throws -> String {
            let path = "\(Pictures.folder)/\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return path
        }

        @Test func checkTellsOfEachFile() throws {
            let good = try Pictures.plain([200, 30, 30], width: 32, height: 24)
            let png = Array(try Data(contentsOf: URL(fileURLWithPath: Pictures.png())))
            let broken = try Pictures.bytes(Array(png.prefix(8)), as: "signature.png")
            let cut = try Pictures.cut(Pictures.png(), toShare: 0.5, as: "half.png")
            let (missing, folder) = ("\(Pictures.folder)/nothing.png", try Self.folder())
            let all = try run(["--check", good, broken, missing, folder, cut])
            #expect(all.ending == .exited(1))
            #expect(all.error == "")
            let lines = all.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            try #require(lines.count == 6)
            #expect(lines[0] == "\(good): can be shown, 32 × 24")
            #expect(lines[1] == "\(broken): cannot be shown: damaged PNG: the file ends early")
            #expect(lines[2] == "\(missing): cannot be shown: No such file or directory")
            #expect(lines[3].hasPrefix("\(folder): cannot be shown: "))
            #expect(lines[4].hasPrefix("\(cut): can be shown, 1600 × 1200, in part: the file ends early"))
            #expect(lines[5] == "")
            let one = try run(["--check", good])
            #expect((one.ending, one.output) == (.exited(0), "\(good): can be shown, 32 × 24\n"))
            let none = try run(["--check"])
            #expect((none.ending, none.output) == (.exited(2), ""))
            #expect(none.error == "xzoom: no file to show; see xzoom --help\n")
        }

        @Test func checkTakesFoldersAndLists() throws {
            let folder = try Self.folder()
            for name in ["a.png", "b.png"] {
                try FileManager.default.copyItem(atPath: Pictures.png(), toPath: "\(folder)/\(name)")
            }
            let lines = ["a", "b"].map { "\(folder)/\($0).png: can be shown, 1600 × 1200\n" }
            let all = try run(["--check", folder])
            #expect((all.ending, all.output) == (.exited(0), lines.joined()))
            let list = "\(folder)/list.txt"
            try "\(folder)/b.png\n\(folder)/none.png\n".write(toFile: list, atomically: true, encoding: .utf8)
            let listed = try run(["--check", "--files-from", list])
            #expect(listed.ending == .exited(1))
            #expect(
                listed.output == lines[1]
                    + "\(folder)/none.png: cannot be shown: No such file or directory\n")
            let missing = try run(["--check", "--files-from", folder + "/nothing"])
            #expect(missing.ending == .exited(1))
            #expect(missing.error == "xzoom: \(folder)/nothing: No such file or directory\n")
        }

        @Test func whatCannotBePrintedIsAnError() throws {
            let launcher = ["sh", "-c", "exec \"$@\" >/dev/full", "sh"]
            for arguments in [["--help"], ["--check", try Pictures.png()], ["--generate=man"]] {
                let run = try run(arguments, launcher: launcher)
                #expect(run.ending == .exited(1))
                #expect(run.error == "xzoom: standard output cannot be written\n")
            }
        }

        private static let dice = Raster.dice(width: 64, height: 48)
        private static func diceFile() throws -> String {
            try Pictures.file("dice-64x48.png") { try dice.writePNG(to: $0) }
        }

        struct Case: CustomStringConvertible, Sendable {
            let size: (width: Int, height: Int)
            let view: String?
            let origin: (x: Int, y: Int)
            let scale: Int
            var description: String { "\(size) \(view ?? "")" }
        }

        @Test(arguments: [
            // The image point in the middle.
            Case(size: (100, 80), view: "32,24,2", origin: (-14, -8), scale: 2),
            Case(size: (40, 30), view: "32,24,1", origin: (-12, -9), scale: 1),
            // Past the corner there is nothing.
            Case(size: (100, 80), view: "0,0,4", origin: (0, 0), scale: 4),
            Case(size: (100, 80), view: "64,48,3", origin: (-92, -64), scale: 3),
            // The whole picture has margins.
            Case(size: (256, 250), view: nil, origin: (0, 29), scale: 4),
            Case(size: (400, 144), view: "32,24,fit", origin: (104, 0), scale: 3),
        ])
        func renderedPixelsAreThoseOfThePicture(_ test: Case) throws {
            let target = try Self.folder() + "/out.png"
            let (width, height) = test.size
            let run = try run(
                ["--render", target, "--size", "\(width)x\(height)", "--background", "#204060"]
                    + (test.view.map { ["--view", $0] } ?? []) + [Self.diceFile()])
            #expect((run.ending, run.output, run.error) == (.exited(0), "", ""))
            let expected = Self.dice.seen(
                width: width, height: height, origin: test.origin, scale: test.scale,
                background: [32, 64, 96]
            )
            expect(try Raster(png: target, width: width, height: height), is: expected)
        }

        /// What is there already is lost only to a whole picture, and nothing else is left beside it.
        @Test func whatCannotBeWrittenLeavesNothing() throws {
            let (dice, folder) = (try Self.diceFile(), try Self.folder())
            let old = "\(folder)/old.png"
            try Data("older".utf8).write(to: URL(fileURLWithPath: old))
            let nowhere = "\(folder)/nowhere/out.png"
            // Files may have 512 bytes so many times: enough for the picture, not for what is to be written.
            let limited = ["/bin/sh", "-c", "ulimit -f 200 && exec \"$@\"", "sh"]
            for (target, launcher, picture, message) in [
                (nowhere, [], dice, "\(nowhere): No such file or directory"),
                (folder, [], dice, "\(folder): Is a directory"),
                ("/dev/full", [], dice, "/dev/full: No space left on device"),
                (old, limited, dice, "\(old): File too large"),
                (old, [], "\(folder)/none.png", "\(folder)/none.png: No such file or directory"),
            ] {
                let run = try run(
                    ["--render", target, "--size", "1000x750", "--filter", "bilinear", picture],
                    launcher: launcher)
                #expect((run.ending, run.output) == (.exited(1), ""), "\(target)")
                #expect(run.error == "xzoom: \(message)\n")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["old.png"])
            #expect(try String(contentsOfFile: old, encoding: .utf8) == "older")
            let good = try run(["--render", old, "--size", "64x48", dice])
            #expect(good.ending == .exited(0))
            let whole = Self.dice.seen(width: 64, height: 48, origin: (0, 0), scale: 1)
            expect(try Raster(png: old, width: 64, height: 48), is: whole)
        }

        /// The view that is printed at the end is the view: a window and a file show the same of it. Of some pixels the last bit
        /// differs between what is blended at once and what came in as it was scrolled to.
        @Test func printedViewIsSeenAgain() throws {
            let picture = try Pictures.png()
            let first = try Viewing(options: ["--print-view"])
            try first.server.mouse.move(to: first.at(200, 150))
            try first.server.keyboard.type("plus")
            try first.waitForScale(0.5)
            try first.server.mouse.scroll(dy: -1.7 * 120)
            try first.settle()
            // Three and five pixels: a picture moves by whole ones.
            for _ in 0..<4 { try first.server.touchpad.scroll(dx: 24, dy: -40) }
            try first.settle(quiet: 0.3)
            let seen = Raster(try first.pixels())
            try first.server.keyboard.type("q")
            #expect(try first.program.waitForExit() == .exited(0))
            let view = first.program.standardOutput.split(separator: "\n").map(String.init)
            try #require(view.count == 1)
            let second = try Viewing(options: ["--view", view[0]])
            expect(Raster(try second.pixels()), is: seen, tolerance: 1, "in a window, \(view[0])")
            try second.quit()
            let target = try Self.folder() + "/out.png"
            let rendered = try run(["--render=\(target)", "--size=640x480", "--view=\(view[0])", picture])
            #expect((rendered.ending, rendered.error) == (.exited(0), ""))
            expect(
                try Raster(png: target, width: 640, height: 480), is: seen, tolerance: 1,
                "in a file, \(view[0])")
        }

        /// A view is one of the picture as its file has it, since that is how it is opened.
        @Test func viewOfATurnedPictureIsOfTheSamePoint() throws {
            let view = "500.0,700.0,2.0"
            let first = try Viewing(options: ["--print-view", "--view", view])
            for key in ["r", "h"] { try first.server.keyboard.type(key) }
            try first.settle()
            try first.server.keyboard.type("q")
            #expect(try first.program.waitForExit() == .exited(0))
            #expect(first.program.standardOutput == view + "\n")
        }

        @Test func renderPassesOverWhatCannotBeShown() throws {
            let folder = try Self.folder()
            let (bad, target) = ("\(folder)/bad.png", "\(folder)/out.png")
            try "no picture".write(toFile: bad, atomically: false, encoding: .utf8)
            let good = try run(["--render", target, "--size=64x48", bad, Self.diceFile()])
            #expect(good.ending == .exited(0))
            #expect(good.error.hasPrefix("xzoom: \(bad): ") && good.error.split(separator: "\n").count == 1)
            let whole = Self.dice.seen(width: 64, height: 48, origin: (0, 0), scale: 1)
            expect(try Raster(png: target, width: 64, height: 48), is: whole)
            #expect(try run(["--render", target, bad]).ending == .exited(1))
        }

        /// The end is not waited for either while no name has come.
        @Test func noNameComes() throws {
            let pipe = "\(try Self.folder())/names"
            #expect(mkfifo(pipe, 0o600) == 0)
            let program = try EndToEnd.server().launch([EndToEnd.program, "--files-from", pipe])
            Thread.sleep(forTimeInterval: 0.3)
            program.send(signal: SIGTERM)
            #expect(try program.waitForExit(timeout: 5) == .exited(1))
            #expect(program.standardError == "")
        }

        @Test func doctorTellsWhatThereIs() throws {
            let program = try EndToEnd.server().launch(
                [EndToEnd.program, "--doctor"], environment: ["XDG_CONFIG_HOME": "/nowhere"])
            #expect(try program.waitForExit() == .exited(0))
            #expect(program.standardError == "")
            let lines = program.standardOutput.split(separator: "\n").map(String.init)
            #expect(lines.contains("Display \(try EndToEnd.server().displayName)"))
            #expect(lines.contains("  XInput: 2.4"))
            for (name, treatment) in [
                ("touchscreen", "a touchscreen: one finger pans, two pinch ["),
                ("touchpad", "a touchpad: pinches zoom, two fingers pan, three step ["),
                ("mouse", "a mouse: its wheel zooms ["), ("keyboard", "a keyboard ["),
            ] {
                let line = lines.first { $0.contains(", \(name): ") && $0.hasPrefix("    device ") }
                #expect(line?.contains(", \(name): \(treatment)") == true, "\(line ?? "no \(name)")")
            }
            #expect(lines.contains { $0.contains(", touchscreen: ") && $0.contains(", 10 touches, ") })
            #expect(lines.contains("  /nowhere/xzoom/config: No such file or directory"))
            expectLoaders(lines)
            let without = try run(["--doctor"])
            #expect((without.ending, without.error) == (.exited(1), ""))
            let other = without.output.split(separator: "\n").map(String.init)
            #expect(other.contains("Display (DISPLAY is not set)"))
            expectLoaders(other)
        }

        /// The formats of the one that is always there, and its walls.
        private func expectLoaders(_ lines: [String]) {
            let first = lines.firstIndex { $0.hasPrefix("  xzoom-loader: PNG, JPEG, ") }
            let walls = lines[(first ?? lines.endIndex)...].dropFirst().prefix { $0.hasPrefix("    ") }
            #expect(walls.contains("    no_new_privs: on"), "\(walls)")
        }
    }
}
