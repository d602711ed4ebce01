import Rendering

/// How the window's title is made: text with a `%` and a letter for what is shown.
struct TitleFormat {
    /// What the title can tell.
    struct Facts {
        var name = ""
        var path = ""
        var width = 0
        var height = 0
        /// Device pixels for an image pixel.
        var scale = 1.0
        /// From 1.
        var number = 1
        var count = 1
        /// From 1.
        var page = 1
        var pageCount = 1
    }

    private enum Part {
        case text(Character)
        case fact(@Sendable (Facts) -> String)
    }

    private static let facts: [Character: @Sendable (Facts) -> String] = [
        "n": { $0.name.isolatedIfRightToLeft }, "p": { $0.path.isolatedIfRightToLeft },
        "w": { "\($0.width)" }, "h": { "\($0.height)" },
        "P": { "\($0.page)" }, "C": { "\($0.pageCount)" }, "z": { percent($0.scale) },
        "i": { "\($0.number)" }, "c": { "\($0.count)" }, "%": { _ in "%" },
    ]

    private let parts: [Part]
    private let tellsCount: Bool

    /// Name, size and zoom; of several files the number as well.
    static let standard = TitleFormat(parts: parse("%n – %w × %h – %z %%") ?? [], tellsCount: true)

    private init(parts: [Part], tellsCount: Bool) {
        self.parts = parts
        self.tellsCount = tellsCount
    }

    /// - Returns: `nil` where a `%` is followed by no letter that means something.
    init?(_ text: String) {
        guard let parts = Self.parse(text) else { return nil }
        self.init(parts: parts, tellsCount: false)
    }

    private static func parse(_ text: String) -> [Part]? {
        var parts: [Part] = []
        var letters = text.makeIterator()
        while let letter = letters.next() {
            if letter != "%" {
                parts.append(.text(letter))
            } else {
                guard let name = letters.next(), let fact = facts[name] else { return nil }
                parts.append(.fact(fact))
            }
        }
        return parts
    }

    /// The title.
    /// - Parameters:
    ///   - facts: what is shown.
    ///   - remark: what is wrong with it, or that it is still loading; put behind.
    /// - Returns: one line of text.
    func title(_ facts: Facts, remark: String?) -> String {
        var title = parts.map { part in
            switch part {
            case .text(let letter): String(letter)
            case .fact(let fact): fact(facts)
            }
        }.joined()
        if tellsCount && facts.pageCount > 1 { title += " – page \(facts.page)/\(facts.pageCount)" }
        if tellsCount && facts.count > 1 { title += " – \(facts.number)/\(facts.count)" }
        if let remark { title += " – \(remark)" }
        return title
    }

    /// Per cent, whole from 10 on, with two digits below, where a whole number would say little.
    static func percent(_ scale: Double) -> String {
        let value = scale * 100
        if value >= 9.995 { return "\(Int(min(value, 1e9).rounded()))" }
        let hundredths = Int((value * 100).rounded())
        let digits = hundredths % 100
        return "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }
}
