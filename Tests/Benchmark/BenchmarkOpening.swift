import Foundation
import XServerSession

extension Benchmark {
    func printOpening(_ pictures: [Picture]) throws {
        say(
            "\nOpening: ms from exec to the first pixels of the picture, and until the screen stays as it is; CPU ms"
        )
        var table = Table([
            "picture", "viewer", "first pixels", "complete", "viewer and loaders CPU", "server CPU",
            "looks",
        ])
        for picture in pictures {
            let subjects = viewers + (floor.map { [$0] } ?? [])
            let results = try interleave(subjects, runs: command.runs) { try stage.open($0, picture) }
            let columns: [KeyPath<Opening, Double>] = [\.firstPixel, \.complete, \.viewerCPU, \.serverCPU]
            addRows(to: &table, picture.name, subjects, columns, results, factor: Self.milliseconds) {
                [Summary(($0).map(\.looks)).text()]
            }
        }
        say(table.text)
        if floor == nil {
            say("The floor, a minimal X client, was not built: swift build --product xzoom-floor")
        }
        let look = number(try stage.lookCost() * Self.milliseconds)
        say("Of the server's CPU above, each look at the screen: \(look) ms; none before something is drawn")
        say(
            "floor: a client in C that maps a window and fills it; the CPU of a loader that has ended is known to 10 ms"
        )
    }

    func printMemory(_ pictures: [Picture]) throws {
        say(
            "\nMemory at its peak, MB: viewer and loaders together (PSS), each alone (VmHWM); at rest: pixmaps in the server"
        )
        var table = Table(["picture", "viewer", "together", "viewer alone", "loader alone", "pixmaps"])
        for picture in pictures {
            let results = try interleave(viewers, runs: min(command.runs, Self.memoryRuns)) {
                try stage.memory($0, picture)
            }
            let columns: [KeyPath<MemoryPeak, Double>] = [\.together, \.viewer, \.loader, \.pixmaps]
            addRows(to: &table, picture.name, viewers, columns, results, factor: Self.megabyte)
        }
        say(table.text)
    }

    /// A row for each subject, and the ratios of the medians of the first to each of the other viewers.
    private func addRows<Result>(
        to table: inout Table, _ picture: String, _ subjects: [Subject], _ columns: [KeyPath<Result, Double>],
        _ results: [String: [Result]], factor: Double, more: ([Result]) -> [String] = { _ in [] }
    ) {
        func summary(_ name: String, _ column: KeyPath<Result, Double>) -> Summary {
            Summary((results[name] ?? []).map { $0[keyPath: column] })
        }
        for subject in subjects {
            let cells = columns.map { summary(subject.name, $0).text(factor) }
            table.add([picture, subject.name] + cells + more(results[subject.name] ?? []))
        }
        for peer in viewers.dropFirst() {
            let ratios = columns.map {
                ratio(summary(viewers[0].name, $0).median, summary(peer.name, $0).median)
            }
            table.add([picture, "\(viewers[0].name)/\(peer.name)"] + ratios)
        }
    }
}
