import Glibc
import Posix
import Testing

@testable import xzoom

@Suite struct FileSettlingTests {
    private static func status(_ size: Int, time: Int64 = 1, inode: UInt64 = 1) -> FileStatus {
        FileStatus(kind: .regular, byteCount: size, modified: time, device: 1, inode: inode)
    }

    private static func seen(_ status: FileStatus?, hasWriter: Bool = false) -> FileSettling.Observation {
        FileSettling.Observation(status: status, hasWriter: hasWriter)
    }

    /// Outside of the macro, since that takes no call that changes its value.
    private static func expect(
        _ expected: Bool, _ value: Bool, at location: SourceLocation = #_sourceLocation
    ) {
        #expect(value == expected, sourceLocation: location)
    }

    @Test func quietIsTheEndOfModifying() {
        var settling = FileSettling(shown: Self.status(5))
        #expect(settling.deadline == nil)
        for now in [1, 1.2, 1.4] { settling.note(.modified, at: now) }
        #expect(settling.deadline == 1.4 + 0.25)
        Self.expect(false, settling.decide(Self.seen(Self.status(6)), at: 1.6))
        Self.expect(true, settling.decide(Self.seen(Self.status(6)), at: 1.7))
        #expect(settling.deadline == nil)
        Self.expect(false, settling.decide(Self.seen(Self.status(7)), at: 3))
    }

