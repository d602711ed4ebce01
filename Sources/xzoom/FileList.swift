/// The files of the command line, and which of them turned out not to be pictures.
struct FileList {
    /// The paths as given; "-" is standard input.
    let paths: [Argument]
    private var unshowable: Set<Int> = []

    init(paths: [Argument]) { self.paths = paths }

    /// The name to call a file by.
    func name(_ index: Int) -> String {
        if paths[index] == "-" { return "standard input" }
        let path = paths[index].text
        return path.split(separator: "/").last.map(String.init) ?? path
    }

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
