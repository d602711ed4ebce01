import Foundation
import Geometry
import Loading
import Posix
import Rendering
import Testing

@testable import xzoom

@Suite struct ThumbnailPlaceTests {
    private let folder: TemporaryFolder
    private let cache: ThumbnailCache

    init() throws {
        folder = try TemporaryFolder()
        cache = ThumbnailCache(folder: folder("thumbnails"), version: "1")
    }

    /// A file that was changed a while ago.
    private func file(_ name: String = "a b.png", age: Double = 100) throws -> Argument {
        try folder.write("bytes", to: name)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder(name).text)
        return folder(name)
    }

    private static func facts(_ uri: String, _ time: Int64) -> [PictureFact] {
        [
            PictureFact(.software, "x"), PictureFact(.thumbnailURI, uri),
            PictureFact(.thumbnailTime, "\(time)"),
        ]
    }

    @Test func validIsWhatIsOfTheSameFileAndTime() throws {
        let place = try #require(ThumbnailPlace(try file(), in: cache))
        #expect(place.uri == "file://\(folder.path)/a%20b.png")
        let time = place.status.modifiedSeconds
        #expect(place.isValid(Self.facts(place.uri, time)))
        #expect(!place.isValid(Self.facts(place.uri, time + 1)))
        #expect(!place.isValid(Self.facts(place.uri, time - 1)))
        #expect(!place.isValid(Self.facts(place.uri + "x", time)))
        #expect(!place.isValid([]))
        #expect(!place.isValid([PictureFact(.thumbnailURI, place.uri)]))
        #expect(!place.isValid([PictureFact(.thumbnailTime, "\(time)")]))
    }

    /// Facts are cut at 1024 bytes; a URI has three for each byte of a name.
    @Test func longNamesAreComparedAsFarAsTheyAreTold() throws {
        let name = String(repeating: "é", count: 127)
        try folder.makeFolder("\(name)/\(name)")
        let place = try #require(ThumbnailPlace(try file("\(name)/\(name)/a.png"), in: cache))
        let time = place.status.modifiedSeconds
        #expect(place.uri.utf8.count > 1400)
        #expect(place.isValid(Self.facts(String(place.uri.prefix(1024)), time)))
        #expect(!place.isValid(Self.facts(String(place.uri.prefix(1023)), time)))
        #expect(!place.isValid(Self.facts(String(place.uri.dropFirst().prefix(1024)), time)))
    }

    @Test func onlyFilesHaveAPlace() throws {
        try folder.makeFolder("folder")
        #expect(ThumbnailPlace(folder("folder"), in: cache) == nil)
        #expect(ThumbnailPlace(folder("missing"), in: cache) == nil)
        #expect(ThumbnailPlace("-", in: cache) == nil)
        #expect(ThumbnailPlace("/dev/null", in: cache) == nil)
        try folder.link("link", to: try file().text)
        #expect(ThumbnailPlace(folder("link"), in: cache)?.uri == "file://\(folder.path)/link")
    }

    @Test func keptOnesAreTheLargeEnoughSmallestFirst() throws {
        let place = try #require(ThumbnailPlace(try file(), in: cache))
        #expect(place.kept(covering: 160).isEmpty)
        for kind in [
            ThumbnailCache.Kind.failure, .thumbnail(.normal), .thumbnail(.extraLarge), .thumbnail(.large),
        ] {
            try cache.write([1], of: place.uri, kind)
        }
        let kinds = { (side: Int) in place.kept(covering: side).map(\.kind) }
        #expect(
            kinds(128) == [
                .thumbnail(.normal), .thumbnail(.large), .thumbnail(.extraLarge), .failure,
            ])
        #expect(kinds(160) == [.thumbnail(.large), .thumbnail(.extraLarge), .failure])
        #expect(kinds(320) == [.thumbnail(.extraLarge), .failure])
        #expect(kinds(900) == [.failure])
        #expect(
            place.kept(covering: 300).map(\.path) == [
                cache.path(of: place.uri, .thumbnail(.extraLarge)), cache.path(of: place.uri, .failure),
            ])
    }

    @Test func cacheItselfIsNotKept() throws {
        try folder.makeFolder("thumbnails/large")
        let place = try #require(ThumbnailPlace(try file("thumbnails/large/x.png"), in: cache))
        place.keep(nil, .failure, opened: place.status, size: nil)
        #expect(place.kept(covering: 1).isEmpty)
        #expect(try folder.names("thumbnails") == ["large"])
    }

    @Test func keptUnlessTheFileMayChangeUnnoticed() throws {
        let keep = { (place: ThumbnailPlace, status: FileStatus) in
            place.keep(nil, .failure, opened: status, size: nil)
            return place.kept(covering: 1).map(\.kind)
        }
        let young = try #require(ThumbnailPlace(try file("young.png", age: 0), in: cache))
        #expect(keep(young, young.status) == [])
        let changed = try #require(ThumbnailPlace(try file("changed.png"), in: cache))
        var status = changed.status
        status.byteCount += 1
        #expect(keep(changed, status) == [])
        let old = try #require(ThumbnailPlace(try file("old.png"), in: cache))
        #expect(keep(old, old.status) == [.failure])
        let future = try #require(ThumbnailPlace(try file("future.png", age: -1000), in: cache))
        #expect(keep(future, future.status) == [.failure])
        // Its texts stand in it as they are.
        let bytes = try Data(
            contentsOf: URL(fileURLWithPath: cache.path(of: old.uri, .failure).text))
        for text in ["Thumb::URI\0\(old.uri)", "Thumb::MTime\0\(old.status.modifiedSeconds)"] {
            #expect(bytes.range(of: Data(text.utf8)) != nil)
        }
    }

    @Test func settledIsOlderThanASecond() {
        var status = FileStatus(kind: .regular, byteCount: 1, modified: 0, device: 1, inode: 1)
        let second: Int64 = 1_000_000_000
        let hasSettled = { (modified: Int64, now: Int64) in
            status.modified = modified
            return ThumbnailPlace.hasSettled(status, at: now)
        }
        #expect(!hasSettled(100 * second, 101 * second - 1))
        #expect(hasSettled(100 * second, 101 * second))
        #expect(!hasSettled(101 * second, 100 * second))
        #expect(hasSettled(101 * second + 1, 100 * second))
        #expect(hasSettled(.min, .max))
        #expect(hasSettled(.max, .min))
    }
}
