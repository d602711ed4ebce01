import CX11

/// Drags files to other programs ("Drag-and-Drop Protocol for the X Window System", version 5), while the button is held.
final class DragSource {
    /// The window that the drag is over, and takes drops.
    private struct Target: Equatable {
        let window: WindowID
        /// What gets the messages: the window itself, or another that stands for it.
        let receiver: WindowID
        let version: Int
    }

    private enum Phase {
        case idle
        /// The button is held.
        case dragging
        /// It was released, and the target has still to say whether it takes that.
        case releasing(deadline: Double)
        /// It takes the files.
        case dropped(deadline: Double)
    }

    /// Seconds that a target may take to say whether it would take a drop.
    private static let patienceForStatus = 2.0
    /// Seconds that a target may take to take the files.
    private static let patienceForDrop = 15.0
    private static let oldestVersion = 3
    /// Windows in windows; more than any desktop has.
    private static let deepest = 32

    private let connection: Connection
    private let window: WindowID
    private let owner: SelectionOwner
    private var phase = Phase.idle
    private var device: Int32 = 0
    private var target: Target?
    /// What is known of the windows that this drag was over: each costs round trips.
    private var known: [WindowID: Target?] = [:]
    /// Whether the target would take a drop.
    private var isWanted = false
    /// Since when the target has had to answer, in seconds.
    private var asked: Double?
    /// Where the pointer is, and when, until the target is told.
    private var news: (x: Int, y: Int, time: Time)?
    private var time: Time = 0
    private lazy var cursors = (
        taken: XCreateFontCursor(connection.display, UInt32(XC_plus)),
        refused: XCreateFontCursor(connection.display, UInt32(XC_circle))
    )
    private var hasCursors = false

    init(connection: Connection, window: WindowID, owner: SelectionOwner) {
        self.connection = connection
        self.window = window
        self.owner = owner
    }

    deinit {
        if isHeld { release() }
        guard hasCursors else { return }
        XFreeCursor(connection.display, cursors.taken)
        XFreeCursor(connection.display, cursors.refused)
    }

    /// Whether the pointer is ours.
    var isHeld: Bool { if case .dragging = phase { true } else { false } }

    /// When `update` is to be called, in seconds.
    var deadline: Double? {
        switch phase {
        case .idle: nil
        case .dragging: asked.map { $0 + Self.patienceForStatus }
        case .releasing(let deadline), .dropped(let deadline): deadline
        }
    }

    /// Begins.
    /// - Parameters:
    ///   - uris: of the files.
    ///   - device: the pointer's, of XInput 2; 0 on a server without it.
    ///   - x: where the pointer is on the root window.
    ///   - y: the same downward.
    /// - Returns: whether the server lets us.
    func begin(uris: [String], device: Int32, x: Int, y: Int) -> Bool {
        let content = SelectionContent(uris: uris, hasPicture: false, isCopy: false)
        guard case .idle = phase else { return false }
        guard !uris.isEmpty, owner.own(.xdndSelection, content) else { return false }
        self.device = device
        time = connection.serverTime(by: window)
        hasCursors = true
        guard grab(cursors.refused) else { return false }
        // For the Escape key, wherever the focus is.
        XGrabKeyboard(connection.display, window, 0, GrabModeAsync, GrabModeAsync, time)
        let types = content.targets.map { Int(connection.atoms[$0]) }
        connection.change(
            connection.atoms[.xdndTypeList], of: window, type: Atom(XA_ATOM), longs: types)
        phase = .dragging
        (target, isWanted, asked, known) = (nil, false, nil, [:])
        news = (x, y, time)
        return true
    }

    /// The pointer has moved: on the root window.
    func move(x: Int, y: Int, time: Time) {
        if isHeld { news = (x, y, time) }
    }

    /// The button was released.
    func drop(time: Time, now: Double, into events: inout [WindowEvent]) {
        guard isHeld else { return }
        self.time = time
        update(at: now, into: &events)
        guard isHeld else { return }
        release()
        if asked != nil {
            phase = .releasing(deadline: now + Self.patienceForStatus)
        } else {
            finishRelease(now: now, into: &events)
        }
    }

    /// Ends the drag without a drop.
    func cancel(into events: inout [WindowEvent]) {
        guard isHeld else { return }
        release()
        leave()
        end(wasTaken: false, into: &events)
    }

    /// Takes a message of the target.
    func handle(_ event: XEvent, now: Double, into events: inout [WindowEvent]) {
        guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32,
            let target
        else { return }
        let words = event.xclient.data.l
        guard WindowID(UInt32(truncatingIfNeeded: words.0)) == target.window else { return }
        switch (event.xclient.message_type, phase) {
        case (connection.atoms[.xdndStatus], .dragging):
            asked = nil
            setWanted(words.1 & 1 != 0)
        case (connection.atoms[.xdndStatus], .releasing):
            asked = nil
            isWanted = words.1 & 1 != 0
            finishRelease(now: now, into: &events)
        case (connection.atoms[.xdndFinished], .dropped):
            // Before version 5 it always means that all went well.
            end(wasTaken: target.version < 5 || words.1 & 1 != 0, into: &events)
        default: break
        }
    }

