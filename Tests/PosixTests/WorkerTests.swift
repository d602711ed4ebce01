import Foundation
import Posix
import Synchronization
import Testing

@Suite struct WorkerTests {
    /// Takes messages as they come, until there are so many.
    private static func take<Message>(_ count: Int, from mailbox: Mailbox<Message>) -> [Message] {
        var messages: [Message] = []
        let end = Clock.now() + 5
        while messages.count < count, Clock.now() < end {
            _ = Poll.wait(reading: [mailbox.rawValue], until: end)
            messages += mailbox.takeAll()
        }
        return messages
    }

    @Test func mailboxKeepsTheOrderAndTellsThatThereIsSomething() throws {
        let mailbox = try Mailbox<Int>()
        #expect(mailbox.takeAll() == [])
        #expect(Poll.wait(reading: [mailbox.rawValue], until: 0) == [])
        for number in 0..<100 { mailbox.post(number) }
        #expect(Poll.wait(reading: [mailbox.rawValue], until: 0) == [mailbox.rawValue])
        #expect(mailbox.takeAll() == Array(0..<100))
        #expect(Poll.wait(reading: [mailbox.rawValue], until: 0) == [])
        mailbox.post(7)
        #expect(mailbox.takeAll() == [7])
    }

    @Test func jobsRunOneAfterTheOtherOnOneThreadOfItsOwn() throws {
        let (worker, mailbox) = (try Worker(name: "xzoom-test"), try Mailbox<(Int, String)>())
        withExtendedLifetime(worker) {
            for number in 0..<500 {
                worker.perform { mailbox.post((number, threadPath())) }
            }
        }
        let messages = Self.take(500, from: mailbox)
        #expect(messages.map(\.0) == Array(0..<500))
        #expect(Set(messages.map(\.1)).count == 1)
        #expect(messages.first?.1 != threadPath())
    }

    @Test func messagesOfManyThreadsAllArriveInTheOrderOfEach() throws {
        let mailbox = try Mailbox<(Int, Int)>()
        let workers = try (0..<4).map { try Worker(name: "xzoom-test-\($0)") }
        for (index, worker) in workers.enumerated() {
            for number in 0..<300 { worker.perform { mailbox.post((index, number)) } }
        }
        let messages = Self.take(1200, from: mailbox)
        for index in workers.indices {
            #expect(messages.filter { $0.0 == index }.map(\.1) == Array(0..<300))
        }
    }

    @Test func workerHasItsName() throws {
        let (worker, mailbox) = (try Worker(name: "xzoom-named"), try Mailbox<String>())
        worker.perform {
            let file = try? FileDescriptor.open(reading: "/proc/thread-self/comm")
            mailbox.post(String(decoding: (try? file?.read(count: 32, at: 0)) ?? [], as: UTF8.self))
        }
        #expect(Self.take(1, from: mailbox) == ["xzoom-named\n"])
        withExtendedLifetime(worker) {}
    }

    /// Without its owner a worker ends: the job under way is finished, those behind it are dropped with all that they hold.
    @Test func workerEndsWithItsOwner() throws {
        let (begun, ended) = (try Mailbox<String>(), try Mailbox<Int>())
        let gate = Gate()
        var worker: Worker? = try Worker(name: "xzoom-test")
        worker?.perform {
            begun.post(threadPath())
            gate.wait()
            ended.post(1)
        }
        for _ in 0..<10 { worker?.perform { ended.post(2) } }
        let thread = try #require(Self.take(1, from: begun).first)
        worker = nil
        gate.open()
        #expect(Self.take(1, from: ended) == [1])
        for _ in 0..<500 where access(thread, F_OK) == 0 { usleep(2000) }
        #expect(access(thread, F_OK) != 0)
        #expect(ended.takeAll() == [])
    }
}

/// The calling thread, as a folder that is there while it runs.
private func threadPath() -> String {
    "/proc/" + ((try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? "")
}

/// Holds a thread until it is opened.
private final class Gate: Sendable {
    private let isOpen = Atomic(false)

    func open() { isOpen.store(true, ordering: .releasing) }

    func wait() { while !isOpen.load(ordering: .acquiring) { usleep(200) } }
}
