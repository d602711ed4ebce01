import Foundation
import Glibc
import XServerSession

/// A display without XInput: it leads to a server that has it, and asks for an extension of another name instead.
final class PlainServer {
    private static let asked = Data("XInputExtension".utf8)
    private static let unknown = Data("XInputExtensioX".utf8)

    /// The DISPLAY of it.
    let displayName: String
    private let path: String
    private let listener: Int32

    /// Opens the display.
    /// - Parameter server: where it leads to.
    /// - Throws: where no socket can be made.
    init(leadingTo server: XServer) throws {
        // Far from the numbers that servers take by themselves.
        let number = 700 + Int(getpid()) % 1000
        displayName = ":\(number)"
        path = "/tmp/.X11-unix/X\(number)"
        unlink(path)
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.listener = listener
        guard listener >= 0, Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 4) == 0
        else { throw SessionError.timedOut("a socket at \(path)") }
        let target = "/tmp/.X11-unix/X" + server.displayName.drop { $0 == ":" }
        Thread.detachNewThread {
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
                guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else { return }
                Thread.detachNewThread { Self.pump(from: client, to: server) }
                Thread.detachNewThread { Self.pump(from: server, to: client) }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32)
        -> Int32
    {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// Passes bytes on until one side closes. A request with the name comes whole: Xlib asks one extension at a time.
    private static func pump(from source: Int32, to target: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            var data = Data(buffer.prefix(count))
            while let range = data.range(of: asked) { data.replaceSubrange(range, with: unknown) }
            var sent = 0
            while sent < data.count {
                let step = data.withUnsafeBytes {
                    send(
                        target, $0.baseAddress.map { $0 + sent }, data.count - sent,
                        Int32(MSG_NOSIGNAL))
                }
                guard step > 0 else { return }
                sent += step
            }
        }
        shutdown(target, Int32(SHUT_RDWR))
    }
}
