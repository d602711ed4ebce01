import Foundation
import Geometry
import Synchronization
import Testing
import XServerSession

/// Picture files, written at their first use and kept until the tests end.
enum Pictures {
    /// A folder for this run's files.
    static let folder: String = {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("xzoom-pictures-\(getpid())")
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: Pictures.folder) }
        return url.path
    }()

    /// The standard picture: its aspect ratio is that of the standard window.
    static let pattern = Pattern(width: 1600, height: 1200)

    private static let written = Mutex<Set<String>>([])

    /// A file by its name, written where it is not there. Each has a folder of its own: those beside it could be stepped to.
    static func file(_ name: String, _ write: (String) throws -> Void) throws -> String {
        let own = "\(folder)/of \(name)"
        let isNew = written.withLock { $0.insert(name).inserted }
        if isNew {
            try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
            try write("\(own)/\(name)")
        }
        return "\(own)/\(name)"
    }

    /// A pattern as PNG.
    static func png(_ pattern: Pattern = pattern) throws -> String {
        try file("pattern-\(pattern.width)x\(pattern.height).png") { try pattern.writePNG(to: $0) }
    }

    /// A picture of one colour as PNG.
    static func plain(_ color: [UInt8], width: Int, height: Int) throws -> String {
        let name = "plain-\(color.map(String.init).joined(separator: "-"))-\(width)x\(height).png"
        return try file(name) {
            try Raster(width: width, height: height, color: color).writePNG(to: $0, compression: 1)
        }
    }

    /// Bytes as a file.
    static func bytes(_ bytes: [UInt8], as name: String) throws -> String {
        try file(name) { try Data(bytes).write(to: URL(fileURLWithPath: $0)) }
    }

    /// The first part of a file's bytes.
    static func cut(_ path: String, toShare share: Double, as name: String) throws -> String {
        let all = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        return try bytes(Array(all.prefix(Int(Double(all.count) * share))), as: name)
    }
}
