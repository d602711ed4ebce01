import CX11

/// Has the desktop's clipboard manager keep what the program has in the clipboard when it ends (freedesktop.org, Clipboard
/// Manager specification 0.1): what was copied would else be gone with it.
final class ClipboardKeeper {
    private let connection: Connection
    private let window: WindowID
    private let reader: SelectionReader

    init(connection: Connection, window: WindowID) {
        self.connection = connection
        self.window = window
        reader = SelectionReader(connection: connection, window: window, property: .clipboardKept)
    }

    /// When `expire` is to be called, in seconds; `nil` once the manager has it, or was waited for in vain.
    var deadline: Double? { reader.deadline }

    /// Asks the manager, which then asks for the content.
    /// - Parameters:
    ///   - content: of the clipboard.
    ///   - now: in seconds.
    func keep(_ content: SelectionContent, now: Double) {
        let manager = connection.atoms[.clipboardManager]
        guard XGetSelectionOwner(connection.display, manager) != 0 else { return }
        reader.ask(
            manager, as: connection.atoms[.saveTargets], time: connection.serverTime(by: window),
            limit: 1 << 16,
            now: now, parameters: content.targets.map { connection.atoms[$0] })
    }

    /// Takes an event of the server.
    func handle(_ event: XEvent, now: Double) { _ = reader.handle(event, now: now) }

    /// Gives up a manager that takes too long.
    func expire(at now: Double) { _ = reader.expire(at: now) }
}