    /// Tells the target where the pointer is, and gives up those that do not answer. Call it when all events are taken.
    func update(at now: Double, into events: inout [WindowEvent]) {
        switch phase {
        case .idle: break
        case .dragging: follow(at: now)
        case .releasing(let deadline) where deadline <= now:
            leave()
            end(wasTaken: false, into: &events)
        case .dropped(let deadline) where deadline <= now: end(wasTaken: false, into: &events)
        default: break
        }
    }

    // MARK: The target

    private func follow(at now: Double) {
        if let began = asked, began + Self.patienceForStatus <= now {
            asked = nil
            setWanted(false)
        }
        guard let news else { return }
        let found = findTarget(x: news.x, y: news.y)
        if found != target {
            leave()
            target = found
            setWanted(false)
            if let found {
                let version = min(found.version, DropTarget.version)
                let types = [Atoms.Name.uriList, .utf8String, .plainTextUTF8].map {
                    Int(connection.atoms[$0])
                }
                send(.xdndEnter, [Int(window), version << 24 | 1] + types)
            }
        }
        guard target != nil else { return self.news = nil }
        // It answers one position before it gets the next.
        guard asked == nil else { return }
        self.news = nil
        asked = now
        let place = (news.x & 0xFFFF) << 16 | news.y & 0xFFFF
        send(
            .xdndPosition,
            [Int(window), 0, place, Int(news.time), Int(connection.atoms[.xdndActionCopy])])
    }

    /// Goes down from the root window to what is under the pointer, until a window takes drops.
    private func findTarget(x: Int, y: Int) -> Target? {
        var parent = connection.root
        for _ in 0..<Self.deepest {
            var (localX, localY, child): (Int32, Int32, WindowID) = (0, 0, 0)
            guard
                XTranslateCoordinates(
                    connection.display, connection.root, parent, Int32(x), Int32(y), &localX, &localY, &child)
                    != 0
            else { return nil }
            // Our own is no place for what is in it.
            if child == window { return nil }
            guard child != 0 else { return parent == connection.root ? target(parent) : nil }
            if let found = target(child) { return found }
            parent = child
        }
        return nil
    }

    private func target(_ window: WindowID) -> Target? {
        if let target = known[window] { return target }
        let target = readTarget(window)
        known[window] = .some(target)
        return target
    }

    private func readTarget(_ window: WindowID) -> Target? {
        var receiver = window
        if let proxy = connection.cardinals(of: connection.atoms[.xdndProxy], on: window, most: 1).first {
            // One that still lives names itself.
            let other = WindowID(UInt32(truncatingIfNeeded: proxy))
            let name = connection.cardinals(of: connection.atoms[.xdndProxy], on: other, most: 1)
            if name == [proxy] { receiver = other }
        }
        guard
            let version = connection.cardinals(of: connection.atoms[.xdndAware], on: receiver, most: 1).first,
            version >= Self.oldestVersion
        else { return nil }
        return Target(window: window, receiver: receiver, version: version)
    }

    private func send(_ type: Atoms.Name, _ words: [Int]) {
        guard let target else { return }
        connection.send(type, words, to: target.receiver, about: target.window)
    }

    private func leave() {
        send(.xdndLeave, [Int(window)])
        target = nil
        asked = nil
    }

    private func finishRelease(now: Double, into events: inout [WindowEvent]) {
        guard target != nil, isWanted else {
            leave()
            return end(wasTaken: false, into: &events)
        }
        send(.xdndDrop, [Int(window), 0, Int(time)])
        phase = .dropped(deadline: now + Self.patienceForDrop)
    }

    private func end(wasTaken: Bool, into events: inout [WindowEvent]) {
        phase = .idle
        (target, asked, news) = (nil, nil, nil)
        events.append(.dragEnded(wasTaken: wasTaken))
    }

    // MARK: The pointer

    private func setWanted(_ wanted: Bool) {
        guard wanted != isWanted else { return }
        isWanted = wanted
        _ = grab(wanted ? cursors.taken : cursors.refused)
    }

    private func grab(_ cursor: Cursor) -> Bool {
        let display = connection.display
        if device != 0 { return xz_grab_pointer(display, device, window, cursor, 0) != 0 }
        let mask = ButtonPressMask | ButtonReleaseMask | PointerMotionMask
        return XGrabPointer(
            display, window, 0, UInt32(mask), GrabModeAsync, GrabModeAsync, 0, cursor, 0) == GrabSuccess
    }

    private func release() {
        if device != 0 {
            XIUngrabDevice(connection.display, device, 0)
        } else {
            XUngrabPointer(connection.display, 0)
        }
        XUngrabKeyboard(connection.display, 0)
    }
}
