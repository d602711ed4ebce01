import Rendering
import ScrollView

/// What the window tells beside the picture, and when: nothing of how it looks.
struct Notices {
    /// Each is in its own place, and there is at most one of each.
    enum Kind: Hashable, Sendable, CaseIterable {
        case zoom, step, loading, message, panel, help
        /// Which part of the picture is seen, while it moves.
        case indicators
    }

    enum Content: Equatable {
        /// Device pixels for an image pixel.
        case zoom(Double)
        /// The name of a file or page, and its number of so many.
        case step(name: String, number: Int, count: Int)
        /// The name of a file, and the part of the bar that is full, both ends from 0 to 1.
        case loading(name: String, bar: ClosedRange<Double>)
        case message(String)
        case panel([Fact])
        case help([Label.Line])
        case indicators
    }

    /// A line of the information panel.
    struct Fact: Equatable {
        let name: String
        let value: String
    }

    /// What is seen at a moment.
    struct Notice: Equatable {
        let kind: Kind
        let content: Content
        /// From 0 to 1.
        let opacity: Double
    }

    /// Seconds that a notice stays after it was noted last.
    static let zoomTime = 0.8
    /// Seconds between two numbers of a zoom that goes on.
    static let zoomInterval = 0.1
    static let stepTime = 1.5
    static let messageTime = 4.0
    static let indicatorTime = 0.6
    /// Seconds in which it then fades.
    static let fadeTime = 0.25
    /// Seconds that a load takes before it is told of, and that it must still take, as far as one can tell: what is about to
    /// end would only flash.
    static let patience = 0.3
    /// Seconds in which the bar of a load of which nothing is known goes from one end to the other.
    static let barTime = 1.2
    /// How much of it is full.
    static let barShare = 0.25

    /// What goes by itself.
    private struct Passing {
        let content: Content
        /// When it begins to fade.
        let end: Double
    }

    private struct Load {
        let name: String
        var share: Double?
        let begin: Double
        /// Whether it has been told of; then it is to its end.
        var isTold = false

        /// When it is to be told of: as long as it goes on as it did, the rest takes (now − begin) · (1 − share) / share.
        var due: Double {
            let share = min(share ?? 0, 0.999)
            return isTold ? begin : begin + Notices.patience * max(1, share / (1 - share))
        }
    }

    /// Whether nothing is told but what was asked for: the panel and the help.
    var isQuiet = false
    /// Whether things may move and fade.
    var isAnimated = true
    private var passing: [Kind: Passing] = [:]
    /// When the number of the zoom was shown that is seen, in seconds, and what it is now.
    private var zoom = (shown: -Double.infinity, scale: 1.0)
    private var load: Load?
    private var panel: [Fact]?
    private var help: [Label.Line]?

    // MARK: Noting

    /// The zoom has changed.
    mutating func noteZoom(_ scale: Double, at now: Double) {
        if isQuiet { return }
        // Nobody reads sixty numbers a second, and each is set and sent.
        let isNew = passing[.zoom] == nil || now >= zoom.shown + Self.zoomInterval
        zoom = (isNew ? now : zoom.shown, scale)
        let content = isNew ? .zoom(scale) : passing[.zoom]?.content ?? .zoom(scale)
        passing[.zoom] = Passing(content: content, end: now + Self.zoomTime)
    }

    /// Another file or page is shown.
    mutating func noteStep(name: String, number: Int, count: Int, at now: Double) {
        if isQuiet { return }
        passing[.step] = Passing(
            content: .step(name: name, number: number, count: count), end: now + Self.stepTime)
        passing[.zoom] = nil
    }

    /// The picture moves in the window.
    mutating func noteMove(at now: Double) {
        passing[.indicators] = Passing(content: .indicators, end: now + Self.indicatorTime)
    }

    /// A file is being loaded, in the place of any other.
    mutating func noteLoading(name: String, at now: Double) {
        if !isQuiet { load = Load(name: name, begin: now) }
    }

