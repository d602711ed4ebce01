import Glibc
import Posix
import Testing

@testable import xzoom

@Suite struct FolderListingTests {
    private static func names(_ listing: FolderListing, in folder: TemporaryFolder) -> [String] {
        listing.files.map { String($0.path.text.dropFirst(folder.path.count + 1)) }
    }

    private static func full() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        for name in ["b2", "b10", ".hidden"] { try folder.makeFolder(name) }
        for name in [
            "10.png", "2.png", ".dot.png", "notes.TXT", "b10/x", "b2/y.pdf", ".hidden/z", "b2/w.mp4",
        ] {
            try folder.write("12345", to: name)
        }
        try folder.link("link.png", to: "2.png")
        try folder.link("broken.png", to: "nowhere")
        try folder.link("loop", to: ".")
        mkfifo(folder("fifo.png").cString, 0o600)
        return folder
    }

    @Test func regularFilesAndLinksToThem() throws {
        let folder = try Self.full()
        let listing = FolderListing(of: folder(""))
        #expect(Self.names(listing, in: folder).sorted() == ["10.png", "2.png", "link.png"])
        #expect(listing.files.allSatisfy { $0.status == nil })
        #expect(listing.problems == [])
        let all = FolderListing(of: folder(""), .init(picturesOnly: false))
        #expect(Self.names(all, in: folder).sorted() == ["10.png", "2.png", "link.png", "notes.TXT"])
    }

    @Test func subfoldersFollowInNaturalOrder() throws {
        let folder = try Self.full()
        let listing = FolderListing(of: folder(""), .init(isRecursive: true, wantsStatus: true))
        let names = Self.names(listing, in: folder)
        #expect(names.prefix(3).sorted() == ["10.png", "2.png", "link.png"])
        #expect(names.dropFirst(3) == ["b2/y.pdf", "b10/x"])
        #expect(listing.files.allSatisfy { $0.status?.byteCount == 5 })
        // A link's file is the one that it leads to.
        let inodes = Set(listing.files.map { $0.status?.inode })
        #expect(inodes.count == 4)
    }

    @Test func depthIsLimited() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("a/b/c")
        try folder.write("", to: "a/1")
        try folder.write("", to: "a/b/2")
        try folder.write("", to: "a/b/c/3")
        let listing = FolderListing(of: folder(""), .init(isRecursive: true, depth: 2))
        #expect(Self.names(listing, in: folder) == ["a/1", "a/b/2"])
        #expect(listing.problems == [.depth(folder("a/b/c"))])
    }

    @Test func countIsLimited() throws {
        let folder = try TemporaryFolder()
        for number in 0..<5 { try folder.write("", to: "\(number)") }
        let listing = FolderListing(of: folder(""), .init(limit: 3))
        #expect(listing.files.count == 3)
        #expect(listing.problems == [.limit(3)])
        #expect(FolderListing(of: folder(""), .init(limit: 5)).problems == [])
    }

    @Test func cancelledListingStops() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("sub")
        try folder.write("", to: "sub/file")
        #expect(FolderListing(of: folder(""), .init(isRecursive: true), isCancelled: { true }).files == [])
    }

    @Test func errorsAreValues() throws {
        let folder = try TemporaryFolder()
        #expect(
            FolderListing(of: folder("none")).problems == [
                .folder(folder("none"), PosixError("open", ENOENT))
            ])
        try folder.write("", to: "file")
        #expect(
            FolderListing(of: folder("file")).problems == [
                .folder(folder("file"), PosixError("open", ENOTDIR))
            ])
    }

    /// Names of any bytes, and the folder's spelling, are kept.
    @Test func pathsBeginWithTheFolderAsGiven() throws {
        let folder = try TemporaryFolder()
        let name = Argument(cString: [-1, -2, 0x2E, 0x70, 0])
        close(open(Argument(file: name.cString, in: folder("")).cString, O_CREAT, 0o600))
        for spelling in [folder.path, folder.path + "/", folder.path + "/."] {
            let files = FolderListing(of: Argument(spelling)).files
            #expect(files.map(\.path) == [Argument(file: name.cString, in: Argument(spelling))])
        }
    }

    @Test func namesThatSayNoPicture() {
        let names: [(Argument, Bool)] = [
            ("a.txt", true), ("a.TXT", true), ("a.tar.gz", true), ("a.mp4", true), ("a.md", true),
            ("a.png", false), ("a.pdf", false), ("a.svgz", false), ("a", false), ("txt", false),
            ("a.xyz", false),
            ("a.txt.jpg", false), ("a.", false), ("a.averylongending", false), ("crdownload", false),
            ("a.crdownload", true), ("a.txtx", false),
        ]
        for (name, isOther) in names {
            #expect(PictureNames.areOther(name.cString.dropLast()) == isOther, "\(name.text)")
        }
    }
}
