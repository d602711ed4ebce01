import Posix

/// The files that there are, and what becomes of them.
extension Viewer {
    /// What has been done on the thread that waits for disks.
    enum Filed: Sendable {
        /// The files that there are now, by the listing of this number.
        case list([Argument], Int)
        /// A file was moved to the trash, or why not.
        case trashed(FileList.ID, Trash.Failure?)
    }

    /// Does something that may have to wait for a disk.
    private func file(_ job: @escaping @Sendable () -> Filed) {
        guard let filer = filer ?? (try? Worker(name: "xzoom-files")) else { return }
        self.filer = filer
        filing += 1
        let filed = filed
        filer.perform { filed.post(job()) }
    }

    /// Takes what has been done.
    func accept(_ result: Filed, at now: Double) {
        filing -= 1
        switch result {
        case .list(let paths, let number): if number == listing { accept(paths) }
        case .trashed(let file, let failure): accept(failure, of: file, at: now)
        }
    }

    /// Begins to follow the folders of the list, and lists the files beside the one that was named.
    func startFollowing() {
        guard news == nil else { return }
        // Without a watch the files stay those that were found.
        news = try? FolderNews(of: source.folders, homes: source.homes)
        followShown()
        if source.isBeside { listFiles() }
    }

    /// Follows the file that is shown.
    func followShown() {
        guard let shown, let news else { return }
        let path = opener.files.path(shown.file)
        if !opener.files.isStream(shown.file) { news.follow(path, shown.opening.status) }
    }

    /// Lists the files anew, on a thread of its own.
    func listFiles() {
        listing += 1
        let (source, number) = (source, listing)
        file { .list(source.list(), number) }
    }

    /// Takes a list of the files that there are now.
    private func accept(_ paths: [Argument]) {
        opener.files.setOrder(paths, shown: coming?.file ?? shown?.file)
        titleIsStale = true
        updateThumbnails(at: Clock.now())
        if let direction = pendingStep.take() { step(direction) }
    }

    /// Takes names of more files.
    func receiveNames() {
        guard let names else { return }
        opener.files.append(names.read())
        if names.rawValue == nil {
            // They were shown as they came; now they can be put in order.
            let source = FileSource(opener.files.paths, options)
            if source.ordersAll { opener.files.setOrder(source.list(), shown: coming?.file ?? shown?.file) }
        }
        titleIsStale = true
        updateThumbnails(at: Clock.now())
        if let direction = pendingStep.take() { step(direction) }
    }

    /// Takes what has happened to files.
    func receiveNews(at now: Double) {
        for item in news?.receive(at: now) ?? [] {
            switch item {
            case .list: listFiles()
            case .reload:
                if let file = shown?.file { forgetThumbnail(of: file) }
                reload()
            case .changed(let name):
                guard let file = opener.files.file(matching: name) else { continue }
                opener.ahead.remove(file)
                opener.files.markShowable(file)
                forgetThumbnail(of: file)
            }
        }
    }

    // MARK: Trash

    /// Seconds within which a second press moves the file to the trash.
    private static let confirmationTime = 4.0

    /// Moves the file shown, or selected, to the trash, if it is the second time within some seconds.
    func delete(at now: Double) {
        guard let file = currentFile else { return }
        let name = opener.files.name(file)
        guard let path = opener.absolutePath(of: file) else {
            return say("\(name) cannot be moved to the trash")
        }
        guard let asked = deletion, asked.file == file, now < asked.until else {
            deletion = (file, now + Self.confirmationTime)
            return say("Press again to move \(name) to the trash")
        }
        deletion = nil
        self.file {
            do throws(Trash.Failure) {
                _ = try Trash().take(path)
                return .trashed(file, nil)
            } catch {
                return .trashed(file, error)
            }
        }
    }

    /// Whatever else is done, a file that is to be moved to the trash at the second time stays.
    /// - Returns: whether there was one.
    func takeBackDeletion() -> Bool {
        guard let deletion = deletion.take(), Clock.now() < deletion.until else { return false }
        overlay.notices.unsay()
        return true
    }

    private func accept(_ failure: Trash.Failure?, of file: FileList.ID, at now: Double) {
        let name = opener.files.name(file)
        if let failure { return say("\(name): \(failure.message)") }
        opener.ahead.remove(file)
        opener.files.markGone(file)
        say("\(name) is in the trash\(opener.files.end(1) == nil ? "; there is no other picture" : "")")
        views = views.filter { $0.key.file != file }
        titleIsStale = true
        updateThumbnails(at: now)
        guard let shown, file == shown.file else { return }
        step(opener.files.next(to: shown.file, direction) == nil ? -direction : direction)
    }
}
