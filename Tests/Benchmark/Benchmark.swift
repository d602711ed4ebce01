import Foundation
import XServerSession

/// All measurements, one after the other, printed as they are done.
final class Benchmark {
    let command: Command
    let stage: Stage
    let viewers: [Subject]
    let floor: Subject?

    /// Runs of what needs fewer: memory hardly varies.
    static let memoryRuns = 3
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
        var pictures: [Picture] = []
        if let sample = command.sample, FileManager.default.fileExists(atPath: sample) {
            pictures.append(Picture(name: URL(fileURLWithPath: sample).lastPathComponent, path: sample))
        }
        pictures += try Picture.Format.allCases.map { try Picture.photo(megapixels: 12, format: $0) }
        try printOpening(pictures)
        try printMemory(pictures)
        if let photo = pictures.last {
            try printSteps(photo)
            try printPinch(photo)
        }
        if command.includesGrowth { try printGrowth() }
        say(
            "\nLast minute: \(Machine.load). Other programs' work on this machine spoils times, CPU times less."
        )
    }

    private func printHead() {
        say(Machine.line)
        say((viewers.map(\.version) + [serverVersion]).joined(separator: "; "))
        say(
            "One screen of 1280 × 800 in memory, no window manager, no GPU. Median (least–greatest) of \(command.runs) "
                + "interleaved runs after one that does not count.")
    }

    /// The server's version as its makers write it: of 1.21.1.7, in a release number two digits each, 21.1.7.
    private var serverVersion: String {
        let release = Int(stage.watch.serverRelease)
        let parts = [release / 10_000_000, release / 100_000 % 100, release / 1000 % 100, release % 1000]
        // The 1 was dropped with 21.
        let shown = parts[1] >= 21 ? parts[1...3] : parts[0...2]
        return "X.Org server \(shown.map(String.init).joined(separator: "."))"
    }

    /// Measures in turn, A B C A B C, so that a change of the machine's mood meets all alike. The first turn does not count.
    /// - Parameters:
    ///   - subjects: whom; one other than xzoom that fails is left out from then on.
    ///   - runs: turns that count.
    ///   - measure: one measurement.
    /// - Returns: the measures by the subject's name.
    /// - Throws: what the measurement of xzoom throws.
    func interleave<Result>(
        _ subjects: [Subject], runs: Int, _ measure: (Subject) throws -> Result
    ) throws -> [String: [Result]] {
        var results: [String: [Result]] = [:]
        var failed: Set<String> = []
        for run in 0...runs {
            for subject in subjects where !failed.contains(subject.name) {
                do {
                    let result = try measure(subject)
                    if run > 0 { results[subject.name, default: []].append(result) }
                } catch let error as BenchmarkError where subject.name != viewers[0].name {
                    say("\(subject.name) is left out: \(error)")
                    failed.insert(subject.name)
                }
            }
        }
        return results
    }
}
