import Foundation
import Geometry
import XServerSession

extension Stage {
    /// Touch samples in a second, as a touchscreen sends them.
    private static let touchRate = 120.0
    /// The fingers' distances at the beginning and the end of the pinch, in screen pixels.
    private static let fingers = (start: 150.0, end: 510.0)

    /// Pinches the pattern for a second with two fingers at the rate of a touchscreen, about a point that is not the middle.
    /// - Parameters:
    ///   - program: the viewer; `nil` measures what the injection costs the server.
    ///   - pattern: the picture.
    /// - Returns: what it cost, without the time before the fingers move.
    /// - Throws: `SessionError`.
    func pinch(_ program: Program?, _ pattern: Pattern) throws -> FrameCost {
        let center = Point<Screen>(x: Double(server.size.width) * 0.42, y: Double(server.size.height) * 0.4)
        func finger(_ side: Double, _ distance: Double) -> Point<Screen> {
            Point(x: center.x + side * distance / 2, y: center.y)
        }
        func spread(_ distance: Double) throws {
            try server.touchscreen.move(0, to: finger(-1, distance))
            try server.touchscreen.move(1, to: finger(1, distance))
        }
        func look() throws -> Registration? {
            program == nil ? nil : pattern.register(try server.screenshot(of: around(center)))
        }
        try server.touchscreen.down(0, at: finger(-1, Self.fingers.start))
        try server.touchscreen.down(1, at: finger(1, Self.fingers.start))
        defer { try? server.touchscreen.upAll() }
        try watch.drawings(quiet: 0.2, until: monotonicSeconds() + 2)
        let before = try look()
        var cost = FrameCost()
        try measure(program, &cost) { cost in
            let start = monotonicSeconds()
            for step in 1...Int(Self.touchRate) {
                let share = Double(step) / Self.touchRate
                try spread(Self.fingers.start + (Self.fingers.end - Self.fingers.start) * share)
                cost.steps += 1
                try noteFrames(&cost, until: start + Double(step) / Self.touchRate)
            }
            try noteFrames(&cost, quiet: Self.stepQuiet)
        }
        guard let before else { return cost }
        // Where the centre was in the image is to be there still, at the end and on the way back.
        let held = before.inImage(center)
        var drifts: [Double] = []
        for distance in stride(from: Self.fingers.end, through: 2 * Self.fingers.start, by: -30) {
            try spread(distance)
            try watch.drawings(quiet: 0.1, until: monotonicSeconds() + 2)
            guard let seen = try look() else { continue }
            if distance == Self.fingers.end { cost.zoom = seen.scaleX / before.scaleX }
            drifts.append(seen.onScreen(held).distance(to: center))
        }
        cost.drift = drifts.max() ?? .nan
        return cost
    }

    /// What the fingers ask for.
    static var pinchZoom: Double { fingers.end / fingers.start }
}
