import Rendering

/// Pictures that are in memory although they are not shown: those that the next step leads to, and those that were shown
/// last. Of each file one at most.
struct Ahead {
    /// The most recently wanted last.
    private var pictures: [Coming] = []
    /// Files that cannot be opened.
    private var refused: Set<FileList.ID> = []
    /// Files that there is no room for beside the picture that is shown and those next to it.
    private var tooLarge: Set<FileList.ID> = []

    /// Those that are being loaded.
    var loading: [Coming] { pictures.filter { !$0.isWhole && $0.failure == nil } }

    /// Whether there is nothing to be done for a file: its first page is there or on its way, or will not come.
    func holds(_ file: FileList.ID) -> Bool {
        pictures.contains { $0.file == file } || refused.contains(file) || tooLarge.contains(file)
    }

    /// What there is of a file's picture.
    func picture(of file: FileList.ID) -> Picture? { pictures.first { $0.file == file }?.picture }

    /// A picture that is whole, and not in the server yet.
    func unstaged(_ file: FileList.ID) -> Coming? {
        pictures.first { $0.file == file && $0.isWhole && !$0.isStaged }
    }

    /// Takes all pictures but one out of the server, which has its own memory.
    func dropTiles(but file: FileList.ID) {
        for picture in pictures where picture.isStaged && picture.file != file {
            picture.picture?.dropTiles()
            picture.isStaged = false
        }
    }

    /// The picture on its way that an opening belongs to.
    func picture(of opening: Opening) -> Coming? { pictures.first { $0.opening === opening } }

    /// The picture on its way that a pyramid feeds.
    func picture(of pyramid: ObjectIdentifier) -> Coming? {
        pictures.first { $0.picture?.isFed(by: pyramid) == true }
    }

    /// Takes one away to show it.
    mutating func take(_ file: FileList.ID, page: Int) -> Coming? {
        guard let index = pictures.firstIndex(where: { $0.file == file && $0.page == page }) else {
            return nil
        }
        return pictures.remove(at: index)
    }

    /// Adds one.
    mutating func insert(_ picture: Coming) {
        pictures.removeAll { $0.file == picture.file }
        pictures.append(picture)
    }

    /// Gives up what there is of a file, which has changed.
    mutating func remove(_ file: FileList.ID) {
        pictures.removeAll { $0.file == file }
        refused.remove(file)
    }

    /// Gives up what is still being loaded.
    mutating func removeLoading() { pictures.removeAll { !$0.isWhole && $0.failure == nil } }

    /// Whether a file is known not to be a picture.
    func isRefused(_ file: FileList.ID) -> Bool {
        refused.contains(file) || pictures.contains { $0.file == file && $0.failure != nil }
    }

    /// Notes that a file cannot be opened; why is found out again when it is stepped to.
    mutating func refuse(_ file: FileList.ID) { refused.insert(file) }

    /// Makes room for one that is about to be loaded, or gives it up.
    /// - Parameters:
    ///   - picture: whose size is known.
    ///   - budget: bytes for all.
    ///   - wanted: files that are not given up for it.
    mutating func makeRoom(for picture: Coming, in budget: Int, keeping wanted: [FileList.ID]) {
        var total = pictures.reduce(0) { $0 + ($1.picture?.byteCount ?? 0) }
        while total > budget,
            let index = pictures.firstIndex(where: { $0.isWhole && !wanted.contains($0.file) })
        {
            total -= pictures[index].picture?.byteCount ?? 0
            pictures.remove(at: index)
        }
        guard total > budget else { return }
        pictures.removeAll { $0 === picture }
        tooLarge.insert(picture.file)
    }

    /// Tries again what there was no room for: another picture is shown.
    mutating func forgetSizes() { tooLarge = [] }
}
