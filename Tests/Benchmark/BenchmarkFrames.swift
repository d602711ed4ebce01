import Foundation
import Geometry
import XServerSession

extension Benchmark {
    /// Runs of what takes several seconds each.
    private var fewRuns: Int { min(command.runs, 2) }

    func printSteps() throws {
        for entry in Picture.opened where ["12 MP JPEG", "108 MP JPEG"].contains(entry.name) {
            let picture = try Picture(entry)
            say(
                "\nZooming \(picture.name) by 24 single steps in and out: ms from input to frame, CPU ms a step"
            )
            let results = try interleave(viewers, runs: fewRuns, warmsUp: false) { subject in
                let program = try stage.start(subject, picture)
                let cost = try stage.zoomBySteps(subject.zoomInput, program)
                try stage.end(program)
                guard !cost.frames.isEmpty else { throw BenchmarkError.doesNotZoom(subject.name) }
                return cost
            }
            var table = Table(["viewer", "input", "frames a step", "input to frame", "viewer", "server"])
            for subject in viewers {
                let costs = results[subject.name] ?? []
                let input = subject.zoomInput == .wheel ? "Ctrl + wheel" : "keypad"
                table.add([
                    subject.name, input,
                    Summary(costs.map { Double($0.frames.count) / Double($0.steps) }).text(),
                    Summary(costs.map { Summary($0.latencies).median }).text(Self.milliseconds),
                    Summary(costs.map { $0.perStep(\.viewer) }).text(Self.milliseconds),
                    Summary(costs.map { $0.perStep(\.server) }).text(Self.milliseconds),
                ])
            }
            say(table.text)
            let name = "zoom step, \(picture.name)"
            verdicts.note(name, .viewerCPU, medians(results) { $0.perStep(\.viewer) })
            verdicts.note(name, .serverCPU, medians(results) { $0.perStep(\.server) })
            verdicts.note(name, .latency, medians(results) { Summary($0.latencies).median })
        }
        for (input, name) in [(Subject.ZoomInput.wheel, "Ctrl + wheel"), (.keys, "keypad")] {
            try printInjection(name) { try stage.zoomBySteps(input, nil) }
        }
    }

    func printDrag() throws {
        let picture = try Picture(Picture.pattern)
        let pattern = Pattern(width: picture.width, height: picture.height)
        say("\nDragging 12 MP at 200 % for 2 s, a move for each refresh: CPU ms a frame")
        let results = try interleave(viewers, runs: fewRuns, warmsUp: false) { subject in
            let program = try stage.start(subject, picture)
            try stage.zoom(subject, pattern, to: 1.85)
            let cost = try stage.drag(subject.dragButton, program)
            try stage.end(program)
            return cost
        }
        let columns: [(FrameCost) -> String] = [
            { "\(number(Double($0.frames.count))) of \($0.steps)" },
            { number($0.longestGap * Self.milliseconds) },
            { number($0.perFrame(\.viewer) * Self.milliseconds) },
            { number($0.perFrame(\.server) * Self.milliseconds) },
        ]
        printFrames(["frames of moves", "longest gap", "viewer", "server"], viewers, results, columns)
        verdicts.note("drag at 200 %", .viewerCPU, medians(results) { $0.perFrame(\.viewer) })
        verdicts.note("drag at 200 %", .serverCPU, medians(results) { $0.perFrame(\.server) })
        verdicts.note(
            "drag at 200 %", .moves, medians(results) { Double($0.frames.count) / Double($0.steps) })
        try printInjection("drag") { try stage.drag(.left, nil) }
    }

    func printPinches() throws {
        try printPinch(on: stage)
        for (width, height) in [(1920, 1080), (3840, 2160)] {
            let stage = try Stage(width: width, height: height)
            defer { stage.server.close() }
            try printPinch(on: stage)
        }
    }

