import Foundation
import Synchronization
import XServerSession

/// A way to an X server as that of `ssh -X`: bytes take their time, memory cannot be shared, and files cannot be passed.
/// What goes over it is counted.
final class SlowLink {
    /// What has gone over it.
    struct Traffic: Sendable {
        /// Bytes to the server and to the client.
        var toServer = 0
        var toClient = 0
        /// Groups of replies, each of which the client may have waited for.
        var roundTrips = 0

        static func - (a: Traffic, b: Traffic) -> Traffic {
            Traffic(
                toServer: a.toServer - b.toServer, toClient: a.toClient - b.toClient,
                roundTrips: a.roundTrips - b.roundTrips)
        }
    }

    /// What clients have in DISPLAY.
    let displayName: String
    private let shared: Shared

    /// Opens the way.
    /// - Parameters:
    ///   - server: where it leads.
    ///   - delay: seconds that bytes take, each way.
    /// - Throws: `SessionError.system`.
    init(to server: XServer, delay: Double) throws {
        let (listener, number) = try Self.listen()
        displayName = "127.0.0.1:\(number)"
        let shared = Shared()
        self.shared = shared
        let path = "/tmp/.X11-unix/X\(server.displayName.dropFirst())"
        Thread.detachNewThread {
            var relay = Relay(listener: listener, serverPath: path, delay: delay)
            while !shared.isClosed.load(ordering: .relaxed) {
                relay.turn { change in shared.traffic.withLock { change(&$0) } }
            }
            relay.close()
        }
    }

    deinit { shared.isClosed.store(true, ordering: .relaxed) }

    /// What has gone over it so far.
    var traffic: Traffic { shared.traffic.withLock { $0 } }

    private final class Shared: Sendable {
        let traffic = Mutex(Traffic())
        let isClosed = Atomic(false)
    }

    /// Listens on the port of a display that nobody has, of this machine alone.
    private static func listen() throws -> (socket: Int32, number: Int) {
        let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        for number in 90..<190 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(6000 + number).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            let code = withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if code == 0, Foundation.listen(socket, 16) == 0 { return (socket, number) }
        }
        throw SessionError.system("bind", errno: errno)
    }
}
