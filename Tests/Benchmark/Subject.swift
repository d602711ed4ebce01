import Foundation
import Geometry
import XServerSession

/// A program that is measured.
struct Subject {
    /// How it is told to zoom by one step.
    enum ZoomInput {
        /// Ctrl and one notch of the wheel.
        case wheel
        /// The keypad's plus and minus.
        case keys
        /// It does not zoom.
        case none
    }

    let name: String
    /// Path or name, and what comes before the picture, for a window that fills a screen as far as the viewer lets itself
    /// be told without a window manager.
    let command: (PixelSize) -> [String]
    /// Whether it shows a picture, or only itself.
    var takesPicture = true
    var zoomInput = ZoomInput.keys
    var takesTouch = false
    /// The button that drags the picture.
    var dragButton = MouseButton.left
    var version = ""

    /// The command line for a picture.
    func arguments(for picture: Picture, on screen: PixelSize) -> [String] {
        takesPicture ? command(screen) + [picture.path] : command(screen)
    }

    static func xzoom(_ program: String) -> Subject {
        Subject(
            name: "xzoom", command: { [program, "--geometry", "\($0.width)x\($0.height)+0+0", "--"] },
            zoomInput: .wheel, takesTouch: true, version: firstLine(of: [program, "--version"]))
    }

    /// The other viewers that are installed.
    static func peers() -> [Subject] {
        let known = [
            Subject(name: "feh", command: { ["feh", "-g", "\($0.width)x\($0.height)", "-Z", "--"] }),
            Subject(
                name: "nsxiv",
                command: { ["nsxiv", "-b", "-s", "f", "-g", "\($0.width)x\($0.height)+0+0", "--"] },
                dragButton: .middle),
            Subject(name: "viewnior", command: { _ in ["viewnior", "--fullscreen"] }),
            Subject(name: "gpicview", command: { _ in ["gpicview"] }),
            Subject(name: "qimgv", command: { _ in ["qimgv"] }),
            Subject(name: "geeqie", command: { _ in ["geeqie", "-f"] }),
        ]
        return known.filter { isInstalled($0.name) }.map { known in
            var subject = known
            // gpicview knows no such option, and would open a window.
            if known.name != "gpicview" {
                subject.version = firstLine(of: [known.name, known.name == "nsxiv" ? "-v" : "--version"])
            }
            return subject
        }
    }

    /// The least X client, built beside this program; `nil` where it was not built.
    static func floor() -> Subject? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("xzoom-floor")
            .path
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return Subject(name: "floor", command: { _ in [path] }, takesPicture: false, zoomInput: .none)
    }

    private static func isInstalled(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    private static func firstLine(of command: [String]) -> String {
        let environment = ["QT_QPA_PLATFORM": "offscreen"]
        guard let program = try? Program(command, environment: environment),
            (try? program.waitForExit(timeout: 5)) != nil
        else { return command[0] }
        let text = program.standardOutput + program.standardError
        return text.split(separator: "\n").first.map(String.init) ?? command[0]
    }
}
