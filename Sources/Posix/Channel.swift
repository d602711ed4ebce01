import CLinux
import Glibc

/// One end of a connection between two processes that carries whole messages, and descriptors with them.
public final class Channel: Sendable {
    private let socket: FileDescriptor

    /// The socket's number, for poll(2).
    public var rawValue: Int32 { socket.rawValue }

    /// Takes over a connected SOCK_SEQPACKET socket.
    public init(owning socket: consuming FileDescriptor) { self.socket = socket }

    /// Makes a connection.
    /// - Returns: its two ends, close-on-exec.
    /// - Throws: socketpair(2)'s error.
    public static func pair() throws(PosixError) -> (Channel, Channel) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        try valueOrError("socketpair", socketpair(AF_UNIX, type, 0, &ends))
        return (
            Channel(owning: FileDescriptor(owning: ends[0])), Channel(owning: FileDescriptor(owning: ends[1]))
        )
    }

    /// What one call of `receive` gave.
    public enum Received: ~Copyable {
        /// A message, and the descriptor that came with it.
        case message([UInt8], FileDescriptor?)
        /// Nothing yet.
        case nothing
        /// The other end is closed.
        case closed
    }

    /// Sends one message.
    /// - Parameters:
    ///   - bytes: at least one byte.
    ///   - passed: a descriptor of this process that the receiver gets a copy of, or -1.
    ///   - waiting: whether to wait for a receiver that has left too much lying.
    /// - Throws: sendmsg(2)'s error; EPIPE where the other end is closed, EAGAIN where it would have to be waited for.
    public func send(_ bytes: [UInt8], passing passed: Int32 = -1, waiting: Bool = true) throws(PosixError) {
        let result = bytes.withUnsafeBytes { buffer -> Int32 in
            guard let start = buffer.baseAddress else { return 0 }
            return xz_send(socket.rawValue, start, buffer.count, passed, waiting ? 1 : 0)
        }
        try valueOrError("sendmsg", result)
    }

    /// Receives one message.
    /// - Parameters:
    ///   - maximum: the most bytes that a message may have.
    ///   - waiting: whether to wait for one.
    /// - Returns: what came.
    /// - Throws: recvmsg(2)'s error; EMSGSIZE for a message over the maximum.
    public func receive(maximum: Int, waiting: Bool) throws(PosixError) -> Received {
        var passed: Int32 = -1
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, used in
            guard let start = buffer.baseAddress else { return }
            count = xz_receive(socket.rawValue, start, maximum, &passed, waiting ? 1 : 0)
            // The other end was closed with messages unread, which is told once, and before what it had sent.
            if count == -1 && errno == ECONNRESET {
                count = xz_receive(socket.rawValue, start, maximum, &passed, waiting ? 1 : 0)
            }
            used = max(0, count)
        }
        let file = passed >= 0 ? FileDescriptor(owning: passed) : nil
        if count == -1 {
            if errno == EAGAIN { return .nothing }
            if errno == ECONNRESET { return .closed }
            throw PosixError("recvmsg")
        }
        if count == 0 { return .closed }
        return .message(bytes, file)
    }
}
