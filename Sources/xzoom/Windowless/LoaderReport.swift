import Loading
import Posix

/// What `--version --verbose` tells of the loaders.
enum LoaderReport {
    /// The libraries that loaders are built on, for those who miss one.
    private static let libraries = [
        "xzoom-loader-heif": "libheif and libavif", "xzoom-loader-jxl": "libjxl",
        "xzoom-loader-svg": "librsvg", "xzoom-loader-tiff": "libtiff", "xzoom-loader-vips": "libvips",
    ]

    /// For each loader its formats, and indented what it says of itself, or why it says nothing.
    /// - Parameter folder: of the loader programs.
    /// - Returns: the lines.
    static func lines(folder: String) -> [String] {
        var programs: [String] = []
        for format in ImageFormat.allCases where !programs.contains(format.loader) {
            programs.append(format.loader)
        }
        return programs.flatMap { program in
            let formats = ImageFormat.allCases.filter { $0.loader == program }.map(\.name)
            return ["\(program): \(formats.joined(separator: ", "))"]
                + description(program, in: folder).map { "  \($0)" }
        }
    }

    private static func description(_ program: String, in folder: String) -> [String] {
        do throws(PosixError) {
            let lines = try LoaderDescription.lines(program: "\(folder)/\(program)")
            if !lines.isEmpty { return lines }
        } catch {
            let needs = libraries[program].map { "; it is built on \($0)" } ?? ""
            return ["cannot be started: \(error.message)\(needs)"]
        }
        return ["does not answer" + (libraries[program].map { "; it is built on \($0)" } ?? "")]
    }
}
