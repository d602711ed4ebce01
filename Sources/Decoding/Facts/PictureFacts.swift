import Geometry
public import Loading

/// What a file says of its picture, as it is gathered.
public struct PictureFacts: Sendable {
    private var texts: [PictureFact.Kind: String] = [:]

    /// Nothing yet.
    public init() {}

    /// Adds words of a kind. The first of each kind count, but details are put behind each other.
    /// - Parameters:
    ///   - kind: what they are about.
    ///   - words: those of the file may be any; spaces and line ends are made single spaces. None where there are no others.
    public mutating func add(_ kind: PictureFact.Kind, _ words: String?) {
        guard let words = words?.onOneLine, !words.isEmpty else { return }
        guard let before = texts[kind] else {
            texts[kind] = words
            return
        }
        if kind == .details { texts[kind] = "\(before), \(words)" }
    }

    /// Adds words for how the format is used.
    public mutating func addDetail(_ words: String?) { add(.details, words) }

    /// Adds words of a kind in an encoding that the file does not tell: UTF-8 if they make sense in it, else Latin-1.
    /// - Parameters:
    ///   - kind: what they are about.
    ///   - bytes: up to the first that is 0.
    public mutating func add(_ kind: PictureFact.Kind, bytes: some Collection<UInt8>) {
        add(kind, String(untold: bytes))
    }

    /// Adds how many bits a channel has, where that is not the usual 8.
    public mutating func addBits(_ bits: Int) {
        if bits != 8 { add(.details, "\(bits) \(bits == 1 ? "bit" : "bits") per channel") }
    }

    /// Adds how many frames there are, where there are several.
    public mutating func addFrames(_ count: Int) { if count > 1 { add(.details, "\(count) frames") } }

    /// Adds how many pixels go to an inch.
    /// - Parameters:
    ///   - across: columns.
    ///   - down: rows.
    public mutating func addResolution(_ across: Double, _ down: Double) {
        let range = 0.1...1e6
        guard range.contains(across), range.contains(down) else { return }
        let words = [across, down].map { $0.words(places: 1) }
        add(.resolution, "\(words[0] == words[1] ? words[0] : words.joined(separator: " × ")) dots per inch")
    }

    /// The same with pixels to the metre.
    public mutating func addResolution(perMetre across: Double, _ down: Double) {
        addResolution(across * 0.0254, down * 0.0254)
    }

    /// Adds what is done with stored rows to be seen, where anything is.
    mutating func add(_ orientation: Orientation) {
        let words: String? =
            switch orientation {
            case .topLeft: nil
            case .topRight: "mirrored"
            case .bottomRight: "turned by 180°"
            case .bottomLeft: "mirrored top to bottom"
            case .leftTop: "mirrored, turned by 270° clockwise"
            case .rightTop: "turned by 90° clockwise"
            case .rightBottom: "mirrored, turned by 90° clockwise"
            case .leftBottom: "turned by 270° clockwise"
            }
        add(.orientation, words)
    }

    /// All that fit into a message, in the order of their kinds.
    var all: [PictureFact] {
        var room = Wire.maximumMessage - 8
        var facts: [PictureFact] = []
        for kind in PictureFact.Kind.allCases {
            guard let text = texts[kind]?.prefix(utf8Count: Wire.maximumText) else { continue }
            room -= 8 + text.utf8.count
            guard room >= 0 else { break }
            facts.append(PictureFact(kind, text))
        }
        return facts
    }
}

extension String {
    /// More bytes of a text in a file are not looked at.
    private static let mostBytes = 4096

    /// Text in UTF-8, or else in Latin-1, up to the first byte that is 0.
    init(untold bytes: some Collection<UInt8>) {
        let bytes = bytes.prefix(Self.mostBytes).prefix { $0 != 0 }
        // A letter that is cut in two at the end is no reason to take it for Latin-1.
        let isCut = bytes.count == Self.mostBytes
        let whole = (0..<(isCut ? 4 : 1)).lazy.compactMap {
            String(validating: bytes.dropLast($0), as: UTF8.self)
        }
        self = whole.first ?? String(latin1: bytes)
    }

    /// Text in Latin-1.
    public init(latin1 bytes: some Sequence<UInt8>) {
        self.init(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// The words with single spaces between them, and without what is no letter behind or before.
    fileprivate var onOneLine: String {
        split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
    }
}

extension Double {
    /// Its digits, without zeros at their end.
    /// - Parameter places: digits behind the point at most.
    /// - Returns: them.
    func words(places: Int) -> String {
        let scale = (0..<places).reduce(1.0) { result, _ in result * 10 }
        let scaled = (magnitude * scale).rounded()
        guard scaled < 1e18 else { return "\(self)" }
        let digits = String(Int(scaled))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let (whole, rest) = (padded.dropLast(places), padded.suffix(places))
        let fraction = String(rest.reversed().drop { $0 == "0" }.reversed())
        return (self < 0 && scaled > 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
}
