import Foundation
import XServerSession

/// What frames cost that answer to input.
struct FrameCost {
    /// When each frame came on the screen, in monotonic seconds.
    var frames: [Double] = []
    /// Steps of input that were made.
    var steps = 0
    /// Seconds from the input to its first frame, one a step.
    var latencies: [Double] = []
    /// Seconds that the input took.
    var duration = 0.0
    /// CPU seconds of the viewer and its loaders, and of the server with the injection.
    var viewer = 0.0
    var server = 0.0
    /// The most that the point under the fingers' centre was off, in screen pixels, and the zoom for that of the fingers'
    /// distance.
    var drift = Double.nan
    var zoom = Double.nan

    /// A CPU time for each frame.
    func perFrame(_ part: KeyPath<FrameCost, Double>) -> Double {
        frames.isEmpty ? .nan : self[keyPath: part] / Double(frames.count)
    }

    /// A CPU time for each step of input.
    func perStep(_ part: KeyPath<FrameCost, Double>) -> Double {
        steps == 0 ? .nan : self[keyPath: part] / Double(steps)
    }

    /// The longest time in seconds between two frames.
    var longestGap: Double { zip(frames, frames.dropFirst()).map { $1 - $0 }.max() ?? .nan }
}

extension Stage {
    /// Adds to a cost what the processes use while something is done.
    func measure(_ program: Program?, _ cost: inout FrameCost, _ body: (inout FrameCost) throws -> Void)
        throws
    {
        let (viewer, server) = (program?.statistics.treeCPUTime ?? 0, self.server.statistics.cpuTime)
        let start = monotonicSeconds()
        try body(&cost)
        cost.duration = monotonicSeconds() - start
        cost.viewer = (program?.statistics.treeCPUTime ?? 0) - viewer
        cost.server = self.server.statistics.cpuTime - server
    }

    /// Notes frames until a time.
    func noteFrames(_ cost: inout FrameCost, until deadline: Double) throws {
        while let time = try watch.nextDrawing(until: deadline) { cost.frames.append(time) }
    }

    /// Notes frames until none comes for a while.
    func noteFrames(_ cost: inout FrameCost, quiet: Double) throws {
        let deadline = monotonicSeconds() + 5
        while let time = try watch.nextDrawing(until: min(deadline, monotonicSeconds() + quiet)) {
            cost.frames.append(time)
        }
    }

    /// Makes one step of zoom.
    func step(_ input: Subject.ZoomInput, isIn: Bool) throws {
        switch input {
        case .wheel:
            try server.keyboard.hold("Control_L")
            try server.mouse.scroll(dy: isIn ? -120 : 120)
            try server.keyboard.release("Control_L")
        case .keys: try server.keyboard.type(isIn ? "KP_Add" : "KP_Subtract")
        case .none: break
        }
    }
}
