import Foundation

/// A folder of real picture files with a list of what each must show. It is not part of the project: XZOOM_CORPUS names it,
/// else it is looked for beside the project.
struct Corpus {
    /// What a file must show.
    struct Entry {
        let file: String
        let format: String
        /// As displayed; nil where there is nothing to show.
        let size: (width: Int, height: Int)?
        let frameCount: Int?
        /// Outcomes that are right: "show", "partial", "error".
        let outcomes: Set<String>
        /// The largest mean difference from the reference, in 255ths; nil where there is none.
        let tolerance: Double?
    }

    let folder: URL
    let entries: [Entry]

    /// The corpus, if there is one.
    static let found: Corpus? = {
        let path = ProcessInfo.processInfo.environment["XZOOM_CORPUS"]
        let project = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
        let folder = path.map { URL(fileURLWithPath: $0) } ?? project.appendingPathComponent("shared/corpus")
        return Corpus(folder: folder)
    }()

    private init?(folder: URL) {
        guard
            let text = try? String(contentsOf: folder.appendingPathComponent("manifest.tsv"), encoding: .utf8)
        else { return nil }
        self.folder = folder
        let lines = text.split(separator: "\n").map { $0.components(separatedBy: "\t") }
        guard let names = lines.first else { return nil }
        entries = lines.dropFirst().map { line in
            let row = Dictionary(zip(names, line)) { first, _ in first }
            let also = (row["also_ok"] ?? "").split { $0 == " " || $0 == "," }.map(String.init)
            let size = Int(row["width"] ?? "").flatMap { w in Int(row["height"] ?? "").map { (w, $0) } }
            return Entry(
                file: row["file"] ?? "", format: row["format"] ?? "", size: size,
                frameCount: Int(row["frames"] ?? ""),
                outcomes: Set(also + [row["expect"] ?? ""]).subtracting(["-"]),
                tolerance: ["yes": 8, "loose": 60][row["compare"] ?? ""])
        }
    }

    /// The bytes of a file.
    func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: folder.appendingPathComponent(name)))
    }
}
