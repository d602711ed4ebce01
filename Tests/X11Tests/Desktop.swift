import Geometry
import Gestures
import Testing
import XServerSession

@testable import X11

/// What needs a server; all share one and its pointer, so they run one after the other.
@Suite(.serialized) struct OnServer {}

/// A window of this module and a second client on a real server, both served by one thread.
final class Desktop {
    nonisolated(unsafe) private static let shared = Result { try XServer() }

    /// The server, with no monitors of a test.
    static func sharedServer() throws -> XServer { try shared.get() }

    let server: XServer
    let connection: Connection
    /// The window; `nil` once it is closed.
    private(set) var window: X11.Window?
    /// The same, as it is seen from outside.
    let outside: XServerSession.Window
    let client: DesktopClient
    /// What has happened.
    var events: [WindowEvent] = []

    /// The window's place without a window manager.
    static let frame = PixelRect<Screen>(x0: 40, y0: 30, x1: 340, y1: 230)
    /// The client's.
    static let clientFrame = PixelRect<Screen>(x0: 500, y0: 100, x1: 700, y1: 250)

    init(place: String = "+40+30", on server: XServer? = nil) throws {
        let server = try server ?? Self.shared.get()
        self.server = server
        connection = try Connection(display: server.displayName)
        let options = X11.Window.Options(
            size: PixelSize(width: 300, height: 200), place: place, isFullScreen: false,
            name: (instance: "test", class: "Test\(UInt32.random(in: 0...UInt32.max))"))
        let window = X11.Window(connection, options)
        self.window = window
        connection.synchronize()
        outside = try server.waitForWindow(className: options.name.class)
        client = try DesktopClient(on: server, frame: Self.clientFrame)
        client.whileWaiting = { [unowned self] in serve() }
        try wait(for: "the window") { events.contains { if case .exposed = $0 { true } else { false } } }
        _ = window.readDesktop()
        events = []
    }

    /// A window that is there.
    func get() throws -> X11.Window { try #require(window) }

    /// Takes what has come to the window.
    func serve() {
        guard let window else { return }
        events += window.pendingEvents(at: monotonicSeconds())
        connection.flush()
    }

    /// Serves both until a condition holds.
    func wait(for what: String, timeout: Double = 5, _ condition: () throws -> Bool) throws {
        try client.wait(for: what, timeout: timeout, condition)
    }

    /// Serves both for some time.
    func serve(for seconds: Double) throws {
        let end = monotonicSeconds() + seconds
        try wait(for: "some time") { monotonicSeconds() >= end }
    }

    /// Waits for an event, and takes all until then.
    func next<Value>(_ what: String, timeout: Double = 5, _ match: (WindowEvent) -> Value?) throws -> Value {
        var found: Value?
        try wait(for: what, timeout: timeout) {
            while found == nil, !events.isEmpty { found = match(events.removeFirst()) }
            return found != nil
        }
        return try #require(found)
    }

    /// A point of the window on the screen.
    func at(_ x: Double, _ y: Double) -> Point<Screen> { outside.onScreen(Point(x: x, y: y)) }

    func close() { window = nil }
}

extension WindowEvent {
    var pasted: Pasted? { if case .pasted(let pasted) = self { pasted } else { nil } }
    var pictureRequest: PictureRequest? {
        if case .pictureRequested(let request) = self { request } else { nil }
    }
    var drop: (uris: [String], point: Point<View>)? {
        if case .dropped(let uris, let point) = self { (uris, point) } else { nil }
    }
    var dragEnd: Bool? { if case .dragEnded(let wasTaken) = self { wasTaken } else { nil } }
    var swipe: TouchpadSwipeSample? { if case .touchpadSwipe(let sample) = self { sample } else { nil } }
    var controlDrag: Point<View>? { if case .controlDrag(let point) = self { point } else { nil } }
    var pointer: PointerSample? { if case .pointer(let sample) = self { sample } else { nil } }
    var isOfferEnd: Bool? { if case .offerEnded = self { true } else { nil } }
}
