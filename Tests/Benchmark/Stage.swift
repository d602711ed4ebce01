import Foundation
import XServerSession

/// A server, and the programs that are started on it one after the other.
final class Stage {
    let server: XServer
    let watch: ScreenWatch
    private let environment: [String: String?]

    /// Seconds without drawing and without work after which a viewer counts as idle.
    private static let quiet = 0.25
    /// Seconds of idleness after which a viewer that has not drawn will not.
    private static let patience = 5.0
    /// CPU seconds in that time that are no work.
    private static let idleCPU = 0.005
    /// Seconds that a picture may take.
    private static let limit = 120.0
    /// Seconds between two looks at the screen, and between two looks at the memory.
    private static let lookInterval = 0.001
    private static let memoryInterval = 0.004

    init(width: Int = 1280, height: Int = 800) throws {
        server = try XServer(width: width, height: height)
        watch = try ScreenWatch(server.displayName)
        // No viewer finds the user's settings, nor waits for the parts of a desktop.
        let home = "\(FileManager.default.currentDirectoryPath)/\(Picture.folder)/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        environment = [
            "HOME": home, "XDG_CONFIG_HOME": nil, "XDG_CACHE_HOME": nil, "XDG_DATA_HOME": nil,
            "NO_AT_BRIDGE": "1", "GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GIO_USE_VFS": "local",
            "QT_QPA_PLATFORM": "xcb",
        ]
    }

    /// Starts a viewer.
    /// - Parameters:
    ///   - subject: which.
    ///   - picture: what it shows.
    ///   - next: what can be stepped to.
    ///   - display: another way to the server than its own.
    /// - Returns: the viewer, running.
    /// - Throws: `SessionError`.
    func launch(
        _ subject: Subject, _ picture: Picture, and next: Picture? = nil, display: String? = nil
    ) throws -> Program {
        try clear()
        let display: [String: String?] = display.map { ["DISPLAY": $0] } ?? [:]
        return try server.launch(
            subject.arguments(for: picture, on: server.size) + (next.map { [$0.path] } ?? []),
            environment: environment.merging(display) { $1 }
        )
    }

    /// Opens a picture and watches the screen.
    /// - Parameters:
    ///   - subject: with what.
    ///   - picture: which.
    /// - Returns: what it took.
    /// - Throws: `SessionError`, `BenchmarkError`.
    func open(_ subject: Subject, _ picture: Picture) throws -> Opening {
        try clear()
        let before = try watch.look()
        let serverCPU = server.statistics.cpuTime
        let program = try launch(subject, picture)
        var sights: [Sight] = []
        try waitIdle(program, subject) {
            sights.append(try watch.look())
            pause(Self.lookInterval)
        }
        guard let last = sights.last,
            let first = sights.first(where: { !subject.takesPicture || $0.showsPicture(before: before) })
        else { throw BenchmarkError.nothingShown(subject.name, picture.name, program.standardError) }
        let changed = sights.lastIndex { $0.rows != last.rows }
        let complete = sights[changed.map { $0 + 1 } ?? 0]
        let result = Opening(
            firstPixel: first.time - program.startTime,
            complete: max(first.time, complete.time) - program.startTime,
            viewerCPU: program.statistics.treeCPUTime, serverCPU: server.statistics.cpuTime - serverCPU,
            looks: Double(sights.count))
        try end(program)
        return result
    }

    /// Opens a picture and watches the memory, which slows the opening down.
    /// - Parameters:
    ///   - subject: with what.
    ///   - picture: which.
    /// - Returns: the peaks.
    /// - Throws: `SessionError`, `BenchmarkError`.
    func memory(_ subject: Subject, _ picture: Picture) throws -> MemoryPeak {
        let program = try launch(subject, picture)
        var peak = MemoryPeak()
        func sample() {
            let loaders = program.statistics.descendants.map(ProcessStatistics.init)
            let parts = ([program.statistics] + loaders).map(\.proportionalBytes)
            peak.together = max(peak.together, Double(parts.reduce(0, +)))
            peak.viewer = max(peak.viewer, Double(program.statistics.peakResidentBytes))
            peak.loader = max(peak.loader, Double(loaders.map(\.peakResidentBytes).max() ?? 0))
        }
        try waitIdle(program, subject, interval: Self.memoryInterval, meanwhile: sample)
        for window in try server.windows() {
            peak.pixmaps = max(peak.pixmaps, try watch.pixmapBytes(ofOwner: window.identifier))
        }
        try end(program)
        return peak
    }

    /// What one look at the screen costs the server.
    /// - Returns: CPU seconds, the mean of many looks.
    /// - Throws: `SessionError`.
    func lookCost() throws -> Double {
        let (count, before) = (200, server.statistics.cpuTime)
        for _ in 0..<count {
            _ = try watch.look()
            pause(Self.lookInterval)
        }
        return (server.statistics.cpuTime - before) / Double(count)
    }

    /// Opens a picture, and another one to step to, and waits until the first is there.
    func start(_ subject: Subject, _ picture: Picture, and next: Picture? = nil) throws -> Program {
        let program = try launch(subject, picture, and: next)
        try waitIdle(program, subject)
        return program
    }

    /// Ends a program, and waits until the server has taken its windows away.
    func end(_ program: Program) throws {
        program.terminate()
        try waitUntil("the windows to go") { try server.windows().isEmpty }
    }

    /// Takes what is left of the drawing of a program that has ended.
    private func clear() throws {
        try watch.drawings(quiet: 0.05, until: monotonicSeconds() + 2)
    }

    /// Waits until the program has drawn, and neither draws nor works any more.
    private func waitIdle(
        _ program: Program, _ subject: Subject, interval: Double = quiet, onDrawing: () throws -> Void = {},
        meanwhile: () -> Void = {}
    ) throws {
        let deadline = monotonicSeconds() + Self.limit
        var hasDrawn = false
        var quietSince = monotonicSeconds()
        var usedThen = 0.0
        var idleness = 0.0
        while monotonicSeconds() < deadline {
            guard program.isRunning else { throw BenchmarkError.ended(subject.name, program.standardError) }
            if try watch.nextDrawing(until: monotonicSeconds() + interval) != nil {
                try onDrawing()
                hasDrawn = true
                quietSince = monotonicSeconds()
                usedThen = .nan
            }
            meanwhile()
            guard monotonicSeconds() - quietSince >= Self.quiet else { continue }
            let used = program.statistics.treeCPUTime
            // A loader that has ended counts in the kernel's ticks, which may be less than before.
            idleness = abs(used - usedThen) < Self.idleCPU ? idleness + monotonicSeconds() - quietSince : 0
            if hasDrawn && idleness > 0 { return }
            if idleness > Self.patience { throw BenchmarkError.drawsNothing(subject.name) }
            (quietSince, usedThen) = (monotonicSeconds(), used)
        }
        throw SessionError.timedOut("\(subject.name) to be idle")
    }
}
