import CLinux
import Glibc
import Synchronization

/// Values that worker threads leave for the thread that polls.
public final class Mailbox<Message: Sendable>: Sendable {
    private let queue = Mutex<[Message]>([])
    private let event: FileDescriptor

    /// Readable while there may be messages, for poll(2).
    public var rawValue: Int32 { event.rawValue }

    /// An empty mailbox.
    /// - Throws: eventfd(2)'s error.
    public init() throws(PosixError) {
        event = FileDescriptor(
            owning: try valueOrError("eventfd", eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))))
    }

    /// Leaves a message; from any thread.
    public func post(_ message: Message) {
        queue.withLock { $0.append(message) }
        _ = eventfd_write(event.rawValue, 1)
    }

    /// Takes all messages, the oldest first.
    /// - Returns: what was posted since the last call.
    public func takeAll() -> [Message] {
        var count: eventfd_t = 0
        _ = eventfd_read(event.rawValue, &count)
        return queue.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