    /// How much of it has come, from 0 to 1; until it is noted, nothing is known.
    mutating func noteLoaded(share: Double) { load?.share = min(max(share, 0), 1) }

    /// Nothing is being loaded any more.
    mutating func noteLoaded() { load = nil }

    /// Something is to be read.
    mutating func say(_ message: String, at now: Double) {
        if isQuiet { return }
        passing[.message] = Passing(content: .message(message), end: now + Self.messageTime)
    }

    /// What was to be read is not true any more.
    mutating func unsay() { passing[.message] = nil }

    /// Shows facts, or others, until it is called with `nil`.
    mutating func showPanel(_ facts: [Fact]?) { panel = facts }

    /// Whether facts are shown.
    var hasPanel: Bool { panel != nil }

    /// Shows the help until it is called with `nil`; nothing else is shown then.
    mutating func showHelp(_ lines: [Label.Line]?) { help = lines }

    /// Whether the help is shown.
    var hasHelp: Bool { help != nil }

    // MARK: What is seen

    /// Whether there is nothing now, nor later without another call.
    var isEmpty: Bool { passing.isEmpty && load == nil && panel == nil && help == nil }

    /// What is seen at a moment, each kind once.
    func notices(at now: Double) -> [Notice] {
        if let help { return [Notice(kind: .help, content: .help(help), opacity: 1)] }
        return Kind.allCases.compactMap { kind in
            switch kind {
            case .panel: panel.map { Notice(kind: kind, content: .panel($0), opacity: 1) }
            case .loading:
                load.flatMap { load in
                    guard now >= load.due else { return nil }
                    let content = Content.loading(name: load.name, bar: bar(of: load, at: now))
                    return Notice(kind: kind, content: content, opacity: 1)
                }
            default:
                passing[kind].flatMap { passing in
                    let opacity = opacity(of: passing, at: now)
                    return opacity > 0 ? Notice(kind: kind, content: passing.content, opacity: opacity) : nil
                }
            }
        }
    }

    /// When `notices(at:)` changes next, without another call.
    func nextUpdate(after now: Double) -> NextUpdate {
        if help != nil { return .none }
        var next = zoomDue ?? .infinity
        for passing in passing.values {
            if now < passing.end {
                next = min(next, passing.end)
            } else if opacity(of: passing, at: now) > 0 {
                return .everyFrame
            }
        }
        if let load {
            if now < load.due {
                next = min(next, load.due)
            } else if load.share == nil, isAnimated {
                return .everyFrame
            }
        }
        return next < .infinity ? .at(next) : .none
    }

    /// Forgets what is over.
    mutating func advance(to now: Double) {
        if let load, now >= load.due { self.load?.isTold = true }
        if passing.isEmpty { return }
        if let due = zoomDue, due <= now, let end = passing[.zoom]?.end {
            zoom.shown = now
            passing[.zoom] = Passing(content: .zoom(zoom.scale), end: end)
        }
        passing = passing.filter { now < $0.value.end || opacity(of: $0.value, at: now) > 0 }
    }

    /// When the number of the zoom is to be another one.
    private var zoomDue: Double? {
        guard let content = passing[.zoom]?.content, content != .zoom(zoom.scale) else { return nil }
        return zoom.shown + Self.zoomInterval
    }

    private func opacity(of passing: Passing, at now: Double) -> Double {
        if now < passing.end { return 1 }
        return isAnimated ? max(0, 1 - (now - passing.end) / Self.fadeTime) : 0
    }

    /// The full part of a bar: of what has come, or, where nothing is known, one that goes back and forth.
    private func bar(of load: Load, at now: Double) -> ClosedRange<Double> {
        if let share = load.share { return 0...share }
        guard isAnimated else { return 0...0 }
        let turn = ((now - load.begin - Self.patience) / Self.barTime).truncatingRemainder(dividingBy: 2)
        let start = (turn <= 1 ? turn : 2 - turn) * (1 - Self.barShare)
        return start...start + Self.barShare
    }
}
