import Foundation

/// A point of the root window: unit one screen pixel, origin at the screen's top-left corner; pixel (0, 0) reaches
/// from 0 to 1.
public enum Screen {}

/// Seconds of the monotonic clock.
/// - Returns: a time to subtract from another; its origin is not fixed.
public func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}

/// Blocks the calling thread.
/// - Parameter seconds: for how long; nothing where not positive.
public func pause(_ seconds: Double) {
    guard seconds > 0 else { return }
    usleep(UInt32(min(seconds, 4000) * 1e6))
}

/// Polls until a condition holds.
/// - Parameters:
///   - what: named in the error.
///   - timeout: in seconds.
///   - interval: seconds between two looks.
///   - condition: what is waited for.
/// - Throws: `SessionError.timedOut`, and what the condition throws.
public func waitUntil(
    _ what: String, timeout: Double = 10, interval: Double = 0.01, _ condition: () throws -> Bool
) throws {
    let end = monotonicSeconds() + timeout
    while try !condition() {
        guard monotonicSeconds() < end else { throw SessionError.timedOut(what) }
        pause(interval)
    }
}

/// The system's text for an errno.
func systemMessage(_ errno: Int32) -> String { String(cString: strerror(errno)) }

/// The bytes of a file, empty where it cannot be read.
func contents(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    return remainingBytes(of: file)
}

/// What an open file still holds.
func remainingBytes(of file: Int32) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return bytes }
        bytes += chunk[..<count]
    }
}

/// Waits until a descriptor can be read or has ended.
/// - Returns: whether that was before `deadline`, in monotonic seconds.
func waitReadable(_ file: Int32, until deadline: Double) -> Bool {
    while true {
        let left = deadline - monotonicSeconds()
        var entry = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        let count = poll(&entry, 1, Int32(max(0, left * 1000).rounded(.up)))
        if count > 0 { return true }
        guard left > 0, count == 0 || errno == EINTR else { return false }
    }
}

/// Connects to a socket in the file system.
/// - Parameter path: of the socket.
/// - Returns: the descriptor, or a negated errno.
public func connectLocal(_ path: String) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) else { return -ENAMETOOLONG }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let file = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return -errno }
    let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(file, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    guard result != 0 else { return file }
    let code = errno
    close(file)
    return -code
}
