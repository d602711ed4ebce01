import CLinux
import Glibc
import Posix
import Testing

@Suite struct ChannelTests {
    @Test func messagesStayWholeAndInOrder() throws {
        let (a, b) = try Channel.pair()
        for count in [1, 1024, 3] { try a.send([UInt8](repeating: UInt8(count & 255), count: count)) }
        for count in [1, 1024, 3] {
            guard case .message(let bytes, nil) = try b.receive(maximum: 1024, waiting: false) else {
                throw Failure()
            }
            #expect(bytes == [UInt8](repeating: UInt8(count & 255), count: count))
        }
        guard case .nothing = try b.receive(maximum: 1024, waiting: false) else { throw Failure() }
        // And the other way.
        try b.send([9])
        guard case .message([9], nil) = try a.receive(maximum: 1, waiting: true) else { throw Failure() }
    }

    /// An end that is closed with messages unread has still said what it has said.
    @Test(arguments: [false, true]) func lastWordsOfAnEndThatDoesNotListen(waiting: Bool) throws {
        let (a, b) = try Channel.pair()
        try b.send([1])
        try a.send([2])
        try a.send([3])
        _ = consume a
        for word: UInt8 in [2, 3] {
            guard case .message([word], nil) = try b.receive(maximum: 16, waiting: waiting) else {
                throw Failure()
            }
        }
        guard case .closed = try b.receive(maximum: 16, waiting: waiting) else { throw Failure() }
    }

    @Test func descriptorsComeWithMessages() throws {
        let (a, b) = try Channel.pair()
        let file = try FileDescriptor.memory(name: "test")
        try file.write([1, 2, 3])
        try a.send([7], passing: file.rawValue)
        try a.send([8])
        guard case .message([7], let received?) = try b.receive(maximum: 16, waiting: true) else {
            throw Failure()
        }
        #expect(received.rawValue != file.rawValue)
        #expect(try received.read(count: 3, at: 0) == [1, 2, 3])
        #expect(fcntl(received.rawValue, F_GETFD) & FD_CLOEXEC != 0)
        guard case .message([8], nil) = try b.receive(maximum: 16, waiting: true) else { throw Failure() }
    }

    /// Whoever lets go of a message lets go of its descriptor: the pipe ends.
    @Test func droppedDescriptorsAreClosed() throws {
        let (a, b) = try Channel.pair()
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let reading = FileDescriptor(owning: ends[0])
        do {
            let writing = FileDescriptor(owning: ends[1])
            for length in [1, 100] {
                try a.send([UInt8](repeating: 0, count: length), passing: writing.rawValue)
            }
        }
        // Dropped with its message, and with one that is too long.
        _ = try b.receive(maximum: 16, waiting: true)
        #expect(throws: PosixError("recvmsg", EMSGSIZE)) { _ = try b.receive(maximum: 16, waiting: true) }
        guard case .end = try reading.readAvailable(count: 1) else { throw Failure() }
    }

    @Test func messagesOverTheMaximumAreRefusedAndGone() throws {
        let (a, b) = try Channel.pair()
        try a.send([1, 2, 3, 4, 5])
        try a.send([6, 7, 8, 9])
        #expect(throws: PosixError("recvmsg", EMSGSIZE)) { _ = try b.receive(maximum: 4, waiting: false) }
        guard case .message([6, 7, 8, 9], nil) = try b.receive(maximum: 4, waiting: false) else {
            throw Failure()
        }
    }

    @Test func closedPeerIsTold() throws {
        let alone = try Self.withoutPeer(leaving: [5])
        guard case .message([5], nil) = try alone.receive(maximum: 4, waiting: true) else { throw Failure() }
        guard case .closed = try alone.receive(maximum: 4, waiting: true) else { throw Failure() }
        guard case .closed = try alone.receive(maximum: 4, waiting: false) else { throw Failure() }
        // It costs an error, not the process.
        #expect(throws: PosixError("sendmsg", EPIPE)) { try alone.send([1]) }
    }

    /// A message without bytes, or with too many, is none; what came with it is closed.
    @Test(arguments: [0, 5]) func droppedMessagesKeepNoDescriptor(byteCount: Int) throws {
        let (a, b) = try Channel.pair()
        var ends: [Int32] = [-1, -1]
        #expect(pipe(&ends) == 0)
        let reader = FileDescriptor(owning: ends[0])
        #expect(xz_send(a.rawValue, [1, 2, 3, 4, 5], byteCount, ends[1], 1) == 0)
        close(ends[1])
        if case .message? = try? b.receive(maximum: 4, waiting: false) { Issue.record("a message") }
        guard case .end = try reader.readAvailable(count: 1) else { throw Failure() }
    }

    @Test func fullChannelIsNotWaitedFor() throws {
        let (a, b) = try Channel.pair()
        #expect(throws: PosixError("sendmsg", EAGAIN)) { while true { try a.send([1, 2], waiting: false) } }
        withExtendedLifetime(b) {}
    }

    /// A peer that leaves words unread is closed too.
    @Test func closedPeerThatDidNotListen() throws {
        let alone = try Self.withoutPeer(unread: [1])
        guard case .closed = try alone.receive(maximum: 4, waiting: false) else { throw Failure() }
    }

    private static func withoutPeer(leaving last: [UInt8] = [], unread: [UInt8] = []) throws -> Channel {
        let (a, b) = try Channel.pair()
        if !last.isEmpty { try b.send(last) }
        if !unread.isEmpty { try a.send(unread) }
        return a
    }

    @Test func waitingTellsWhichAreReadable() throws {
        let (a, b) = try Channel.pair()
        let (c, d) = try Channel.pair()
        let begin = Clock.now()
        #expect(Poll.wait(reading: [a.rawValue, c.rawValue], until: begin + 0.02) == [])
        #expect(Clock.now() - begin >= 0.02)
        try d.send([1])
        #expect(Poll.wait(reading: [a.rawValue, c.rawValue], until: nil) == [c.rawValue])
        try b.send([1])
        #expect(Poll.wait(reading: [a.rawValue, c.rawValue], until: nil) == [a.rawValue, c.rawValue])
        // A deadline that has passed, or is none, waits for nothing.
        #expect(Poll.wait(reading: [b.rawValue], until: 0) == [])
        #expect(Poll.wait(reading: [b.rawValue], until: -.infinity) == [])
    }
}
