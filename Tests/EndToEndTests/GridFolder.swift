import Foundation
import Geometry
import Testing
import XServerSession

/// Pictures of one colour each, a thumbnail cache and a trash of their own, and where they are in the grid. All are deleted
/// with the object.
final class GridFolder {
    /// Columns of cells in the standard window: 640 = 12 + 3 · (160 + 12) + 112.
    static let columns = 3
    private static let left = 68

    let path: String

    /// Writes so many pictures, that were changed a while ago.
    init(_ count: Int) throws {
        path = "\(Pictures.folder)/grid \(UUID().uuidString)"
        for folder in ["pictures", "cache", "data"] {
            try FileManager.default.createDirectory(
                atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
        }
        for index in 0..<count { try write(Self.color(index), to: Self.name(index)) }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The folder of the pictures.
    var pictures: String { "\(path)/pictures" }
    /// The folder of the user's data, as the trash.
    var data: String { "\(path)/data" }

    static func name(_ index: Int) -> String { index < 10 ? "0\(index).png" : "\(index).png" }

    /// A picture's colour: no two have the same.
    static func color(_ index: Int) -> [UInt8] {
        [UInt8(60 + index * 37 % 180), UInt8(60 + index * 101 % 180), UInt8(60 + index * 59 % 180)]
    }

    func write(_ color: [UInt8], to name: String, age: Double = 100) throws {
        try Raster(width: 320, height: 240, color: color).writePNG(to: "\(pictures)/\(name)", compression: 1)
        try setAge(age, of: name)
    }

    func setAge(_ age: Double, of name: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: "\(pictures)/\(name)")
    }

    /// Starts xzoom with all pictures, the first one shown.
    func view(options: [String] = [], on server: XServer? = nil) throws -> Viewing {
        try Viewing(
            [pictures], options: options,
            environment: ["XDG_CACHE_HOME": "\(path)/cache", "XDG_DATA_HOME": data], on: server)
    }

    /// Files of the cache by their paths in it: what tells whether one is another file now.
    func cached() throws -> [String: String] {
        let folder = "\(path)/cache/thumbnails"
        var files: [String: String] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder) ?? .init() {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard attributes[.type] as? FileAttributeType == .typeRegular else { continue }
            files[name] = "\(attributes[.systemFileNumber] ?? 0) \(attributes[.modificationDate] ?? 0)"
        }
        return files
    }

    /// The middle of a cell in the standard window, and nothing scrolled.
    static func middle(_ index: Int) -> (x: Double, y: Double) {
        (Double(left + index % columns * 172 + 80), Double(12 + index / columns * 172 + 80))
    }
}

extension Viewing {
    /// Opens the grid, and waits until the cells of the first rows are there.
    func openGrid(showing indices: Range<Int> = 0..<6) throws {
        try server.keyboard.type("t")
        for index in indices { try waitForCell(index) }
    }

    /// Waits until a colour is seen at a point of the window.
    func waitForColor(
        _ color: [UInt8], at point: (x: Double, y: Double), sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let place = at(point.x, point.y)
        var found: [UInt8] = []
        do {
            try waitUntil("the colour", timeout: 5) {
                found = try pixels()[Int(place.x), Int(place.y)]
                return found == color
            }
        } catch SessionError.timedOut {
            Issue.record("(\(point.x), \(point.y)) is \(found), not \(color)", sourceLocation: sourceLocation)
        }
    }

    /// Waits until a picture is seen in a cell, its own or another one, after cells were scrolled by an offset.
    func waitForCell(
        _ index: Int, at cell: Int? = nil, offset: Double = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (x, y) = GridFolder.middle(cell ?? index)
        try waitForColor(GridFolder.color(index), at: (x, y - offset), sourceLocation: sourceLocation)
    }

    /// Waits until a picture fills the window.
    func waitForPicture(_ index: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
        for point in [(3.0, 3.0), (636, 476)] {
            try waitForColor(GridFolder.color(index), at: point, sourceLocation: sourceLocation)
        }
    }
}