    @Test func closingIsTheEndAtOnce() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.modified, at: 1)
        settling.note(.closedAfterWriting, at: 1.1)
        #expect(settling.deadline == 1.1)
        // Even while the kernel still counts the writer.
        Self.expect(true, settling.decide(Self.seen(Self.status(6), hasWriter: true), at: 1.1))
    }

    @Test func nextWriterIsWaitedFor() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.closedAfterWriting, at: 1)
        settling.note(.modified, at: 1)
        #expect(settling.deadline == 1.25)
    }

    @Test func slowWriterIsWaitedForButNotForEver() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.modified, at: 1)
        Self.expect(false, settling.decide(Self.seen(Self.status(2), hasWriter: true), at: 1.25))
        #expect(settling.deadline == 11)
        settling.note(.modified, at: 4)
        Self.expect(false, settling.decide(Self.seen(Self.status(3), hasWriter: true), at: 4.25))
        #expect(settling.deadline == 14)
        Self.expect(true, settling.decide(Self.seen(Self.status(3), hasWriter: true), at: 14))
    }

    @Test func emptyAndMissingFilesAreWaitedFor() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.closedAfterWriting, at: 1)
        Self.expect(false, settling.decide(Self.seen(Self.status(0, time: 2)), at: 1))
        #expect(settling.deadline == nil)
        settling.note(.deleted, at: 2)
        #expect(settling.deadline == nil)
        settling.note(.created, at: 3)
        Self.expect(false, settling.decide(Self.seen(nil), at: 3.25))
        settling.note(.closedAfterWriting, at: 4)
        // Even if it looks the same: the number of a deleted file is given again.
        Self.expect(true, settling.decide(Self.seen(Self.status(5)), at: 4))
    }

    @Test func sameTickOfTheClockHidesNothing() {
        var settling = FileSettling(shown: Self.status(5))
        for _ in 0..<2 {
            settling.note(.modified, at: 1)
            settling.note(.closedAfterWriting, at: 1)
            Self.expect(true, settling.decide(Self.seen(Self.status(5)), at: 1))
        }
        // Who opens it for writing and writes nothing changes nothing.
        settling.note(.closedAfterWriting, at: 2)
        Self.expect(false, settling.decide(Self.seen(Self.status(5)), at: 2))
    }

    @Test func newTimeBehindASaveBelongsToIt() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.modified, at: 1)
        settling.note(.closedAfterWriting, at: 1)
        Self.expect(true, settling.decide(Self.seen(Self.status(6, time: 9)), at: 1))
        settling.note(.attributesChanged, at: 1.1)
        #expect(settling.deadline == 1.35)
        Self.expect(false, settling.decide(Self.seen(Self.status(6, time: 3)), at: 1.35))
        // Long after it counts.
        settling.note(.attributesChanged, at: 5)
        Self.expect(false, settling.decide(Self.seen(Self.status(6, time: 3)), at: 5.25))
        settling.note(.attributesChanged, at: 6)
        Self.expect(true, settling.decide(Self.seen(Self.status(6, time: 4)), at: 6.25))
    }

    @Test func newTimeDelaysNothing() {
        var settling = FileSettling(shown: Self.status(5))
        settling.note(.movedTo, at: 1)
        settling.note(.attributesChanged, at: 1)
        #expect(settling.deadline == 1)
    }

    @Test func whatCouldNotBeShownIsTriedAgain() {
        var settling = FileSettling(shown: Self.status(5))
        settling.opened(nil)
        settling.note(.attributesChanged, at: 1)
        Self.expect(true, settling.decide(Self.seen(Self.status(5)), at: 1.25))
    }

    @Test func overflowMeansLook() {
        var settling = FileSettling(shown: Self.status(5))
        settling.noteOverflow(at: 1)
        Self.expect(false, settling.decide(Self.seen(Self.status(5)), at: 1.25))
        settling.noteOverflow(at: 2)
        Self.expect(true, settling.decide(Self.seen(Self.status(5, inode: 2)), at: 2.25))
    }

    /// A file that is watched while something is done to it, in steps of 0.4 s.
    private final class Watched {
        let folder: TemporaryFolder
        let path: Argument
        private let watch: FileWatch
        private var settling: FileSettling
        private var now = 100.0
        /// What the file held each time that it would have been shown anew.
        private(set) var reloads: [String] = []

        init() throws {
            folder = try TemporaryFolder()
            watch = try FileWatch()
            try folder.write("old", to: "file")
            path = folder("file")
            settling = FileSettling(shown: try FileStatus(path: path.cString))
            for place in WatchedPlace.places(of: path) { _ = try watch.add(folder: place.folder.cString) }
        }

        func step(_ action: (TemporaryFolder) throws -> Void) throws {
            try action(folder)
            for case .changed(let change) in try watch.read() where change.name == Array("file".utf8) {
                settling.note(change.kind, at: now)
            }
            now += 0.4
            while let deadline = settling.deadline, deadline <= now {
                if settling.decide(.init(of: path), at: deadline) { reloads.append(try folder.read("file")) }
            }
        }
    }

    private static func write(_ text: String, to number: Int32) {
        _ = Glibc.write(number, text, text.utf8.count)
    }

    @Test func emptiedAndWrittenSlowly() throws {
        let file = try Watched()
        var number: Int32 = -1
        try file.step { number = open($0("file").cString, O_WRONLY | O_TRUNC) }
        for part in ["n", "e", "w"] { try file.step { _ in Self.write(part, to: number) } }
        try file.step { _ in close(number) }
        #expect(file.reloads.last == "new")
        // Where the file system tells of writers, it is not shown before.
        if (try FileDescriptor.open(reading: file.path.cString)).hasWriter() != nil {
            #expect(file.reloads == ["new"])
        }
    }

    @Test func savedAtOnce() throws {
        let file = try Watched()
        try file.step { try $0.write("new", to: "file") }
        try file.step { _ in }
        #expect(file.reloads == ["new"])
    }

    @Test func anotherFileRenamed() throws {
        let file = try Watched()
        try file.step { try $0.write("new", to: "file.part") }
        #expect(file.reloads == [])
        try file.step { rename($0("file.part").cString, $0("file").cString) }
        try file.step { chmod($0("file").cString, 0o600) }
        #expect(file.reloads == ["new"])
    }

    @Test func deletedAndMadeAnew() throws {
        let file = try Watched()
        try file.step { unlink($0("file").cString) }
        #expect(file.reloads == [])
        try file.step { folder in
            let number = open(folder("file").cString, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            Self.write("new", to: number)
            close(number)
        }
        #expect(file.reloads == ["new"])
    }

    /// As an editor does that keeps the old one under another name.
    @Test func renamedAwayAndMadeAnew() throws {
        let file = try Watched()
        try file.step { folder in
            rename(folder("file").cString, folder("file~").cString)
            let number = open(folder("file").cString, O_WRONLY | O_CREAT | O_EXCL, 0o600)
            Self.write("new", to: number)
            close(number)
            unlink(folder("file~").cString)
        }
        try file.step { _ in }
        #expect(file.reloads == ["new"])
    }

    @Test func linkedIntoPlace() throws {
        let file = try Watched()
        try file.step { folder in
            try folder.write("new", to: "other")
            unlink(folder("file").cString)
            link(folder("other").cString, folder("file").cString)
        }
        try file.step { _ in }
        #expect(file.reloads == ["new"])
    }

    @Test func touched() throws {
        let file = try Watched()
        try file.step { folder in
            let number = open(folder("file").cString, O_WRONLY)
            var times = [timespec(tv_sec: 7, tv_nsec: 0), timespec(tv_sec: 7, tv_nsec: 0)]
            futimens(number, &times)
            close(number)
        }
        try file.step { _ in }
        #expect(file.reloads == ["old"])
    }

    /// As programs do that unpack archives.
    @Test func writtenThenGivenItsOldTime() throws {
        let file = try Watched()
        try file.step { try $0.write("new", to: "file") }
        try file.step { folder in
            var times = [timespec(tv_sec: 7, tv_nsec: 0), timespec(tv_sec: 7, tv_nsec: 0)]
            utimensat(AT_FDCWD, folder("file").cString, &times, 0)
        }
        try file.step { _ in }
        #expect(file.reloads == ["new"])
    }

    @Test func renamedAwayAndBack() throws {
        let file = try Watched()
        try file.step { rename($0("file").cString, $0("x").cString) }
        try file.step { _ = rename($0("x").cString, $0("file").cString) }
        #expect(file.reloads == [])
    }

    @Test func linksAreWatchedAtBothEnds() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("sub")
        try folder.write("", to: "sub/target")
        try folder.link("link", to: "sub/target")
        let places = WatchedPlace.places(of: folder("link"))
        #expect(places.map(\.folder) == [Argument(folder.path), folder("sub")])
        #expect(places.map(\.name) == [Array("link".utf8), Array("target".utf8)])
        #expect(WatchedPlace.places(of: folder("sub/target")).count == 1)
        #expect(WatchedPlace.places(of: folder("none")).count == 1)
    }
}
