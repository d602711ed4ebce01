import Foundation
import XServerSession

extension Benchmark {
    func printSteps(_ picture: Picture) throws {
        say("\nZooming \(picture.name) by 60 single steps in and out: ms from input to frame, CPU ms a frame")
        let results = try interleave(viewers, runs: command.runs) { subject in
            let program = try stage.start(subject, picture)
            let cost = try stage.zoomBySteps(subject.zoomInput, program)
            try stage.end(program)
            guard cost.frames > 0 else { throw BenchmarkError.doesNotZoom(subject.name) }
            return cost
        }
        var table = Table(["viewer", "input", "frames a step", "input to frame", "viewer", "server", "both"])
        for subject in viewers {
            let costs = results[subject.name] ?? []
            let input = subject.zoomInput == .wheel ? "Ctrl + wheel" : "keypad"
            table.add([subject.name, input] + frameColumns(costs))
        }
        for peer in viewers.dropFirst() {
            table.add(
                ["\(viewers[0].name)/\(peer.name)", "", ""]
                    + ratios(results[viewers[0].name] ?? [], results[peer.name] ?? []))
        }
        say(table.text)
        for (input, name) in [(Subject.ZoomInput.wheel, "Ctrl + wheel"), (.keys, "keypad")] {
            try printInjection(name) { try stage.zoomBySteps(input, nil) }
        }
    }

    func printPinch(_ picture: Picture) throws {
        let touched = viewers.filter(\.takesTouch)
        say("\nPinching \(picture.name) for 1 s, two fingers at 120 Hz: CPU ms a frame")
        let results = try interleave(touched, runs: command.runs) { subject in
            let program = try stage.start(subject, picture)
            let cost = try stage.pinch(program)
            try stage.end(program)
            guard cost.frames > 0 else { throw BenchmarkError.doesNotZoom(subject.name) }
            return cost
        }
        var table = Table(["viewer", "frames", "viewer", "server", "both"], words: 1)
        for subject in touched {
            let costs = results[subject.name] ?? []
            let frames = Summary(costs.map { Double($0.frames) }).text()
            table.add([subject.name, frames] + frameColumns(costs).dropFirst(2))
        }
        say(table.text)
        let others = viewers.filter { !$0.takesTouch }.map(\.name)
        if !others.isEmpty { say("\(others.joined(separator: " and ")): no pinch") }
        try printInjection("pinch") { try stage.pinch(nil) }
    }

    /// What the injection costs the server, which is in its numbers above.
    private func printInjection(_ name: String, _ measure: () throws -> ZoomCost) throws {
        let costs = try (0...command.runs).map { _ in try measure() }.dropFirst()
        let text = Summary(costs.map { $0.server / Double(max(1, $0.steps)) }).text(Self.milliseconds)
        say("Of the server's CPU above, injection and watching (\(name), no viewer): \(text) ms a step")
    }

    private func frameColumns(_ costs: [ZoomCost]) -> [String] {
        let frames = Summary(costs.map { Double($0.frames) / Double($0.steps) }).text()
        let latency = Summary(costs.map { Summary($0.latencies).median }).text(Self.milliseconds)
        return [frames, latency] + Self.perFrame.map { Summary(costs.map($0)).text(Self.milliseconds) }
    }

    private func ratios(_ a: [ZoomCost], _ b: [ZoomCost]) -> [String] {
        ([{ Summary($0.latencies).median }] + Self.perFrame).map { measure in
            ratio(Summary(a.map(measure)).median, Summary(b.map(measure)).median)
        }
    }

    /// CPU seconds a frame: viewer, server, both.
    private static var perFrame: [(ZoomCost) -> Double] {
        [
            { $0.viewer / Double($0.frames) }, { $0.server / Double($0.frames) },
            { ($0.viewer + $0.server) / Double($0.frames) },
        ]
    }
}
