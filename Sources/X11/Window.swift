import CX11
public import Geometry
import Glibc

/// The program's top-level window. For one thread.
public final class Window {
    /// How a window is opened.
    public struct Options: Sendable {
        /// The size wished for, in device pixels.
        public var size: PixelSize
        /// The place wished for as X's geometry words have it, "+X+Y" or "-X-Y"; empty for the window manager's choice.
        public var place: String
        /// Whether it is to fill the screen.
        public var isFullScreen: Bool
        /// WM_CLASS: the program's name, and the class.
        public var name: (instance: String, class: String)

        /// Options of a window of `size` device pixels.
        public init(
            size: PixelSize, place: String, isFullScreen: Bool, name: (instance: String, class: String)
        ) {
            self.size = size
            self.place = place
            self.isFullScreen = isFullScreen
            self.name = name
        }
    }

    let connection: Connection
    let id: WindowID
    /// With it each copy is answered by NoExpose, which tells that the server has got that far.
    private let graphics: GC
    private let quietGraphics: GC
    private var back: Pixmap = 0
    private var backSize: PixelSize
    /// The size by the last ConfigureNotify, in device pixels.
    public internal(set) var size: PixelSize
    /// Whether it fills the screen, as the window manager says.
    public internal(set) var isFullScreen = false
    /// Whether `_NET_WM_STATE` has changed since it was read.
    var stateIsStale = false
    /// Where it was before it filled the screen of a server without a window manager.
    private var placeBefore: (x: Int32, y: Int32, size: PixelSize)?
    let input: InputEvents
    let settings: SettingsWatch

    /// Makes a window, and shows it.
    public init(_ connection: Connection, _ options: Options) {
        self.connection = connection
        let display = connection.display
        size = options.size
        backSize = options.size
        let place = Self.place(options, on: connection)
        var attributes = XSetWindowAttributes()
        // The server must not paint a background between our frames, nor throw the old pixels away on a resize.
        attributes.background_pixmap = Pixmap(CX11.None)
        attributes.bit_gravity = NorthWestGravity
        attributes.event_mask = ExposureMask | StructureNotifyMask | KeyPressMask | PropertyChangeMask
        if connection.input == nil {
            attributes.event_mask |= ButtonPressMask | ButtonReleaseMask | PointerMotionMask
        }
        id = XCreateWindow(
            display, connection.root, place.x, place.y, UInt32(size.width), UInt32(size.height), 0,
            XDefaultDepth(display, connection.screen), UInt32(InputOutput),
            XDefaultVisual(display, connection.screen),
            UInt(CWBackPixmap | CWBitGravity | CWEventMask), &attributes)
        var values = XGCValues()
        values.graphics_exposures = 1
        graphics = XCreateGC(display, id, UInt(GCGraphicsExposures), &values)
        values.graphics_exposures = 0
        quietGraphics = XCreateGC(display, id, UInt(GCGraphicsExposures), &values)
        input = InputEvents(connection: connection, window: id)
        settings = SettingsWatch(connection: connection)
        describe(options, place: place)
        XMapWindow(display, id)
        if options.isFullScreen && !connection.hasWindowManager { fillScreen(true) }
    }

    deinit {
        if back != 0 { XFreePixmap(connection.display, back) }
        XFreeGC(connection.display, graphics)
        XFreeGC(connection.display, quietGraphics)
        XDestroyWindow(connection.display, id)
        XFlush(connection.display)
    }

    private typealias Place = (x: Int32, y: Int32, gravity: Int32, isGiven: Bool)

