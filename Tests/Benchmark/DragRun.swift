import Foundation
import Geometry
import XServerSession

extension Stage {
    /// Moves of a drag, in a second.
    static let dragRate = 60.0
    private static let moves = 120
    /// Moves in one direction before they go back, and how far each goes, in screen pixels.
    private static let movesOneWay = 30
    private static let move = Vector<Screen>(dx: 5, dy: 3)

    /// Drags the picture for two seconds.
    /// - Parameters:
    ///   - button: the one that drags.
    ///   - program: the viewer.
    /// - Returns: what it cost.
    /// - Throws: `SessionError`.
    func drag(_ button: MouseButton, _ program: Program?) throws -> FrameCost {
        var place = middle
        try server.mouse.move(to: place)
        try server.mouse.press(button)
        defer { try? server.mouse.release(button) }
        pause(0.1)
        // Past the distance that tells a drag from a click.
        place = place + Vector(dx: 12, dy: 12)
        try server.mouse.move(to: place)
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        var cost = FrameCost()
        try measure(program, &cost) { cost in
            let start = monotonicSeconds()
            for step in 0..<Self.moves {
                place = place + (step / Self.movesOneWay % 2 == 0 ? Self.move : -Self.move)
                try server.mouse.move(to: place)
                cost.steps += 1
                try noteFrames(&cost, until: start + Double(step + 1) / Self.dragRate)
            }
            try noteFrames(&cost, quiet: Self.stepQuiet)
        }
        return cost
    }
}
