import CX11
import Geometry
import Gestures

extension Window {
    /// Takes the events that have come, without waiting. Call it before sleeping as well: Xlib may hold events that the
    /// descriptor no longer tells of.
    /// - Parameter now: the program's clock in seconds, to which event times are related.
    /// - Returns: what has happened, in order.
    public func pendingEvents(at now: Double) -> [WindowEvent] {
        var events: [WindowEvent] = []
        // What comes while these are taken makes the descriptor readable: one read, not one more for each event.
        var count = XPending(connection.display)
        var event = XEvent()
        while count > 0 {
            XNextEvent(connection.display, &event)
            translate(&event, now: now, into: &events)
            count = XEventsQueued(connection.display, QueuedAlready)
        }
        readState()
        tellPlace(at: now, into: &events)
        dragSource.update(at: now, into: &events)
        if let deadline, deadline <= now {
            owner.expire(at: now)
            clipboard.expire(at: now, into: &events)
            keeper.expire(at: now)
            dropTarget.expire(at: now, into: &events)
        }
        return events
    }

    /// Reads what is not needed for the first picture and costs round trips: the input devices and the desktop's settings.
    /// - Returns: the settings, and the display's ICC profile if it is another than was known.
    public func readDesktop() -> (settings: DesktopSettings, newProfile: [UInt8]?) {
        input.queryDevices()
        hasReadDesktop = true
        connection.followMonitors()
        let isNew = connection.profile?.follow(frame) == true
        return (readSettings(), isNew ? connection.displayProfile : nil)
    }

    private func readSettings() -> DesktopSettings {
        let settings = settings.read()
        input.dragThreshold =
            settings.dragThreshold.map(Double.init) ?? InputEvents.usualThreshold * settings.scale
        return settings
    }

    private func translate(_ event: inout XEvent, now: Double, into events: inout [WindowEvent]) {
        if settings.concerns(event) {
            events.append(.settings(readSettings()))
            return
        }
        if let profile = connection.profile, hasNewProfile(profile, by: &event) {
            events.append(.displayProfile(profile.bytes))
        }
        if owner.handle(event, now: now, into: &events) { return }
        clipboard.handle(event, now: now, into: &events)
        keeper.handle(event, now: now)
        dropTarget.handle(event, now: now, into: &events)
        dragSource.handle(event, now: now, into: &events)
        switch event.type {
        case GenericEvent: input.translate(&event, now: now, into: &events)
        case ButtonPress, ButtonRelease, MotionNotify: input.translateCore(event, now: now, into: &events)
        case KeyPress where dragSource.isHeld && xz_key_symbol(&event.xkey) == KeySym(XK_Escape):
            dragSource.cancel(into: &events)
        case KeyPress:
            let place = latinSymbol(of: KeyCode(event.xkey.keycode))
            let modifiers = Modifiers(rawValue: event.xkey.state)
            let isRepeat = event.xkey.keycode == heldKey
            heldKey = event.xkey.keycode
            events.append(
                .key(symbol: xz_key_symbol(&event.xkey), placeSymbol: place, modifiers, isRepeat: isRepeat))
        case KeyRelease: if event.xkey.keycode == heldKey { heldKey = 0 }
        // It may be let go over another window.
        case FocusOut: heldKey = 0
        case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
        case Expose: if event.xexpose.count == 0 { events.append(.exposed) }
        case NoExpose, GraphicsExpose: events.append(.framePresented)
        case ConfigureNotify where event.xconfigure.window == id: note(event.xconfigure)
        case ReparentNotify where event.xreparent.window == id: note(event.xreparent)
        // Another client may do it; without a window there is nothing to close, and nothing more to do.
        case DestroyNotify where event.xdestroywindow.window == id: events.append(.closeRequested)
        case UnmapNotify where event.xunmap.window == id: events.append(.hidden)
        case PropertyNotify
        where event.xproperty.window == id && event.xproperty.atom == connection.atoms[.netWMState]:
            stateIsStale = true
        case ClientMessage where event.xclient.message_type == connection.atoms[.wmProtocols]:
            answer(&event, into: &events)
        default: break
        }
    }

    private func hasNewProfile(_ profile: DisplayProfile, by event: inout XEvent) -> Bool {
        if profile.concerns(event) { return profile.read() }
        return connection.updateMonitors(by: &event) && profile.follow(frame)
    }

    /// What a key means on the first of the user's layouts that writes Latin letters, else on the first.
    private func latinSymbol(of key: KeyCode) -> KeySym {
        let symbols = (Int32(0)..<4).map { XkbKeycodeToKeysym(connection.display, key, $0, 0) }
        // Latin-1 has the same numbers as symbols (keysymdef.h); a letter there is below 0x80.
        return symbols.first { (0x20..<0x7F).contains($0) } ?? symbols[0]
    }

    private func answer(_ event: inout XEvent, into events: inout [WindowEvent]) {
        switch Atom(bitPattern: event.xclient.data.l.0) {
        case connection.atoms[.wmDeleteWindow]: events.append(.closeRequested)
        case connection.atoms[.netWMPing]:
            event.xclient.window = connection.root
            let mask = SubstructureRedirectMask | SubstructureNotifyMask
            XSendEvent(connection.display, connection.root, 0, mask, &event)
        default: break
        }
    }
}
