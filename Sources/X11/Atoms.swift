import CX11
import Glibc

/// The names that the program uses with the server, asked for in one round trip.
struct Atoms {
    enum Name: String, CaseIterable {
        case atomPair = "ATOM_PAIR"
        case clipboard = "CLIPBOARD"
        case clipboardData = "_XZOOM_CLIPBOARD"
        case clipboardKept = "_XZOOM_CLIPBOARD_KEPT"
        case clipboardManager = "CLIPBOARD_MANAGER"
        case copiedFiles = "x-special/gnome-copied-files"
        case dropData = "_XZOOM_DROP"
        case iccProfile = "_ICC_PROFILE"
        case incr = "INCR"
        case manager = "MANAGER"
        case multiple = "MULTIPLE"
        case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
        case netWorkarea = "_NET_WORKAREA"
        case netWMIcon = "_NET_WM_ICON"
        case netWMName = "_NET_WM_NAME"
        case netWMPid = "_NET_WM_PID"
        case netWMPing = "_NET_WM_PING"
        case netWMState = "_NET_WM_STATE"
        case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
        case netWMStateMaximizedHorz = "_NET_WM_STATE_MAXIMIZED_HORZ"
        case netWMStateMaximizedVert = "_NET_WM_STATE_MAXIMIZED_VERT"
        case netWMWindowType = "_NET_WM_WINDOW_TYPE"
        case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
        case now = "_XZOOM_NOW"
        case plainText = "text/plain"
        case plainTextUTF8 = "text/plain;charset=utf-8"
        case png = "image/png"
        case saveTargets = "SAVE_TARGETS"
        case string = "STRING"
        case targets = "TARGETS"
        case text = "TEXT"
        case timestamp = "TIMESTAMP"
        case uriList = "text/uri-list"
        case utf8String = "UTF8_STRING"
        case wmDeleteWindow = "WM_DELETE_WINDOW"
        case wmProtocols = "WM_PROTOCOLS"
        case xdndActionCopy = "XdndActionCopy"
        case xdndAware = "XdndAware"
        case xdndDrop = "XdndDrop"
        case xdndEnter = "XdndEnter"
        case xdndFinished = "XdndFinished"
        case xdndLeave = "XdndLeave"
        case xdndPosition = "XdndPosition"
        case xdndProxy = "XdndProxy"
        case xdndSelection = "XdndSelection"
        case xdndStatus = "XdndStatus"
        case xdndTypeList = "XdndTypeList"
        case xsettings = "_XSETTINGS_SETTINGS"
        case xsettingsOwner = "_XSETTINGS_S"
    }

    private let values: [Name: Atom]
    private let names: [Atom: Name]

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
        self.names = Dictionary(zip(atoms, Name.allCases)) { first, _ in first }
    }

    subscript(name: Name) -> Atom { values[name] ?? 0 }

    /// The name of an atom that is one of these.
    func name(of atom: Atom) -> Name? { names[atom] }
}
