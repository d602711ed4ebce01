import Foundation
import Geometry
import XServerSession

extension Stage {
    /// Steps in one direction before they go back: 1.25⁶ is nearly fourfold.
    static let stepsOneWay = 6
    /// Times out and back: 24 steps in all.
    private static let rounds = 2
    /// Seconds to wait for a step's first frame.
    private static let stepLimit = 0.5
    /// Seconds without a frame after which a step is over: more than two refreshes.
    static let stepQuiet = 0.04

    /// The middle of the screen.
    var middle: Point<Screen> { Point(x: Double(server.size.width) / 2, y: Double(server.size.height) / 2) }

    /// Zooms in and out again and again by single steps, each waited for.
    /// - Parameters:
    ///   - input: how.
    ///   - program: the viewer; `nil` measures what the injection and the waiting cost the server.
    /// - Returns: what it cost.
    /// - Throws: `SessionError`.
    func zoomBySteps(_ input: Subject.ZoomInput, _ program: Program?) throws -> FrameCost {
        try server.mouse.move(to: middle)
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        var cost = FrameCost()
        try measure(program, &cost) { cost in
            for number in 0..<2 * Self.stepsOneWay * Self.rounds {
                let start = monotonicSeconds()
                try step(input, isIn: number / Self.stepsOneWay % 2 == 0)
                cost.steps += 1
                // Without a viewer the same time is waited in which a step's frame comes and goes.
                let limit = program == nil ? Self.stepQuiet : Self.stepLimit
                guard let shown = try watch.nextDrawing(until: start + limit) else { continue }
                cost.latencies.append(shown - start)
                cost.frames.append(shown)
                try noteFrames(&cost, quiet: Self.stepQuiet)
            }
        }
        return cost
    }

    /// Zooms in by steps until the pattern has a scale.
    /// - Parameters:
    ///   - subject: the viewer, which shows the pattern.
    ///   - pattern: the picture.
    ///   - scale: screen pixels for an image pixel, at least.
    /// - Throws: `SessionError`, and `BenchmarkError.doesNotZoom`.
    func zoom(_ subject: Subject, _ pattern: Pattern, to scale: Double) throws {
        try server.mouse.move(to: middle)
        for _ in 0..<40 {
            try watch.drawings(quiet: 0.15, until: monotonicSeconds() + 3)
            if let seen = pattern.register(try server.screenshot(of: around(middle))), seen.scaleX >= scale {
                return
            }
            try step(subject.zoomInput, isIn: true)
        }
        throw BenchmarkError.doesNotZoom(subject.name)
    }

    /// Rows at the screen's bottom in which a viewer may tell of the zoom.
    private static let words = 64

    /// A part of the screen about a point: small enough to be looked at in no time, large enough for the pattern's ramps to
    /// tell its waves apart.
    func around(_ point: Point<Screen>) -> PixelRect<Screen> {
        let (x, y) = (Int(point.x), Int(point.y))
        let bounds = server.bounds
        return PixelRect<Screen>(
            x0: x - 960, y0: y - 600, x1: x + 960, y1: min(y + 600, bounds.y1 - Self.words)
        )
        .intersection(bounds)
    }
}
