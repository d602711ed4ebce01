import Foundation
import XServerSession

extension Benchmark {
    /// From so many megapixels on, a picture is opened less often.
    private static let manyPixels = 40.0

    func printOpenings() throws {
        say(
            "\nOpening: ms from exec to the first pixels of the picture, and until the screen stays as it is; CPU ms"
        )
        say(
            "Memory at its peak, MB: viewer and loaders together (PSS), each alone (VmHWM); pixmaps in the server at rest"
        )
        for entry in Picture.opened where !entry.isLarge || command.includesLarge {
            let picture = try Picture(entry)
            say("\n\(picture.name), \(number(picture.density)) bytes a pixel")
            let isSmall = picture.size < Self.manyPixels
            let runs = isSmall ? command.runs : min(command.runs, 2)
            try picture.readAhead()
            try printOpening(picture, runs: runs, warmsUp: isSmall)
            try printMemory(picture, runs: isSmall ? 2 : 1)
        }
        say("\nfloor: a client in C that maps a window and fills it")
        if floor == nil { say("It was not built: swift build --product xzoom-floor") }
        let look = number(try stage.lookCost() * Self.milliseconds)
        say("Of the server's CPU, each look at the screen: \(look) ms; none before something is drawn")
    }

    private func printOpening(_ picture: Picture, runs: Int, warmsUp: Bool) throws {
        var table = Table(
            ["viewer", "first pixels", "complete", "viewer and loaders CPU", "server CPU", "looks"], words: 1)
        let subjects = viewers + (floor.map { [$0] } ?? [])
        let results = try interleave(subjects, runs: runs, warmsUp: warmsUp) { try stage.open($0, picture) }
        let columns: [KeyPath<Opening, Double>] = [\.firstPixel, \.complete, \.viewerCPU, \.serverCPU]
        addRows(to: &table, subjects, columns, results, factor: Self.milliseconds) {
            [Summary(($0).map(\.looks)).text()]
        }
        say(table.text)
        verdicts.note(picture.name, .firstPixels, medians(results) { $0.firstPixel })
        verdicts.note(picture.name, .complete, medians(results) { $0.complete })
    }

    private func printMemory(_ picture: Picture, runs: Int) throws {
        var table = Table(["viewer", "memory together", "viewer alone", "loader alone", "pixmaps"], words: 1)
        let results = try interleave(viewers, runs: runs, warmsUp: false) { try stage.memory($0, picture) }
        let columns: [KeyPath<MemoryPeak, Double>] = [\.together, \.viewer, \.loader, \.pixmaps]
        addRows(to: &table, viewers, columns, results, factor: Self.megabyte)
        say(table.text)
        verdicts.note(picture.name, .memory, medians(results) { $0.together })
    }

    /// A row for each subject, and the ratios of the medians of the first to each of the other viewers.
    private func addRows<Result>(
        to table: inout Table, _ subjects: [Subject], _ columns: [KeyPath<Result, Double>],
        _ results: [String: [Result]], factor: Double, more: ([Result]) -> [String] = { _ in [] }
    ) {
        func summary(_ name: String, _ column: KeyPath<Result, Double>) -> Summary {
            Summary((results[name] ?? []).map { $0[keyPath: column] })
        }
        for subject in subjects {
            let cells = columns.map { summary(subject.name, $0).text(factor) }
            table.add([subject.name] + cells + more(results[subject.name] ?? []))
        }
        for peer in viewers.dropFirst() where results[peer.name] != nil {
            let ratios = columns.map {
                ratio(summary(viewers[0].name, $0).median, summary(peer.name, $0).median)
            }
            table.add(["\(viewers[0].name)/\(peer.name)"] + ratios)
        }
    }
}
