import CX11

/// A key as a binding names it: a symbol of X (keysymdef.h), with Control held or not. Shift is in the symbol: `R` is not `r`.
struct Key: Hashable {
    /// The symbol.
    let symbol: UInt
    /// Whether Control is held.
    let control: Bool

    init(symbol: UInt, control: Bool) {
        self.symbol = symbol
        self.control = control
    }

    /// A key by its name: X's name of the symbol ("Page_Down", "plus", "F5"), or the character itself, with "Ctrl+" before it
    /// where Control is held.
    /// - Returns: `nil` where there is no such symbol.
    init?(_ text: String) {
        let prefix = "ctrl+"
        control = text.count > prefix.count && text.lowercased().hasPrefix(prefix)
        let name = control ? String(text.dropFirst(prefix.count)) : text
        let found = name.withCString { XStringToKeysym($0) }
        if found != 0 {
            symbol = found
        } else if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1, scalar.value > 0x20
        {
            // Latin-1 has its own numbers as symbols, all others are at 0x1000000 (keysymdef.h).
            symbol = scalar.value < 0x100 ? UInt(scalar.value) : 0x100_0000 + UInt(scalar.value)
        } else {
            return nil
        }
    }

    /// Its name for people.
    var name: String {
        let others = [
            "Next": "PageDown", "Prior": "PageUp", "BackSpace": "Backspace", "space": "Space",
            "Left": "←", "Right": "→", "Up": "↑", "Down": "↓",
        ]
        let isVisible = (0x21...0x7E).contains(symbol) || (0xA1...0xFF).contains(symbol)
        let character = isVisible ? UnicodeScalar(UInt32(symbol)).map { String(Character($0)) } : nil
        let found = XKeysymToString(KeySym(symbol)).map { String(cString: $0) } ?? "?"
        return (control ? "Ctrl+" : "") + (character ?? others[found] ?? found)
    }
}
