import Foundation
import XServerSession

/// All measurements, one after the other, printed as they are done.
final class Benchmark {
    let command: Command
    let stage: Stage
    let viewers: [Subject]
    let floor: Subject?
    var verdicts = Verdicts()

    static let megabyte = 1.0 / 1e6
    static let milliseconds = 1e3

    init(_ command: Command) throws {
        self.command = command
        stage = try Stage()
        viewers = [.xzoom(command.program)] + Subject.peers()
        floor = .floor()
    }

    func run() throws {
        defer { stage.server.close() }
        printHead()
        let parts = command.parts
        if parts.contains(.start) { try printOpenings() }
        if parts.contains(.zoom) { try printSteps() }
        if parts.contains(.step) { try printPictureSteps() }
        if parts.contains(.drag) { try printDrag() }
        if parts.contains(.pinch) { try printPinches() }
        if parts.contains(.idle) { try printIdle() }
        if parts.contains(.slow) { try printSlowLink() }
        if parts.contains(.floors) { try printFloors() }
        if parts.contains(.growth) { try printGrowth() }
        say("\nGoals: those of times and memory are parts of what another viewer takes in this run\n")
        say(verdicts.text)
        say("\nLast minute: \(Machine.load). Other work on this machine spoils times, CPU times less.")
    }

    private func printHead() {
        say(Machine.line)
        say((viewers.map(\.version) + [serverVersion]).joined(separator: "; "))
        say(
            "A screen of 1280 × 800 in memory, no window manager, no GPU. Median (least–greatest) of interleaved runs."
        )
    }

    /// The server's version as its makers write it: of 1.21.1.7, in a release number two digits each, 21.1.7.
    private var serverVersion: String {
        let release = Int(stage.watch.serverRelease)
        let parts = [release / 10_000_000, release / 100_000 % 100, release / 1000 % 100, release % 1000]
        // The 1 was dropped with 21.
        let shown = parts[1] >= 21 ? parts[1...3] : parts[0...2]
        return "X.Org server \(shown.map(String.init).joined(separator: "."))"
    }

    /// Measures in turn, A B C A B C, so that a change of the machine's mood meets all alike.
    /// - Parameters:
    ///   - subjects: whom; one that fails is left out from then on.
    ///   - runs: turns that count.
    ///   - warmsUp: whether one comes before that does not count.
    ///   - measure: one measurement.
    /// - Returns: the measures by the subject's name.
    /// - Throws: what means that no more can be measured.
    func interleave<Result>(
        _ subjects: [Subject], runs: Int, warmsUp: Bool = true, _ measure: (Subject) throws -> Result
    ) throws -> [String: [Result]] {
        var results: [String: [Result]] = [:]
        var failed: Set<String> = []
        for run in (warmsUp ? 0 : 1)...runs {
            for subject in subjects where !failed.contains(subject.name) {
                do {
                    let result = try measure(subject)
                    if run > 0 { results[subject.name, default: []].append(result) }
                } catch  where stage.server.isRunning {
                    say("\(subject.name) is left out: \(error)")
                    failed.insert(subject.name)
                }
            }
        }
        return results
    }

    /// The medians of a measure by the subject's name.
    func medians<Result>(_ results: [String: [Result]], _ measure: (Result) -> Double) -> [String: Double] {
        results.mapValues { Summary($0.map(measure)).median }
    }
}
