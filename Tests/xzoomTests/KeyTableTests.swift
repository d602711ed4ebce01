import CX11
import Testing
import X11

@testable import xzoom

@Suite struct KeyTableTests {
    private static func command(_ symbol: Int32, _ modifiers: Modifiers = []) -> Command? {
        KeyTable.command(symbol: UInt(symbol), placeSymbol: UInt(symbol), modifiers)
    }

    /// The keys of each line of the help, by the names that it uses, and what the line says they do.
    private static let lines: [(keys: String, symbols: [Int32], commands: Set<Command>)] = [
        ("+ = and -", [XK_plus, XK_equal, XK_minus], [.zoomIn, .zoomOut]),
        ("0", [XK_0], [.showWhole]), ("1", [XK_1], [.showActualSize]),
        ("arrows", [XK_Left, XK_Right, XK_Up, XK_Down], [.left, .right, .up, .down]),
        ("n Space PageDown", [XK_n, XK_space, XK_Page_Down], [.next]),
        ("p Backspace PageUp", [XK_p, XK_BackSpace, XK_Page_Up], [.previous]),
        ("Home End", [XK_Home, XK_End], [.first, .last]),
        ("[ ]", [XK_bracketleft, XK_bracketright], [.previousPage, .nextPage]), ("Ctrl+Space", [], []),
        (", .", [XK_comma, XK_period], [.previousFrame, .nextFrame]),
        ("f F11", [XK_f, XK_F11], [.toggleFullScreen]),
        ("Escape", [XK_Escape], [.escape]), ("q", [XK_q], [.quit]),
    ]

    @Test func helpSaysWhatTheKeysDo() {
        let help = KeyTable.help.drop { $0 != "Keys:" }.dropFirst().prefix { !$0.isEmpty }
        #expect(help.count == Self.lines.count)
        for (text, line) in zip(help, Self.lines) {
            #expect(text.hasPrefix("  \(line.keys)  "), "\(text)")
            #expect(Set(line.symbols.map { Self.command($0) }) == Set(line.commands.map { $0 }))
        }
    }

    @Test func keysOfTheNumberBlockDoTheSame() {
        let pairs = [
            (XK_KP_Add, XK_plus), (XK_KP_Equal, XK_equal), (XK_KP_Subtract, XK_minus), (XK_KP_0, XK_0),
            (XK_KP_Insert, XK_0), (XK_KP_1, XK_1), (XK_KP_Left, XK_Left), (XK_KP_Right, XK_Right),
            (XK_KP_Up, XK_Up), (XK_KP_Down, XK_Down), (XK_KP_Page_Down, XK_Page_Down),
            (XK_KP_Page_Up, XK_Page_Up), (XK_KP_Home, XK_Home), (XK_KP_End, XK_End),
        ]
        for (one, other) in pairs {
            #expect(Self.command(one) != nil)
            #expect(Self.command(one) == Self.command(other))
        }
    }

    @Test func capitalsDoTheSame() {
        for (one, other) in [(XK_N, XK_n), (XK_P, XK_p), (XK_F, XK_f), (XK_Q, XK_q)] {
            #expect(Self.command(one, .shift) == Self.command(other))
        }
        #expect(Self.command(XK_plus, .shift) == .zoomIn)
        #expect(Self.command(XK_minus) == .zoomOut)
        #expect(Self.command(XK_Home) == .first)
        #expect(Self.command(XK_End) == .last)
    }

    @Test func otherKeysDoNothing() {
        for symbol in [XK_a, XK_Tab, XK_F1, XK_Shift_L, XK_2, 0, 0xFFFF] as [Int32] {
            #expect(Self.command(symbol) == nil)
        }
    }

    @Test func desktopsShortcutsAreNotOurs() {
        for symbol in [XK_plus, XK_q, XK_F11, XK_Left, XK_Escape] {
            for modifiers: Modifiers in [.alt, .logo, [.alt, .shift], [.logo, .control]] {
                #expect(Self.command(symbol, modifiers) == nil)
            }
        }
    }

    @Test func controlGoesWithZoomingAndQuitting() {
        for symbol in [XK_plus, XK_equal, XK_minus, XK_0, XK_1, XK_q] {
            #expect(Self.command(symbol, .control) == Self.command(symbol))
        }
        for symbol in [XK_n, XK_p, XK_f, XK_Left, XK_Home, XK_Escape, XK_period] {
            #expect(Self.command(symbol, .control) == nil)
        }
    }

    @Test func controlAndSpaceStopAnAnimation() {
        #expect(Self.command(XK_space, .control) == .togglePause)
        #expect(Self.command(XK_space) == .next)
    }

    /// On a layout of another script the key's place counts, but only where the key's own symbol says nothing.
    @Test func placeOfTheKey() {
        // Cyrillic te and shorti are where n and q are.
        #expect(KeyTable.command(symbol: UInt(XK_Cyrillic_te), placeSymbol: UInt(XK_n), []) == .next)
        #expect(KeyTable.command(symbol: UInt(XK_Cyrillic_shorti), placeSymbol: UInt(XK_q), []) == .quit)
        #expect(KeyTable.command(symbol: UInt(XK_f), placeSymbol: UInt(XK_q), []) == .toggleFullScreen)
    }
}
