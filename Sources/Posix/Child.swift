import CLinux
import Glibc
import Synchronization

/// A program that was started with one channel as its descriptor 3. It is ended when its owner lets go of it.
public struct Child: ~Copyable, Sendable {
    /// How a program ended.
    public enum Ending: Hashable, Sendable {
        /// By itself, with a status.
        case exited(status: Int32)
        /// By a signal.
        case killed(signal: Int32)
    }

    /// Its process number.
    public let pid: Int32

    /// Starts a program with an empty environment, in a session of its own.
    /// - Parameters:
    ///   - path: the program's file.
    ///   - channel: the end of a channel that it gets as descriptor 3.
    /// - Throws: posix_spawn(3)'s error.
    public init(path: String, channel: Channel) throws(PosixError) {
        pid = try valueOrError("posix_spawn", xz_spawn(path, channel.rawValue))
    }

    /// Those that were ended, and whose last word from the system is still to be taken: to wait for it would take
    /// milliseconds, since the system frees a dying program's memory first.
    private static let ending = Mutex<[Int32]>([])

    deinit {
        kill(pid, SIGKILL)
        let pid = pid
        Self.ending.withLock { $0.append(pid) }
    }

    /// Takes the last words of those that were ended and are gone by now, so that nothing is left of them.
    /// - Returns: whether some are still about to go; call it again a little later.
    public static func reapEnded() -> Bool {
        ending.withLock { pids in
            pids.removeAll { xz_reap($0, 0) != -1 }
            return !pids.isEmpty
        }
    }

    /// Gives the program more processor time than it has used.
    /// - Parameter seconds: of all its threads; then the system ends it with SIGXCPU, unless it blocks that.
    public borrowing func allowProcessorTime(_ seconds: Int) {
        let used = xz_processor_time(pid)
        guard used >= 0 else { return }
        _ = xz_limit_processor_time(pid, UInt64(used.rounded(.up)) + UInt64(max(0, seconds)))
    }

    /// Tells how the program ended by itself, or ends it.
    /// - Parameter grace: seconds that it may take to end by itself.
    /// - Returns: how it ended; `nil` if it did not by itself.
    public consuming func end(grace: Double) -> Ending? {
        let deadline = Clock.now() + grace
        var code = xz_reap(pid, 0)
        while code == -1 && Clock.now() < deadline {
            usleep(500)
            code = xz_reap(pid, 0)
        }
        guard code != -1 else {
            _ = consume self
            return nil
        }
        discard self
        return code >= 256 ? .killed(signal: code - 256) : .exited(status: code)
    }

    /// The channel that this program was started with (descriptor 3), tied to the life of the program that started it.
    /// - Returns: the channel.
    public static func channelToParent() -> Channel {
        xz_die_with_parent(3)
        return Channel(owning: FileDescriptor(owning: 3))
    }
}
