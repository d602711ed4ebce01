import Foundation

/// The connection to one injected device. The driver takes a single one in the server's life.
final class InputTestDevice {
    private var socket: Int32

    /// Seconds until a server that does not answer counts as wedged.
    private static let answerLimit = 5.0

    /// Connects, and agrees on the protocol.
    /// - Parameters:
    ///   - path: of the driver's socket, which may not be there yet.
    ///   - deadline: monotonic seconds.
    /// - Throws: `SessionError`.
    init(path: String, deadline: Double) throws {
        while true {
            let result = connectLocal(path)
            guard result < 0 else {
                socket = result
                break
            }
            guard monotonicSeconds() < deadline else { throw SessionError.system(path, errno: -result) }
            pause(0.01)
        }
        try write(InputTestMessage.clientVersion.bytes)
        try expectAnswer(.serverVersion)
    }

    deinit { close() }

    func close() {
        if socket >= 0 { Foundation.close(socket) }
        socket = -1
    }

    /// Injects events and waits until the server has processed them.
    func send(_ messages: InputTestMessage...) throws {
        // One write: the first event cannot be processed, and lose the socket's place, before the question is there.
        try write(messages.flatMap(\.bytes) + InputTestMessage.waitForSync.bytes)
        try expectAnswer(.syncFinished)
    }

    private enum Answer: UInt32 {
        case serverVersion = 0
        case syncFinished = 1
    }

    private func write(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Foundation.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw SessionError.system("input device", errno: errno) }
            sent += count
        }
    }

    private func read(_ count: Int, until deadline: Double) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            guard waitReadable(socket, until: deadline) else {
                throw SessionError.serverSilent("input device")
            }
            let got = bytes[filled...].withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
            if got < 0 && errno == EINTR { continue }
            guard got > 0 else { throw SessionError.serverSilent("input device closed") }
            filled += got
        }
        return bytes
    }

    private func expectAnswer(_ expected: Answer) throws {
        let deadline = monotonicSeconds() + Self.answerLimit
        let header = try read(8, until: deadline)
        let words = header.withUnsafeBytes {
            [$0.load(as: UInt32.self), $0.load(fromByteOffset: 4, as: UInt32.self)]
        }
        // A version answer is 12 bytes, a sync answer 8; more would be another protocol.
        guard (8...64).contains(words[0]), Answer(rawValue: words[1]) == expected else {
            throw SessionError.serverSilent("input device speaks another protocol (\(words))")
        }
        _ = try read(Int(words[0]) - 8, until: deadline)
    }
}
