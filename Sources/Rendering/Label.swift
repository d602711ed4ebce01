public import Geometry

/// Words that are shown over the picture, in a box.
public struct Label: Hashable, Sendable {
    /// One paragraph. Words of others come as they are: control characters are not shown as such, and what is too long is cut.
    public enum Line: Hashable, Sendable {
        case text(String)
        /// A name, bold, and in a second column what it stands for.
        case pair(String, String)
    }

    /// How words are fitted to the room that there is.
    public enum Style: Hashable, Sendable {
        /// In one line, whose middle is left out where it is too wide.
        case line
        /// In a few lines.
        case paragraph
        /// In as many lines as they take, in two columns where there are pairs.
        case table
        /// As a table, but in several beside one another, and smaller, so that all of them can be seen.
        case sheet
    }

    /// The paragraphs.
    public var lines: [Line]
    /// How they are fitted.
    public var style: Style
    /// The height of the font in device pixels, which all lengths of the box follow.
    public var fontSize: Double
    /// The most that the box may take, in device pixels.
    public var maximumSize: PixelSize
    /// Whether there is room for a bar below the words.
    public var hasBar: Bool

    /// Words in a box.
    /// - Parameters:
    ///   - lines: the paragraphs.
    ///   - style: how they are fitted.
    ///   - fontSize: the height of the font in device pixels.
    ///   - maximumSize: the most that the box may take, in device pixels.
    ///   - hasBar: whether there is room for a bar below the words.
    public init(
        _ lines: [Line], style: Style, fontSize: Double, maximumSize: PixelSize, hasBar: Bool = false
    ) {
        self.lines = lines
        self.style = style
        self.fontSize = min(max(fontSize, 4), 256)
        self.maximumSize = maximumSize
        self.hasBar = hasBar
    }

    /// Unicode scalars of a paragraph that are shown: setting text takes time with its length.
    private static let longest = 400

    /// The paragraphs as they are set, with tabs between columns.
    static func text(of lines: some Sequence<Line>) -> String {
        lines.map { line in
            switch line {
            case .text(let text): text.shown(limit: longest)
            case .pair(let name, let value): "\(name.shown(limit: longest))\t\(value.shown(limit: longest))"
            }
        }.joined(separator: "\n")
    }
}

extension String {
    /// U+FFFD for each scalar that would not show but do something: controls, and ends of lines and paragraphs.
    private static let unseen: [ClosedRange<UInt32>] = [0...31, 127...159, 0x2028...0x2029]
    /// Those that turn the direction of what follows (Unicode Standard Annex 9).
    private static let turning: [ClosedRange<UInt32>] = [0x202A...0x202E, 0x2066...0x2069]

    private func replacing(_ ranges: [ClosedRange<UInt32>]) -> String {
        String(
            UnicodeScalarView(
                unicodeScalars.map { scalar in
                    ranges.contains { $0.contains(scalar.value) } ? "\u{FFFD}" : scalar
                }))
    }

    /// In one line of at most `limit` scalars, of a longer one its start and its end.
    fileprivate func shown(limit: Int) -> String {
        guard unicodeScalars.count > limit else { return replacing(Self.unseen) }
        let (start, end) = (unicodeScalars.prefix(limit / 2), unicodeScalars.suffix(limit / 2))
        return "\(Substring(start))…\(Substring(end))".replacing(Self.unseen)
    }

    /// A name that someone else has given, for use among other words: its direction is its own, and it cannot turn theirs, which go from left to right.
    public var isolated: String { "\u{200E}\u{2068}\(shown(limit: 256).replacing(Self.turning))\u{2069}" }

    /// The blocks of the scripts that go from right to left (Unicode Standard Annex 9, the default classes R and AL).
    private static let rightToLeft: [ClosedRange<UInt32>] = [
        0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF,
    ]

    /// The same where some of it goes from right to left. Other names stay as they are: some programs show such marks as boxes.
    public var isolatedIfRightToLeft: String {
        let turns = unicodeScalars.contains { scalar in
            Self.rightToLeft.contains { $0.contains(scalar.value) }
        }
        return turns ? isolated : self
    }
}
