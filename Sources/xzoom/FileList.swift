import CLinux
import Glibc

/// The files of the command line, and which of them turned out not to be pictures.
struct FileList {
    /// The paths as given, those in a folder in its place; "-" is standard input.
    let paths: [Argument]
    private let fromFolder: Set<Int>
    private var unshowable: Set<Int> = []

    /// The list of what a command line names.
    /// - Parameter arguments: files, and folders, whose files come in natural order (2 before 10) without hidden ones.
    init(_ arguments: [Argument]) {
        var paths: [Argument] = []
        var fromFolder: Set<Int> = []
        for argument in arguments {
            guard let files = Self.files(inFolder: argument), !files.isEmpty else {
                paths.append(argument)
                continue
            }
            fromFolder.formUnion(paths.count..<paths.count + files.count)
            paths.append(contentsOf: files)
        }
        self.paths = paths
        self.fromFolder = fromFolder
    }

    /// The paths of a folder's files; `nil` where it is none, or cannot be read.
    private static func files(inFolder folder: Argument) -> [Argument]? {
        guard folder != "-" else { return nil }
        var entries: UnsafeMutablePointer<UnsafeMutablePointer<dirent>?>?
        let count = xz_scan_folder(folder.cString, &entries)
        guard count >= 0, let entries else { return nil }
        defer { free(entries) }
        return (0..<Int(count)).compactMap { place in
            guard let entry = entries[place] else { return nil }
            defer { free(entry) }
            return withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { name in
                    Argument(file: name, in: folder)
                }
            }
        }
    }

    /// The name to call a file by.
    func name(_ index: Int) -> String {
        if paths[index] == "-" { return "standard input" }
        let path = paths[index].text
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Whether a file was not named, but is in a folder that was.
    func isFromFolder(_ index: Int) -> Bool { fromFolder.contains(index) }

    /// From now on a file is passed over.
    mutating func markUnshowable(_ index: Int) { unshowable.insert(index) }

    /// The nearest file that may be shown.
    /// - Parameters:
    ///   - index: where to start; it counts itself.
    ///   - direction: 1 onward, −1 back.
    /// - Returns: its index, or `nil` past the end.
    func showable(from index: Int, direction: Int) -> Int? {
        stride(from: index, to: direction > 0 ? paths.count : -1, by: direction).first {
            !unshowable.contains($0)
        }
    }
}
