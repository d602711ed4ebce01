import Foundation
import Synchronization

/// A program under test: started at init, killed with its children at deinit, its output collected as it comes.
public final class Program {
    private let child: ChildProcess
    private let output = CollectedOutput()

    /// Starts a program.
    /// - Parameters:
    ///   - arguments: its path (or a name on PATH) and its arguments.
    ///   - environment: added to this process's environment; a nil value removes a variable.
    ///   - input: bytes for its standard input, which then ends; nil is `/dev/null`.
    /// - Throws: `SessionError.system` where it cannot be started.
    public init(_ arguments: [String], environment: [String: String?] = [:], input: [UInt8]? = nil) throws {
        precondition(!arguments.isEmpty, "a program has a name")
        var variables = ProcessInfo.processInfo.environment
        for (name, value) in environment { variables[name] = value }
        let standardOutput = try DescriptorPair()
        let standardError = try DescriptorPair()
        let standardInput = try input.map { _ in try DescriptorPair() }
        child = try ChildProcess(
            arguments, environment: variables,
            files: (standardInput?.reading ?? -1, standardOutput.writing, standardError.writing, -1),
            deathSignal: SIGKILL)
        let ends = (standardOutput.takeReading(), standardError.takeReading(), standardInput?.takeWriting())
        let collected = output
        let bytes = input ?? []
        Thread.detachNewThread {
            collected.run(output: ends.0, error: ends.1, input: ends.2, bytes: bytes)
        }
    }

    deinit { child.end() }

    /// The process id; also the id of its session and process group.
    public var processIdentifier: Int32 { child.identifier }
    /// Monotonic seconds just before the program was executed.
    public var startTime: Double { child.startTime }
    /// Whether it has not ended yet.
    public var isRunning: Bool { child.poll() == nil }
    /// Measures of the running process.
    public var statistics: ProcessStatistics { ProcessStatistics(processIdentifier: child.identifier) }
    /// What it has written to standard output so far; broken UTF-8 is replaced.
    public var standardOutput: String { String(decoding: output.state.withLock { $0.output }, as: UTF8.self) }
    /// What it has written to standard error so far.
    public var standardError: String { String(decoding: output.state.withLock { $0.error }, as: UTF8.self) }
    /// The bytes of standard output so far.
    public var standardOutputBytes: [UInt8] { output.state.withLock { $0.output } }

    /// Waits for the end, and for the last of its output.
    /// - Parameter timeout: in seconds.
    /// - Returns: how it ended.
    /// - Throws: `SessionError.timedOut` where it still runs.
    @discardableResult
    public func waitForExit(timeout: Double = 10) throws -> Ending {
        guard let ending = child.wait(timeout: timeout) else {
            throw SessionError.timedOut("process \(child.identifier) to end")
        }
        // A child of the program may hold the pipes open: its output is not waited for.
        let end = monotonicSeconds() + 1
        while !output.state.withLock({ $0.isComplete }) && monotonicSeconds() < end { pause(0.001) }
        return ending
    }

    /// Sends a signal to the program alone.
    /// - Parameter signal: its number.
    public func send(signal: Int32) { child.send(signal) }

    /// Asks it to end (SIGTERM), and kills it with its children when it has not after a time.
    /// - Parameter grace: seconds.
    /// - Returns: how it ended.
    @discardableResult
    public func terminate(grace: Double = 5) -> Ending? {
        child.send(SIGTERM)
        if child.wait(timeout: grace) == nil { child.end() }
        return child.poll()
    }
}

/// Both outputs of a program, filled by one thread that feeds its input as well, so that no full pipe stops it.
private final class CollectedOutput: Sendable {
    struct State {
        var output: [UInt8] = []
        var error: [UInt8] = []
        var isComplete = false
    }
    let state = Mutex(State())

    func run(output: Int32, error: Int32, input: Int32?, bytes: [UInt8]) {
        // A program that closes its input early is an error of write here, not a signal.
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &broken, nil)
        var entries = [
            pollfd(fd: output, events: Int16(POLLIN), revents: 0),
            pollfd(fd: error, events: Int16(POLLIN), revents: 0),
            pollfd(fd: input ?? -1, events: Int16(POLLOUT), revents: 0),
        ]
        if let input { _ = fcntl(input, F_SETFL, O_NONBLOCK) }
        var written = 0
        while entries.contains(where: { $0.fd >= 0 }) {
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { break }
            for index in entries.indices where entries[index].fd >= 0 && entries[index].revents != 0 {
                let goesOn =
                    index == 2
                    ? feed(entries[index].fd, bytes, &written)
                    : collect(entries[index].fd, into: index == 0 ? \.output : \.error)
                if !goesOn {
                    close(entries[index].fd)
                    entries[index].fd = -1
                }
            }
        }
        state.withLock { $0.isComplete = true }
    }

    private func collect(_ file: Int32, into path: any WritableKeyPath<State, [UInt8]> & Sendable) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65536)
        let count = read(file, &chunk, chunk.count)
        if count < 0 { return errno == EINTR }
        guard count > 0 else { return false }
        state.withLock { $0[keyPath: path] += chunk[..<count] }
        return true
    }

    private func feed(_ file: Int32, _ bytes: [UInt8], _ written: inout Int) -> Bool {
        let count = bytes[written...].withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0 { return errno == EINTR || errno == EAGAIN }
        written += count
        return written < bytes.count
    }
}
