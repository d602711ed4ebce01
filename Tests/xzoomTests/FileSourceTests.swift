import Foundation
import Testing

@testable import xzoom

@Suite final class FileSourceTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/xzoom-source-\(UUID().uuidString)"

    init() throws {
        for name in ["b10.png", "b2.png", "a", ".hidden.png", "b1.png", "sub/c.png", "empty/"] {
            let url = URL(fileURLWithPath: "\(folder)/\(name)")
            let parent = name.hasSuffix("/") ? url : url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            if !name.hasSuffix("/") { try Data(name.utf8).write(to: url) }
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func source(_ paths: [String], _ change: (inout Options) -> Void = { _ in }) -> FileSource {
        var options = Options()
        change(&options)
        return FileSource(paths.map { Argument($0) }, options)
    }

    private let names = ["a", "b1.png", "b2.png", "b10.png"]

    @Test func filesOfAFolderComeInNaturalOrder() {
        for spelling in [folder, folder + "/"] {
            let source = source(["first", spelling, "last"])
            let all = ["first"] + names.map { "\(folder)/\($0)" } + ["last"]
            #expect(source.first().map(\.text) == all)
            #expect(source.list().map(\.text) == all)
            #expect(source.folders.map(\.text) == [spelling])
        }
        // An empty one is told of when it is opened.
        #expect(source([folder + "/empty"]).list().map(\.text) == [folder + "/empty"])
    }

    @Test func aFileBringsThoseBesideIt() {
        let source = source([folder + "/b2.png"])
        #expect(source.isBeside)
        #expect(source.first().map(\.text) == [folder + "/b2.png"])
        #expect(source.list().map(\.text) == names.map { "\(folder)/\($0)" })
        #expect(source.folders.map(\.text) == [folder])
        // One whose name would not be in the list is there all the same.
        let hidden = self.source([folder + "/.hidden.png"]).list().map(\.text)
        #expect(hidden == [folder + "/.hidden.png"] + names.map { "\(folder)/\($0)" })
        for paths in [[folder + "/a", folder + "/b1.png"], ["-"], [folder + "/none"], [folder]] {
            #expect(!self.source(paths).isBeside, "\(paths)")
        }
    }

    @Test func namedFilesKeepTheirOrderUnlessOneIsAskedFor() {
        let paths = ["z", "b10", "b2"]
        #expect(source(paths).list().map(\.text) == paths)
        #expect(source(paths) { _ = $0.set(.sort, to: "name") }.list().map(\.text) == ["b2", "b10", "z"])
        #expect(source(paths) { _ = $0.set(.reverse, to: "") }.list().map(\.text) == ["z", "b10", "b2"])
    }

    @Test func foldersInAFolder() {
        let source = source([folder]) { _ = $0.set(.recursive, to: "") }
        #expect(Set(source.list().map(\.text)) == Set((names + ["sub/c.png"]).map { "\(folder)/\($0)" }))
    }
}
