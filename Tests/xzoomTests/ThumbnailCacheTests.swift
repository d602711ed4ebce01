import Foundation
import Posix
import Testing
import X11

@testable import xzoom

@Suite struct ThumbnailCacheTests {
    private static let cache = ThumbnailCache(folder: "/c/thumbnails", version: "1.2")
    private static let status = FileStatus(
        kind: .regular, byteCount: 123, modified: 1_700_000_000_900_000_000, device: 1, inode: 2)

    /// The standard's own example, and two of GLib's.
    @Test func names() {
        let uri = "file:///home/jens/photos/me.png"
        #expect(ThumbnailCache.hash(of: uri) == "c6ee772d9e49320e97ec29a7eb5b1697")
        #expect(
            ThumbnailCache.hash(of: FileURI.uri(of: "/tmp/a b.png")) == "f2584ab78dd95a88bd0d3f0ecaee7a8c")
        #expect(
            ThumbnailCache.hash(of: FileURI.uri(of: "/tmp/é!$&'()*+,-.:=@_~;[]^`{|}\"#%<>?\\.png"))
                == "1fbdc96614c8d1e16ad04647e79ce196")
        #expect(ThumbnailCache.hash(of: "") == "d41d8cd98f00b204e9800998ecf8427e")
        let name = "c6ee772d9e49320e97ec29a7eb5b1697.png"
        let path = { (kind: ThumbnailCache.Kind) in Self.cache.path(of: uri, kind) }
        #expect(path(.thumbnail(.normal)) == Argument("/c/thumbnails/normal/" + name))
        #expect(path(.thumbnail(.large)) == Argument("/c/thumbnails/large/" + name))
        #expect(path(.thumbnail(.extraLarge)) == Argument("/c/thumbnails/x-large/" + name))
        #expect(path(.thumbnail(.extraExtraLarge)) == Argument("/c/thumbnails/xx-large/" + name))
        #expect(path(.failure) == Argument("/c/thumbnails/fail/xzoom-1.2/" + name))
    }

    @Test func sizes() {
        #expect(ThumbnailCache.Size.allCases.map(\.side) == [128, 256, 512, 1024])
        #expect(
            [1, 128, 129, 256, 1024, 5000].map { ThumbnailCache.Size(covering: $0) } == [
                .normal, .normal, .large, .large, .extraExtraLarge, .extraExtraLarge,
            ])
    }

    @Test func textsTellWhetherItIsStillTrue() {
        let texts = Self.cache.texts(of: "file:///a", Self.status, size: (40, 30))
        #expect(
            texts.map { "\($0.key)=\($0.value)" } == [
                "Thumb::URI=file:///a", "Thumb::MTime=1700000000", "Thumb::Size=123", "Software=xzoom 1.2",
                "Thumb::Image::Width=40", "Thumb::Image::Height=30",
            ])
        let isValid = { (texts: [ThumbnailCache.Text], change: (inout FileStatus) -> Void) in
            var status = Self.status
            change(&status)
            return ThumbnailCache.isValid(texts, of: "file:///a", status)
        }
        #expect(isValid(texts) { _ in })
        // Only whole seconds are kept.
        #expect(isValid(texts) { $0.modified += 50_000_000 })
        #expect(!isValid(texts) { $0.modified += 500_000_000 })
        #expect(!isValid(texts) { $0.modified -= 1_000_000_000 })
        #expect(!isValid(texts) { $0.byteCount += 1 })
        #expect(!ThumbnailCache.isValid(texts, of: "file:///b", Self.status))
        #expect(!isValid([]) { _ in })
        #expect(isValid([("Thumb::MTime", "1700000000"), ("Thumb::URI", "file:///a")]) { _ in })
        #expect(!isValid([("Thumb::MTime", "x"), ("Thumb::URI", "file:///a")]) { _ in })
        #expect(!isValid([("Thumb::URI", "file:///a")]) { _ in })
    }

    @Test func cacheItselfHasNoThumbnails() {
        #expect(Self.cache.contains("/c/thumbnails/normal/x.png"))
        #expect(!Self.cache.contains("/c/thumbnails2/x.png"))
        #expect(!Self.cache.contains("/c/x.png"))
    }

    @Test func filesAreReplacedWhole() throws {
        let folder = try TemporaryFolder()
        let cache = ThumbnailCache(folder: folder("cache/thumbnails"), version: "1")
        for bytes in ["first", "second"] {
            try cache.write(Array(bytes.utf8), of: "file:///a", .thumbnail(.large))
            let names = try folder.names("cache/thumbnails/large")
            #expect(names == ["\(ThumbnailCache.hash(of: "file:///a")).png"])
            #expect(try folder.read("cache/thumbnails/large/\(names[0])") == bytes)
        }
        try cache.write([1], of: "file:///b", .failure)
        #expect(try folder.names("cache/thumbnails") == ["fail", "large"])
        let mode = { (name: String) in
            try FileManager.default.attributesOfItem(atPath: folder(name).text)[.posixPermissions] as? Int
        }
        for name in ["cache", "cache/thumbnails", "cache/thumbnails/fail", "cache/thumbnails/fail/xzoom-1"] {
            #expect(try mode(name) == 0o700)
        }
        let failure = "cache/thumbnails/fail/xzoom-1/\(ThumbnailCache.hash(of: "file:///b")).png"
        #expect(try mode(failure) == 0o600)
    }

    @Test func failedWriteLeavesNothing() throws {
        let folder = try TemporaryFolder()
        let cache = ThumbnailCache(folder: folder(""), version: "1")
        // A folder is in the place.
        try folder.makeFolder("normal/\(ThumbnailCache.hash(of: "a")).png/x")
        #expect(throws: PosixError.self) { try cache.write([1], of: "a", .thumbnail(.normal)) }
        #expect(try folder.names("normal").count == 1)
        try folder.write("", to: "file")
        #expect(throws: PosixError("mkdir", ENOTDIR)) {
            try ThumbnailCache(folder: folder("file/x"), version: "1").write([], of: "a", .failure)
        }
    }
}
