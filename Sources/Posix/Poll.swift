import CLinux
import Glibc

/// Waiting for descriptors and deadlines.
public enum Poll {
    /// Waits until one of the descriptors is readable or closed, or a deadline has come.
    /// - Parameters:
    ///   - descriptors: the numbers to wait for.
    ///   - deadline: a time of `Clock`, or `nil` to wait without end.
    /// - Returns: the descriptors that have something to be read.
    public static func wait(reading descriptors: [Int32], until deadline: Double?) -> [Int32] {
        var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let seconds = deadline.map { min(max(0, $0 - Clock.now()), 1e6) } ?? -1
        let result = xz_poll(&entries, entries.count, seconds)
        return result > 0 ? entries.filter { $0.revents != 0 }.map(\.fd) : []
    }

    /// A descriptor that becomes readable when SIGINT, SIGTERM or SIGHUP asks the program to end.
    /// - Returns: the descriptor; the signals no longer end the program by themselves.
    /// - Throws: signalfd(2)'s error.
    public static func terminationSignals() throws(PosixError) -> FileDescriptor {
        FileDescriptor(owning: try valueOrError("signalfd", xz_termination_signals()))
    }
}
