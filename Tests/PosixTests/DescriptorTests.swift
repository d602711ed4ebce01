import CTestSupport
import Glibc
import Posix
import Testing

/// The descriptors here have numbers that nothing else in the process takes, so that a second close would be seen.
@Suite(.serialized) struct DescriptorTests {
    /// A new memory file at a number of its own.
    private static func open(at number: Int32) throws -> FileDescriptor {
        let file = try FileDescriptor.memory(name: "test")
        let copy = fcntl(file.rawValue, F_DUPFD_CLOEXEC, number)
        try #require(copy == number)
        return FileDescriptor(owning: copy)
    }

    private static func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) != -1 }

    private static func pass(_ file: consuming FileDescriptor) -> FileDescriptor { file }

    private static func drop(_ file: consuming FileDescriptor) {}

    @Test func ownerClosesOnce() throws {
        let file = try Self.open(at: 900)
        #expect(Self.isOpen(900))
        let moved = Self.pass(file)
        #expect(Self.isOpen(900))
        Self.drop(moved)
        #expect(!Self.isOpen(900))
        // The number is another's now: who gave the first one up closes it no more.
        let another = try Self.open(at: 900)
        #expect(Self.isOpen(900))
        withExtendedLifetime(another.rawValue) {}
    }

    @Test func whoTakesClosesInstead() throws {
        let number = try Self.open(at: 901).take()
        #expect(number == 901)
        #expect(Self.isOpen(901))
        close(number)
    }

    @Test func optionalOwnerClosesWhenItIsEmptied() throws {
        var file: FileDescriptor? = try Self.open(at: 902)
        #expect(Self.isOpen(902))
        file = nil
        #expect(!Self.isOpen(902))
        if file != nil { throw Failure() }
    }

    @Test func descriptorsDoNotReachOtherPrograms() throws {
        let (ours, theirs) = try Channel.pair()
        let numbers = [
            try FileDescriptor.memory(name: "a").take(), try FileDescriptor.open(reading: "/dev/null").take(),
            try SharedMemory.sealedFile(byteCount: 8).take(),
        ]
        for number in numbers + [ours.rawValue, theirs.rawValue, try Mailbox<Int>().rawValue] {
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0 || !Self.isOpen(number))
        }
        numbers.forEach { _ = close($0) }
    }

    @Test func filesAreReadAtAnyPlace() throws {
        let file = try FileDescriptor.memory(name: "test")
        try file.write([1, 2, 3])
        try file.write([4, 5])
        try file.write([])
        #expect(try file.read(count: 10, at: 0) == [1, 2, 3, 4, 5])
        #expect(try file.read(count: 2, at: 3) == [4, 5])
        #expect(try file.read(count: 2, at: 5) == [])
        #expect(try file.read(count: 0, at: 0) == [])
        #expect(try file.kind() == .regular)
        try file.rewind()
        #expect(lseek(file.rawValue, 0, SEEK_CUR) == 0)
    }

    @Test func kindsOfFile() throws {
        #expect(try FileDescriptor.open(reading: "/").kind() == .directory)
        #expect(try FileDescriptor.open(reading: "/dev/null").kind() == .stream)
        #expect(try FileDescriptor.open(reading: "/proc/self/exe").kind() == .regular)
    }

    @Test func streamsGiveWhatTheyHold() throws {
        var ends: [Int32] = [-1, -1]
        try #require(ct_pipe(&ends) == 0)
        let reading = FileDescriptor(owning: ends[0])
        #expect(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        do {
            let writing = FileDescriptor(owning: ends[1])
            #expect(try reading.kind() == .stream)
            guard case .nothing = try reading.readAvailable(count: 8) else { throw Failure() }
            try writing.write([1, 2, 3])
            guard case .bytes([1, 2]) = try reading.readAvailable(count: 2) else { throw Failure() }
            guard case .bytes([3]) = try reading.readAvailable(count: 2) else { throw Failure() }
        }
        guard case .end = try reading.readAvailable(count: 8) else { throw Failure() }
    }

    @Test func errorsKeepCallAndReason() throws {
        let error = #expect(throws: PosixError.self) { _ = try FileDescriptor.open(reading: "/nonexistent") }
        #expect(error == PosixError("open", ENOENT))
        #expect(error?.message == "No such file or directory")
        #expect(Errno(rawValue: 12_345).message.contains("12345"))
        #expect(throws: PosixError("lseek", ESPIPE)) {
            var ends: [Int32] = [-1, -1]
            try #require(ct_pipe(&ends) == 0)
            defer { close(ends[1]) }
            try FileDescriptor(owning: ends[0]).rewind()
        }
    }
}

/// What a test cannot go on from.
struct Failure: Error {}
