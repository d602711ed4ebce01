import Foundation
import XServerSession

extension Benchmark {
    /// Seconds that bytes take each way, and without drawing after which a slow viewer is done.
    private static let delay = 0.04
    private static let quiet = 0.3

    private struct SlowCost {
        var complete = 0.0
        var first = SlowLink.Traffic()
        /// While zooming and dragging over what was shown before, and the frames and steps of that.
        var zoom = (traffic: SlowLink.Traffic(), frames: 0, steps: 0)
        var pan = (traffic: SlowLink.Traffic(), frames: 0, steps: 0)
    }

    func printSlowLink() throws {
        let picture = try Picture(Picture.opened[1])
        say(
            "\nA slow link, \(number(Self.delay * 1000)) ms each way, without shared memory: \(picture.name); "
                + "zooming and dragging over what was shown before")
        let viewers = viewers.filter { ["xzoom", "feh", "nsxiv"].contains($0.name) }
        let results = try interleave(viewers, runs: 1, warmsUp: false) { try measureSlow($0, picture) }
        var table = Table(
            [
                "viewer", "complete s", "MB to server", "round trips", "zoom: kB a step", "kB a frame",
                "round trips a step", "drag: kB a move", "kB a frame", "round trips a move",
                "frames of moves",
            ], words: 1)
        for subject in viewers {
            guard let cost = results[subject.name]?.first else { continue }
            table.add(
                [subject.name, number(cost.complete), number(Double(cost.first.toServer) * Self.megabyte)]
                    + [String(cost.first.roundTrips)] + Self.cells(cost.zoom) + Self.cells(cost.pan)
                    + ["\(cost.pan.frames) of \(cost.pan.steps)"])
        }
        say(table.text)
        func each(_ part: (SlowCost) -> Int, _ steps: (SlowCost) -> Int) -> [String: Double] {
            medians(results) { Double(part($0)) / Double(steps($0)) }
        }
        verdicts.note("slow link, zoom step", .bytes, each({ $0.zoom.traffic.toServer }, { $0.zoom.steps }))
        verdicts.note("slow link, pan step", .bytes, each({ $0.pan.traffic.toServer }, { $0.pan.steps }))
        verdicts.note(
            "slow link, zoom step", .roundTrips, each({ $0.zoom.traffic.roundTrips }, { $0.zoom.frames }))
        verdicts.note(
            "slow link, pan step", .roundTrips, each({ $0.pan.traffic.roundTrips }, { $0.pan.frames }))
    }

    private static func cells(_ part: (traffic: SlowLink.Traffic, frames: Int, steps: Int)) -> [String] {
        let sent = Double(part.traffic.toServer) / 1000
        return [
            number(sent / Double(part.steps)), number(sent / Double(max(1, part.frames))),
            number(Double(part.traffic.roundTrips) / Double(part.steps)),
        ]
    }

    private func measureSlow(_ subject: Subject, _ picture: Picture) throws -> SlowCost {
        let link = try SlowLink(to: stage.server, delay: Self.delay)
        let program = try stage.launch(subject, picture, display: link.displayName)
        var cost = SlowCost()
        var drawn: Double?
        while let time = try stage.watch.nextDrawing(until: monotonicSeconds() + (drawn == nil ? 10 : 1.5)) {
            drawn = time
        }
        guard let drawn else { throw BenchmarkError.drawsNothing(subject.name) }
        cost.complete = drawn - program.startTime
        cost.first = link.traffic
        guard program.isRunning else { throw BenchmarkError.ended(subject.name, program.standardError) }
        try stage.server.mouse.move(to: stage.middle)
        // Once for all that is seen to be there, then once more.
        try zoomInAndOut(subject)
        let before = link.traffic
        (cost.zoom.frames, cost.zoom.steps) = try zoomInAndOut(subject)
        cost.zoom.traffic = link.traffic - before
        for _ in 0..<Stage.stepsOneWay {
            try stage.step(subject.zoomInput, isIn: true)
            try stage.watch.drawings(quiet: Self.quiet, until: monotonicSeconds() + 5)
        }
        _ = try stage.drag(subject.dragButton, program)
        try stage.watch.drawings(quiet: 1, until: monotonicSeconds() + 5)
        let dragged = link.traffic
        let drag = try stage.drag(subject.dragButton, program)
        let late = try stage.watch.drawings(quiet: Self.quiet, until: monotonicSeconds() + 5)
        cost.pan = (link.traffic - dragged, drag.frames.count + late, drag.steps)
        try stage.end(program)
        return cost
    }

    @discardableResult
    private func zoomInAndOut(_ subject: Subject) throws -> (frames: Int, steps: Int) {
        var frames = 0
        for number in 0..<2 * Stage.stepsOneWay {
            try stage.step(subject.zoomInput, isIn: number < Stage.stepsOneWay)
            frames += try stage.watch.drawings(quiet: Self.quiet, until: monotonicSeconds() + 5)
        }
        return (frames, 2 * Stage.stepsOneWay)
    }
}
