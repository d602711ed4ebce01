import Foundation
import Geometry
import XServerSession

/// What zooming cost.
struct ZoomCost {
    /// Frames that came on the screen.
    var frames = 0
    /// Steps of input that were made.
    var steps = 0
    /// Seconds from the input to its first frame, one a step.
    var latencies: [Double] = []
    /// CPU seconds of the viewer, and of the server with the injection.
    var viewer = 0.0
    var server = 0.0
}

extension Stage {
    /// Steps in one direction before they go back: 1.25⁶ is nearly fourfold.
    private static let stepsOneWay = 6
    /// Times out and back: 60 steps in all.
    private static let rounds = 5
    /// Seconds to wait for a step's first frame.
    private static let stepLimit = 0.5
    /// Seconds without a frame after which a step is over: more than two refreshes.
    private static let stepQuiet = 0.04
    /// Touch samples in a second, as a touchscreen sends them.
    private static let touchRate = 120.0
    /// The fingers' distances at the beginning and the end of the pinch, in screen pixels.
    private static let fingers = (start: 200.0, end: 640.0)

    private var middle: Point<Screen> { Point(x: 640, y: 400) }

    /// Zooms in and out again and again by single steps, each waited for.
    /// - Parameters:
    ///   - input: how.
    ///   - program: the viewer; `nil` measures what the injection and the waiting cost the server.
    /// - Returns: what it cost.
    /// - Throws: `SessionError`.
    func zoomBySteps(_ input: Subject.ZoomInput, _ program: Program?) throws -> ZoomCost {
        try server.mouse.move(to: middle)
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        if input == .wheel { try server.keyboard.hold("Control_L") }
        defer { if input == .wheel { try? server.keyboard.release("Control_L") } }
        var cost = ZoomCost()
        try measure(program, &cost) { cost in
            for step in 0..<2 * Self.stepsOneWay * Self.rounds {
                let isIn = step / Self.stepsOneWay % 2 == 0
                let start = monotonicSeconds()
                switch input {
                case .wheel: try server.mouse.scroll(dy: isIn ? -120 : 120)
                case .keys: try server.keyboard.type(isIn ? "KP_Add" : "KP_Subtract")
                case .none: return
                }
                cost.steps += 1
                // Without a viewer the same time is waited in which a step's frame comes and goes.
                let limit = program == nil ? Self.stepQuiet : Self.stepLimit
                guard let shown = try watch.nextDrawing(until: start + limit) else { continue }
                cost.latencies.append(shown - start)
                cost.frames += 1
                cost.frames += try watch.drawings(quiet: Self.stepQuiet, until: start + 5)
            }
        }
        return cost
    }

    /// Pinches for a second with two fingers at the rate of a touchscreen.
    /// - Parameter program: the viewer; `nil` measures what the injection costs the server.
    /// - Returns: what it cost, without the time before the fingers move.
    /// - Throws: `SessionError`.
    func pinch(_ program: Program?) throws -> ZoomCost {
        func finger(_ side: Double, _ share: Double) -> Point<Screen> {
            let distance = Self.fingers.start + (Self.fingers.end - Self.fingers.start) * share
            return Point(x: middle.x + side * distance / 2, y: middle.y)
        }
        try server.touchscreen.down(0, at: finger(-1, 0))
        try server.touchscreen.down(1, at: finger(1, 0))
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        var cost = ZoomCost()
        try measure(program, &cost) { cost in
            let start = monotonicSeconds()
            for step in 1...Int(Self.touchRate) {
                let share = Double(step) / Self.touchRate
                try server.touchscreen.move(0, to: finger(-1, share))
                try server.touchscreen.move(1, to: finger(1, share))
                cost.steps += 1
                while try watch.nextDrawing(until: start + Double(step) / Self.touchRate) != nil {
                    cost.frames += 1
                }
            }
            cost.frames += try watch.drawings(quiet: Self.stepQuiet, until: start + 5)
        }
        try server.touchscreen.upAll()
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        return cost
    }

    private func measure(_ program: Program?, _ cost: inout ZoomCost, _ body: (inout ZoomCost) throws -> Void)
        throws
    {
        let (viewer, server) = (program?.statistics.treeCPUTime ?? 0, self.server.statistics.cpuTime)
        try body(&cost)
        cost.viewer = (program?.statistics.treeCPUTime ?? 0) - viewer
        cost.server = self.server.statistics.cpuTime - server
    }
}
