import CX11
public import Geometry

/// What has changed of a window's place and size since the program was told.
struct PlaceChange {
    /// Whether it is a child of a frame, whose corner its own place is counted from.
    var isFramed = false
    /// Whether its place on the root window is to be asked for.
    var isOriginStale = false
    /// Its place and size when the program was told last.
    var told: PixelRect<Root>?
    /// When its size changed last, in seconds.
    var resizing = -Double.infinity
    /// How far it moved without a new size, and when last, in seconds.
    var moved = (shift: Vector<View>.zero, time: -Double.infinity)

    /// Seconds that a window manager may take from the window's new size to its new place, or the other way round.
    static let settlingTime = 0.25
}

/// Where a window is, and what the window manager makes of it.
extension Window {
    /// Its place on the root window, without its frame, as the server told last.
    public var frame: PixelRect<Root> {
        PixelRect(x0: origin.x, y0: origin.y, x1: origin.x + size.width, y1: origin.y + size.height)
    }

    /// Where the pointer is, in view units, also beside the window: a round trip. `nil` on another screen.
    public var pointerPosition: Point<View>? {
        connection.readPointer(on: id).map { Point(x: Double($0.x), y: Double($0.y)) }
    }

    /// Asks for the whole monitor that it is on, or for a window again; `isFullScreen` tells when it is so.
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

    /// Fills the monitor where there is no window manager to do it.
    func fillScreen(_ wanted: Bool) {
        if wanted, frameBefore == nil {
            frameBefore = frame
            let monitors = connection.monitors
            place(monitors.all[monitors.index(of: frame)].frame)
        } else if !wanted, let before = frameBefore {
            frameBefore = nil
            place(before)
        }
        isFullScreen = frameBefore != nil
    }

    private func place(_ frame: PixelRect<Root>) {
        XMoveResizeWindow(
            connection.display, id, Int32(frame.x0), Int32(frame.y0), UInt32(frame.width),
            UInt32(frame.height))
    }

    // MARK: Events

    /// Takes what the server says of the window's place.
    func note(_ event: XConfigureEvent) {
        let told = change.told ?? frame
        size = PixelSize(width: max(1, Int(event.width)), height: max(1, Int(event.height)))
        if event.send_event != 0 || !change.isFramed {
            // A window manager's word is about the root window (ICCCM 4.1.5).
            origin = (Int(event.x), Int(event.y))
            change.isOriginStale = false
        } else {
            change.isOriginStale = true
        }
        change.told = told
    }

    /// Takes that the window has got a frame, or lost it.
    func note(_ event: XReparentEvent) {
        change.told = change.told ?? frame
        change.isFramed = event.parent != connection.root
        change.isOriginStale = true
    }

    /// Tells the program what has changed, once all events are taken.
    func tellPlace(at now: Double, into events: inout [WindowEvent]) {
        guard let told = change.told else { return }
        if change.isOriginStale {
            change.isOriginStale = false
            var (x, y, child): (Int32, Int32, WindowID) = (0, 0, 0)
            if XTranslateCoordinates(connection.display, id, connection.root, 0, 0, &x, &y, &child) != 0 {
                origin = (Int(x), Int(y))
            }
        }
        change.told = nil
        var shift = Vector<View>(dx: Double(origin.x - told.x0), dy: Double(origin.y - told.y0))
        let before = now < change.moved.time + PlaceChange.settlingTime ? change.moved.shift : .zero
        let isResized = (told.width, told.height) != (size.width, size.height)
        if isResized {
            change.resizing = now
            change.moved.shift = .zero
            shift = Vector(dx: shift.dx + before.dx, dy: shift.dy + before.dy)
        }
        if isResized || shift != .zero && now < change.resizing + PlaceChange.settlingTime {
            events.append(.resized(size, shift: shift))
        } else if shift != .zero {
            // It is told with the size, if that changes next.
            change.moved = (Vector(dx: before.dx + shift.dx, dy: before.dy + shift.dy), now)
        }
        guard hasReadDesktop, let profile = connection.profile, profile.follow(frame) else { return }
        events.append(.displayProfile(profile.bytes))
    }

    /// Learns what the window manager has made of the window: a round trip, and it changes a new window's state three times.
    func readState() {
        guard stateIsStale else { return }
        stateIsStale = false
        let states = connection.cardinals(of: connection.atoms[.netWMState], on: id, most: 64)
        let has = { (name: Atoms.Name) in states.contains(Int(self.connection.atoms[name])) }
        isFullScreen = has(.netWMStateFullscreen)
        isMaximized = has(.netWMStateMaximizedHorz) && has(.netWMStateMaximizedVert)
    }
}
