import CBenchmark
import Foundation
import XServerSession

/// A picture that is opened. All are made here, the first time, and look the same everywhere.
struct Picture {
    enum Kind {
        case jpeg
        case png
        /// A PNG of one bit a pixel.
        case oneBit
        /// A PNG that tells from its pixels where it is on the screen.
        case pattern
    }

    let name: String
    let path: String
    let width: Int
    let height: Int

    /// Megapixels.
    var size: Double { Double(width) * Double(height) / 1e6 }

    /// Where they stay, from the folder in which the program is run.
    static let folder = ".build/bench-pictures"

    /// One of a goal's table.
    struct Entry {
        let name: String
        let kind: Kind
        let width: Int
        let height: Int
        /// Whether it takes a minute to make, or to measure.
        var isLarge = false
    }

    /// Those whose opening is measured.
    static let opened = [
        Entry(name: "640×480 PNG", kind: .png, width: 640, height: 480),
        Entry(name: "12 MP JPEG", kind: .jpeg, width: 4000, height: 3000),
        Entry(name: "12 MP PNG", kind: .png, width: 4000, height: 3000),
        Entry(name: "48 MP JPEG", kind: .jpeg, width: 8000, height: 6000),
        Entry(name: "108 MP JPEG", kind: .jpeg, width: 12000, height: 9000),
        Entry(name: "64 MP PNG", kind: .png, width: 9248, height: 6936),
        Entry(name: "40000×2000 PNG", kind: .png, width: 40000, height: 2000),
        Entry(name: "256 MP PNG", kind: .png, width: 16000, height: 16000, isLarge: true),
        Entry(name: "400 MP JPEG", kind: .jpeg, width: 20000, height: 20000, isLarge: true),
        Entry(name: "100000×100000 PNG", kind: .oneBit, width: 100_000, height: 100_000, isLarge: true),
    ]

    static let pattern = Entry(name: "pattern", kind: .pattern, width: 4000, height: 3000)

    /// Of sides 4 : 3.
    static func growing(megapixels: Double, kind: Kind) -> Entry {
        let width = (megapixels * 1e6 * 4 / 3).squareRoot().rounded()
        let name = "\(number(megapixels)) MP \(kind == .jpeg ? "JPEG" : "PNG")"
        return Entry(name: name, kind: kind, width: Int(width), height: Int((width * 3 / 4).rounded()))
    }

    /// The picture, made if it is not there. It has a folder of its own, so that no viewer reads others along with it.
    /// - Parameter entry: which.
    /// - Throws: `SessionError`, and where the folder cannot be made.
    init(_ entry: Entry) throws {
        let file = entry.kind == .jpeg ? "picture.jpg" : "picture.png"
        let folder = "\(Self.folder)/\(entry.kind)-\(entry.width)x\(entry.height)"
        (name, width, height) = (entry.name, entry.width, entry.height)
        path = "\(folder)/\(file)"
        guard !FileManager.default.fileExists(atPath: path) else { return }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // Under another name until it is whole.
        let part = "\(Self.folder)/part"
        let (columns, rows) = (UInt32(width), UInt32(height))
        var isWritten: Int32 = 1
        switch entry.kind {
        case .jpeg: isWritten = cb_write_photo_jpeg(part, columns, rows)
        case .png: isWritten = cb_write_photo_png(part, columns, rows)
        case .oneBit: isWritten = cb_write_one_bit_png(part, columns, rows)
        case .pattern: try Pattern(width: width, height: height).writePNG(to: part)
        }
        guard isWritten != 0 else { throw BenchmarkError.notWritten(path) }
        try FileManager.default.moveItem(atPath: part, toPath: path)
    }

    /// Brings the file into the system's memory, so that no disk is measured.
    func readAhead() throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        while let part = try file.read(upToCount: 1 << 20), !part.isEmpty {}
    }

    /// Its bytes a pixel.
    var density: Double {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return Double(attributes?[.size] as? Int ?? 0) / Double(width) / Double(height)
    }
}