    private func printPinch(on stage: Stage) throws {
        let picture = try Picture(Picture.pattern)
        let pattern = Pattern(width: picture.width, height: picture.height)
        let (size, refresh) = (stage.server.size, stage.server.refreshRate)
        let touched = viewers.filter(\.takesTouch)
        say(
            "\nPinching 12 MP at \(size.width) × \(size.height) for 1 s, two fingers at 120 Hz, \(number(refresh)) "
                + "refreshes a second: CPU ms a frame, gap ms, drift px")
        // Larger than the screen both ways, so that no edge has a say in where the picture is.
        let scale =
            1.25
            * max(Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
        let results = try interleave(touched, runs: fewRuns, warmsUp: false) { subject in
            let program = try stage.start(subject, picture)
            try stage.zoom(subject, pattern, to: scale)
            let cost = try stage.pinch(program, pattern)
            try stage.end(program)
            return cost
        }
        let columns: [(FrameCost) -> String] = [
            { "\(number(Double($0.frames.count))) of \(number(refresh * $0.duration.rounded(.down)))" },
            { number($0.longestGap * Self.milliseconds) },
            { number($0.perFrame(\.viewer) * Self.milliseconds) },
            { number($0.perFrame(\.server) * Self.milliseconds) }, { number($0.drift) },
            { "\(number($0.zoom)) for \(number(Stage.pinchZoom))" },
        ]
        printFrames(
            ["frames of refreshes", "longest gap", "viewer", "server", "drift", "zoom"], touched, results,
            columns)
        let name = "pinch, \(size.width)×\(size.height)"
        let frames = medians(results) { Double($0.frames.count) }
        // The pinch takes a second.
        verdicts.note(name, .frames, frames.mapValues { $0 / refresh })
        verdicts.note(name, .rate, frames)
        verdicts.note(name, .gap, medians(results) { $0.longestGap })
        verdicts.note(name, .viewerCPU, medians(results) { $0.perFrame(\.viewer) })
        verdicts.note(name, .drift, medians(results) { $0.drift })
        try printInjection("pinch") { try stage.pinch(nil, pattern) }
    }

    func printIdle() throws {
        let seconds = 3.0
        say("\nAt rest, zoomed in: wake-ups of all threads a second, CPU ms a second")
        let picture = try Picture(Picture.pattern)
        var table = Table(["viewer", "wake-ups", "viewer", "server"], words: 1)
        var wakeUps: [String: Double] = [:]
        for subject in viewers {
            let program = try stage.start(subject, picture)
            try stage.step(subject.zoomInput, isIn: true)
            pause(1.5)
            let before = (
                program.statistics.treeWakeUps, program.statistics.treeCPUTime,
                stage.server.statistics.cpuTime
            )
            pause(seconds)
            wakeUps[subject.name] = Double(program.statistics.treeWakeUps - before.0) / seconds
            let cpu = [program.statistics.treeCPUTime - before.1, stage.server.statistics.cpuTime - before.2]
            table.add(
                [subject.name, number(wakeUps[subject.name] ?? .nan)]
                    + cpu.map { number($0 / seconds * Self.milliseconds) })
            try stage.end(program)
        }
        say(table.text)
        verdicts.note("at rest", .wakeUps, wakeUps)
    }

    /// A row for each run.
    private func printFrames(
        _ header: [String], _ subjects: [Subject], _ results: [String: [FrameCost]],
        _ columns: [(FrameCost) -> String]
    ) {
        var table = Table(["viewer"] + header, words: 1)
        for subject in subjects {
            for cost in results[subject.name] ?? [] { table.add([subject.name] + columns.map { $0(cost) }) }
        }
        say(table.text)
    }

    /// What the injection costs the server, which is in its numbers above.
    private func printInjection(_ name: String, _ measure: () throws -> FrameCost) throws {
        let cost = try measure()
        say(
            "Of the server's CPU, injection and watching (\(name), no viewer): "
                + "\(number(cost.perStep(\.server) * Self.milliseconds)) ms a step")
    }
}
