import CTestSupport
import Foundation

/// What an EWMH state message does to a state.
public enum StateChange: UInt32, Sendable {
    /// Takes it away.
    case remove = 0
    /// Sets it.
    case add = 1
    /// Turns it over.
    case toggle = 2
}

extension XServer {
    /// Sends a client message.
    /// - Parameters:
    ///   - type: the name of its type.
    ///   - words: up to five items of 32 bits.
    ///   - window: what it is about.
    ///   - toRoot: whether it goes to the root window's manager and not to the window's program.
    /// - Throws: `SessionError`.
    public func sendMessage(_ type: String, _ words: [UInt32], about window: Window, toRoot: Bool = false)
        throws
    {
        var data = xcb_client_message_data_t()
        data.data32 = (
            words.first ?? 0, words.dropFirst().first ?? 0, words.dropFirst(2).first ?? 0,
            words.dropFirst(3).first ?? 0, words.dropFirst(4).first ?? 0
        )
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = window.identifier
        event.type = try connection.atom(type)
        event.data = data
        let manager =
            XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
        withUnsafeBytes(of: &event) { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            let target = toRoot ? connection.root : window.identifier
            xcb_send_event(connection.handle, 0, target, toRoot ? manager : 0, start)
        }
        try connection.synchronize()
    }

    /// Asks a window to close, as a window manager's button does (WM_DELETE_WINDOW).
    /// - Parameter window: which.
    /// - Throws: `SessionError`.
    public func askToClose(_ window: Window) throws {
        try sendMessage("WM_PROTOCOLS", [connection.atom("WM_DELETE_WINDOW"), 0], about: window)
    }

    /// Asks whether the window's program is alive (`_NET_WM_PING`).
    /// - Parameters:
    ///   - window: which.
    ///   - timeout: seconds to wait for the answer.
    /// - Returns: whether the right answer came to the root window.
    /// - Throws: `SessionError`.
    public func ping(_ window: Window, timeout: Double = 5) throws -> Bool {
        let ping = try connection.atom("_NET_WM_PING")
        let protocols = try connection.atom("WM_PROTOCOLS")
        xcb_change_window_attributes(
            connection.handle, connection.root, XCB_CW_EVENT_MASK.rawValue,
            [XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue])
        defer {
            xcb_change_window_attributes(
                connection.handle, connection.root, XCB_CW_EVENT_MASK.rawValue, [UInt32(0)])
        }
        let stamp = UInt32(truncatingIfNeeded: Int(monotonicSeconds() * 1000)) | 1
        try sendMessage("WM_PROTOCOLS", [ping, stamp, window.identifier], about: window)
        let end = monotonicSeconds() + timeout
        while true {
            while let event = connection.nextEvent() {
                guard event.header.response_type & 0x7f == UInt8(XCB_CLIENT_MESSAGE) else { continue }
                let message = event.pointer.withMemoryRebound(
                    to: xcb_client_message_event_t.self, capacity: 1
                ) {
                    $0.pointee
                }
                let words = message.data.data32
                if message.window == connection.root && message.type == protocols && words.0 == ping
                    && words.1 == stamp && words.2 == window.identifier
                {
                    return true
                }
            }
            guard waitReadable(xcb_get_file_descriptor(connection.handle), until: end) else { return false }
            guard xcb_connection_has_error(connection.handle) == 0 else {
                throw SessionError.serverSilent("connection lost at a ping")
            }
        }
    }

    /// Asks the window manager for another state of a window (`_NET_WM_STATE`).
    /// - Parameters:
    ///   - change: what to do.
    ///   - state: such as `_NET_WM_STATE_FULLSCREEN`.
    ///   - window: which.
    /// - Throws: `SessionError`.
    public func changeState(_ change: StateChange, _ state: String, of window: Window) throws {
        // The last word is EWMH's source indication: 2 is a pager or the user's own doing.
        let words = [change.rawValue, try connection.atom(state), 0, 2]
        try sendMessage("_NET_WM_STATE", words, about: window, toRoot: true)
    }
}
