import Foundation
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
    /// Path or name, and what comes before the picture; all give a window that fills the screen of 1280 × 800.
    let command: [String]
    /// Whether it shows a picture, or only itself.
    let takesPicture: Bool
    let zoomInput: ZoomInput
    let takesTouch: Bool
    let version: String

    /// The command line for a picture.
    func arguments(for picture: Picture) -> [String] { takesPicture ? command + [picture.path] : command }

    static func xzoom(_ program: String) -> Subject {
        Subject(
            name: "xzoom", command: [program, "--geometry", "1280x800+0+0", "--"], takesPicture: true,
            zoomInput: .wheel, takesTouch: true, version: firstLine(of: [program, "--version"]))
    }

    /// The other viewers that are installed.
    static func peers() -> [Subject] {
        var found: [Subject] = []
        if isInstalled("feh") {
            found.append(
                Subject(
                    name: "feh", command: ["feh", "-g", "1280x800", "-Z", "--"], takesPicture: true,
                    zoomInput: .keys,
                    takesTouch: false, version: firstLine(of: ["feh", "--version"])))
        }
        if isInstalled("nsxiv") {
            found.append(
                Subject(
                    name: "nsxiv", command: ["nsxiv", "-b", "-s", "f", "-g", "1280x800+0+0", "--"],
                    takesPicture: true,
                    zoomInput: .keys, takesTouch: false, version: firstLine(of: ["nsxiv", "-v"])))
        }
        return found
    }

    /// The least X client, built beside this program; `nil` where it was not built.
    static func floor() -> Subject? {
        guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else {
            return nil
        }
        let path = URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("xzoom-floor")
            .path
        guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
        return Subject(
            name: "floor", command: [path], takesPicture: false, zoomInput: .none, takesTouch: false,
            version: "")
    }

    private static func isInstalled(_ name: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }

    private static func firstLine(of command: [String]) -> String {
        guard let program = try? Program(command), (try? program.waitForExit(timeout: 5)) != nil else {
            return ""
        }
        return program.standardOutput.split(separator: "\n").first.map(String.init) ?? ""
    }
}
