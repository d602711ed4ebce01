import Testing

@testable import xzoom

@Suite struct ArgumentPathTests {
    @Test func zerosAreNoPartOfNames() {
        #expect(Argument(bytes: [0x61, 0xFF])?.cString == [0x61, -1, 0])
        #expect(Argument(bytes: [0x61, 0, 0x62]) == nil)
        #expect(Argument(bytes: []) == "")
        #expect(Argument(cString: [-1, 0x61, 0]).bytes == [0xFF, 0x61])
    }

    @Test(arguments: [
        ("a", ".", "a"), ("a/b", "a", "b"), ("/a", "/", "a"), ("/a/b//", "/a", "b"), ("//a", "/", "a"),
        ("a//b", "a/", "b"), ("", ".", ""), ("/", "/", ""), ("a/", ".", "a"),
    ])
    func parts(_ path: String, folder: String, last: String) {
        #expect(Argument(path).folder == Argument(folder))
        #expect(Argument(path).lastComponent == Argument(last))
    }

    @Test(arguments: [
        ("b", "/a/b"), ("./b/../c//d/", "/a/c/d"), ("../../..", "/"), ("/x/./y", "/x/y"), ("", "/a"),
        ("...", "/a/..."),
    ])
    func absolutePaths(_ path: String, absolute: String) {
        #expect(Argument(path).absolute(from: "/a") == Argument(absolute))
    }

    @Test func resolvedPathsAreFreeOfLinks() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        try folder.link("link", to: "file")
        #expect(folder("link").resolved == folder("file"))
        #expect(folder("none").resolved == nil)
    }
}
