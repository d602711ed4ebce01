import CTestSupport
import Foundation
public import Geometry

extension XServer {
    /// Divides the screen into monitors, as RandR 1.5 has them.
    /// - Parameter frames: of the monitors, on the screen; without any the whole screen is one again.
    /// - Throws: `SessionError`.
    public func setMonitors(_ frames: [PixelRect<Screen>]) throws {
        let numbers = frames.flatMap { [$0.x0, $0.y0, $0.width, $0.height].map(Int32.init) }
        guard ct_set_monitors(displayName, numbers, Int32(frames.count)) == CT_OK else {
            throw SessionError.serverSilent("RRSetMonitor")
        }
    }

    /// Starts a window manager, and waits until it runs.
    /// - Parameters:
    ///   - command: its path (or a name on PATH) and its arguments.
    ///   - name: what it calls itself.
    /// - Returns: it; it ends with the last reference.
    /// - Throws: `SessionError`.
    public func startWindowManager(_ command: [String], name: String) throws -> Program {
        let program = try launch(command)
        try waitUntil("the window manager \(name)") {
            guard program.isRunning else {
                throw SessionError.timedOut("\(name): \(program.standardError)")
            }
            guard
                let check = try property("_NET_SUPPORTING_WM_CHECK", of: connection.root)?.words.first,
                let found = try? property("_NET_WM_NAME", of: check)
            else { return false }
            return found.text == name
        }
        // One that has just begun loses windows.
        let window = xcb_generate_id(connection.handle)
        xcb_create_window(
            connection.handle, 0, window, connection.root, 0, 0, 9, 9, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_OUTPUT.rawValue), 0, 0, nil)
        try waitUntil("\(name) to manage a window", interval: 0.05) {
            if try property("WM_STATE", of: window) != nil { return true }
            xcb_map_window(connection.handle, window)
            return false
        }
        xcb_destroy_window(connection.handle, window)
        try connection.synchronize()
        return program
    }
}
