import Foundation
import Testing

@testable import xzoom

@Suite struct FileListTests {
    /// The files from the first on, by their paths.
    private static func paths(_ list: FileList, from start: FileList.ID? = nil, _ direction: Int = 1)
        -> [String]
    {
        var paths: [String] = []
        var next = start ?? list.end(direction)
        while let id = next {
            paths.append(list.path(id).text)
            next = list.next(to: id, direction)
        }
        return paths
    }

    @Test func namesAreTheLastPartsOfPaths() throws {
        for (path, name) in [
            ("a.png", "a.png"), ("/b/c d.png", "c d.png"), ("../e/", "e"), ("-", "standard input"),
            ("//x//y", "y"), ("", ""),
        ] {
            let list = FileList([Argument(path)], named: [])
            #expect(list.name(try #require(list.end(1))) == name)
        }
    }

    @Test func nearestFileThatCanBeShown() throws {
        var list = FileList(["a", "b", "c", "d"], named: ["a", "b", "c", "d"])
        let ids = try ["a", "b", "c", "d"].map { try #require(list.file(Argument($0))) }
        #expect(Self.paths(list) == ["a", "b", "c", "d"])
        list.markUnshowable(ids[1])
        list.markUnshowable(ids[2])
        #expect(Self.paths(list) == ["a", "d"])
        #expect(Self.paths(list, -1) == ["d", "a"])
        #expect(list.next(to: ids[1], 1) == ids[3])
        #expect(list.next(to: ids[2], -1) == ids[0])
        list.markUnshowable(ids[0])
        #expect(list.next(to: ids[2], -1) == nil)
        list.markShowable(ids[2])
        #expect(Self.paths(list) == ["c", "d"])
        // Those that were named are counted all the same.
        #expect(list.number(of: ids[3]) == (4, 4))
        list.markUnshowable(ids[2])
        list.markUnshowable(ids[3])
        #expect(list.end(1) == nil)
    }

    @Test func sameFilesStayWhenOthersComeAndGo() throws {
        var list = FileList(["b"], named: ["b"])
        let b = try #require(list.end(1))
        list.setOrder(["a", "b", "c"], shown: b)
        #expect(list.file("b") == b)
        #expect(Self.paths(list) == ["a", "b", "c"])
        #expect(list.number(of: b) == (2, 3))
        let c = try #require(list.file("c"))
        #expect(list.isFound(c) && !list.isFound(b))
        // What is no picture is not counted in a folder.
        list.markUnshowable(c)
        #expect(list.number(of: b) == (2, 2))
        // The file shown is gone: its place stays until it is left.
        list.setOrder(["a", "c", "d"], shown: b)
        #expect(list.next(to: b, 1).map(list.path) == "d")
        #expect(list.next(to: b, -1).map(list.path) == "a")
        #expect(!list.isShowable(b))
        #expect(list.number(of: b) == (2, 3))
        list.setOrder(["c", "b"], shown: b)
        #expect(list.isShowable(b))
        #expect(Self.paths(list) == ["b"])
        #expect(list.file("a") == nil)
    }

    @Test func aFileThatIsNamedTwiceIsTwoFiles() throws {
        let list = FileList(["a", "b", "a"], named: ["a", "b"])
        #expect(Self.paths(list) == ["a", "b", "a"])
        #expect(list.number(of: try #require(list.end(-1))) == (3, 3))
    }
}
