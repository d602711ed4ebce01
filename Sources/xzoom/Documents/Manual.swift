import Loading

/// The manual page, in the language of mdoc(7). Options, commands, keys, gestures and formats are those of the tables; the rest is
/// in `ManualProse`.
enum Manual {
    static var text: String {
        [
            head, section("OPTIONS", ManualProse.options, list(OptionName.allCases.map(item))),
            section("COMMANDS AND KEYS", ManualProse.commands, list(Command.allCases.map(item))),
            section("GESTURES", list(KeyTable.gestures.map(item))), ManualProse.configuration,
            section("FORMATS", ManualProse.formats, list(FileKind.all.map(item))), ManualProse.rest,
        ].joined(separator: "\n").split(separator: "\n").flatMap(folded).joined(separator: "\n") + "\n"
    }

    /// The longest line of a manual page in bytes, by mandoc(1).
    private static let longestLine = 80

    /// A line of text as several, none too long; one of a macro as it is.
    private static func folded(_ line: Substring) -> [String] {
        if line.hasPrefix(".") { return [String(line)] }
        var lines: [String] = []
        for word in line.split(separator: " ") {
            if let last = lines.last, last.utf8.count + 1 + word.utf8.count <= longestLine {
                lines[lines.count - 1] += " " + word
            } else {
                let isControl = !lines.isEmpty && (word.hasPrefix(".") || word.hasPrefix("'"))
                lines.append((isControl ? "\\&" : "") + word)
            }
        }
        return lines
    }

    private static var head: String {
        """
        .\\" Written by `xzoom --generate=man`.
        .Dd \(date)
        .Dt XZOOM 1
        .Os
        \(ManualProse.start)
        """
    }

    /// The day of the version as mdoc(7) wants it: "March 9, 2026".
    private static var date: String {
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        let parts = Version.date.split(separator: "-").compactMap { Int($0) }
        precondition(parts.count == 3, "a day is YYYY-MM-DD")
        return "\(months[parts[1] - 1]) \(parts[2]), \(parts[0])"
    }

    private static func section(_ title: String, _ parts: String...) -> String {
        ([".Sh \(title)"] + parts).joined(separator: "\n")
    }

    private static func list(_ items: [String]) -> String {
        ([".Bl -tag -width Ds"] + items + [".El"]).joined(separator: "\n")
    }

    private static func item(_ name: OptionName) -> String {
        let (behindLetter, behindWord) =
            switch name.argument {
            case .flag: ("", "")
            case .words(let words):
                {
                    let choice = words.map { "Cm \(word($0))" }.joined(separator: " Ns | Ns ")
                    return (" \(choice)", " Ns = Ns \(choice)")
                }()
            case .file(let kind), .value(let kind): (" Ar \(word(kind))", " Ns = Ns Ar \(word(kind))")
            }
        let short = name.short.map { "Fl \($0)\(behindLetter) , " } ?? ""
        return ".It \(short)Fl \\-\(escaped(name.long))\(behindWord)\n\(sentence(name.help))"
    }

    private static func item(_ command: Command) -> String {
        let keys = keys(of: command).map { "Ic \(word($0))" }.joined(separator: " , ")
        return ".It Cm \(word(command.rawValue))\n\(sentence(command.help))"
            + (keys.isEmpty ? "" : "\n.br\nKeys:\n.\(keys)")
    }

    private static func item(_ gesture: (gesture: String, text: String)) -> String {
        ".It \(words(gesture.gesture))\n\(sentence(gesture.text))"
    }

    private static func item(_ kind: FileKind) -> String {
        let endings = kind.extensions.map { "Pa \(word("." + $0))" }.joined(separator: " , ")
        return ".It \(words(kind.name))\n.\(endings) ;\nby\n.Nm \(kind.format.loader)"
    }

    /// The keys of a command as the configuration takes them, the character where there is one; without those that only stand for
    /// another on the number block or with Control.
    private static func keys(of command: Command) -> [String] {
        let shown = KeyTable().names(of: command)
        return command.keys.compactMap { name in
            guard let key = Key(name), shown.contains(key.name) else { return nil }
            return key.name.count == 1 && key.symbol < 0x100 ? key.name : name
        }
    }

    /// Text of the tables as a sentence on a line of its own.
    private static func sentence(_ text: String) -> String {
        let text = escaped(text.prefix(1).uppercased() + text.dropFirst())
        return (text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : "") + text + "."
    }

    /// An argument of a macro that is never a macro itself, nor punctuation.
    private static func word(_ text: String) -> String {
        let text = escaped(text)
        return text.count < 4 || text.hasPrefix(".") ? "\\&\(text)" : text
    }

    private static func words(_ text: String) -> String {
        text.split(separator: " ").map { word(String($0)) }.joined(separator: " ")
    }

    /// Text in which nothing means anything to roff(7), in ASCII.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "\"": "\\(dq"
            case "'": "\\(aq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case "-": "\\-"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u\(hexadecimal(scalar.value))]"
            }
        }.joined()
    }

    /// At least four digits.
    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
