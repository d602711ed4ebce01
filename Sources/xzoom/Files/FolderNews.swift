import Posix

/// Follows what happens in the folders of the list, and to the file shown.
final class FolderNews {
    /// Seconds from a change in a folder until its files are listed anew: many often come at once.
    private static let listingDelay = 0.2

    /// What is to be done.
    enum Item {
        /// Files have come or gone.
        case list
        /// The file shown is another one now, and whole.
        case reload
        /// The bytes of a file of the list have changed.
        case changed(name: Argument)
    }

    private let watch: FileWatch
    private var listed: [FileWatch.Folder: Argument] = [:]
    private var homes: [FileWatch.Folder: Argument] = [:]
    private var shownPlaces: [FileWatch.Folder: Set<[UInt8]>] = [:]
    private var shownPath: Argument?
    private var settling = FileSettling(shown: nil)
    private var listingDue: Double?

    /// Follows folders. What cannot be watched is passed over.
    /// - Parameters:
    ///   - folders: all of whose files are in the list.
    ///   - homes: some of whose files are.
    /// - Throws: inotify_init(2)'s error.
    init(of folders: [Argument], homes: [Argument]) throws(PosixError) {
        watch = try FileWatch()
        for folder in folders {
            if let watched = try? watch.add(folder: folder.cString) { listed[watched] = folder }
        }
        for folder in homes {
            if let watched = try? watch.add(folder: folder.cString) { self.homes[watched] = folder }
        }
    }

    private func isFollowed(_ folder: FileWatch.Folder) -> Bool {
        listed[folder] != nil || homes[folder] != nil
    }

    /// The descriptor to poll; then call `receive`.
    var rawValue: Int32 { watch.rawValue }

    /// When to call `receive` even if nothing can be read, in seconds.
    var deadline: Double? { [settling.deadline, listingDue].compactMap { $0 }.min() }

    /// Follows another file.
    /// - Parameters:
    ///   - path: the file shown.
    ///   - status: as it was when it was opened.
    func follow(_ path: Argument, _ status: FileStatus?) {
        if path == shownPath { settling.opened(status) } else { settling = FileSettling(shown: status) }
        shownPath = path
        // A link may lead elsewhere now.
        let before = shownPlaces.keys
        shownPlaces = [:]
        for place in WatchedPlace.places(of: path) {
            guard let folder = try? watch.add(folder: place.folder.cString) else { continue }
            shownPlaces[folder, default: []].insert(place.name)
        }
        for folder in before where !isFollowed(folder) && shownPlaces[folder] == nil {
            watch.remove(folder)
        }
    }

    /// Takes what has happened, without waiting.
    /// - Parameter now: the clock's time in seconds.
    /// - Returns: what is to be done about it.
    func receive(at now: Double) -> [Item] {
        var items: [Item] = []
        for event in (try? watch.read()) ?? [] {
            switch event {
            case .overflow:
                settling.noteOverflow(at: now)
                listingDue = now + Self.listingDelay
            case .changed(let change): note(change, at: now, in: &items)
            }
        }
        if let shownPath, let due = settling.deadline, due <= now,
            settling.decide(FileSettling.Observation(of: shownPath), at: now)
        {
            items.append(.reload)
        }
        if let due = listingDue, due <= now {
            listingDue = nil
            items.append(.list)
        }
        return items
    }

    private func note(_ change: FileWatch.Change, at now: Double, in items: inout [Item]) {
        let isShown = shownPlaces[change.folder]?.contains(change.name) == true
        if isShown { settling.note(change.kind, at: now) }
        guard let folder = listed[change.folder] ?? homes[change.folder] else { return }
        switch change.kind {
        case .created, .deleted, .movedFrom, .movedTo, .folderDeleted, .folderMoved:
            if listed[change.folder] != nil, listingDue == nil { listingDue = now + Self.listingDelay }
        case .closedAfterWriting, .modified, .attributesChanged: break
        }
        let isOther = !isShown && [.closedAfterWriting, .movedTo].contains(change.kind)
        if isOther, let name = Argument(bytes: change.name) {
            items.append(.changed(name: Argument(file: name.cString, in: folder)))
        }
    }
}
