import Foundation
import Geometry
import XServerSession

/// Why the demonstration failed.
enum DemonstrationError: Error, CustomStringConvertible {
    case noPicture(String)
    case viewerEnded(Ending?, String)
    case noZoom(String)
    case badEnding(Ending, String)

    var description: String {
        switch self {
        case .noPicture(let path): "\(path): there is no such file"
        case .viewerEnded(let ending, let text):
            "the viewer ended early (\(ending.map(Self.name) ?? "unknown"))\(Self.quote(text))"
        case .noZoom(let what): "the double-click did not zoom: \(what)"
        case .badEnding(let ending, let text):
            "asked to close, the viewer ended with \(Self.name(ending)) and not with status 0\(Self.quote(text))"
        }
    }

    private static func name(_ ending: Ending) -> String {
        switch ending {
        case .exited(let status): "status \(status)"
        case .killed(let signal): "signal \(signal)"
        }
    }

    private static func quote(_ text: String) -> String { text.isEmpty ? "" : ":\n\(text)" }
}

/// One picture, one double-click, two screenshots.
struct Demonstration {
    let program: String
    let picture: String
    let folder: String

    private static let screen = PixelSize(width: 1280, height: 800)
    /// Where the double-click goes, as shares of the window's width and height: off the middle, so that the picture is seen to
    /// travel.
    private static let target = (x: 0.42, y: 0.40)
    /// Seconds that the screen and the processor have to be quiet for the picture to count as complete.
    private static let quiet = 0.5
    /// CPU seconds within that time that are none.
    private static let idle = 0.02
    /// Seconds that a picture may take.
    private static let loadingLimit = 120.0

    /// Runs it.
    /// - Returns: the paths of the screenshots before and after.
    /// - Throws: `DemonstrationError`, `SessionError`.
    func run() throws -> (before: String, after: String) {
        guard FileManager.default.fileExists(atPath: picture) else {
            throw DemonstrationError.noPicture(picture)
        }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let (before, after) = ("\(folder)/before.png", "\(folder)/after.png")
        let server = try XServer(width: Self.screen.width, height: Self.screen.height)
        defer { server.close() }
        let viewer = try server.launch([program, "--geometry", "1280x800+0+0", "--", picture])
        let window = try waitForPicture(of: viewer, on: server)
        let first = try server.screenshot()
        try first.writePNG(to: before)

        let check = ZoomCheck(before: first, window: window.frame)
        let point = check.place(at: Self.target)
        try server.mouse.doubleClick(at: point)
        try server.waitSettled(quiet: Self.quiet)
        let second = try server.screenshot()
        // Saved before it is judged: a picture says more than the message.
        try second.writePNG(to: after)
        guard viewer.isRunning else { throw ended(viewer) }
        if let fault = check.fault(in: second, around: point) { throw DemonstrationError.noZoom(fault) }

        try server.askToClose(window)
        let ending = try viewer.waitForExit()
        guard ending == .exited(0) else {
            throw DemonstrationError.badEnding(ending, viewer.standardError)
        }
        return (before, after)
    }

    /// Waits until the window is there, its pixels have come to rest, and nobody works on more of them.
    private func waitForPicture(of viewer: Program, on server: XServer) throws -> Window {
        var window: Window?
        try waitUntil("the picture to be complete", timeout: Self.loadingLimit) {
            guard viewer.isRunning else { throw ended(viewer) }
            window = try server.windows().last { $0.className == "Xzoom" }
            guard window != nil else { return false }
            let used = viewer.statistics.treeCPUTime
            try server.waitSettled(quiet: Self.quiet, timeout: Self.loadingLimit)
            return viewer.statistics.treeCPUTime - used < Self.idle
        }
        guard let window else { throw ended(viewer) }
        return window
    }

    private func ended(_ viewer: Program) -> DemonstrationError {
        .viewerEnded(try? viewer.waitForExit(timeout: 1), viewer.standardError)
    }
}
