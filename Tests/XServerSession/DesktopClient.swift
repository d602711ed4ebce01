import CTestSupport
import Foundation
public import Geometry

/// A second program on the server, with a window: it offers and takes selections, and drags and drops. It does so while
/// one of its calls waits, so that a test says when; `serve` does what has come otherwise.
public final class DesktopClient {
    /// Its window.
    public let window: Window
    /// Called again and again while a call waits: what the other side needs that is in this process too.
    public var whileWaiting: () throws -> Void = {}
    /// Whether its window says yes to a drag.
    public var takesDrops = true
    /// What was dropped on its window.
    public internal(set) var drops: [TakenDrop] = []

    let connection: XConnection
    var offers: [xcb_atom_t: OwnedSelection] = [:]
    var outgoing: [OutgoingKey: OutgoingParts] = [:]
    var question: SelectionQuestion?
    /// The last answer of a window that something is dragged over.
    var status: (isWanted: Bool, action: xcb_atom_t)?
    /// Whether the files were taken that were dropped, once that is known.
    var finished: Bool?
    var visit: DragVisit?

    /// Opens it.
    /// - Parameters:
    ///   - server: where.
    ///   - frame: of its window, on the screen, which no window manager may change.
    /// - Throws: `SessionError`.
    public init(on server: XServer, frame: PixelRect<Screen>) throws {
        connection = try XConnection(server.displayName)
        let identifier = xcb_generate_id(connection.handle)
        window = Window(
            identifier: identifier, frame: frame, instanceName: "client", className: "Client", title: "")
        let values: [UInt32] = [
            0x0040_4040, 1,
            XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue | XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue,
        ]
        let mask =
            XCB_CW_BACK_PIXEL.rawValue | XCB_CW_OVERRIDE_REDIRECT.rawValue | XCB_CW_EVENT_MASK.rawValue
        xcb_create_window(
            connection.handle, UInt8(XCB_COPY_FROM_PARENT), identifier, connection.root, Int16(frame.x0),
            Int16(frame.y0), UInt16(frame.width), UInt16(frame.height), 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0, mask, values)
        try set("WM_CLASS", type: "STRING", format: 8, bytes: Array("client\0Client\0".utf8))
        try set("XdndAware", type: "ATOM", format: 32, words: [5])
        xcb_map_window(connection.handle, identifier)
        try connection.synchronize()
    }

    /// Does what has come, without waiting.
    /// - Throws: `SessionError`.
    public func serve() throws {
        while let event = connection.nextEvent() { try handle(event.pointer) }
        xcb_flush(connection.handle)
    }

    /// Serves until a condition holds.
    /// - Parameters:
    ///   - what: named in the error.
    ///   - timeout: in seconds.
    ///   - condition: what is waited for.
    /// - Throws: `SessionError.timedOut`, and what the condition throws.
    public func wait(for what: String, timeout: Double = 10, _ condition: () throws -> Bool) throws {
        try waitUntil(what, timeout: timeout, interval: 0.001) {
            try whileWaiting()
            try serve()
            return try condition()
        }
    }

    /// Destroys its window, as a program that ends does.
    /// - Throws: `SessionError`.
    public func vanish() throws {
        xcb_destroy_window(connection.handle, window.identifier)
        try connection.synchronize()
    }

    private func handle(_ event: UnsafeMutablePointer<xcb_generic_event_t>) throws {
        func with<Event>(_ type: Event.Type, _ body: (Event) throws -> Void) rethrows {
            try event.withMemoryRebound(to: type, capacity: 1) { try body($0.pointee) }
        }
        switch Int32(event.pointee.response_type & 0x7F) {
        case XCB_SELECTION_REQUEST: try with(xcb_selection_request_event_t.self, answer)
        case XCB_SELECTION_NOTIFY: try with(xcb_selection_notify_event_t.self, take)
        case XCB_SELECTION_CLEAR:
            with(xcb_selection_clear_event_t.self) { offers[$0.selection] = nil }
        case XCB_PROPERTY_NOTIFY: try with(xcb_property_notify_event_t.self, take)
        case XCB_CLIENT_MESSAGE: try with(xcb_client_message_event_t.self, take)
        default: break
        }
    }

    func set(_ property: String, of other: UInt32? = nil, type: String, format: UInt8, bytes: [UInt8]) throws
    {
        xcb_change_property(
            connection.handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), other ?? window.identifier,
            try connection.atom(property), try connection.atom(type), format,
            UInt32(bytes.count * 8 / Int(format)), bytes)
    }

    func set(_ property: String, of other: UInt32? = nil, type: String, format: UInt8, words: [UInt32]) throws
    {
        try set(
            property, of: other, type: type, format: format, bytes: words.withUnsafeBytes { Array($0) })
    }

    /// Reads a property of its own window, and removes it.
    func takeProperty(_ property: xcb_atom_t) throws -> (type: xcb_atom_t, bytes: [UInt8])? {
        let cookie = xcb_get_property(
            connection.handle, 1, window.identifier, property, XCB_ATOM_ANY.rawValue, 0, 1 << 26)
        let reply = try connection.reply(cookie.sequence, xcb_get_property_reply_t.self, "GetProperty")
        guard reply.header.type != XCB_ATOM_NONE.rawValue else { return nil }
        let count = Int(xcb_get_property_value_length(reply.pointer))
        let bytes = UnsafeRawBufferPointer(start: xcb_get_property_value(reply.pointer), count: count)
        return (reply.header.type, Array(bytes))
    }

    func send(_ type: String, _ words: [UInt32], to other: UInt32) throws {
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = other
        event.type = try connection.atom(type)
        withUnsafeMutableBytes(of: &event.data) { bytes in
            for (index, word) in words.prefix(5).enumerated() {
                bytes.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
            }
        }
        send(&event, to: other)
    }

    func send<Event>(_ event: inout Event, to other: UInt32) {
        // Every event is 32 bytes; what C declares can be shorter.
        var bytes = [CChar](repeating: 0, count: 32)
        withUnsafeBytes(of: &event) { source in
            bytes.withUnsafeMutableBytes {
                $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: source.prefix(32)))
            }
        }
        xcb_send_event(connection.handle, 0, other, 0, bytes)
    }
}
