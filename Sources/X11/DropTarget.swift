import CX11
import Geometry

/// Takes files that another program's drag drops on the window (freedesktop.org, "Drag-and-Drop Protocol for the X Window
/// System", versions 3 to 5).
final class DropTarget {
    /// A drag that is over the window.
    private struct Visit {
        let source: WindowID
        /// What is asked for when it is dropped; `nil` where it has no files.
        let format: PasteFormat?
        /// Where it was last, on the root window.
        var x = 0
        var y = 0
    }

    /// A drop whose files are on their way.
    private struct Drop {
        let source: WindowID
        let format: PasteFormat
        let position: Point<View>
    }

    static let version = 5
    private static let oldestVersion = 3
    /// The most types that are read of a source with many.
    private static let mostTypes = 256
    /// The most bytes of a list of files.
    private static let longestList = 8 << 20

    private let connection: Connection
    private let window: WindowID
    private let reader: SelectionReader
    private var visit: Visit?
    private var drop: Drop?

    init(connection: Connection, window: WindowID) {
        self.connection = connection
        self.window = window
        reader = SelectionReader(connection: connection, window: window, property: .dropData)
        connection.change(
            connection.atoms[.xdndAware], of: window, type: Atom(XA_ATOM), longs: [Self.version])
    }

    /// When `expire` is to be called, in seconds.
    var deadline: Double? { reader.deadline }

    /// Takes an event of the server.
    func handle(_ event: XEvent, now: Double, into events: inout [WindowEvent]) {
        if let outcome = reader.handle(event, now: now) { return end(outcome, into: &events) }
        guard event.type == ClientMessage, event.xclient.window == window, event.xclient.format == 32 else {
            return
        }
        let words = event.xclient.data.l
        let source = WindowID(UInt32(truncatingIfNeeded: words.0))
        switch event.xclient.message_type {
        case connection.atoms[.xdndEnter]: enter(source, words)
        case connection.atoms[.xdndPosition]:
            guard visit?.source == source else { return }
            // Two 16-bit numbers with a sign.
            visit?.x = Int(Int16(truncatingIfNeeded: words.2 >> 16))
            visit?.y = Int(Int16(truncatingIfNeeded: words.2))
            answer(source)
        case connection.atoms[.xdndLeave]: if visit?.source == source { visit = nil }
        case connection.atoms[.xdndDrop]:
            take(source, time: Time(UInt32(truncatingIfNeeded: words.2)), now: now)
        default: break
        }
    }

    /// Gives up what takes too long.
    func expire(at now: Double, into events: inout [WindowEvent]) {
        if let outcome = reader.expire(at: now) { end(outcome, into: &events) }
    }

    private func enter(_ source: WindowID, _ words: (Int, Int, Int, Int, Int)) {
        let version = words.1 >> 24 & 0xFF
        guard version >= Self.oldestVersion else { return visit = nil }
        let types =
            words.1 & 1 == 0
            ? [words.2, words.3, words.4]
            : connection.cardinals(
                of: connection.atoms[.xdndTypeList], on: source, most: Self.mostTypes)
        let has = { (name: Atoms.Name) in types.contains(Int(self.connection.atoms[name])) }
        visit = Visit(
            source: source, format: has(.uriList) ? .uriList : has(.copiedFiles) ? .copiedFiles : nil)
    }

    private func answer(_ source: WindowID) {
        let isWanted = visit?.format != nil
        // The second bit asks for every position: an answer for all of the window would need its place.
        connection.send(
            .xdndStatus,
            [
                Int(window), isWanted ? 3 : 2, 0, 0,
                isWanted ? Int(connection.atoms[.xdndActionCopy]) : 0,
            ], to: source)
    }

    private func take(_ source: WindowID, time: Time, now: Double) {
        guard let visit, visit.source == source else { return finish(source, isTaken: false) }
        self.visit = nil
        guard let format = visit.format else { return finish(source, isTaken: false) }
        // One at a time.
        if let drop { finish(drop.source, isTaken: false) }
        var (x, y, child): (Int32, Int32, WindowID) = (0, 0, 0)
        XTranslateCoordinates(
            connection.display, connection.root, window, Int32(visit.x), Int32(visit.y), &x, &y, &child)
        drop = Drop(source: source, format: format, position: Point(x: Double(x), y: Double(y)))
        reader.ask(
            connection.atoms[.xdndSelection], as: connection.atom(named: format.target), time: time,
            limit: Self.longestList, now: now)
    }

    private func end(_ outcome: SelectionReader.Outcome, into events: inout [WindowEvent]) {
        guard let drop else { return }
        self.drop = nil
        guard case .data(let bytes, _) = outcome, case .files(let uris)? = drop.format.content(of: bytes)
        else { return finish(drop.source, isTaken: false) }
        finish(drop.source, isTaken: true)
        events.append(.dropped(uris: uris, at: drop.position))
    }

    private func finish(_ source: WindowID, isTaken: Bool) {
        let action = isTaken ? Int(connection.atoms[.xdndActionCopy]) : 0
        connection.send(.xdndFinished, [Int(window), isTaken ? 1 : 0, action], to: source)
    }
}
