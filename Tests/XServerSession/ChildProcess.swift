import CTestSupport
import Foundation

/// How a process ended.
public enum Ending: Hashable, Sendable {
    /// It returned this status.
    case exited(Int32)
    /// This signal ended it.
    case killed(signal: Int32)
}

/// One child: started, and reaped once.
final class ChildProcess {
    /// The process id, which is its session's and process group's id as well.
    let identifier: pid_t
    /// Monotonic seconds just before exec.
    let startTime: Double
    private(set) var ending: Ending?

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: with the program's path or name first.
    ///   - environment: all of it.
    ///   - files: descriptors for 0, 1, 2, 3; -1 is `/dev/null`, for 3 none.
    ///   - deathSignal: what it gets when this process ends.
    /// - Throws: `SessionError.system`.
    init(
        _ arguments: [String], environment: [String: String], files: (Int32, Int32, Int32, Int32),
        deathSignal: Int32
    ) throws {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var started = 0.0
        let result = arguments[0].withCString { path in
            argv.withUnsafeMutableBufferPointer { argv in
                envp.withUnsafeMutableBufferPointer { envp in
                    guard let argv = argv.baseAddress, let envp = envp.baseAddress else { return -EINVAL }
                    var request = ct_spawn_request(
                        path: path, argv: argv, envp: envp, fds: files, death_signal: deathSignal)
                    return ct_spawn(&request, &started)
                }
            }
        }
        guard result > 0 else { throw SessionError.system(arguments[0], errno: -result) }
        identifier = result
        startTime = started
    }

    /// Looks whether it has ended.
    func poll() -> Ending? {
        guard ending == nil else { return ending }
        var status: Int32 = 0
        switch ct_reap(identifier, &status) {
        case 0: return nil
        case 1:
            let signal = status & 0x7f  // wait(2): the low seven bits, 0 for an exit
            ending = signal == 0 ? .exited((status >> 8) & 0xff) : .killed(signal: signal)
        default: ending = .exited(127)  // reaped by someone else
        }
        return ending
    }

    /// Waits for its end.
    /// - Returns: nil where it still runs after `timeout` seconds.
    func wait(timeout: Double) -> Ending? {
        let end = monotonicSeconds() + timeout
        while true {
            if let ending = poll() { return ending }
            guard monotonicSeconds() < end else { return nil }
            pause(0.002)
        }
    }

    /// Sends a signal to it alone, while it is not reaped.
    func send(_ signal: Int32) {
        if poll() == nil { kill(identifier, signal) }
    }

    /// Ends it and what it started in its session, now.
    func end() {
        if poll() == nil {
            kill(-identifier, SIGKILL)
            _ = wait(timeout: 5)
        }
    }
}
