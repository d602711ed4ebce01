import CX11
import Geometry
import Glibc

/// What a window tells the window manager.
extension Window {
    typealias Place = (x: Int32, y: Int32, gravity: Int32, isGiven: Bool)

    /// Where the window goes; "-X" counts from the right edge of the screen (XParseGeometry(3)).
    static func place(_ options: Options, on connection: Connection) -> Place {
        var (x, y): (Int32, Int32) = (0, 0)
        var (width, height): (UInt32, UInt32) = (0, 0)
        let mask = XParseGeometry(options.place, &x, &y, &width, &height)
        guard mask & (XValue | YValue) != 0 else {
            // With one monitor it is for the window manager to say.
            guard connection.openingPlace.isOneOfMany else { return (0, 0, NorthWestGravity, false) }
            let corner = connection.openingPlace.corner(of: options.size)
            return (Int32(corner.x), Int32(corner.y), NorthWestGravity, true)
        }
        let (fromRight, fromBottom) = (mask & XNegative != 0, mask & YNegative != 0)
        if fromRight { x += XDisplayWidth(connection.display, connection.screen) - Int32(options.size.width) }
        if fromBottom {
            y += XDisplayHeight(connection.display, connection.screen) - Int32(options.size.height)
        }
        let gravity =
            switch (fromRight, fromBottom) {
            case (false, false): NorthWestGravity
            case (true, false): NorthEastGravity
            case (false, true): SouthWestGravity
            case (true, true): SouthEastGravity
            }
        return (x, y, gravity, true)
    }

    /// Sets what the window manager wants to know before the window is mapped.
    func describe(_ options: Options, place: Place) {
        let (display, atoms) = (connection.display, connection.atoms)
        var hints = XSizeHints()
        hints.flags = PSize | PWinGravity | (place.isGiven ? USPosition | USSize : 0)
        (hints.x, hints.y) = (place.x, place.y)
        (hints.width, hints.height) = (Int32(size.width), Int32(size.height))
        hints.win_gravity = place.gravity
        XSetWMNormalHints(display, id, &hints)
        var wishes = XWMHints()
        wishes.flags = InputHint | StateHint
        wishes.input = 1
        wishes.initial_state = NormalState
        XSetWMHints(display, id, &wishes)
        let classBytes = Array("\(options.name.instance)\0\(options.name.class)\0".utf8)
        set(Atom(XA_WM_CLASS), type: Atom(XA_STRING), bytes: classBytes)
        var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
        XSetWMProtocols(display, id, &protocols, Int32(protocols.count))
        connection.change(atoms[.netWMPid], of: id, type: Atom(XA_CARDINAL), longs: [Int(getpid())])
        var host = [CChar](repeating: 0, count: 256)
        if gethostname(&host, host.count - 1) == 0 {
            let name = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            set(Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: name)
        }
        connection.change(
            atoms[.netWMWindowType], of: id, type: Atom(XA_ATOM), longs: [Int(atoms[.netWMWindowTypeNormal])])
        if options.isFullScreen {
            connection.change(
                atoms[.netWMState], of: id, type: Atom(XA_ATOM), longs: [Int(atoms[.netWMStateFullscreen])])
        }
    }

    /// Sets a property.
    func set(_ property: Atom, type: Atom, bytes: [UInt8]) {
        XChangeProperty(connection.display, id, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
    }
}
