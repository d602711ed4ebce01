import CTestSupport
import Foundation
public import Geometry

/// A window as it was when it was looked at.
public struct Window: Hashable, Sendable {
    /// The X resource id.
    public let identifier: UInt32
    /// The window without its frame, on the screen.
    public let frame: PixelRect<Screen>
    /// WM_CLASS: the instance; empty where it has none.
    public let instanceName: String
    /// WM_CLASS: the class; empty where it has none.
    public let className: String
    /// `_NET_WM_NAME`, or WM_NAME where it has none.
    public let title: String

    /// The screen position of a point of the window.
    /// - Parameter point: device pixels from the window's top-left corner.
    /// - Returns: the same place on the screen.
    public func onScreen(_ point: Point<View>) -> Point<Screen> {
        Point(x: Double(frame.x0) + point.x, y: Double(frame.y0) + point.y)
    }

    /// The middle, on the screen.
    public var center: Point<Screen> {
        Point(x: Double(frame.x0 + frame.x1) / 2, y: Double(frame.y0 + frame.y1) / 2)
    }
}

extension XServer {
    /// The programs' visible windows, lowest first: those with a class or a name that are on the screen at least in part,
    /// found through a window manager's frames, which have neither.
    /// - Returns: windows; one that vanishes meanwhile is left out.
    /// - Throws: `SessionError`.
    public func windows() throws -> [Window] {
        try visibleWindows(in: connection.root).filter { !$0.frame.intersection(bounds).isEmpty }
    }

    /// Waits for a program's window.
    /// - Parameters:
    ///   - className: of WM_CLASS; nil takes any.
    ///   - timeout: in seconds.
    /// - Returns: the topmost such window.
    /// - Throws: `SessionError`, `timedOut` where none comes.
    public func waitForWindow(className: String? = nil, timeout: Double = 10) throws -> Window {
        var found: Window?
        try waitUntil("a window of \(className ?? "any program")", timeout: timeout) {
            found = try windows().last { className == nil || $0.className == className }
            return found != nil
        }
        guard let found else { throw SessionError.timedOut("a window") }
        return found
    }

    /// Looks at a window again.
    /// - Parameter window: one that was found earlier.
    /// - Returns: how it is now; nil where it is gone or hidden.
    /// - Throws: `SessionError` where the server is gone.
    public func current(_ window: Window) throws -> Window? {
        try windows().first { $0.identifier == window.identifier }
    }

    private func visibleWindows(in parent: xcb_window_t) throws -> [Window] {
        let cookie = xcb_query_tree(connection.handle, parent)
        let reply = try connection.reply(cookie.sequence, xcb_query_tree_reply_t.self, "QueryTree")
        let children = UnsafeBufferPointer(
            start: xcb_query_tree_children(reply.pointer),
            count: Int(xcb_query_tree_children_length(reply.pointer)))
        return try children.flatMap { child -> [Window] in
            do {
                guard try isViewable(child) else { return [] }
                if let window = try describe(child) { return [window] }
                return try visibleWindows(in: child)
            } catch SessionError.requestRefused {
                return []  // gone since the tree was read
            }
        }
    }

    private func isViewable(_ window: xcb_window_t) throws -> Bool {
        let cookie = xcb_get_window_attributes(connection.handle, window)
        let reply = try connection.reply(
            cookie.sequence, xcb_get_window_attributes_reply_t.self, "GetWindowAttributes")
        return UInt32(reply.header.map_state) == XCB_MAP_STATE_VIEWABLE.rawValue
            && UInt32(reply.header._class) == XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue
    }

    private func describe(_ window: xcb_window_t) throws -> Window? {
        let names = try property("WM_CLASS", of: window)?.strings ?? []
        let title = try property("_NET_WM_NAME", of: window) ?? property("WM_NAME", of: window)
        // The frames of i3 have a name, those of others none.
        guard title != nil || !names.isEmpty, names.first != "i3-frame" else { return nil }
        let geometry = try connection.reply(
            xcb_get_geometry(connection.handle, window).sequence, xcb_get_geometry_reply_t.self, "GetGeometry"
        ).header
        let place = try connection.reply(
            xcb_translate_coordinates(connection.handle, window, connection.root, 0, 0).sequence,
            xcb_translate_coordinates_reply_t.self, "TranslateCoordinates"
        ).header
        let (x, y) = (Int(place.dst_x), Int(place.dst_y))
        return Window(
            identifier: window,
            frame: PixelRect(x0: x, y0: y, x1: x + Int(geometry.width), y1: y + Int(geometry.height)),
            instanceName: names.first ?? "", className: names.dropFirst().first ?? "",
            title: title?.text ?? "")
    }

    /// Asks for another size of a window; with a window manager it is a wish.
    /// - Parameters:
    ///   - window: which.
    ///   - width: columns.
    ///   - height: rows.
    /// - Throws: `SessionError`.
    public func resize(_ window: Window, width: Int, height: Int) throws {
        let mask = XCB_CONFIG_WINDOW_WIDTH.rawValue | XCB_CONFIG_WINDOW_HEIGHT.rawValue
        xcb_configure_window(
            connection.handle, window.identifier, UInt16(mask), [UInt32(width), UInt32(height)])
        try connection.synchronize()
    }

    /// Destroys a window that another client made.
    /// - Parameter window: which.
    /// - Throws: `SessionError`.
    public func destroy(_ window: Window) throws {
        xcb_destroy_window(connection.handle, window.identifier)
        try connection.synchronize()
    }

    /// Asks for another place of a window; with a window manager it is a wish.
    /// - Parameters:
    ///   - window: which.
    ///   - x: column of its left edge on the screen.
    ///   - y: row of its top edge.
    /// - Throws: `SessionError`.
    public func move(_ window: Window, x: Int, y: Int) throws {
        let mask = XCB_CONFIG_WINDOW_X.rawValue | XCB_CONFIG_WINDOW_Y.rawValue
        let values = [Int32(x), Int32(y)].map { UInt32(bitPattern: $0) }
        xcb_configure_window(connection.handle, window.identifier, UInt16(mask), values)
        try connection.synchronize()
    }

    /// Gives a window the keyboard, as a window manager would.
    /// - Parameter window: which.
    /// - Throws: `SessionError`.
    public func focus(_ window: Window) throws {
        let revert = UInt8(XCB_INPUT_FOCUS_POINTER_ROOT.rawValue)
        xcb_set_input_focus(connection.handle, revert, window.identifier, 0)
        try connection.synchronize()
    }

    /// The window that has the keyboard.
    /// - Returns: its id; 0 for none, 1 for the one under the pointer.
    /// - Throws: `SessionError`.
    public func focusedWindow() throws -> UInt32 {
        let cookie = xcb_get_input_focus(connection.handle)
        return try connection.reply(cookie.sequence, xcb_get_input_focus_reply_t.self, "GetInputFocus").header
            .focus
    }

    /// The pointer's place.
    /// - Returns: the whole pixel that it is in.
    /// - Throws: `SessionError`.
    public func pointer() throws -> (x: Int, y: Int) {
        let cookie = xcb_query_pointer(connection.handle, connection.root)
        let reply = try connection.reply(cookie.sequence, xcb_query_pointer_reply_t.self, "QueryPointer")
            .header
        return (Int(reply.root_x), Int(reply.root_y))
    }
}
