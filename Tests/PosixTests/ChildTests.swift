import Foundation
import Posix
import Testing

/// The child is a loader, which waits for a request and ends when the channel does.
@Suite struct ChildTests {
    private static let loader: String = {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: path).deletingLastPathComponent().path + "/xzoom-loader"
    }()

    /// Starts a program; `channel` gets the other end of its channel.
    private static func start(_ path: String, _ channel: inout Channel?) throws -> Child {
        let (ours, theirs) = try Channel.pair()
        channel = ours
        return try Child(path: path, channel: theirs)
    }

    /// Whether a process number is still known to the system, running or not yet reaped.
    private static func exists(_ pid: Int32) -> Bool { kill(pid, 0) == 0 }

    /// Whether it runs; one that has ended and is not reaped does not.
    private static func runs(_ pid: Int32) -> Bool {
        guard let file = try? FileDescriptor.open(reading: "/proc/\(pid)/stat"),
            let text = try? file.read(count: 400, at: 0)
        else { return false }
        let state = String(decoding: text, as: UTF8.self).split(separator: ")").last?.dropFirst().first
        return state != "Z" && state != "X"
    }

    private static func becomesTrue(_ condition: () -> Bool) -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            usleep(2000)
        }
        return false
    }

    @Test func statusOfOneThatEnded() throws {
        for (path, status) in [("/bin/true", Int32(0)), ("/bin/false", 1)] {
            var channel: Channel?
            let child = try Self.start(path, &channel)
            let pid = child.pid
            #expect(child.end(grace: 5) == .exited(status: status))
            #expect(!Self.exists(pid), "it is reaped")
            withExtendedLifetime(channel) {}
        }
    }

    @Test func signalOfOneThatWasKilled() throws {
        var channel: Channel?
        let child = try Self.start(Self.loader, &channel)
        kill(child.pid, SIGTERM)
        #expect(child.end(grace: 5) == .killed(signal: SIGTERM))
        withExtendedLifetime(channel) {}
    }

    @Test func endOfTheChannelIsTheEndOfTheLoader() throws {
        var channel: Channel?
        let child = try Self.start(Self.loader, &channel)
        channel = nil
        #expect(child.end(grace: 5) == .exited(status: 0))
    }

    /// One that does not end by itself is ended; that is no way in which it ended.
    @Test func graceIsOver() throws {
        var channel: Channel?
        let child = try Self.start(Self.loader, &channel)
        let pid = child.pid
        let begin = Clock.now()
        #expect(child.end(grace: 0.05) == nil)
        #expect(Clock.now() - begin >= 0.05)
        #expect(Self.becomesTrue { !Self.runs(pid) })
        withExtendedLifetime(channel) {}
    }

    @Test func lettingGoEndsItAndReapingLeavesNothing() throws {
        func startAndLetGo() throws -> Int32 {
            var channel: Channel?
            let child = try Self.start(Self.loader, &channel)
            #expect(Self.runs(child.pid))
            withExtendedLifetime(channel) {}
            return child.pid
        }
        let pid = try startAndLetGo()
        #expect(Self.becomesTrue { !Self.runs(pid) })
        #expect(Self.exists(pid))
        #expect(Self.becomesTrue { !Child.reapEnded() })
        #expect(!Self.exists(pid))
    }

    @Test func hasASessionOfItsOwnAndNoEnvironment() throws {
        var channel: Channel?
        let child = try Self.start(Self.loader, &channel)
        #expect(getsid(child.pid) == child.pid)
        let environment = try FileDescriptor.open(reading: "/proc/\(child.pid)/environ")
        #expect(try environment.read(count: 10, at: 0) == [])
        withExtendedLifetime(channel) {}
    }

    @Test func missingProgramIsAnError() throws {
        for (path, reason) in [("/nonexistent", ENOENT), ("/etc/passwd", EACCES)] {
            var channel: Channel?
            #expect(throws: PosixError("posix_spawn", reason)) { _ = try Self.start(path, &channel) }
        }
    }
}
