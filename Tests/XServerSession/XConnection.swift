import CTestSupport
import Foundation
import Geometry

/// An answer of the server; freed with this value.
struct Reply<Header>: ~Copyable {
    let pointer: UnsafeMutablePointer<Header>

    deinit { free(pointer) }

    /// The fixed part.
    var header: Header { pointer.pointee }
}

/// The observer's own connection. Errors come back with the request that caused them, and a server that is gone or
/// silent is an error, never the end of this process.
final class XConnection {
    let handle: OpaquePointer
    private let screen: xcb_screen_t
    private var atoms: [String: xcb_atom_t] = [:]

    /// Seconds until a server that does not answer counts as wedged.
    private static let answerLimit = 10.0

    init(_ displayName: String) throws {
        guard let handle = xcb_connect(displayName, nil) else {
            throw SessionError.serverSilent(displayName)
        }
        guard xcb_connection_has_error(handle) == 0,
            let screen = xcb_setup_roots_iterator(xcb_get_setup(handle)).data?.pointee
        else {
            xcb_disconnect(handle)
            throw SessionError.serverSilent(displayName)
        }
        self.handle = handle
        self.screen = screen
    }

    deinit { xcb_disconnect(handle) }

    var root: xcb_window_t { screen.root }
    var screenSize: PixelSize {
        PixelSize(width: Int(screen.width_in_pixels), height: Int(screen.height_in_pixels))
    }

    /// Waits for the answer of the given type to the request with a cookie's sequence number, named in the error.
    func reply<Header>(_ sequence: UInt32, _ type: Header.Type, _ what: String) throws -> Reply<Header> {
        xcb_flush(handle)
        let deadline = monotonicSeconds() + Self.answerLimit
        while true {
            var answer: UnsafeMutableRawPointer?
            var error: UnsafeMutablePointer<xcb_generic_error_t>?
            let isDone = xcb_poll_for_reply(handle, sequence, &answer, &error) != 0
            if let error {
                defer { free(error) }
                throw SessionError.requestRefused(what, code: Int(error.pointee.error_code))
            }
            if let answer { return Reply(pointer: answer.assumingMemoryBound(to: Header.self)) }
            guard !isDone, xcb_connection_has_error(handle) == 0 else {
                throw SessionError.serverSilent("connection lost at \(what)")
            }
            guard waitReadable(xcb_get_file_descriptor(handle), until: deadline) else {
                throw SessionError.serverSilent(what)
            }
        }
    }

    /// Waits until the server has processed all that was sent.
    func synchronize() throws {
        let cookie = xcb_get_input_focus(handle)
        _ = try reply(cookie.sequence, xcb_get_input_focus_reply_t.self, "a round trip")
    }

    func atom(_ name: String) throws -> xcb_atom_t {
        if let atom = atoms[name] { return atom }
        let cookie = xcb_intern_atom(handle, 0, UInt16(name.utf8.count), name)
        let atom = try reply(cookie.sequence, xcb_intern_atom_reply_t.self, "InternAtom").header.atom
        atoms[name] = atom
        return atom
    }

    func atomName(_ atom: xcb_atom_t) throws -> String {
        if let name = atoms.first(where: { $0.value == atom })?.key { return name }
        let cookie = xcb_get_atom_name(handle, atom)
        let reply = try reply(cookie.sequence, xcb_get_atom_name_reply_t.self, "GetAtomName")
        let count = Int(xcb_get_atom_name_name_length(reply.pointer))
        let bytes = UnsafeRawBufferPointer(start: xcb_get_atom_name_name(reply.pointer), count: count)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The items of a window's property of 32-bit numbers.
    func words(_ property: String, of window: xcb_window_t) throws -> [UInt32] {
        let cookie = xcb_get_property(handle, 0, window, try atom(property), XCB_ATOM_ANY.rawValue, 0, 1024)
        let reply = try reply(cookie.sequence, xcb_get_property_reply_t.self, "GetProperty")
        let count = Int(xcb_get_property_value_length(reply.pointer)) / 4
        let start = xcb_get_property_value(reply.pointer)?.assumingMemoryBound(to: UInt32.self)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    /// The keys of the server's layout.
    /// - Returns: the first keycode, the number of levels a key, and the keysyms, key after key.
    func keyboardMapping() throws -> (firstCode: UInt8, levels: Int, keysyms: [UInt32]) {
        let setup = xcb_get_setup(handle).pointee
        let count = setup.max_keycode - setup.min_keycode + 1
        let cookie = xcb_get_keyboard_mapping(handle, setup.min_keycode, count)
        let reply = try reply(cookie.sequence, xcb_get_keyboard_mapping_reply_t.self, "GetKeyboardMapping")
        let length = Int(xcb_get_keyboard_mapping_keysyms_length(reply.pointer))
        let keysyms = UnsafeBufferPointer(
            start: xcb_get_keyboard_mapping_keysyms(reply.pointer), count: length)
        return (setup.min_keycode, max(1, Int(reply.header.keysyms_per_keycode)), Array(keysyms))
    }

    /// Takes the next event that has arrived.
    func nextEvent() -> Reply<xcb_generic_event_t>? {
        xcb_poll_for_event(handle).map { Reply(pointer: $0) }
    }
}
