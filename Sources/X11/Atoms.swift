import CX11
import Glibc

/// The names that the program uses with the server, asked for in one round trip.
struct Atoms {
    enum Name: String, CaseIterable {
        case iccProfile = "_ICC_PROFILE"
        case manager = "MANAGER"
        case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
        case netWorkarea = "_NET_WORKAREA"
        case netWMIcon = "_NET_WM_ICON"
        case netWMName = "_NET_WM_NAME"
        case netWMPid = "_NET_WM_PID"
        case netWMPing = "_NET_WM_PING"
        case netWMState = "_NET_WM_STATE"
        case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
        case netWMWindowType = "_NET_WM_WINDOW_TYPE"
        case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
        case utf8String = "UTF8_STRING"
        case wmDeleteWindow = "WM_DELETE_WINDOW"
        case wmProtocols = "WM_PROTOCOLS"
        case xsettings = "_XSETTINGS_SETTINGS"
        case xsettingsOwner = "_XSETTINGS_S"
    }

    private let values: [Name: Atom]

    init(display: OpaquePointer) {
        // The settings' selection has the screen's number in its name.
        let names = Name.allCases.map {
            $0 == .xsettingsOwner ? "\($0.rawValue)\(XDefaultScreen(display))" : $0.rawValue
        }
        var strings = names.map { strdup($0) }
        var atoms = [Atom](repeating: 0, count: names.count)
        XInternAtoms(display, &strings, Int32(names.count), 0, &atoms)
        strings.forEach { free($0) }
        values = Dictionary(uniqueKeysWithValues: zip(Name.allCases, atoms))
    }

    subscript(name: Name) -> Atom { values[name] ?? 0 }
}
