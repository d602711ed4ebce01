import CX11
import Glibc

extension Connection {
    /// Bytes that went to the server, counted by xcb, on which Xlib lies; `nil` where the library between the two is not
    /// installed, which nothing else needs.
    public var bytesSent: UInt64? { Self.byteCounter.map { $0(display) } }

    private static let byteCounter: (@Sendable (OpaquePointer) -> UInt64)? = {
        typealias Getter = @convention(c) (OpaquePointer) -> OpaquePointer
        typealias Counter = @convention(c) (OpaquePointer) -> UInt64
        guard let bridge = dlopen("libX11-xcb.so.1", RTLD_NOW), let xcb = dlopen("libxcb.so.1", RTLD_NOW),
            let getter = dlsym(bridge, "XGetXCBConnection"), let counter = dlsym(xcb, "xcb_total_written")
        else { return nil }
        let connection = unsafeBitCast(getter, to: Getter.self)
        let count = unsafeBitCast(counter, to: Counter.self)
        return { count(connection($0)) }
    }()
}
