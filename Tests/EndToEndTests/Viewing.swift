import Foundation
import Geometry
import Testing
import XServerSession

/// A running xzoom and its window. It ends with this object.
final class Viewing {
    /// The window of most tests: 640 × 480 at (40, 30), where the standard picture of 1600 × 1200 has the fit 0.4 and no margins.
    static let standardGeometry = "640x480+40+30"

    let server: XServer
    let program: Program
    /// What is registered.
    let pattern: Pattern
    /// As it was when it was looked at last.
    private(set) var window: Window

    /// Starts xzoom, and waits until the picture is there and at rest.
    /// - Parameters:
    ///   - files: its files; by default the pattern alone.
    ///   - pattern: what is shown.
    ///   - geometry: the option; nil for none.
    ///   - options: more of them.
    ///   - input: bytes for its standard input.
    ///   - display: another way to the server, than by its own name.
    ///   - environment: variables beside the usual ones.
    ///   - launcher: a command that runs its arguments as a command.
    ///   - server: another than the one that all share.
    /// - Throws: `SessionError`, where no picture comes.
    init(
        _ files: [String]? = nil, pattern: Pattern = Pictures.pattern,
        geometry: String? = Viewing.standardGeometry, options: [String] = [], input: [UInt8]? = nil,
        display: String? = nil, environment: [String: String] = [:], launcher: [String] = [],
        on server: XServer? = nil
    ) throws {
        self.pattern = pattern
        let server = try server ?? EndToEnd.server()
        self.server = server
        let program = try server.launch(
            launcher + [EndToEnd.program, "--messages=no"] + (geometry.map { ["--geometry", $0] } ?? [])
                + options
                + (files ?? [Pictures.png(pattern)]),
            environment: environment.merging(display.map { ["DISPLAY": $0] } ?? [:]) { $1 }, input: input)
        self.program = program
        window = try Self.window(of: program, on: server)
        // The title comes with the first frame.
        let first = window
        try waitUntil("the first frame") { try server.current(first)?.title.isEmpty == false }
        try refresh()
        try server.focus(window)
        try settle()
    }

    /// Waits for a program's window.
    static func window(of program: Program, on server: XServer) throws -> Window {
        var found: Window?
        try waitUntil("the window", interval: 0.003) {
            found = try server.windows().first {
                try server.property("_NET_WM_PID", of: $0)?.words == [UInt32(program.processIdentifier)]
            }
            return try found != nil
                || !program.isRunning
                    && { throw SessionError.timedOut("a window: \(program.standardError)") }()
        }
        return try #require(found)
    }

    /// Looks at the window's place, size and title again.
    func refresh() throws { window = try #require(try server.current(window), "the window is gone") }

    /// Waits until nothing changes in the window.
    func settle(quiet: Double = 0.12) throws {
        try server.waitSettled(quiet: quiet, in: window.frame)
    }

    // MARK: What is seen

    /// Where the picture is now, and how large.
    func look() throws -> Seen {
        let found = pattern.register(try server.screenshot(of: window.frame))
        return Seen(try #require(found, "the picture is not seen"), in: window)
    }

    /// Where it is once it is at rest.
    func rest() throws -> Seen {
        try settle()
        return try look()
    }

    /// The window's pixels.
    func pixels() throws -> Screenshot { try server.screenshot(of: window.frame) }

    /// Waits for a scale, then for the rest.
    func waitForScale(_ scale: Double, sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            try waitUntil("the scale", timeout: 3) { abs(try look().scale / scale - 1) < 0.002 }
        } catch SessionError.timedOut {
            Issue.record("the scale is \(try look().scale), not \(scale)", sourceLocation: sourceLocation)
        }
    }

    /// Waits for a title.
    func waitForTitle(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        do {
            try waitUntil("the title", timeout: 3) { try server.current(window)?.title == title }
        } catch SessionError.timedOut {
            let found = try server.current(window)?.title ?? "(no window)"
            Issue.record("the title is “\(found)”, not “\(title)”", sourceLocation: sourceLocation)
        }
    }

    /// A point of the window on the screen.
    func at(_ x: Double, _ y: Double) -> Point<Screen> { window.onScreen(Point(x: x, y: y)) }

    /// Two fingers about a point of the window.
    func pair(_ center: (x: Double, y: Double), distance: Double, direction: (x: Double, y: Double) = (1, 0))
        -> (Point<Screen>, Point<Screen>)
    {
        let (dx, dy) = (direction.x * distance / 2, direction.y * distance / 2)
        return (at(center.x - dx, center.y - dy), at(center.x + dx, center.y + dy))
    }

    /// Ends it by a key, and checks that it went well.
    func quit(sourceLocation: SourceLocation = #_sourceLocation) throws {
        try server.keyboard.type("q")
        #expect(try program.waitForExit() == .exited(0), sourceLocation: sourceLocation)
        // A debug build reports errors of the X protocol there.
        #expect(program.standardOutput == "", sourceLocation: sourceLocation)
    }
}

/// Where a picture is seen in a window.
struct Seen: CustomStringConvertible {
    /// Device pixels an image pixel covers.
    let scale: Double
    /// The picture's top-left corner in the window.
    let origin: Point<View>

    init(scale: Double, x: Double, y: Double) {
        self.scale = scale
        origin = Point(x: x, y: y)
    }

    init(_ found: Registration, in window: Window) {
        self.init(
            scale: (found.scaleX + found.scaleY) / 2, x: found.left - Double(window.frame.x0),
            y: found.top - Double(window.frame.y0))
    }

    var description: String { "scale \(scale), origin (\(origin.x), \(origin.y))" }

    /// The image point at a point of the window.
    func imagePoint(_ x: Double, _ y: Double) -> Point<Image> {
        Point(x: (x - origin.x) / scale, y: (y - origin.y) / scale)
    }

    /// Where an image point is in the window.
    func viewPoint(_ point: Point<Image>) -> Point<View> {
        Point(x: origin.x + point.x * scale, y: origin.y + point.y * scale)
    }

    /// What a zoom about a point of the window leads to.
    func zoomed(by factor: Double, about x: Double, _ y: Double) -> Seen {
        Seen(scale: scale * factor, x: x - (x - origin.x) * factor, y: y - (y - origin.y) * factor)
    }

    /// What a shift leads to.
    func moved(_ dx: Double, _ dy: Double) -> Seen { Seen(scale: scale, x: origin.x + dx, y: origin.y + dy) }

    /// The largest distance between the same image points in the window, in device pixels, for a part of it.
    func distance(to other: Seen, width: Double = 640, height: Double = 480) -> Double {
        [(0.0, 0.0), (width, 0), (0, height), (width, height)].map { x, y in
            viewPoint(other.imagePoint(x, y)).distance(to: Point(x: x, y: y))
        }.max() ?? 0
    }
}

/// Checks that a picture is seen where it should be: nowhere in the window off by more than `tolerance` device pixels.
func expect(
    _ seen: Seen, is expected: Seen, tolerance: Double = 0.5, _ what: String = "", width: Double = 640,
    height: Double = 480, sourceLocation: SourceLocation = #_sourceLocation
) {
    let distance = seen.distance(to: expected, width: width, height: height)
    #expect(
        distance <= tolerance, "\(what) seen with \(seen), expected \(expected)",
        sourceLocation: sourceLocation)
}
