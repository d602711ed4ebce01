import Loading
import Rendering

/// A picture on its way.
struct Coming {
    /// The file's place in the list.
    let index: Int
    /// Where to go on if it cannot be shown: 1 onward, −1 back.
    let direction: Int
    let opening: Opening
    /// There once its size is known.
    var picture: Picture?
    /// When the first of its rows could be shown, in seconds.
    var firstRows: Double?
    /// Whether all rows have come, and only levels of the pyramid are waited for.
    var isOver = false
    /// What is wrong with it.
    var warning: String?
}

/// Opens the files of the list, and tells of those that cannot be shown.
struct Opener {
    private(set) var files: FileList
    /// What has come of files that can be read only once.
    private var streams: [Int: GatheredStream] = [:]

    init(paths: [Argument]) { files = FileList(paths: paths) }

    /// Begins to open the nearest file that can be shown; those that cannot are reported.
    /// - Parameters:
    ///   - index: where to start.
    ///   - direction: 1 onward, −1 back.
    ///   - shown: the file in the window, which need not be opened.
    /// - Returns: the picture on its way; `nil` where there is none, or the one in the window is the nearest.
    mutating func open(from index: Int, direction: Int, shown: Int? = nil) -> Coming? {
        var next = files.showable(from: index, direction: direction)
        while let index = next, index != shown {
            do throws(LoadingError) {
                let opening = try Opening(
                    path: files.paths[index], stream: streams[index], loaderFolder: Executable.folder,
                    memoryLimit: Executable.memoryLimit)
                streams[index] = opening.stream
                return Coming(index: index, direction: direction, opening: opening)
            } catch {
                refuse(index, error)
            }
            next = files.showable(from: index + direction, direction: direction)
        }
        return nil
    }

    /// Reports a file that cannot be shown, and passes over it from now on.
    mutating func refuse(_ index: Int, _ error: LoadingError) {
        files.markUnshowable(index)
        streams[index] = nil
        warn(index, error.message)
    }

    /// Reports what is wrong with a file.
    func warn(_ index: Int, _ message: String) {
        report("\(files.paths[index] == "-" ? files.name(index) : files.paths[index].text): \(message)")
    }
}
