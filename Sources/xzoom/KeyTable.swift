import CX11
import X11

/// What a key, or anything else, can tell the viewer to do.
enum Command: Hashable {
    case zoomIn, zoomOut, showWhole, showActualSize
    /// Arrows: scroll what is larger than the window; else go to the next or previous file.
    case left, right, up, down
    case next, previous, first, last
    case nextPage, previousPage
    /// Of an animation, which then stands still.
    case nextFrame, previousFrame
    case togglePause
    case toggleFullScreen
    /// Leaves full screen, or else quits.
    case escape
    case quit
}

/// The keys, and what they do.
enum KeyTable {
    private struct Binding {
        let symbols: [Int32]
        let command: Command
    }

    private static let bindings = [
        Binding(symbols: [XK_plus, XK_equal, XK_KP_Add, XK_KP_Equal], command: .zoomIn),
        Binding(symbols: [XK_minus, XK_KP_Subtract], command: .zoomOut),
        Binding(symbols: [XK_0, XK_KP_0, XK_KP_Insert], command: .showWhole),
        Binding(symbols: [XK_1, XK_KP_1], command: .showActualSize),
        Binding(symbols: [XK_Left, XK_KP_Left], command: .left),
        Binding(symbols: [XK_Right, XK_KP_Right], command: .right),
        Binding(symbols: [XK_Up, XK_KP_Up], command: .up),
        Binding(symbols: [XK_Down, XK_KP_Down], command: .down),
        Binding(symbols: [XK_n, XK_N, XK_space, XK_Page_Down, XK_KP_Page_Down], command: .next),
        Binding(symbols: [XK_p, XK_P, XK_BackSpace, XK_Page_Up, XK_KP_Page_Up], command: .previous),
        Binding(symbols: [XK_Home, XK_KP_Home], command: .first),
        Binding(symbols: [XK_End, XK_KP_End], command: .last),
        Binding(symbols: [XK_bracketright], command: .nextPage),
        Binding(symbols: [XK_bracketleft], command: .previousPage),
        Binding(symbols: [XK_period], command: .nextFrame),
        Binding(symbols: [XK_comma], command: .previousFrame),
        Binding(symbols: [XK_f, XK_F, XK_F11], command: .toggleFullScreen),
        Binding(symbols: [XK_Escape], command: .escape),
        Binding(symbols: [XK_q, XK_Q], command: .quit),
    ]

    private static let commands = Dictionary(
        uniqueKeysWithValues: bindings.flatMap { binding in
            binding.symbols.map { (UInt($0), binding.command) }
        })

    /// The command of a key.
    /// - Parameters:
    ///   - symbol: the key's symbol; where it means nothing (on a layout of another script), that of its place counts.
    ///   - placeSymbol: what the key's place means in Latin letters.
    ///   - modifiers: those of the desktop's own shortcuts make it no key of ours.
    /// - Returns: `nil` for a key without a command.
    static func command(symbol: UInt, placeSymbol: UInt, _ modifiers: Modifiers) -> Command? {
        guard modifiers.isDisjoint(with: [.alt, .logo]) else { return nil }
        guard var command = commands[symbol] ?? commands[placeSymbol] else { return nil }
        if symbol == UInt(XK_space) && modifiers.contains(.control) { command = .togglePause }
        let zooms: Set<Command> = [.zoomIn, .zoomOut, .showWhole, .showActualSize, .togglePause, .quit]
        return modifiers.contains(.control) && !zooms.contains(command) ? nil : command
    }

    /// The keys and gestures for people.
    static let help = [
        "Keys:",
        "  + = and -              zoom in and out",
        "  0                      the whole picture",
        "  1                      100 %, one image pixel on one screen pixel",
        "  arrows                 scroll; at the whole picture, previous and next file",
        "  n Space PageDown       next file",
        "  p Backspace PageUp     previous file",
        "  Home End               first and last file",
        "  [ ]                    previous and next page of the file",
        "  Ctrl+Space             stop an animation, and let it go on",
        "  , .                    previous and next frame of an animation",
        "  f F11                  full screen",
        "  Escape                 leave full screen, or quit",
        "  q                      quit",
        "",
        "Touch: pinch; double-tap; double-tap, hold and drag; two-finger tap; drag.",
        "Touchpad: pinch; scroll; Ctrl + scroll zooms.",
        "Mouse: wheel zooms; Shift + wheel scrolls sideways; drag; double-click.",
    ]
}
