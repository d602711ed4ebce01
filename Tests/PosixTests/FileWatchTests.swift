import CTestSupport
import Foundation
import Posix
import Testing

@Suite struct FileWatchTests {
    private final class Place {
        let path = FileManager.default.temporaryDirectory.path + "/xzoom-watch-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(atPath: path + "/sub", withIntermediateDirectories: true)
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    /// What was told, as "kind name".
    private static func told(_ watch: borrowing FileWatch, by folder: FileWatch.Folder) throws -> [String] {
        try watch.read().map { event in
            guard case .changed(let change) = event, change.folder == folder else { return "\(event)" }
            let name = String(decoding: change.name, as: UTF8.self)
            return "\(change.kind)\(change.isFolder ? "/" : "") \(name)"
        }
    }

    @Test func filesOfAFolder() throws {
        let place = try Place()
        let watch = try FileWatch()
        #expect(try watch.read() == [])
        let folder = try watch.add(folder: place.path)
        let number = open(place.path + "/a", O_CREAT | O_RDWR, 0o600)
        #expect(try Self.told(watch, by: folder) == ["created a"])
        #expect(write(number, "12", 2) == 2)
        #expect(try Self.told(watch, by: folder) == ["modified a"])
        #expect(ftruncate(number, 0) == 0)
        #expect(fchmod(number, 0o644) == 0)
        #expect(try Self.told(watch, by: folder) == ["modified a", "attributesChanged a"])
        close(number)
        #expect(try Self.told(watch, by: folder) == ["closedAfterWriting a"])
        close(open(place.path + "/a", O_RDONLY))
        #expect(try Self.told(watch, by: folder) == [])
        #expect(mkdir(place.path + "/b", 0o700) == 0)
        #expect(unlink(place.path + "/a") == 0)
        #expect(try Self.told(watch, by: folder) == ["created/ b", "deleted a"])
        // Those of subfolders are not.
        close(open(place.path + "/sub/a", O_CREAT, 0o600))
        #expect(try Self.told(watch, by: folder) == [])
    }

    @Test func bothNamesOfARenamingHaveTheSameCookie() throws {
        let place = try Place()
        close(open(place.path + "/a", O_CREAT, 0o600))
        let watch = try FileWatch()
        let (first, second) = (try watch.add(folder: place.path), try watch.add(folder: place.path + "/sub"))
        #expect(first != second)
        #expect(rename(place.path + "/a", place.path + "/sub/\u{E9}") == 0)
        let events = try watch.read()
        guard events.count == 2, case .changed(let from) = events[0], case .changed(let to) = events[1] else {
            throw Failure()
        }
        #expect(from.cookie != 0)
        #expect(from == .init(folder: first, name: Array("a".utf8), kind: .movedFrom, cookie: from.cookie))
        #expect(to == .init(folder: second, name: Array("\u{E9}".utf8), kind: .movedTo, cookie: from.cookie))
    }

    @Test func foldersThemselves() throws {
        let place = try Place()
        let watch = try FileWatch()
        let folder = try watch.add(folder: place.path + "/sub")
        // The same one by another path is the same.
        #expect(try watch.add(folder: place.path + "/./sub") == folder)
        #expect(rename(place.path + "/sub", place.path + "/other") == 0)
        #expect(try Self.told(watch, by: folder) == ["folderMoved "])
        #expect(rmdir(place.path + "/other") == 0)
        #expect(try Self.told(watch, by: folder) == ["folderDeleted "])
    }

    @Test func removedWatchIsSilent() throws {
        let place = try Place()
        let watch = try FileWatch()
        watch.remove(try watch.add(folder: place.path))
        close(open(place.path + "/a", O_CREAT, 0o600))
        #expect(try watch.read() == [])
    }

    @Test func readableWhenThereIsSomething() throws {
        let place = try Place()
        let watch = try FileWatch()
        _ = try watch.add(folder: place.path)
        #expect(Poll.wait(reading: [watch.rawValue], until: 0) == [])
        close(open(place.path + "/a", O_CREAT, 0o600))
        #expect(Poll.wait(reading: [watch.rawValue], until: 0) == [watch.rawValue])
    }

    @Test func descriptorGoesWithTheValue() throws {
        func number() throws -> Int32 { try FileWatch().rawValue }
        #expect(fcntl(try number(), F_GETFD) == -1)
    }

    @Test func onlyFolders() throws {
        let watch = try FileWatch()
        #expect(throws: PosixError("inotify_add_watch", ENOTDIR)) {
            _ = try watch.add(folder: "/proc/self/exe")
        }
        #expect(throws: PosixError("inotify_add_watch", ENOENT)) { _ = try watch.add(folder: "/nonexistent") }
    }

    /// The kernel keeps so many events (/proc/sys/fs/inotify/max_queued_events), and then one that says so.
    @Test func overflowIsTold() throws {
        let limit = Int(
            try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines))
        let place = try Place()
        let watch = try FileWatch()
        _ = try watch.add(folder: place.path)
        // Equal events in a row count as one.
        for _ in 0...(limit ?? 0) / 2 {
            close(open(place.path + "/a", O_CREAT, 0o600))
            unlink(place.path + "/a")
        }
        var (count, last) = (0, FileWatch.Event?.none)
        while case let events = try watch.read(), !events.isEmpty {
            count += events.count
            last = events.last
        }
        #expect(count == (limit ?? 0) + 1)
        #expect(last == .overflow)
    }

    @Test func writersAreKnown() throws {
        let place = try Place()
        let path = place.path + "/a"
        close(open(path, O_CREAT, 0o600))
        let reading = try FileDescriptor.open(reading: path)
        // Not every file system can tell.
        guard let before = reading.hasWriter() else { return }
        #expect(!before)
        let writer = open(path, O_WRONLY)
        #expect(reading.hasWriter() == true)
        close(writer)
        #expect(reading.hasWriter() == false)
        // No lease is left that a writer would have to wait for.
        let second = open(path, O_WRONLY | O_NONBLOCK)
        #expect(second >= 0)
        close(second)
    }

    @Test func statuses() throws {
        let place = try Place()
        let path = place.path + "/a"
        let number = open(path, O_CREAT | O_RDWR, 0o600)
        #expect(write(number, "123", 3) == 3)
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: -2, tv_nsec: 5)]
        #expect(futimens(number, &times) == 0)
        let status = try FileStatus(of: FileDescriptor(owning: number))
        #expect(status.kind == .regular)
        #expect(status.byteCount == 3)
        #expect(status.modified == -1_999_999_995)
        #expect(status.modifiedSeconds == -2)
        #expect(try FileStatus(path: path) == status)
        #expect(symlink("a", place.path + "/link") == 0)
        #expect(try FileStatus(path: place.path + "/link") == status)
        #expect(try FileStatus(path: place.path + "/link", followsLinks: false) != status)
        #expect(throws: PosixError("fstatat", ENOENT)) { _ = try FileStatus(path: place.path + "/none") }
    }
}
