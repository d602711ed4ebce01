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
    /// The XInput extension's opcode and version; `nil` where the server has no XInput 2.
    let input: InputExtension?
    private(set) var profile: DisplayProfile?

    /// The ICC profile of the monitor that the window is on, of the first one before that is known; empty for sRGB.
    public var displayProfile: [UInt8] { profile?.bytes ?? [] }

    /// The descriptor to poll; call `pendingEvents` of the window before and after.
    public var rawValue: Int32 { XConnectionNumber(display) }

    /// Connects to the display that DISPLAY names.
    /// - Throws: where there is none.
    public init() throws(X11Error) {
        guard let display = XOpenDisplay(nil) else {
            throw .cannotConnect(display: getenv("DISPLAY").map { String(cString: $0) } ?? "")
        }
        self.display = display
        XSetIOErrorHandler { _ in _exit(1) }
        // Requests about windows of others (the settings' owner, say) may fail at any time; nothing depends on them.
        XSetErrorHandler { _, error in
            #if DEBUG
                if let error = error?.pointee {
                    print("X error \(error.error_code), request \(error.request_code)")
                }
            #endif
            return 0
        }
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

    /// The area that windows may cover, in device pixels of the screen: `_NET_WORKAREA`, else the whole screen.
    public var workArea: (width: Int, height: Int) {
        let area = cardinals(of: atoms[.netWorkarea], on: root)
        if area.count >= 4, area[2] > 0, area[3] > 0 { return (area[2], area[3]) }
        return (Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen)))
    }

    /// Whether an EWMH window manager runs (`_NET_SUPPORTING_WM_CHECK`).
    var hasWindowManager: Bool { !property(atoms[.netSupportingWMCheck], on: root).isEmpty }

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

    /// A property's bytes (of 8 bit) or words (of 32 bit, as Xlib's longs); empty where it is missing.
    func property(_ property: Atom, on window: WindowID) -> [UInt8] {
        var (type, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
        var data: UnsafeMutablePointer<UInt8>?
        // In units of 32 bits: a profile has up to some MiB.
        let longest = 1 << 20
        guard
            XGetWindowProperty(
                display, window, property, 0, longest, 0, Atom(AnyPropertyType), &type, &format, &count,
                &rest, &data)
                == Success, let data
        else { return [] }
        defer { XFree(data) }
        let bytesPerItem = format == 32 ? MemoryLayout<Int>.size : Int(format) / 8
        return Array(UnsafeBufferPointer(start: data, count: Int(count) * bytesPerItem))
    }

    /// A property of 32-bit numbers.
    func cardinals(of property: Atom, on window: WindowID) -> [Int] {
        self.property(property, on: window).withUnsafeBytes { bytes in
            (0..<bytes.count / MemoryLayout<Int>.size).map {
                bytes.load(fromByteOffset: $0 * MemoryLayout<Int>.size, as: Int.self)
            }
        }
    }
}

/// Xlib's window id; `Window` is this module's class.
typealias WindowID = CX11.Window
