/// The files that can be stepped through, in order, and which of them turned out not to be pictures.
struct FileList {
    /// A file of the list, wherever in it.
    struct ID: Hashable, Sendable {
        fileprivate let index: Int
    }

    private struct File {
        let path: Argument
        /// Whether it was not named, but is in a folder that was, or beside the one that was.
        let isFound: Bool
        var isShowable = true
        /// Whether it is not in its folder any more; it stays as long as it is shown.
        var isGone = false
    }

    private let named: Set<Argument>
    private var files: [File] = []
    private var order: [ID] = []
    /// The places in `order` of each file; −1 for those that are not there.
    private var places: [Int] = []
    /// The first of the files of a path.
    private var ids: [Argument: ID] = [:]

    /// A list of files.
    /// - Parameters:
    ///   - paths: in order; one that comes twice is two files.
    ///   - named: those that were not found in folders.
    init(_ paths: [Argument], named: Set<Argument>) {
        self.named = named
        order = paths.map { add($0) }
        notePlaces()
    }

    private mutating func add(_ path: Argument) -> ID {
        let id = ID(index: files.count)
        files.append(File(path: path, isFound: !named.contains(path)))
        places.append(-1)
        if ids[path] == nil { ids[path] = id }
        return id
    }

    private mutating func notePlaces() {
        for (place, id) in order.enumerated() { places[id.index] = place }
    }

    /// Puts the files that there are now in the place of those before; the same paths stay the same files.
    /// - Parameters:
    ///   - paths: in order.
    ///   - shown: stays in the list although it is gone, so that there are files before and behind it.
    mutating func setOrder(_ paths: [Argument], shown: ID?) {
        let before = order
        order = []
        order.reserveCapacity(paths.count)
        places = places.map { _ in -1 }
        for path in paths {
            let id = ids[path] ?? add(path)
            guard places[id.index] < 0 else { continue }
            files[id.index].isGone = false
            places[id.index] = order.count
            order.append(id)
        }
        if let shown, places[shown.index] < 0 {
            files[shown.index].isGone = true
            // Behind the nearest file that was before it and is there still.
            let start = before.firstIndex(of: shown) ?? 0
            let neighbor = before[..<start].last { places[$0.index] >= 0 }
            order.insert(shown, at: neighbor.map { places[$0.index] + 1 } ?? 0)
            notePlaces()
        }
    }

    /// Which files there are, in order.
    struct Snapshot {
        fileprivate let order: [ID]
        fileprivate let gone: Set<ID>
    }

    /// The files as they are, to be restored.
    var snapshot: Snapshot { Snapshot(order: order, gone: Set(order.filter { files[$0.index].isGone })) }

    /// Puts the files that there were before in the place of others.
    /// - Parameter snapshot: of this list.
    mutating func restore(_ snapshot: Snapshot) {
        order = snapshot.order
        places = places.map { _ in -1 }
        notePlaces()
        for id in order { files[id.index].isGone = snapshot.gone.contains(id) }
    }

    /// The path of a file as given, or in the folder as given; "-" is standard input.
    func path(_ id: ID) -> Argument { files[id.index].path }

    /// The file of a path, if there is one.
    func file(_ path: Argument) -> ID? { ids[path].flatMap { places[$0.index] >= 0 ? $0 : nil } }

    /// The file of a folder's path and a name, as the list may spell it: a path without a folder is in ".".
    func file(matching path: Argument) -> ID? {
        file(path) ?? (path.folder == "." ? file(path.lastComponent) : nil)
    }

    /// The name to call a file by.
    func name(_ id: ID) -> String {
        if path(id) == "-" { return "standard input" }
        let path = path(id).text
        return path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Whether a file was not named, but found in a folder.
    func isFound(_ id: ID) -> Bool { files[id.index].isFound }

    /// Whether a file may be shown.
    func isShowable(_ id: ID) -> Bool { files[id.index].isShowable && !files[id.index].isGone }

    /// From now on a file is passed over. One that was found is no longer counted either.
    mutating func markUnshowable(_ id: ID) { files[id.index].isShowable = false }

    /// A file is not there any more; its place stays until the list is made anew.
    mutating func markGone(_ id: ID) { files[id.index].isGone = true }

    /// Adds a picture that was pasted.
    /// - Returns: its file, which has no path.
    mutating func appendPasted() -> ID {
        let id = ID(index: files.count)
        files.append(File(path: Self.pastedPath, isFound: false))
        order.append(id)
        places.append(order.count - 1)
        return id
    }

    private static let pastedPath = Argument("pasted picture")

    /// Whether a file is no file of a folder, but standard input or a pasted picture.
    func isStream(_ id: ID) -> Bool { [Self.pastedPath, "-"].contains(path(id)) }

    /// Adds files behind the others.
    mutating func append(_ paths: [Argument]) {
        order += paths.map { add($0) }
        notePlaces()
    }

    /// The files that are there, in order.
    var present: [ID] { order.filter { !files[$0.index].isGone } }

    /// The paths of all files, in order.
    var paths: [Argument] { order.map { files[$0.index].path } }

    /// A file is to be tried again, since it is another one now.
    mutating func markShowable(_ id: ID) { files[id.index].isShowable = true }

    /// Of the files that are counted, which one a file is, from 1, and how many there are.
    func number(of id: ID) -> (number: Int, count: Int) {
        var (number, count) = (1, 0)
        for other in order {
            let file = files[other.index]
            if other == id { number = count + 1 }
            if other == id || (!file.isGone && (file.isShowable || !file.isFound)) { count += 1 }
        }
        return (number, count)
    }

    /// The first file in a direction.
    /// - Parameter direction: 1: the first; −1: the last.
    /// - Returns: `nil` where none can be shown.
    func end(_ direction: Int) -> ID? { nearest(from: direction > 0 ? 0 : order.count - 1, direction) }

    /// The nearest file beyond one that may be shown.
    /// - Parameters:
    ///   - id: where to start; it does not count itself.
    ///   - direction: 1 onward, −1 back.
    /// - Returns: `nil` past the end.
    func next(to id: ID, _ direction: Int) -> ID? {
        let place = places[id.index]
        return place < 0 ? nil : nearest(from: place + direction, direction)
    }

    private func nearest(from place: Int, _ direction: Int) -> ID? {
        stride(from: place, to: direction > 0 ? order.count : -1, by: direction).lazy.map { order[$0] }
            .first(where: isShowable)
    }
}
