import Glibc
import Posix
import Testing

@testable import xzoom

@Suite struct FileNamesTests {
    private typealias Name = Result<Argument, FileNames.Problem>

    /// The names in bytes that come in pieces of so many.
    private static func split(_ bytes: [UInt8], _ terminator: FileNames.Terminator, pieces: Int) -> [Name] {
        var splitter = NameSplitter(terminator: terminator)
        var names: [Name] = []
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            splitter.take(Array(bytes[start..<min(start + pieces, bytes.count)])) { names.append($0) }
        }
        splitter.finish { names.append($0) }
        return names
    }

    @Test(arguments: [1, 2, 3, 100])
    func linesHoweverTheyCome(_ pieces: Int) {
        let names = Self.split(Array("a\n\nb c\r\n\r\n./d\ré\n last".utf8), .line, pieces: pieces)
        #expect(names == ["a", "b c", "./d\ré", " last"].map { .success($0) })
    }

    @Test(arguments: [1, 2, 3, 100])
    func zerosHoweverTheyCome(_ pieces: Int) {
        let names = Self.split(Array("a\0\0b\nc\r\0\r\n\0last".utf8), .zero, pieces: pieces)
        #expect(names == ["a", "b\nc\r", "\r\n", "last"].map { .success($0) })
    }

    @Test func bytesAreKept() {
        #expect(
            Self.split([0xFF, 0xC3, 0x0A], .line, pieces: 1) == [.success(Argument(cString: [-1, -61, 0]))])
    }

    @Test(arguments: [1, 7, 4096, 5000])
    func longNamesAreRefusedAlone(_ pieces: Int) {
        let longest = String(repeating: "x", count: Int(PATH_MAX) - 1)
        let text = "a\n\(longest)\r\n\(longest)y\nb\n\(longest)\(longest)"
        #expect(
            Self.split(Array(text.utf8), .line, pieces: pieces)
                == [
                    .success("a"), .success(Argument(longest)), .failure(.tooLong), .success("b"),
                    .failure(.tooLong),
                ])
    }

    @Test func zerosInLinesAreRefused() {
        #expect(Self.split(Array("a\0b\nc\n".utf8), .line, pieces: 1) == [.failure(.zero), .success("c")])
    }

    @Test func filesAreReadToTheirEnds() throws {
        let file = try FileDescriptor.memory(name: "names")
        let text = (0..<20_000).map { "name \($0)\n" }.joined()
        try file.write(Array(text.utf8))
        try file.rewind()
        var names = FileNames(reading: file, terminator: .line)
        var read: [Name] = []
        var rounds = 0
        while !names.hasEnded {
            read += names.read()
            rounds += 1
        }
        #expect(rounds > 3)
        #expect(read == (0..<20_000).map { .success(Argument("name \($0)")) })
        #expect(names.read() == [])
    }

    @Test func streamsAreReadAsTheyCome() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        var names = FileNames(reading: FileDescriptor(owning: ends[0]), terminator: .zero)
        do {
            let writing = FileDescriptor(owning: ends[1])
            try writing.write(Array("a\0b".utf8))
            #expect(names.read() == [.success("a")])
            try writing.write(Array("c\0d".utf8))
            #expect(names.read() == [.success("bc")])
        }
        let hasEndedEarly = names.hasEnded
        #expect(!hasEndedEarly)
        #expect(names.read() == [.success("d")])
        let hasEnded = names.hasEnded
        #expect(hasEnded)
    }

    @Test func errorsAreValues() throws {
        var names = FileNames(reading: try .open(reading: "/"), terminator: .line)
        #expect(names.read() == [.failure(.system(PosixError("read", EISDIR)))])
        let hasEnded = names.hasEnded
        #expect(hasEnded)
    }

    @Test func numberOfNamesIsLimited() throws {
        let file = try FileDescriptor.memory(name: "names")
        try file.write(Array(String(repeating: "a\0", count: 101).utf8))
        try file.rewind()
        var names = FileNames(reading: file, terminator: .zero, limit: 100)
        let read = names.read()
        #expect(read.count == 101)
        #expect(read[99...] == [.success("a"), .failure(.tooMany(100))])
        let hasEnded = names.hasEnded
        #expect(hasEnded)
    }
}
