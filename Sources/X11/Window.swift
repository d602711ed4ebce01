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
    /// Where its corner is on the root window.
    var origin: (x: Int, y: Int)
    /// What has changed of its place and size since the program was told.
    var change = PlaceChange()
    /// Whether it fills the screen, as the window manager says.
    public internal(set) var isFullScreen = false
    /// Whether it fills the work area, as the window manager says.
    public internal(set) var isMaximized = false
    /// Whether `_NET_WM_STATE` has changed since it was read.
    var stateIsStale = false
    /// Where it was before it filled the monitor on a server without a window manager.
    var frameBefore: PixelRect<Root>?
    /// Whether `readDesktop` was called.
    var hasReadDesktop = false
    let input: InputEvents
    let settings: SettingsWatch
    let owner: SelectionOwner
    let clipboard: Clipboard
    let keeper: ClipboardKeeper
    let dropTarget: DropTarget
    let dragSource: DragSource
    /// The number of the key that went down last and is held; 0 for none.
    var heldKey: UInt32 = 0
    /// A cursor that is not seen, once there is one.
    private var emptyCursor: Cursor = 0

    /// Makes a window, and shows it.
    public init(_ connection: Connection, _ options: Options) {
        self.connection = connection
        let display = connection.display
        size = options.size
        backSize = options.size
        let place = Self.place(options, on: connection)
        origin = (Int(place.x), Int(place.y))
        var attributes = XSetWindowAttributes()
        // The server must not paint a background between our frames, nor throw the old pixels away on a resize.
        attributes.background_pixmap = Pixmap(CX11.None)
        attributes.bit_gravity = NorthWestGravity
        attributes.event_mask =
            ExposureMask | StructureNotifyMask | KeyPressMask | KeyReleaseMask | FocusChangeMask
            | PropertyChangeMask
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
        owner = SelectionOwner(connection: connection, window: id)
        clipboard = Clipboard(connection: connection, window: id)
        keeper = ClipboardKeeper(connection: connection, window: id)
        dropTarget = DropTarget(connection: connection, window: id)
        dragSource = DragSource(connection: connection, window: id, owner: owner)
        input.dragSource = dragSource
        describe(options, place: place)
        // Else a key that is held is let go and pressed again, as far as one is told.
        XkbSetDetectableAutoRepeat(display, 1, nil)
        XMapWindow(display, id)
        if options.isFullScreen && !connection.hasWindowManager { fillScreen(true) }
    }

    deinit {
        if back != 0 { XFreePixmap(connection.display, back) }
        XFreeGC(connection.display, graphics)
        XFreeGC(connection.display, quietGraphics)
        if emptyCursor != 0 { XFreeCursor(connection.display, emptyCursor) }
        XDestroyWindow(connection.display, id)
        XFlush(connection.display)
    }

    /// The text of the title bar.
    public var title: String = "" {
        didSet {
            guard title != oldValue else { return }
            let text = Array(title.utf8)
            set(connection.atoms[.netWMName], type: connection.atoms[.utf8String], bytes: text)
            set(Atom(XA_WM_NAME), type: connection.atoms[.utf8String], bytes: text)
        }
    }

    /// Sets the pictures that stand for the window.
    /// - Parameter icons: each with its side in pixels and its rows of 0xAARRGGBB, not premultiplied.
    public func setIcons(_ icons: [(side: Int, pixels: [UInt32])]) {
        let longs = icons.flatMap { [$0.side, $0.side] + $0.pixels.map { Int($0) } }
        connection.change(connection.atoms[.netWMIcon], of: id, type: Atom(XA_CARDINAL), longs: longs)
    }

    /// Whether the pointer is not seen over the window.
    public var hidesPointer = false {
        didSet {
            guard hidesPointer != oldValue else { return }
            let display = connection.display
            guard hidesPointer else { return _ = XUndefineCursor(display, id) }
            if emptyCursor == 0 {
                var (front, back) = (XColor(), XColor())
                let dot = XCreateBitmapFromData(display, id, "\0", 1, 1)
                emptyCursor = XCreatePixmapCursor(display, dot, dot, &front, &back, 0, 0)
                XFreePixmap(display, dot)
            }
            XDefineCursor(display, id, emptyCursor)
        }
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
        copyBack(cornerX: cornerX, cornerY: cornerY, with: quietGraphics, last: graphics)
        XFlush(connection.display)
    }

    /// A part of the window that shows other pixels than the back buffer's.
    public struct Patch {
        /// Its place in the window.
        public let frame: PixelRect<View>
        /// A `cairo_surface_t` of a pixmap of the window's depth that has its pixels, from the top-left corner on.
        public let surface: OpaquePointer

        /// The pixels of a surface at a place.
        public init(frame: PixelRect<View>, surface: OpaquePointer) {
            self.frame = frame
            self.surface = surface
        }
    }

    /// Copies parts of the back buffer to the window, and patches; `framePresented` answers once.
    /// - Parameters:
    ///   - cornerX: as in `present(cornerX:cornerY:)`.
    ///   - cornerY: as in `present(cornerX:cornerY:)`.
    ///   - parts: those of the window that show the back buffer; the others stay as they are.
    ///   - patches: the hindmost first.
    public func present(
        cornerX: Int, cornerY: Int, parts: [PixelRect<View>], patches: [Patch]
    ) {
        if !parts.isEmpty {
            var clip = parts.map {
                XRectangle(
                    x: Int16(clamping: $0.x0), y: Int16(clamping: $0.y0), width: UInt16(clamping: $0.width),
                    height: UInt16(clamping: $0.height))
            }
            XSetClipRectangles(
                connection.display, quietGraphics, 0, 0, &clip, Int32(clip.count), Unsorted)
            copyBack(cornerX: cornerX, cornerY: cornerY, with: quietGraphics, last: quietGraphics)
            XSetClipMask(connection.display, quietGraphics, Pixmap(CX11.None))
        }
        for patch in patches {
            XCopyArea(
                connection.display, cairo_xlib_surface_get_drawable(patch.surface), id, quietGraphics, 0, 0,
                UInt32(patch.frame.width), UInt32(patch.frame.height), Int32(patch.frame.x0),
                Int32(patch.frame.y0))
        }
        confirm()
    }

    /// Copies the four parts of the back buffer to where they are in the window.
    private func copyBack(cornerX: Int, cornerY: Int, with context: GC, last: GC) {
        let (width, height) = (backSize.width, backSize.height)
        let copy = { (x: Int, y: Int, width: Int, height: Int, toX: Int, toY: Int, context: GC) in
            _ = XCopyArea(
                self.connection.display, self.back, self.id, context, Int32(x), Int32(y), UInt32(width),
                UInt32(height), Int32(toX), Int32(toY))
        }
        if cornerX > 0, cornerY > 0 {
            copy(0, 0, cornerX, cornerY, width - cornerX, height - cornerY, context)
        }
        if cornerX > 0 { copy(0, cornerY, cornerX, height - cornerY, width - cornerX, 0, context) }
        if cornerY > 0 { copy(cornerX, 0, width - cornerX, cornerY, 0, height - cornerY, context) }
        copy(cornerX, cornerY, width - cornerX, height - cornerY, 0, 0, last)
    }
}
