import CTestSupport
import Foundation
import Geometry
import Testing
import XServerSession

/// A desktop's settings daemon: owns the selection `_XSETTINGS_S0`, and is gone with this object.
final class SettingsDaemon {
    private let connection: OpaquePointer
    private let window: xcb_window_t
    private let server: XServer
    private var serial: UInt32 = 0

    /// Becomes the owner of a server's selection with whole numbers by name, and announces it.
    init(_ settings: [String: Int32], on server: XServer) throws {
        self.server = server
        connection = try #require(xcb_connect(server.displayName, nil))
        let screen = try #require(xcb_setup_roots_iterator(xcb_get_setup(connection)).data?.pointee)
        window = xcb_generate_id(connection)
        xcb_create_window(
            connection, 0, window, screen.root, -1, -1, 1, 1, 0, UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue),
            0, 0, nil)
        try set(settings)
        let selection = try server.atom("_XSETTINGS_S0")
        xcb_set_selection_owner(connection, window, selection, 0)
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = screen.root
        event.type = try server.atom("MANAGER")
        event.data.data32 = (0, selection, window, 0, 0)
        withUnsafeBytes(of: &event) { bytes in
            let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            xcb_send_event(connection, 0, screen.root, XCB_EVENT_MASK_STRUCTURE_NOTIFY.rawValue, start)
        }
        synchronize()
    }

    deinit { xcb_disconnect(connection) }

    private func synchronize() {
        free(xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), nil))
    }

    /// Changes the settings.
    func set(_ settings: [String: Int32]) throws {
        serial += 1
        let value = Self.bytes(of: settings, serial: serial)
        let (name, type) = (try server.atom("_XSETTINGS_SETTINGS"), try server.atom("_XSETTINGS_SETTINGS"))
        xcb_change_property(
            connection, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, name, type, 8, UInt32(value.count),
            value)
        synchronize()
    }

    /// The property, little endian, with a text among the numbers as every desktop has (freedesktop.org, "XSETTINGS" 0.5).
    private static func bytes(of settings: [String: Int32], serial: UInt32) -> [UInt8] {
        func long(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(value >> ($0 * 8) & 255) } }
        func padded(_ text: String) -> [UInt8] {
            Array(text.utf8) + [UInt8](repeating: 0, count: (4 - text.utf8.count % 4) % 4)
        }
        func head(_ type: UInt8, _ name: String) -> [UInt8] {
            [type, 0, UInt8(name.utf8.count), 0] + padded(name) + long(serial)
        }
        let font = "Sans 10"
        var bytes: [UInt8] = [0, 0, 0, 0] + long(serial) + long(UInt32(settings.count + 1))
        bytes += head(1, "Gtk/FontName") + long(UInt32(font.utf8.count)) + padded(font)
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
            bytes += head(0, name) + long(UInt32(bitPattern: value))
        }
        return bytes
    }
}
