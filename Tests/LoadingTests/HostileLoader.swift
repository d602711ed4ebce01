import Foundation
import Loading
import Posix

/// A folder of its own in which the hostile loader is the loader, so that its processes can be told from others.
final class HostileLoader {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "xzoom-hostile-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/xzoom-loader", withDestinationPath: buildFolder + "/hostile-loader")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func start(_ order: String, memoryLimit: Int = 1 << 20) throws -> PictureLoad {
        let file = try FileDescriptor.memory(name: "order")
        try file.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array("\(order)\n".utf8))
        return try PictureLoad(
            file: file, .init(format: .png, loaderFolder: folder, memoryLimit: memoryLimit))
    }

    func load(_ order: String, memoryLimit: Int = 1 << 20) throws -> Loaded {
        Loaded(try start(order, memoryLimit: memoryLimit), patience: order.hasPrefix("hang") ? 1 : 30)
    }

    /// How many of its processes run.
    private var count: Int {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.filter {
            guard Int($0) != nil, let file = try? FileDescriptor.open(reading: "/proc/\($0)/cmdline"),
                let line = try? file.read(count: folder.utf8.count, at: 0)
            else { return false }
            return line == Array(folder.utf8)
        }.count
    }

    /// Whether one of its processes runs, within five seconds: one that was started takes a moment to have a name.
    var runs: Bool { becomes { $0 > 0 } }

    /// Whether none of its processes runs any more, within five seconds: one that was killed takes a moment to go.
    var isGone: Bool { becomes { $0 == 0 } }

    private func becomes(_ isSo: (Int) -> Bool) -> Bool {
        for _ in 0..<500 {
            usleep(10_000)
            if isSo(count) { return true }
        }
        return false
    }
}
