import Foundation
import XServerSession

/// A picture that is opened.
struct Picture {
    enum Format: String, CaseIterable {
        case png
        case jpeg = "jpg"
    }

    let name: String
    let path: String

    /// Where those that are made here stay, from the folder in which the program is run.
    private static let folder = ".build/bench"

    /// A photograph-like picture of a format, made the first time.
    /// - Parameters:
    ///   - megapixels: its size, of sides 4 : 3.
    ///   - format: of the file.
    /// - Returns: its file.
    /// - Throws: `SessionError`, and where the folder cannot be made.
    static func photo(megapixels: Double, format: Format) throws -> Picture {
        let width = Int((megapixels * 1e6 * 4 / 3).squareRoot().rounded())
        let height = Int((Double(width) * 3 / 4).rounded())
        let path = "\(folder)/photo-\(width)x\(height).\(format.rawValue)"
        let name = "\(number(megapixels)) MP \(format == .png ? "PNG" : "JPEG")"
        if !FileManager.default.fileExists(atPath: path) {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let raster = Raster.photo(width: width, height: height)
            // Under another name until it is whole.
            let part = "\(path).part"
            switch format {
            case .png: try raster.writePNG(to: part)
            case .jpeg: try raster.writeJPEG(to: part)
            }
            try FileManager.default.moveItem(atPath: part, toPath: path)
        }
        return Picture(name: name, path: path)
    }
}
