import Decoding
import Loading

/// What an SVG file says of the drawing as a whole: the title and desc elements that are children of the outermost one.
struct DrawingTitle {
    /// They are looked for in so many of the first bytes.
    static let reach = 1 << 16
    private static let nameEnds = Set(" \t\r\n/>".utf8)

    private var rest: Substring.UTF8View
    private var depth = 0

    /// Looks for them in a file's first bytes.
    static func facts(in bytes: [UInt8]) -> PictureFacts {
        var facts = PictureFacts()
        // What is compressed with gzip (RFC 1952) is only drawn.
        if bytes.starts(with: [0x1F, 0x8B]) {
            facts.addDetail("compressed")
            return facts
        }
        let text = String(decoding: bytes, as: UTF8.self)
        var reader = DrawingTitle(rest: text[...].utf8)
        while let name = reader.nextElement() {
            guard reader.depth == 2 else { continue }
            switch name {
            case "title": facts.add(.title, reader.text())
            case "desc": facts.add(.description, reader.text())
            default: break
            }
        }
        return facts
    }

    /// Goes on behind the next start tag of an element that has content.
    /// - Returns: its name without a prefix; `nil` behind the last, or where there is no sense in the file.
    private mutating func nextElement() -> String? {
        while skip(past: "<") {
            if rest.starts(with: "!--".utf8) {
                guard skip(past: "-->") else { return nil }
            } else if rest.starts(with: "![CDATA[".utf8) {
                guard skip(past: "]]>") else { return nil }
            } else if rest.starts(with: "?".utf8) {
                guard skip(past: "?>") else { return nil }
            } else if rest.starts(with: "!".utf8) {
                guard skipDeclaration() else { return nil }
            } else if rest.starts(with: "/".utf8) {
                depth -= 1
                // Behind the outermost element there is nothing more.
                if depth <= 0 { return nil }
            } else if let (name, isEmpty) = tag(), !isEmpty {
                depth += 1
                return name
            }
        }
        return nil
    }

    /// Goes on behind a mark.
    /// - Returns: whether there is one.
    private mutating func skip(past mark: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: mark.utf8Start, count: mark.utf8CodeUnitCount)
        while let place = rest.firstIndex(of: bytes[0]) {
            rest = rest[place...]
            if rest.starts(with: bytes) {
                rest = rest.dropFirst(bytes.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    /// Goes on behind a document type, which may have declarations of its own in brackets.
    private mutating func skipDeclaration() -> Bool {
        guard let place = rest.firstIndex(where: { $0 == 0x3E || $0 == 0x5B }) else { return false }
        let hasBrackets = rest[place] == 0x5B
        rest = rest[place...].dropFirst()
        return !hasBrackets || skip(past: "]") && skip(past: ">")
    }

    /// Goes on behind the rest of a start tag, whose attributes may have any character in quotes.
    private mutating func tag() -> (name: String, isEmpty: Bool)? {
        let name = rest.prefix { !Self.nameEnds.contains($0) }
        var (quote, last): (UInt8?, UInt8) = (nil, 0)
        for place in rest.indices {
            let byte = rest[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                rest = rest[place...].dropFirst()
                let words = String(Substring(name))
                return (words.split(separator: ":").last.map { String($0) } ?? words, last == 0x2F)
            }
            last = byte
        }
        rest = rest.suffix(0)
        return nil
    }

    /// The text up to the next tag, its characters by name or number resolved.
    private func text() -> String {
        let names = ["lt": "<", "gt": ">", "amp": "&", "quot": "\"", "apos": "'"]
        let raw = String(Substring(rest.prefix { $0 != 0x3C }.prefix(4096)))
        var parts = raw.split(separator: "&", omittingEmptySubsequences: false)[...]
        var result = String(parts.popFirst() ?? "")
        for part in parts {
            guard let end = part.firstIndex(of: ";") else {
                result += "&" + part
                continue
            }
            let name = part[..<end]
            let code =
                name.hasPrefix("#x")
                ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(), radix: 10)
            let letter = name.hasPrefix("#") ? code.flatMap { Unicode.Scalar($0) }.map { String($0) } : nil
            result += (names[String(name)] ?? letter ?? "&\(name);") + part[part.index(after: end)...]
        }
        return result
    }
}
