import Foundation
import Testing

@testable import xzoom

@Suite struct FileListTests {
    @Test func namesAreTheLastPartsOfPaths() {
        let list = FileList(["a.png", "/b/c d.png", "../e/", "-", "//x//y", ""])
        #expect(
            list.paths.indices.map(list.name) == ["a.png", "c d.png", "e", "standard input", "y", ""])
    }

    @Test func nearestFileThatCanBeShown() {
        var list = FileList(["a", "b", "c", "d"])
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

    @Test func filesOfAFolderComeInNaturalOrder() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/xzoom-list-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/folder", withIntermediateDirectories: true)
        for name in ["b10.png", "b2.png", "a", ".hidden.png", "b1.png"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
        }
        let names = ["a", "b1.png", "b2.png", "b10.png"]
        for spelling in [folder, folder + "/"] {
            let list = FileList(["first", Argument(spelling), "last"])
            #expect(list.paths == ["first"] + names.map { Argument("\(folder)/\($0)") } + ["last"])
            #expect((0..<6).map(list.isFromFolder) == [false, true, true, true, true, false])
        }
        // An empty one is told of when it is opened.
        #expect(FileList([Argument(folder + "/folder")]).paths == [Argument(folder + "/folder")])
    }

    @Test func pastTheEndsThereIsNone() {
        let list = FileList(["a", "b"])
        #expect(list.showable(from: 2, direction: 1) == nil)
        #expect(list.showable(from: -1, direction: -1) == nil)
    }
}
