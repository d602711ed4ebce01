import CX11
import Geometry
import Glibc

/// What goes wrong with an X server.
public enum X11Error: Error, Hashable, Sendable {
    /// There is no server at the display of this name, or it refuses us.
    case cannotConnect(display: String)

    /// One line for people.
    public var message: String {
        switch self {
        case .cannotConnect(""): "cannot open a display: DISPLAY is not set"
        case .cannotConnect(let display): "cannot open the display \(display)"
        }
    }
}

/// A connection to an X server. For one thread.
///
/// When the server goes away the program ends at once with status 1: Xlib offers no way on.
public final class Connection {
    let display: OpaquePointer
    let screen: Int32
    let root: WindowID
    let atoms: Atoms
    /// The XInput extension's version; `nil` where the server has no XInput 2.
    let input: InputExtension?
    private(set) var profile: DisplayProfile?
    /// The monitors, as they were when they were read last.
    public private(set) lazy var monitors = readMonitors()
    /// Where a window goes that has no other place.
    private(set) lazy var openingPlace = readOpeningPlace()
    /// The window with the desktop's settings; 0 for none.
    var settingsOwner: WindowID = 0
    /// The number of RandR's first event, where the server tells of changes of the monitors.
    private var monitorEvents: Int32?

    /// The ICC profile of the monitor that the window is on, of the first one before that is known; empty for sRGB.
    public var displayProfile: [UInt8] { profile?.bytes ?? [] }

    /// The descriptor to poll; call `pendingEvents` of the window before and after.
    public var rawValue: Int32 { XConnectionNumber(display) }

    /// Connects to a display.
    /// - Parameter name: of the display; `nil` for the one that DISPLAY names.
    /// - Throws: where there is none.
    public init(display name: String? = nil) throws(X11Error) {
        guard let display = XOpenDisplay(name) else {
            throw .cannotConnect(display: name ?? getenv("DISPLAY").map { String(cString: $0) } ?? "")
        }
        self.display = display
        XSetIOErrorHandler { _ in 0 }
        XSetIOErrorExitHandler(
            display,
            { _, _ in
                let words = Array("xzoom: the connection to the X server is lost\n".utf8)
                _ = write(STDERR_FILENO, words, words.count)
                _exit(1)
            }, nil)
        // Requests about windows of others (the settings' owner, say) may fail at any time; nothing depends on them.
        XSetErrorHandler { _, error in
            #if DEBUG
                if let error = error?.pointee {
                    print("X error \(error.error_code), request \(error.request_code)")
                }
            #endif
            return 0
        }
        // Xlib would tell the user of each extension that the server lacks.
        XSetExtensionErrorHandler { _, _, _ in 0 }
        screen = XDefaultScreen(display)
        root = XRootWindow(display, screen)
        atoms = Atoms(display: display)
        input = InputExtension(display: display)
        profile = DisplayProfile(connection: self)
    }

    deinit { XCloseDisplay(display) }

    /// Sends what waits in the output buffer.
    public func flush() { XFlush(display) }

    /// Waits until the server has done all that it was asked.
    public func synchronize() { XSync(display, 0) }

    /// The area that a window may cover on the monitor that the pointer is on, in device pixels: `_NET_WORKAREA` as far as it
    /// is on that monitor, else the whole monitor. As it was when it was looked at first.
    public var workArea: (width: Int, height: Int) { (openingPlace.area.width, openingPlace.area.height) }

    /// Whether an EWMH window manager runs: its window names itself, one that is left from an earlier one does not.
    var hasWindowManager: Bool { windowManager != nil }

    /// The window by which an EWMH window manager tells that it runs (`_NET_SUPPORTING_WM_CHECK`).
    var windowManager: WindowID? {
        let check = cardinals(of: atoms[.netSupportingWMCheck], on: root, most: 1)
        guard let number = check.first else { return nil }
        let window = WindowID(UInt32(truncatingIfNeeded: number))
        let name = cardinals(of: atoms[.netSupportingWMCheck], on: window, most: 1)
        return name == check ? window : nil
    }

    /// Asks to be told when the monitors change.
    func followMonitors() {
        var (event, error): (Int32, Int32) = (0, 0)
        guard monitorEvents == nil, XRRQueryExtension(display, &event, &error) != 0 else { return }
        monitorEvents = event
        XRRSelectInput(display, root, Int32(RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask))
    }

    /// Reads the monitors anew after an event that means that they have changed.
    /// - Returns: whether it was one.
    func updateMonitors(by event: inout XEvent) -> Bool {
        let isRoot = event.type == ConfigureNotify && event.xconfigure.window == root
        let isMonitor = monitorEvents.map { event.type == $0 || event.type == $0 + RRNotify } ?? false
        guard isRoot || isMonitor else { return false }
        // So that Xlib knows the size of the screen.
        XRRUpdateConfiguration(&event)
        monitors = readMonitors()
        return true
    }

    /// Makes a surface like those of windows, to make others like it before there is a window. Cairo's first one on a
    /// connection costs it some round trips.
    /// - Returns: a `cairo_surface_t` that the caller owns, gives up before the connection, and does not paint to.
    public func makeSurface() -> OpaquePointer? {
        makeSurface(of: root, size: PixelSize(width: 1, height: 1))
    }

    func makeSurface(of drawable: Drawable, size: PixelSize) -> OpaquePointer? {
        let visual = XDefaultVisual(display, screen)
        return cairo_xlib_surface_create(display, drawable, visual, Int32(size.width), Int32(size.height))
    }

    /// Refreshes per second of the fastest active monitor by RandR, 60 where it does not tell.
    public var refreshRate: Double {
        let usual = 60.0
        var (event, error): (Int32, Int32) = (0, 0)
        guard XRRQueryExtension(display, &event, &error) != 0,
            let resources = XRRGetScreenResourcesCurrent(display, root)
        else { return usual }
        defer { XRRFreeScreenResources(resources) }
        var fastest = 0.0
        for index in 0..<Int(resources.pointee.ncrtc) {
            guard let monitor = XRRGetCrtcInfo(display, resources, resources.pointee.crtcs[index]) else {
                continue
            }
            defer { XRRFreeCrtcInfo(monitor) }
            for mode in UnsafeBufferPointer(
                start: resources.pointee.modes, count: Int(resources.pointee.nmode))
            where mode.id == monitor.pointee.mode && mode.hTotal > 0 && mode.vTotal > 0 {
                fastest = max(fastest, Double(mode.dotClock) / Double(mode.hTotal) / Double(mode.vTotal))
            }
        }
        return (20...1000).contains(fastest) ? fastest : usual
    }
}

/// Xlib's window id; `Window` is this module's class.
typealias WindowID = CX11.Window
