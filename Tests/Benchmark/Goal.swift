/// What xzoom is to reach, in the same run as the others.
struct Goal {
    enum Measure: String {
        case firstPixels = "first pixels"
        case complete
        case memory
        case viewerCPU = "viewer CPU"
        case serverCPU = "server CPU"
        case latency = "input to screen"
        case frames = "frames for each refresh"
        case moves = "frames for each move"
        case rate = "frames a second"
        case gap = "longest gap"
        case drift = "centre's drift"
        case wakeUps = "wake-ups a second"
        case bytes = "bytes to the server"
        case roundTrips = "round trips"

        /// The unit that people read, and how many make one of the program's: seconds, bytes.
        var unit: (name: String, factor: Double) {
            switch self {
            case .firstPixels, .complete, .viewerCPU, .serverCPU, .latency, .gap: (" ms", 1e3)
            case .memory: (" MB", 1e-6)
            case .bytes: (" kB", 1e-3)
            case .drift: (" px", 1)
            case .frames, .moves, .rate, .wakeUps, .roundTrips: ("", 1)
            }
        }
    }

    /// Who is measured against.
    enum Rival: String {
        case feh, nsxiv
        /// The best of those that are installed.
        case best = "the best"
    }

    enum Limit {
        /// At most this part of another viewer's.
        case ratio(Double, Rival)
        case most(Double)
        case least(Double)
    }

    let subject: String
    let measure: Measure
    let limit: Limit

    init(_ subject: String, _ measure: Measure, _ limit: Limit) {
        (self.subject, self.measure, self.limit) = (subject, measure, limit)
    }

    static let table = [
        Goal("640×480 PNG", .firstPixels, .ratio(0.8, .feh)),
        Goal("12 MP JPEG", .complete, .ratio(0.5, .feh)), Goal("12 MP JPEG", .memory, .ratio(0.6, .nsxiv)),
        Goal("12 MP PNG", .firstPixels, .ratio(0.2, .feh)), Goal("12 MP PNG", .complete, .ratio(0.55, .feh)),
        Goal("48 MP JPEG", .complete, .ratio(0.43, .feh)),
        Goal("108 MP JPEG", .complete, .ratio(0.38, .feh)), Goal("108 MP JPEG", .memory, .ratio(0.15, .best)),
        Goal("64 MP PNG", .firstPixels, .ratio(0.06, .feh)), Goal("64 MP PNG", .complete, .ratio(0.55, .feh)),
        Goal("40000×2000 PNG", .firstPixels, .most(0.05)),
        Goal("256 MP PNG", .firstPixels, .ratio(0.03, .feh)),
        Goal("256 MP PNG", .complete, .ratio(0.55, .feh)), Goal("256 MP PNG", .memory, .ratio(0.35, .best)),
        Goal("400 MP JPEG", .complete, .ratio(0.42, .best)),
        Goal("400 MP JPEG", .memory, .ratio(0.08, .best)),
        Goal("100000×100000 PNG", .firstPixels, .most(0.05)),
        Goal("zoom step, 12 MP JPEG", .viewerCPU, .most(0.3e-3)),
        Goal("zoom step, 12 MP JPEG", .serverCPU, .most(2e-3)),
        Goal("zoom step, 12 MP JPEG", .latency, .most(4e-3)),
        Goal("zoom step, 108 MP JPEG", .viewerCPU, .most(0.3e-3)),
        Goal("zoom step, 108 MP JPEG", .serverCPU, .most(2e-3)),
        Goal("zoom step, 108 MP JPEG", .latency, .most(4e-3)),
        // One refresh at 60 a second.
        Goal("step to a picture", .latency, .most(1 / 60)),
        Goal("drag at 200 %", .viewerCPU, .most(0.15e-3)), Goal("drag at 200 %", .serverCPU, .most(0.4e-3)),
        // Moves and refreshes have the same rate but not the same beat, which costs a frame or two.
        Goal("drag at 200 %", .moves, .least(0.97)),
        Goal("pinch, 1280×800", .frames, .least(0.97)), Goal("pinch, 1280×800", .gap, .most(0.02)),
        Goal("pinch, 1280×800", .viewerCPU, .most(0.3e-3)), Goal("pinch, 1280×800", .drift, .most(0.5)),
        Goal("pinch, 1920×1080", .frames, .least(0.97)), Goal("pinch, 1920×1080", .gap, .most(0.02)),
        Goal("pinch, 1920×1080", .viewerCPU, .most(0.3e-3)), Goal("pinch, 1920×1080", .drift, .most(0.5)),
        Goal("pinch, 3840×2160", .rate, .least(30)), Goal("pinch, 3840×2160", .drift, .most(0.5)),
        Goal("at rest", .wakeUps, .most(0)),
        Goal("slow link, zoom step", .bytes, .most(8192)), Goal("slow link, pan step", .bytes, .most(8192)),
        Goal("slow link, zoom step", .roundTrips, .most(0)),
        Goal("slow link, pan step", .roundTrips, .most(0)),
    ]
}

/// The goals, and what was measured of them.
struct Verdicts {
    private var values: [String: [String: Double]] = [:]

    private static func key(_ subject: String, _ measure: Goal.Measure) -> String { "\(subject)/\(measure)" }

    /// Notes what was measured.
    /// - Parameters:
    ///   - subject: as in the goals' table.
    ///   - measure: of what.
    ///   - measured: seconds, bytes or counts by the viewer's name; those that are no number are left out.
    mutating func note(_ subject: String, _ measure: Goal.Measure, _ measured: [String: Double]) {
        values[Self.key(subject, measure)] = measured.filter { $0.value.isFinite }
    }

    /// A line for each goal of which something was measured: measured / goal → met or not.
    var text: String {
        var table = Table(["goal", "measure", "xzoom / goal", "result"], words: 4)
        for goal in Goal.table {
            guard let measured = values[Self.key(goal.subject, goal.measure)] else { continue }
            let (text, isMet) = Self.judge(goal, measured)
            let result = isMet.map { $0 ? "→ met" : "→ not met" } ?? "→ unknown"
            table.add([goal.subject, goal.measure.rawValue, text, result])
        }
        return table.text
    }

    private static func judge(_ goal: Goal, _ measured: [String: Double]) -> (String, Bool?) {
        let (unit, factor) = goal.measure.unit
        func words(_ value: Double) -> String { "\(number(value * factor))\(unit)" }
        guard let own = measured["xzoom"] else { return ("shows nothing", false) }
        switch goal.limit {
        case .most(let most): return ("\(words(own)) / \(words(most)) at most", own <= most)
        case .least(let least): return ("\(words(own)) / \(words(least)) at least", own >= least)
        case .ratio(let ratio, let rival):
            let others = measured.filter { $0.key != "xzoom" && $0.key != "floor" }
            let other = rival == .best ? others.values.min() : others[rival.rawValue]
            let goal = "/ \(number(ratio)) × \(rival.rawValue)"
            guard let other, other > 0 else { return ("\(words(own)) \(goal), which was not measured", nil) }
            return ("\(number(own / other)) \(goal)", own / other <= ratio)
        }
    }
}
