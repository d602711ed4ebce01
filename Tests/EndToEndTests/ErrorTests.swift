import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// What is wrong is said in one line that names it, and by the exit status.
    @Suite struct Errors {
        struct Run {
            let ending: Ending
            let output: String
            let error: String
        }

        private func run(_ arguments: [String], display: String?? = .none, input: [UInt8]? = nil) throws
            -> Run
        {
            let server = try EndToEnd.server()
            let environment = display.map { ["DISPLAY": $0] } ?? [:]
            let program = try server.launch(
                [EndToEnd.program] + arguments, environment: environment, input: input)
            let ending = try program.waitForExit()
            return Run(ending: ending, output: program.standardOutput, error: program.standardError)
        }

        private func expectRefusal(
            of arguments: [String], _ message: String, status: Int32 = 1, input: [UInt8]? = nil,
            sourceLocation: SourceLocation = #_sourceLocation
        ) throws {
            let run = try run(arguments, input: input)
            #expect(run.ending == .exited(status), sourceLocation: sourceLocation)
            #expect(run.error == "xzoom: \(message)\n", sourceLocation: sourceLocation)
            #expect(run.output == "", sourceLocation: sourceLocation)
        }

        /// An empty folder.
        private static func folder() throws -> String {
            let path = "\(Pictures.folder)/\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return path
        }

        @Test func fileThatCannotBeShownIsNamed() throws {
            let missing = "\(Pictures.folder)/nothing.png"
            try expectRefusal(of: [missing], "\(missing): No such file or directory")
            let empty = try Pictures.bytes([], as: "empty.png")
            try expectRefusal(of: [empty], "\(empty): the file is empty")
            let folder = try Self.folder()
            try expectRefusal(of: [folder], "\(folder): is a folder without files")
            try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder + "/text"))
            try expectRefusal(of: [folder], "there is no picture that xzoom can show")
            let text = try Pictures.bytes(Array("GIF or not\n".utf8), as: "text.png")
            try expectRefusal(of: [text], "\(text): not a picture that xzoom can show (unknown format)")
            try expectRefusal(of: ["-"], "standard input: the file is empty", input: [])
            try expectRefusal(
                of: ["-"], "standard input: not a picture that xzoom can show (unknown format)",
                input: Array("words".utf8))
        }

        /// An endless stream is not gathered to its end, nor is a descriptor of ours taken for a closed standard input.
        @Test func streamThatIsNoPictureIsRefusedAtOnce() throws {
            let message = "not a picture that xzoom can show (unknown format)"
            try expectRefusal(of: ["/dev/zero"], "/dev/zero: \(message)")
            let script = "exec \"$0\" - <&-"
            let program = try EndToEnd.server().launch(["/bin/sh", "-c", script, EndToEnd.program])
            #expect(try program.waitForExit() == .exited(1))
            #expect(program.standardError == "xzoom: standard input: the file is empty\n")
        }

        /// A name need not be UTF-8, and may hold what would break a line.
        @Test func anyNameIsOpenedAndToldInOneLine() throws {
            try expectRefusal(of: ["a\nb\u{1B}.png"], "a\u{FFFD}b\u{FFFD}.png: No such file or directory")
            let script =
                "cp \"$1\" \"$2/$(printf 'n\\377.png')\" && exec \"$0\" \"$2/$(printf 'n\\377.png')\""
            let program = try EndToEnd.server().launch(
                ["/bin/sh", "-c", script, EndToEnd.program, Pictures.png(), Pictures.folder])
            let window = try Viewing.window(of: program, on: EndToEnd.server())
            // Closed before its first picture it would end with 1; the title comes with the first frame.
            try waitUntil("the picture") { try EndToEnd.server().current(window)?.title.isEmpty == false }
            try EndToEnd.server().askToClose(window)
            #expect(try program.waitForExit() == .exited(0))
            #expect(program.standardError == "")
        }

        /// What waits for a picture has nothing to tell when it is ended.
        @Test func endedBeforeItsPictureItSaysNothing() throws {
            let path = try Self.folder() + "/pipe"
            try #require(mkfifo(path, 0o600) == 0)
            let program = try EndToEnd.server().launch([EndToEnd.program, path])
            pause(0.5)
            program.send(signal: SIGTERM)
            #expect(try program.waitForExit() == .exited(1))
            #expect(program.standardError == "")
        }

        @Test func damageBeforeTheFirstRowIsNamed() throws {
            let png = try Pictures.png()
            // Signature and header are 33 bytes.
            let head = Array(try Data(contentsOf: URL(fileURLWithPath: png)).prefix(33))
            let early = try Pictures.bytes(head, as: "early.png")
            try expectRefusal(of: [early], "\(early): damaged PNG: the file ends early")
            var noise = head
            noise[18] = 0xff  // the width no longer agrees with the checksum
            let wrong = try Pictures.bytes(noise, as: "wrong.png")
            let run = try run([wrong])
            #expect(run.ending == .exited(1))
            #expect(
                run.error.hasPrefix("xzoom: \(wrong): damaged PNG: ")
                    && run.error.filter { $0 == "\n" }.count == 1)
            let jpeg = try Pictures.bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16], as: "early.jpg")
            let other = try self.run([jpeg])
            #expect(other.ending == .exited(1))
            #expect(other.error == "xzoom: \(jpeg): damaged JPEG: the file ends early\n")
        }

        @Test func allBadIsStatusOneAndALineEach() throws {
            let missing = "\(Pictures.folder)/nothing.png"
            let empty = try Pictures.bytes([], as: "empty.png")
            let folder = try Self.folder()
            try expectRefusal(
                of: [missing, empty, folder],
                "\(missing): No such file or directory\nxzoom: \(empty): the file is empty\n"
                    + "xzoom: \(folder): is a folder without files")
        }

        /// Another user who may start programs; nil where there is none to become.
        private static let otherUser = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        private static let isOtherUserUsable: Bool = {
            guard geteuid() == 0 else { return true }
            let probe = try? Program(otherUser + [EndToEnd.program, "--version"])
            return (try? probe?.waitForExit()) == .exited(0)
        }()

        @Test(.enabled(if: isOtherUserUsable)) func unreadableFileIsNamed() throws {
            let path = try Pictures.file("locked.png") {
                try Pictures.pattern.writePNG(to: $0)
                chmod($0, 0)
            }
            let server = try EndToEnd.server()
            let program = try server.launch(
                (geteuid() == 0 ? Self.otherUser : []) + [EndToEnd.program, path])
            #expect(try program.waitForExit() == .exited(1))
            #expect(program.standardError == "xzoom: \(path): Permission denied\n")
        }

        @Test func displayIsNamed() throws {
            let picture = try Pictures.png()
            let none = try run([picture], display: .some(nil))
            #expect(none.ending == .exited(1))
            #expect(none.error == "xzoom: cannot open a display: DISPLAY is not set\n")
            let wrong = try run([picture], display: ":4711")
            #expect(wrong.ending == .exited(1))
            #expect(wrong.error == "xzoom: cannot open the display :4711\n")
        }

        static let usage: [(arguments: [String], words: [String])] = [
            ([], ["no file"]),
            (["--min-zoom", "4", "--max-zoom", "2", "x"], ["--min-zoom 4", "--max-zoom 2"]),
            (
                ["--double-click-zoom", "9", "--max-zoom", "5", "x"],
                ["--double-click-zoom 9", "--max-zoom 5"]
            ),
            (
                ["--double-click-zoom", "1", "--min-zoom", "2", "x"],
                ["--double-click-zoom 1", "--min-zoom 2"]
            ),
            (["--max-zoom", "0", "x"], ["--max-zoom 0"]), (["--max-zoom", "nan", "x"], ["--max-zoom nan"]),
            (["--min-zoom", "-1", "x"], ["--min-zoom -1"]), (["--max-zoom"], ["max-zoom"]),
            (["--pinch", "sideways", "x"], ["--pinch sideways", "fixed", "follow"]),
            (["--fit", "cover", "x"], ["--fit cover", "contain", "scale-down"]),
            (["--filter", "cubic", "x"], ["--filter cubic", "nearest"]),
            (["--geometry", "640xx480", "x"], ["--geometry 640xx480"]),
            (["-g", "0x480", "x"], ["--geometry 0x480"]),
            (["--background", "mauve", "x"], ["--background mauve"]),
            (["--title", "%q", "x"], ["--title %q"]),
            (["--sideways", "x"], ["sideways"]), (["-y", "x"], ["y"]),
        ]

        @Test(arguments: usage) func wrongUsageIsStatusTwo(arguments: [String], words: [String]) throws {
            // No display is needed to tell.
            let run = try run(arguments, display: .some(nil))
            #expect(run.ending == .exited(2))
            #expect(
                run.error.hasPrefix("xzoom: ") && run.error.filter { $0 == "\n" }.count == 1, "\(run.error)")
            for word in words { #expect(run.error.contains(word), "\(run.error)") }
            #expect(run.output == "")
        }

        @Test func helpAndVersionGoToStandardOutput() throws {
            let help = try run(["--help"], display: .some(nil))
            #expect(help.ending == .exited(0))
            #expect(help.error == "")
            for option in [
                "-m, --min-zoom", "-M, --max-zoom", "-d, --double-click-zoom", "-p, --pinch", "-F, --fit",
                "-i, --filter",
                "-g, --geometry", "-f, --fullscreen", "-b, --background", "-t, --title", "-h, --help",
                "-V, --version",
            ] {
                #expect(help.output.contains(option), "\(option)")
            }
            let version = try run(["-V"], display: .some(nil))
            #expect(version.ending == .exited(0))
            #expect(version.output.hasPrefix("xzoom ") && version.output.filter { $0 == "\n" }.count == 1)
            let verbose = try run(["-V", "-v"], display: .some(nil))
            #expect(verbose.output.hasPrefix(version.output + "xzoom-loader: PNG, JPEG, "))
            #expect(verbose.output.contains("\n  no_new_privs: on\n"))
        }
    }

    /// How the program ends when it is told to, or must.
    @Suite struct Endings {
        @Test(arguments: [SIGTERM, SIGINT]) func signalIsACleanEnd(_ signal: Int32) throws {
            let viewing = try Viewing()
            viewing.program.send(signal: signal)
            #expect(try viewing.program.waitForExit() == .exited(0))
            #expect(viewing.program.standardError == "")
            try waitUntil("the window to go") { try viewing.server.current(viewing.window) == nil }
        }

        @Test func serverThatGoesIsTheEnd() throws {
            let server = try XServer()
            let viewing = try Viewing(on: server)
            server.close()
            #expect(try viewing.program.waitForExit() == .exited(1))
            #expect(viewing.program.standardError == "xzoom: the connection to the X server is lost\n")
        }

        /// A loader that still works ends with the viewer.
        @Test func nothingRunsOnAfterTheEnd() throws {
            let server = try EndToEnd.server()
            // It works for long enough to be seen; one that is done leaves nothing to be seen.
            let picture = try Pictures.png(Pattern(width: 6000, height: 4500))
            let program = try server.launch([EndToEnd.program, picture])
            try waitUntil("the loader", interval: 0.001) { !program.statistics.descendants.isEmpty }
            let loaders = program.statistics.descendants
            program.send(signal: SIGTERM)
            _ = try program.waitForExit()
            #expect(!loaders.isEmpty)
            #expect(program.standardError == "")
            try waitUntil("the loaders to end") { loaders.allSatisfy { isGone($0) } }
        }

        /// A dead child may stay a zombie for as long as nobody waits for it.
        private func isGone(_ process: Int32) -> Bool {
            let status = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ") Z"
            return status.contains(") Z")
        }
    }
}