    /// Where the window goes; "-X" counts from the right edge of the screen (XParseGeometry(3)).
    private static func place(_ options: Options, on connection: Connection) -> Place {
        var (x, y): (Int32, Int32) = (0, 0)
        var (width, height): (UInt32, UInt32) = (0, 0)
        let mask = XParseGeometry(options.place, &x, &y, &width, &height)
        guard mask & (XValue | YValue) != 0 else { return (0, 0, NorthWestGravity, false) }
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
    private func describe(_ options: Options, place: Place) {
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
        change(Atom(XA_WM_CLASS), type: Atom(XA_STRING), bytes: classBytes)
        var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
        XSetWMProtocols(display, id, &protocols, Int32(protocols.count))
        change(atoms[.netWMPid], type: Atom(XA_CARDINAL), longs: [Int(getpid())])
        var host = [CChar](repeating: 0, count: 256)
        if gethostname(&host, host.count - 1) == 0 {
            let name = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            change(Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: name)
        }
        change(atoms[.netWMWindowType], type: Atom(XA_ATOM), longs: [Int(atoms[.netWMWindowTypeNormal])])
        if options.isFullScreen {
            change(atoms[.netWMState], type: Atom(XA_ATOM), longs: [Int(atoms[.netWMStateFullscreen])])
        }
    }

    private func change(_ property: Atom, type: Atom, bytes: [UInt8]) {
        XChangeProperty(connection.display, id, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
    }

    /// Xlib takes 32-bit items as longs.
    private func change(_ property: Atom, type: Atom, longs: [Int]) {
        longs.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
            XChangeProperty(
                connection.display, id, property, type, 32, PropModeReplace, start, Int32(longs.count))
        }
    }

    /// The text of the title bar.
    public var title: String = "" {
        didSet {
            guard title != oldValue else { return }
            let text = Array(title.utf8)
            change(connection.atoms[.netWMName], type: connection.atoms[.utf8String], bytes: text)
            change(Atom(XA_WM_NAME), type: connection.atoms[.utf8String], bytes: text)
        }
    }

    /// Sets the pictures that stand for the window.
    /// - Parameter icons: each with its side in pixels and its rows of 0xAARRGGBB, not premultiplied.
    public func setIcons(_ icons: [(side: Int, pixels: [UInt32])]) {
        let longs = icons.flatMap { [$0.side, $0.side] + $0.pixels.map { Int($0) } }
        change(connection.atoms[.netWMIcon], type: Atom(XA_CARDINAL), longs: longs)
    }

    /// Asks for the whole screen, or for a window again; `isFullScreen` tells when it is so.
    public func setFullScreen(_ wanted: Bool) {
        guard connection.hasWindowManager else { return fillScreen(wanted) }
        var event = XEvent()
        event.xclient.type = ClientMessage
        event.xclient.window = id
        event.xclient.message_type = connection.atoms[.netWMState]
        event.xclient.format = 32
        // Remove is 0, add is 1; the source of the wish, an application, is 1 (EWMH).
        event.xclient.data.l = (wanted ? 1 : 0, Int(connection.atoms[.netWMStateFullscreen]), 0, 1, 0)
        XSendEvent(
            connection.display, connection.root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
    }

    /// Fills the screen where there is no window manager to do it.
    private func fillScreen(_ wanted: Bool) {
        let display = connection.display
        if wanted, placeBefore == nil {
            var attributes = XWindowAttributes()
            XGetWindowAttributes(display, id, &attributes)
            let before = PixelSize(width: Int(attributes.width), height: Int(attributes.height))
            placeBefore = (attributes.x, attributes.y, before)
            let (width, height) = (
                XDisplayWidth(display, connection.screen), XDisplayHeight(display, connection.screen)
            )
            XMoveResizeWindow(display, id, 0, 0, UInt32(width), UInt32(height))
        } else if !wanted, let before = placeBefore {
            placeBefore = nil
            XMoveResizeWindow(
                display, id, before.x, before.y, UInt32(before.size.width), UInt32(before.size.height))
        }
        isFullScreen = placeBefore != nil
    }

    /// Makes a surface of the window itself, for frames before the first picture: there is nothing yet that could flicker, and
    /// the server needs no new memory, which would hold up the first picture by milliseconds.
    /// - Returns: a `cairo_surface_t` that the caller owns and gives up before the window; call `confirm` when it is painted.
    public func makeSurface() -> OpaquePointer? { connection.makeSurface(of: id, size: size) }

    /// Makes a surface of the back buffer, of the window's size.
    /// - Returns: a `cairo_surface_t` that the caller owns; use it until the next call, and `present` what is painted to it.
    public func makeBackSurface() -> OpaquePointer? {
        let display = connection.display
        if back == 0 || backSize != size {
            if back != 0 { XFreePixmap(display, back) }
            backSize = size
            let depth = UInt32(XDefaultDepth(display, connection.screen))
            back = XCreatePixmap(display, id, UInt32(size.width), UInt32(size.height), depth)
        }
        return connection.makeSurface(of: back, size: backSize)
    }

    /// Whether Xlib holds events that the connection's descriptor no longer tells of.
    public var hasQueuedEvents: Bool { XEventsQueued(connection.display, QueuedAlready) > 0 }

    /// Sends what was painted to the window itself; `framePresented` answers.
    public func confirm() {
        // A pixel is copied to its own place, since a copy is answered.
        XCopyArea(connection.display, id, id, graphics, 0, 0, 1, 1, 0, 0)
        XFlush(connection.display)
    }

    /// Copies the back buffer to the window; `framePresented` answers.
    /// - Parameters:
    ///   - cornerX: the column of the buffer that is the window's first; those before it are the window's last.
    ///   - cornerY: the row of the buffer that is the window's first; those before it are the window's last.
    public func present(cornerX: Int = 0, cornerY: Int = 0) {
        let (width, height) = (backSize.width, backSize.height)
        if cornerX > 0, cornerY > 0 {
            copy(x: 0, y: 0, width: cornerX, height: cornerY, toX: width - cornerX, toY: height - cornerY)
        }
        if cornerX > 0 {
            copy(x: 0, y: cornerY, width: cornerX, height: height - cornerY, toX: width - cornerX, toY: 0)
        }
        if cornerY > 0 {
            copy(x: cornerX, y: 0, width: width - cornerX, height: cornerY, toX: 0, toY: height - cornerY)
        }
        copy(
            x: cornerX, y: cornerY, width: width - cornerX, height: height - cornerY, toX: 0, toY: 0,
            with: graphics)
        XFlush(connection.display)
    }

    private func copy(
        x: Int, y: Int, width: Int, height: Int, toX: Int, toY: Int, with context: GC? = nil
    ) {
        XCopyArea(
            connection.display, back, id, context ?? quietGraphics, Int32(x), Int32(y), UInt32(width),
            UInt32(height), Int32(toX), Int32(toY))
    }
}
