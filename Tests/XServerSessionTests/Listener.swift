import CTestSupport
import Testing

/// A small client with one window that records what XInput 2 delivers to it.
final class Listener {
    private let handle: OpaquePointer

    init(on display: String, x: Int, y: Int, width: Int, height: Int) throws {
        handle = try #require(ct_listener_open(display, Int32(x), Int32(y), Int32(width), Int32(height)))
    }

    deinit { ct_listener_close(handle) }

    /// The next event of one of the given types.
    func next(_ types: Int32..., timeout: Int32 = 3000) throws -> ct_xi_event {
        var event = ct_xi_event()
        repeat {
            try #require(ct_listener_next(handle, timeout, &event) == 1, "no event of \(types) came")
        } while !types.contains(event.type)
        return event
    }

    /// The events that are there already.
    func drain() -> [ct_xi_event] {
        var events: [ct_xi_event] = []
        var event = ct_xi_event()
        while ct_listener_next(handle, 50, &event) == 1 { events.append(event) }
        return events
    }
}
