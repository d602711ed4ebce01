import CTestSupport
import Foundation
import Geometry

/// The value of a window's property.
public struct Property: Hashable, Sendable {
    /// The name of its type, such as `CARDINAL` or `UTF8_STRING`.
    public let type: String
    /// Bits of an item: 8, 16 or 32.
    public let format: Int
    /// Its bytes in this machine's order.
    public let bytes: [UInt8]

    /// The value as text; broken UTF-8 is replaced.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The texts of a list whose items end in, or are divided by, a zero.
    public var strings: [String] {
        var parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        return parts.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The items of a 32-bit value; empty for other formats.
    public var words: [UInt32] {
        guard format == 32 else { return [] }
        return bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / 4).map { buffer.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }
}

extension XServer {
    /// A property of a window.
    /// - Parameters:
    ///   - name: such as `_NET_WM_PID`.
    ///   - window: which; nil for the root window.
    /// - Returns: its value; nil where the window has none of this name.
    /// - Throws: `SessionError`.
    public func property(_ name: String, of window: Window?) throws -> Property? {
        try property(name, of: window?.identifier ?? connection.root)
    }

    func property(_ name: String, of window: xcb_window_t) throws -> Property? {
        let atom = try connection.atom(name)
        // The length is in units of 4 bytes: 16 MB holds any icon.
        let cookie = xcb_get_property(connection.handle, 0, window, atom, XCB_ATOM_ANY.rawValue, 0, 1 << 22)
        let reply = try connection.reply(cookie.sequence, xcb_get_property_reply_t.self, "GetProperty")
        guard reply.header.type != XCB_ATOM_NONE.rawValue else { return nil }
        let count = Int(xcb_get_property_value_length(reply.pointer))
        let bytes = UnsafeRawBufferPointer(start: xcb_get_property_value(reply.pointer), count: count)
        return Property(
            type: try atomName(reply.header.type), format: Int(reply.header.format), bytes: Array(bytes))
    }

    /// The name of an atom, for properties that list atoms.
    /// - Parameter atom: its number.
    /// - Returns: its name.
    /// - Throws: `SessionError`.
    public func atomName(_ atom: UInt32) throws -> String { try connection.atomName(atom) }

    /// The number of an atom.
    /// - Parameter name: its name.
    /// - Returns: the number, made where it was new.
    /// - Throws: `SessionError`.
    public func atom(_ name: String) throws -> UInt32 { try connection.atom(name) }

    /// Sets a property, as a settings daemon or a window manager would.
    /// - Parameters:
    ///   - name: of the property.
    ///   - window: which; nil for the root window.
    ///   - type: the name of its type.
    ///   - format: bits of an item.
    ///   - bytes: the value in this machine's order.
    /// - Throws: `SessionError`.
    public func setProperty(
        _ name: String, of window: Window?, type: String, format: Int, bytes: [UInt8]
    ) throws {
        let (name, type) = (try connection.atom(name), try connection.atom(type))
        xcb_change_property(
            connection.handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window?.identifier ?? connection.root,
            name,
            type, UInt8(format), UInt32(bytes.count * 8 / format), bytes)
        try connection.synchronize()
    }

    /// Becomes the owner of a selection such as `_XSETTINGS_S0`, with an invisible window that can carry its properties.
    /// - Parameter name: of the selection.
    /// - Returns: the window.
    /// - Throws: `SessionError`.
    public func ownSelection(_ name: String) throws -> Window {
        let atom = try connection.atom(name)
        let window = xcb_generate_id(connection.handle)
        xcb_create_window(
            connection.handle, 0, window, connection.root, -1, -1, 1, 1, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, 0, nil)
        xcb_set_selection_owner(connection.handle, window, atom, 0)
        try connection.synchronize()
        return Window(
            identifier: window, frame: .init(x0: -1, y0: -1, x1: 0, y1: 0), instanceName: "", className: "",
            title: "")
    }
}
