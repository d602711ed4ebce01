import Geometry
import Loading
import Posix
import Rendering
import ScrollView
import X11

/// What is exchanged with other programs: the clipboard, and files that are dropped and dragged.
extension Viewer {
    /// A picture that another program wants, made for it; `nil` where that was not possible.
    struct Answer: Sendable {
        let request: PictureRequest
        let png: [UInt8]?
    }

    /// The most pixels of a picture that another program gets: larger ones come at half their size, a quarter and so on.
    private static let mostSharedPixels = 64 << 20

    /// Offers the picture shown, or selected, and its file.
    func copy() {
        guard let shown, let window, let file = currentFile else { return }
        let (path, turn) = (opener.absolutePath(of: file), turns[file] ?? .topLeft)
        if file == shown.file {
            offered = (shown.opening.path, shown.page, turn, shown.opening)
        } else if let path {
            offered = (path, 0, turn, nil)
        } else {
            return
        }
        window.offer(paths: path.map { [$0.bytes] } ?? [], hasPicture: true)
        let size = shown.picture.size
        let isReduced = file == shown.file && size.width > Self.mostSharedPixels / size.height
        say(isReduced ? "Copied; programs that take no file get a smaller version" : "Copied")
    }

    /// Makes the picture that was offered, on a thread of its own.
    func makePicture(for request: PictureRequest) {
        guard let offered, let sharer = sharer ?? (try? Worker(name: "xzoom-copy")) else {
            window?.refuse(request)
            return
        }
        self.sharer = sharer
        let scene = Scene(options, page: offered.page, turn: offered.turn)
        let (path, answers) = (offered.path, answers)
        sharer.perform {
            let png = try? scene.wholePicture(of: path, mostPixels: Self.mostSharedPixels)
            answers.post(Answer(request: request, png: png))
        }
    }

    /// Hands over pictures that have been made.
    func handOver(at now: Double) {
        for answer in answers.takeAll() {
            if let png = answer.png {
                window?.answer(answer.request, with: png, at: now)
            } else {
                window?.refuse(answer.request)
            }
        }
    }

    /// Opens what was pasted.
    func open(_ pasted: Pasted) {
        switch pasted {
        case .files(let names): open(names)
        case .nothing(let reason): say(reason)
        case .picture(let bytes):
            do throws(LoadingError) {
                noteList()
                let file = opener.files.appendPasted()
                try opener.setBytes(bytes, of: file)
                if showsThumbnails { thumbnails?.opening = file }
                open(from: file, 1, back: file)
            } catch {
                _ = restoreList()
                say(error.message)
            }
        }
    }

    /// Opens files that another program names, in place of those there are.
    /// - Parameter names: URIs, or absolute paths.
    func open(_ names: [String]) {
        let paths = names.compactMap { FileURI.path(of: $0).flatMap { Argument(bytes: $0) } }
        guard !paths.isEmpty else { return say("There is no file of this machine among them") }
        noteList()
        source = FileSource(paths, options)
        opener.files.setOrder(source.first(), shown: shown?.file)
        news = nil
        listing += 1
        let first = opener.files.file(source.first().first ?? "") ?? opener.files.end(1)
        guard let first else { return }
        opener.files.markShowable(first)
        stopPaging()
        if showsThumbnails { thumbnails?.opening = first }
        open(from: first, 1, back: first)
        if hasReadDesktop { startFollowing() }
    }

    private func noteList() { listBefore = listBefore ?? (opener.files.snapshot, source) }

    /// Puts the list back that there was before files were dropped or pasted, since none of them can be shown.
    /// - Returns: whether there is one.
    func restoreList() -> Bool {
        guard let before = listBefore.take() else { return false }
        opener.files.restore(before.files)
        source = before.source
        coming = nil
        thumbnails?.opening = nil
        news = nil
        listing += 1
        if hasReadDesktop { startFollowing() }
        updateThumbnails(at: Clock.now())
        stopPaging()
        needsFrame = true
        return true
    }

    /// Hands the file shown to the program that it is dropped on.
    func beginDrag() {
        guard let shown, let path = opener.absolutePath(of: shown.file) else { return }
        window?.beginDrag(paths: [path.bytes])
    }
}
