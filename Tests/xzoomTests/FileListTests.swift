import Testing

@testable import xzoom

@Suite struct FileListTests {
    @Test func namesAreTheLastPartsOfPaths() {
        let list = FileList(paths: ["a.png", "/b/c d.png", "../e/", "/", "-", "//x//y", ""])
        #expect(
            list.paths.indices.map(list.name) == ["a.png", "c d.png", "e", "/", "standard input", "y", ""])
    }

    @Test func nearestFileThatCanBeShown() {
        var list = FileList(paths: ["a", "b", "c", "d"])
        #expect(list.showable(from: 1, direction: 1) == 1)
        list.markUnshowable(1)
        list.markUnshowable(2)
        #expect(list.showable(from: 1, direction: 1) == 3)
        #expect(list.showable(from: 2, direction: -1) == 0)
        #expect(list.showable(from: 0, direction: -1) == 0)
        list.markUnshowable(0)
        #expect(list.showable(from: 2, direction: -1) == nil)
        #expect(list.showable(from: 0, direction: 1) == 3)
        list.markUnshowable(3)
        #expect(list.showable(from: 0, direction: 1) == nil)
    }

    @Test func pastTheEndsThereIsNone() {
        let list = FileList(paths: ["a", "b"])
        #expect(list.showable(from: 2, direction: 1) == nil)
        #expect(list.showable(from: -1, direction: -1) == nil)
    }
}
