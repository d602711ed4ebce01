import CX11
import Rendering
import X11

/// The keys, and what they do.
struct KeyTable {
    /// `nil` for a key that is to do nothing, not even what the same key does with another symbol.
    private var commands: [Key: Command?] = [:]
    /// Of each command its keys, in the order in which they are told of.
    private var keys: [Command: [Key]] = [:]

    /// The keys that hold unless the configuration says otherwise.
    init() {
        for command in Command.allCases {
            for key in command.keys.compactMap({ Key($0) }) { bind(key, to: command) }
        }
    }

    /// Lets a key do something.
    /// - Parameters:
    ///   - key: which.
    ///   - command: instead of what it did; `nil` for nothing.
    mutating func bind(_ key: Key, to command: Command?) {
        if let before = commands[key] ?? nil { keys[before]?.removeAll { $0 == key } }
        commands.updateValue(command, forKey: key)
        if let command { keys[command, default: []].append(key) }
    }

    /// The command of a key.
    /// - Parameters:
    ///   - symbol: the key's symbol; a capital that means nothing counts as the small letter, and where that means nothing
    ///     either (on a layout of another script), that of the key's place counts.
    ///   - placeSymbol: what the key's place means in Latin letters.
    ///   - modifiers: those of the desktop's own shortcuts make it no key of ours.
    /// - Returns: `nil` for a key without a command.
    func command(symbol: UInt, placeSymbol: UInt, _ modifiers: Modifiers) -> Command? {
        guard modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
        let control = modifiers.contains(.control)
        var (lower, upper): (KeySym, KeySym) = (0, 0)
        XConvertCase(KeySym(symbol), &lower, &upper)
        for symbol in [symbol, UInt(lower), placeSymbol] {
            if let command = commands[Key(symbol: symbol, control: control)] { return command }
        }
        return nil
    }

    /// Whether a key is one that is held while others are pressed.
    static func isModifier(_ symbol: UInt) -> Bool {
        [XK_Shift_L...XK_Hyper_R, XK_ISO_Lock...XK_ISO_Last_Group_Lock].contains {
            (UInt($0.lowerBound)...UInt($0.upperBound)).contains(symbol)
        }
    }

    /// The symbols of the number block's keys (keysymdef.h).
    private static let numberBlock: ClosedRange<UInt> = 0xFF80...0xFFBD

    /// The names of a command's keys, without those that only stand for another one on the number block or with Control.
    func names(of command: Command) -> [String] {
        let all = keys[command] ?? []
        let plain = Set(all.filter { !$0.control }.map(\.symbol))
        return all.filter { key in
            !(key.control && plain.contains(key.symbol)) && !Self.numberBlock.contains(key.symbol)
        }.map(\.name)
    }

    /// The keys and what they do, for people; those without a key are left out.
    var lines: [(keys: String, text: String)] {
        Command.allCases.compactMap { command in
            let names = names(of: command)
            return names.isEmpty ? nil : (names.joined(separator: " "), command.help)
        }
    }

    /// The gestures and what they do, for people.
    static let gestures: [(gesture: String, text: String)] = [
        ("pinch", "zoom about the point between the fingers"),
        ("twist two fingers", "turn the picture"),
        ("double-tap, double-click", "zoom in, and back to the whole picture"),
        ("double-tap, hold and drag", "zoom with one finger"),
        ("two-finger tap", "zoom out by a step"),
        ("drag", "scroll"),
        ("swipe, at the whole picture", "next and previous file"),
        ("three-finger swipe on a touchpad", "next and previous file"),
        ("two fingers on a touchpad", "scroll; with Ctrl, zoom"),
        ("wheel", "zoom about the pointer; with Shift, scroll sideways"),
        ("tap or double-click, in the thumbnails", "open the file"),
        ("Ctrl and drag", "hand the file to another program"),
        ("drop files on the window", "open them"),
    ]

    /// The keys and gestures, for the window.
    var sheet: [Label.Line] {
        [.text("Keys")] + lines.map { .pair($0.keys, $0.text) } + [.text(""), .text("Gestures")]
            + Self.gestures.map { .pair($0.gesture, $0.text) }
    }

    /// The keys and gestures, for `--help`.
    var help: [String] {
        let rows = lines.map { ("\($0.keys)", $0.text) }
        let gestures = Self.gestures.map { ($0.gesture, $0.text) }
        let width = 2 + ((rows + gestures).map(\.0.count).max() ?? 0)
        let line = { (row: (String, String)) in
            "  " + row.0 + String(repeating: " ", count: width - row.0.count) + row.1
        }
        return ["Keys:"] + rows.map(line) + ["", "Gestures:"] + gestures.map(line)
    }
}
