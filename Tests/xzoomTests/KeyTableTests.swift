import CX11
import Rendering
import Testing
import X11

@testable import xzoom

@Suite struct KeyTableTests {
    private let table = KeyTable()

    private func command(_ symbol: Int32, _ modifiers: Modifiers = []) -> Command? {
        table.command(symbol: UInt(symbol), placeSymbol: UInt(symbol), modifiers)
    }

    /// A key that is bound twice does what it was bound to last: that must not happen in the table itself.
    @Test func everyKeyOfTheTableIsOneAndDoesOneThing() {
        let keys = Command.allCases.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
        for command in Command.allCases {
            #expect(!command.keys.isEmpty)
            for name in command.keys { #expect(Key(name) != nil, "\(name)") }
        }
    }

    @Test func usualKeys() {
        let expected: [(Int32, Command)] = [
            (XK_plus, .zoomIn), (XK_equal, .zoomIn), (XK_minus, .zoomOut), (XK_0, .showWhole),
            (XK_1, .showActualSize), (XK_z, .toggleZoom), (XK_Left, .left), (XK_Right, .right), (XK_Up, .up),
            (XK_Down, .down), (XK_n, .next), (XK_space, .next), (XK_Page_Down, .next), (XK_p, .previous),
            (XK_BackSpace, .previous), (XK_Page_Up, .previous), (XK_Home, .first), (XK_End, .last),
            (XK_bracketright, .nextPage), (XK_bracketleft, .previousPage), (XK_period, .nextFrame),
            (XK_comma, .previousFrame), (XK_t, .toggleThumbnails), (XK_Return, .open),
            (XK_s, .toggleSlideshow),
            (XK_k, .toggleKeepView), (XK_r, .turnRight), (XK_R, .turnLeft), (XK_h, .flipHorizontally),
            (XK_v, .flipVertically), (XK_Delete, .delete), (XK_F5, .reload), (XK_i, .toggleInformation),
            (XK_question, .toggleHelp), (XK_F1, .toggleHelp), (XK_f, .toggleFullScreen),
            (XK_F11, .toggleFullScreen), (XK_Escape, .escape), (XK_q, .quit),
        ]
        for (symbol, expected) in expected { #expect(command(symbol) == expected, "\(expected)") }
        #expect(command(XK_c, .control) == .copy)
        #expect(command(XK_v, .control) == .paste)
    }

    @Test func keysOfTheNumberBlockDoTheSame() {
        let pairs = [
            (XK_KP_Add, XK_plus), (XK_KP_Equal, XK_equal), (XK_KP_Subtract, XK_minus), (XK_KP_0, XK_0),
            (XK_KP_Insert, XK_0), (XK_KP_1, XK_1), (XK_KP_Left, XK_Left), (XK_KP_Right, XK_Right),
            (XK_KP_Up, XK_Up), (XK_KP_Down, XK_Down), (XK_KP_Page_Down, XK_Page_Down),
            (XK_KP_Page_Up, XK_Page_Up), (XK_KP_Home, XK_Home), (XK_KP_End, XK_End),
            (XK_KP_Delete, XK_Delete), (XK_KP_Enter, XK_Return),
        ]
        for (one, other) in pairs {
            #expect(command(one) != nil)
            #expect(command(one) == command(other))
        }
    }

    @Test func capitalsDoTheSameWhereTheyHaveNothingElseToDo() {
        for (one, other) in [(XK_N, XK_n), (XK_P, XK_p), (XK_F, XK_f), (XK_Q, XK_q)] {
            #expect(command(one, .shift) == command(other))
        }
        #expect(command(XK_plus, .shift) == .zoomIn)
        #expect(command(XK_R, .shift) == .turnLeft)
    }

    @Test func otherKeysDoNothing() {
        for symbol in [XK_a, XK_Tab, XK_F2, XK_Shift_L, XK_2, 0, 0xFFFE] as [Int32] {
            #expect(command(symbol) == nil)
        }
    }

    @Test func desktopsShortcutsAreNotOurs() {
        for symbol in [XK_plus, XK_q, XK_F11, XK_Left, XK_Escape] {
            for modifiers: Modifiers in [.alt, .logo, [.alt, .shift], [.logo, .control]] {
                #expect(command(symbol, modifiers) == nil)
            }
        }
    }

    @Test func controlGoesWithZoomingAndQuitting() {
        for symbol in [XK_plus, XK_equal, XK_minus, XK_0, XK_1, XK_q] {
            #expect(command(symbol, .control) == command(symbol))
        }
        for symbol in [XK_n, XK_p, XK_f, XK_Left, XK_Home, XK_Escape, XK_period, XK_Delete] {
            #expect(command(symbol, .control) == nil)
        }
    }

    @Test func keysThatAreHeldAreModifiers() {
        for symbol in [XK_Shift_L, XK_Control_R, XK_Alt_L, XK_Super_R, XK_ISO_Level3_Shift, XK_Caps_Lock] {
            #expect(KeyTable.isModifier(UInt(symbol)))
        }
        for symbol in [XK_a, XK_Escape, XK_F1, XK_space] {
            #expect(!KeyTable.isModifier(UInt(symbol)))
        }
    }

    @Test func controlAndSpaceStopAnAnimation() {
        #expect(command(XK_space, .control) == .togglePause)
        #expect(command(XK_space) == .next)
    }

    /// Nor do they do what the same key does as a small letter, or without Shift.
    @Test func keysBoundToNothingDoNothing() throws {
        var table = KeyTable()
        table.bind(try #require(Key("R")), to: nil)
        table.bind(try #require(Key("plus")), to: nil)
        #expect(table.command(symbol: UInt(XK_R), placeSymbol: UInt(XK_r), .shift) == nil)
        #expect(table.command(symbol: UInt(XK_plus), placeSymbol: UInt(XK_equal), .shift) == nil)
        #expect(table.command(symbol: UInt(XK_r), placeSymbol: UInt(XK_r), []) == .turnRight)
        #expect(table.command(symbol: UInt(XK_equal), placeSymbol: UInt(XK_equal), []) == .zoomIn)
        table.bind(try #require(Key("R")), to: .quit)
        #expect(table.command(symbol: UInt(XK_R), placeSymbol: UInt(XK_r), .shift) == .quit)
    }

    /// On a layout of another script the key's place counts, but only where the key's own symbol says nothing.
    @Test func placeOfTheKey() {
        // Cyrillic te and shorti are where n and q are.
        #expect(table.command(symbol: UInt(XK_Cyrillic_te), placeSymbol: UInt(XK_n), []) == .next)
        #expect(table.command(symbol: UInt(XK_Cyrillic_shorti), placeSymbol: UInt(XK_q), []) == .quit)
        #expect(table.command(symbol: UInt(XK_f), placeSymbol: UInt(XK_q), []) == .toggleFullScreen)
    }

    @Test func boundKeysDoSomethingElse() throws {
        var table = KeyTable()
        table.bind(try #require(Key("n")), to: .quit)
        table.bind(try #require(Key("Ctrl+F2")), to: .next)
        table.bind(try #require(Key("q")), to: nil)
        let command = { (symbol: Int32, modifiers: Modifiers) in
            table.command(symbol: UInt(symbol), placeSymbol: UInt(symbol), modifiers)
        }
        #expect(command(XK_n, []) == .quit)
        #expect(command(XK_N, .shift) == .quit)
        #expect(command(XK_F2, .control) == .next)
        #expect(command(XK_F2, []) == nil)
        #expect(command(XK_q, []) == nil)
        #expect(table.names(of: .quit) == ["Ctrl+q", "n"])
        #expect(table.names(of: .next) == ["Space", "PageDown", "Ctrl+F2"])
    }

    @Test func keysByTheirNames() {
        let names: [(String, Int32, Bool)] = [
            ("plus", XK_plus, false), ("+", XK_plus, false), ("Ctrl++", XK_plus, true),
            ("ctrl+n", XK_n, true),
            ("=", XK_equal, false), ("Page_Down", XK_Page_Down, false), ("F12", XK_F12, false),
            ("R", XK_R, false), ("ä", XK_adiaeresis, false), ("Cyrillic_te", XK_Cyrillic_te, false),
        ]
        for (name, symbol, control) in names {
            #expect(Key(name) == Key(symbol: UInt(symbol), control: control), "\(name)")
        }
        #expect(Key("т") == Key(symbol: 0x100_0442, control: false))
        for name in ["", "Ctrl+", "NoSuchKey", "ab", " ", "Alt+n"] { #expect(Key(name) == nil, "\(name)") }
    }

    @Test func namesForPeople() {
        #expect(table.names(of: .zoomIn) == ["+", "="])
        #expect(table.names(of: .next) == ["n", "Space", "PageDown"])
        #expect(table.names(of: .left) == ["←"])
        #expect(table.names(of: .togglePause) == ["Ctrl+Space"])
        #expect(table.names(of: .quit) == ["q"])
        #expect(table.lines.map(\.text) == Command.allCases.map(\.help))
        #expect(table.sheet.count == table.lines.count + KeyTable.gestures.count + 3)
        #expect(table.sheet[1] == .pair("+ =", "zoom in"))
    }
}
