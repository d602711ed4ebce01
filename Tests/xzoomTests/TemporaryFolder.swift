import Foundation
import Posix

@testable import xzoom

/// A folder that is deleted with the object.
final class TemporaryFolder {
    let path: String

    init(in parent: String = FileManager.default.temporaryDirectory.path) throws {
        // Without links, which the trash and the watch resolve.
        path = URL(fileURLWithPath: parent).resolvingSymlinksInPath().path + "/xzoom-\(UUID().uuidString)"
        try makeFolder("")
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The path of something in the folder.
    func callAsFunction(_ name: String) -> Argument { Argument("\(path)/\(name)") }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"), encoding: .utf8)
    }

    /// Names of all that is in the folder, or in one below it.
    func names(_ name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(path)/\(name)").sorted()
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }
}
