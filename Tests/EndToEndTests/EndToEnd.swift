import Foundation
import Testing
import XServerSession

/// The whole program on a real X server: fingers, pointers and keys go in, and pixels are read back. All tests share a
/// server and its one pointer, so they run one after the other.
@Suite(.serialized) struct EndToEnd {
    private nonisolated(unsafe) static let shared = Result { try XServer() }

    /// The server, with nothing pressed.
    static func server() throws -> XServer {
        let server = try shared.get()
        // What a test that failed left down.
        if !server.touchscreen.fingers.isEmpty { try server.touchscreen.upAll() }
        return server
    }

    /// How far a point that stays may be off on an axis, in device pixels: at a whole scale image pixels are put on device
    /// pixels, half a pixel away at most. The rest is what the reading back errs by.
    static let halfPixel = 0.55

    /// The program under test: XZOOM, or the one that was built with the tests.
    static let program: String = {
        if let path = ProcessInfo.processInfo.environment["XZOOM"] { return path }
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        return folder.appendingPathComponent("xzoom").path
    }()
}
