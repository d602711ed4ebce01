import Foundation
import Posix
import Testing

@testable import xzoom

@Suite struct TrashTests {
    /// A folder of files, with a trash in the same file system.
    private static func home() throws -> (TemporaryFolder, Trash) {
        let folder = try TemporaryFolder()
        try folder.makeFolder("pictures")
        return (folder, Trash(dataHome: folder("share")))
    }

    private static func date(_ now: time_t) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
        return format.string(from: Date(timeIntervalSince1970: Double(now)))
    }

    @Test func fileAndWhereItWas() throws {
        let (folder, trash) = try Self.home()
        try folder.write("bytes", to: "pictures/ä b%.jpg")
        let place = try trash.take(folder("pictures/ä b%.jpg"), at: 1_700_000_000)
        #expect(place.file == folder("share/Trash/files/ä b%.jpg"))
        #expect(place.info == folder("share/Trash/info/ä b%.jpg.trashinfo"))
        #expect(try folder.names("pictures") == [])
        #expect(try folder.read("share/Trash/files/ä b%.jpg") == "bytes")
        #expect(
            try folder.read("share/Trash/info/ä b%.jpg.trashinfo") == """
                [Trash Info]
                Path=\(folder.path)/pictures/%C3%A4%20b%25.jpg
                DeletionDate=\(Self.date(1_700_000_000))

                """)
        for name in ["share/Trash", "share/Trash/files", "share/Trash/info"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: folder(name).text)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func equalNamesGetNumbers() throws {
        let (folder, trash) = try Self.home()
        for text in ["1", "2", "3"] {
            try folder.write(text, to: "pictures/a.tar.gz")
            _ = try trash.take(folder("pictures/a.tar.gz"))
        }
        #expect(try folder.names("share/Trash/files") == ["a.tar.2.gz", "a.tar.3.gz", "a.tar.gz"])
        #expect(try folder.read("share/Trash/files/a.tar.3.gz") == "3")
        #expect(try folder.names("share/Trash/info").count == 3)
    }

    /// A file that has no info is not replaced, nor an info without a file.
    @Test func nothingInTheTrashIsReplaced() throws {
        let (folder, trash) = try Self.home()
        try folder.makeFolder("share/Trash/files")
        try folder.makeFolder("share/Trash/info")
        try folder.write("theirs", to: "share/Trash/files/a")
        try folder.write("theirs", to: "share/Trash/info/a.2.trashinfo")
        try folder.write("mine", to: "pictures/a")
        let place = try trash.take(folder("pictures/a"))
        #expect(place.file == folder("share/Trash/files/a.3"))
        #expect(try folder.read("share/Trash/files/a") == "theirs")
        #expect(try folder.names("share/Trash/info") == ["a.2.trashinfo", "a.3.trashinfo"])
    }

    @Test func linksThemselves() throws {
        let (folder, trash) = try Self.home()
        try folder.write("kept", to: "target")
        try folder.link("pictures/link", to: "../target")
        try folder.link("pictures/broken", to: "nowhere")
        try folder.link("through", to: "pictures")
        _ = try trash.take(folder("through/link"))
        _ = try trash.take(folder("pictures/broken"))
        #expect(try folder.read("target") == "kept")
        #expect(try folder.names("pictures") == [])
        let link = folder("share/Trash/files/link").text
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../target")
        // Where it was, free of links.
        #expect(
            try folder.read("share/Trash/info/link.trashinfo").contains("Path=\(folder.path)/pictures/link\n")
        )
    }

    @Test func whatIsNoFileStays() throws {
        let (folder, trash) = try Self.home()
        for name in ["pictures", "pictures/", "pictures/.", "pictures/..", ""] {
            #expect(throws: Trash.Failure.isFolder) { _ = try trash.take(folder(name)) }
        }
        #expect(throws: Trash.Failure.file(PosixError("fstatat", ENOENT))) {
            _ = try trash.take(folder("none"))
        }
        #expect(throws: Trash.Failure.file(PosixError("realpath", ENOENT))) {
            _ = try trash.take(folder("none/none"))
        }
        // Nothing was made for them.
        #expect(try folder.names() == ["pictures"])
    }

    @Test func failureLeavesNothing() throws {
        let (folder, trash) = try Self.home()
        try folder.makeFolder("share/Trash")
        try folder.write("kept", to: "pictures/a")
        try folder.link("share/Trash/files", to: "../../pictures")
        // The folder of files is a link, which could lead anywhere.
        #expect(throws: Trash.Failure.self) { _ = try trash.take(folder("pictures/a")) }
        #expect(try folder.names("share/Trash/info") == [])
        #expect(try folder.names("pictures") == ["a"])
    }

    @Test func longNamesAreShortened() {
        let name = { (bytes: [UInt8], number: Int) in TrashInfo.fileName(bytes, number: number).text }
        let a = [UInt8](repeating: 0x61, count: 250)
        #expect(name(a, 1) == String(repeating: "a", count: 245))
        #expect(name(a + Array(".jpg".utf8), 12) == String(repeating: "a", count: 238) + ".12.jpg")
        #expect(name(Array("photo.jpg".utf8), 2) == "photo.2.jpg")
        #expect(name(Array(".hidden".utf8), 2) == ".hidden.2")
        // No character is cut through.
        let umlauts = Array(String(repeating: "ä", count: 125).utf8)
        #expect(name(umlauts, 1) == String(repeating: "ä", count: 122))
        #expect(TrashInfo.fileName([0xFF], number: 1).cString == [-1, 0])
    }

    @Test func longNamesFit() throws {
        let (folder, trash) = try Self.home()
        let name = String(repeating: "x", count: 251) + ".png"
        for _ in 0..<2 {
            try folder.write("", to: "pictures/\(name)")
            _ = try trash.take(folder("pictures/\(name)"))
        }
        #expect(try folder.names("share/Trash/files").count == 2)
        #expect(
            try folder.names("share/Trash/info").allSatisfy {
                $0.utf8.count <= 255 && $0.hasSuffix(".trashinfo")
            })
    }

    /// What is in another file system goes to the trash at its top, or stays.
    @Test(.enabled(if: SecondFileSystem.isThere)) func otherFileSystems() throws {
        let (home, trash) = try Self.home()
        let other = try SecondFileSystem()
        try other.folder.makeFolder("sub")
        let write = { try other.folder.write("bytes", to: "sub/a b") }
        let user = geteuid()

        // One's own trash is made.
        try write()
        #expect(
            try trash.take(other.folder("sub/a b"), at: 0).file == other.folder(".Trash-\(user)/files/a b"))
        #expect(
            try other.folder.read(".Trash-\(user)/info/a b.trashinfo")
                == "[Trash Info]\nPath=sub/a%20b\nDeletionDate=\(Self.date(0))\n")

        // That of all users comes first, if it has the sticky bit and is no link.
        try other.folder.makeFolder(".Trash")
        try write()
        #expect(try trash.take(other.folder("sub/a b")).file == other.folder(".Trash-\(user)/files/a b.2"))
        #expect(chmod(other.folder(".Trash").cString, 0o1777) == 0)
        try write()
        #expect(try trash.take(other.folder("sub/a b")).file == other.folder(".Trash/\(user)/files/a b"))
        #expect(rename(other.folder(".Trash").cString, other.folder("moved").cString) == 0)
        try other.folder.link(".Trash", to: "moved")
        try write()
        #expect(try trash.take(other.folder("sub/a b")).file == other.folder(".Trash-\(user)/files/a b.3"))

        // Where none can be, the file stays.
        try FileManager.default.removeItem(atPath: other.folder(".Trash-\(user)").text)
        try other.folder.link(".Trash-\(user)", to: "moved")
        try write()
        #expect(throws: Trash.Failure.noTrash) { _ = try trash.take(other.folder("sub/a b")) }
        #expect(try other.folder.read("sub/a b") == "bytes")
        // In the home nothing was made.
        #expect(try home.names() == ["pictures"])
    }
}

/// A small file system of its own, mounted for as long as the object lives; only root can.
private final class SecondFileSystem {
    static let isThere = geteuid() == 0 && (try? SecondFileSystem()) != nil

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        guard mount("xzoom-test", folder.path, "tmpfs", 0, "size=1m") == 0 else { throw PosixError("mount") }
    }

    deinit { umount2(folder.path, Int32(MNT_DETACH)) }
}
