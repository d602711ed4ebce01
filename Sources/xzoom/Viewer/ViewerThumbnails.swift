import CX11
import Geometry
import Gestures
import Loading
import Posix
import Rendering
import ScrollView
import X11

/// All files as thumbnails, in the window in the place of the picture.
extension Viewer {
    /// Thumbnails that are made at a time, and while a picture comes.
    private static let (mostJobs, fewestJobs) = (2, 1)
    /// How far two fingers that are put on a cell must move apart to open it.
    private static let openingPinch = 1.2

    /// Whether the window shows them.
    var showsThumbnails: Bool { thumbnails?.isShown == true }

    /// The file that commands are for: the one selected in the grid, or else the one shown.
    var currentFile: FileList.ID? { showsThumbnails ? thumbnails?.selectedFile : shown?.file }

    /// Shows the grid, the file shown selected.
    func showThumbnails(at now: Double) {
        guard hasShown, let window, let shown, !showsThumbnails, let canvas = canvas(of: window) else {
            return
        }
        stopPaging()
        cancelGestures(at: now)
        let (files, selection) = (opener.files.present, coming?.file ?? shown.file)
        if let thumbnails {
            thumbnails.show(files, selection: selection)
        } else {
            let form = ThumbnailJob.Form(side: Thumbnails.side(at: settings.scale), scale: settings.scale)
            guard
                let thumbnailer = try? Thumbnailer(
                    opener, cache: ThumbnailCache(version: Version.number),
                    memoryLimit: options.loaderMemory, form: form)
            else { return }
            thumbnails = Thumbnails(
                files, selection: selection,
                painter: GridPainter(like: canvas.buffer, background: options.background),
                thumbnailer: thumbnailer)
        }
        thumbnails?.grid.scrollView.delegate = self
        gestures.configuration.wheelPans = true
        layoutThumbnails(at: now)
        changeThumbnails()
    }

    /// Shows the picture again.
    func hideThumbnails(at now: Double) {
        guard let thumbnails, thumbnails.isShown else { return }
        cancelGestures(at: now)
        thumbnails.hide()
        gestures.configuration.wheelPans = false
        if case .animation(let animation) = shown?.motion { animation.showAgain(at: now) }
        startSlides(at: now)
        changeThumbnails()
        moveOn(at: now)
    }

    /// The title, the window and what is told of the file are to be made anew.
    private func changeThumbnails() {
        titleIsStale = true
        overlay.factsAreStale = true
        needsFrame = true
    }

    /// Takes the window's size and the desktop's scale.
    func layoutThumbnails(at now: Double) {
        guard let window, let thumbnails, thumbnails.isShown else { return }
        gestures.configuration.wheelPans = true
        thumbnails.grid.scrollView.animationsEnabled = settings.enablesAnimations ?? true
        thumbnails.layout(viewSize: Self.viewSize(window.size), scale: settings.scale, at: now)
        needsFrame = true
    }

    /// Takes the files that there are now.
    func updateThumbnails(at now: Double) {
        guard let thumbnails, thumbnails.isShown else { return }
        thumbnails.update(opener.files.present, at: now)
        changeThumbnails()
    }

    /// Forgets the thumbnail of a file that has changed.
    func forgetThumbnail(of file: FileList.ID) {
        thumbnails?.forget(file)
        if showsThumbnails { needsFrame = true }
    }

    // MARK: Time

    /// The descriptors to poll.
    var thumbnailDescriptors: [Int32] { showsThumbnails ? thumbnails?.thumbnailer.rawValues ?? [] : [] }

    /// When something is to be done for the grid.
    var thumbnailDeadlines: [Double] {
        guard let thumbnails, thumbnails.isShown else { return [] }
        var times = [thumbnails.thumbnailer.deadline].compactMap { $0 }
        switch thumbnails.grid.scrollView.nextUpdate {
        case .everyFrame: times.append(pacer.nextFrame)
        case .at(let time): times.append(time)
        case .none: break
        }
        return times
    }

    /// Takes thumbnails that have come.
    func receiveThumbnails(_ ready: [Int32], at now: Double) {
        guard let thumbnails, thumbnails.isShown else { return }
        for (file, outcome) in thumbnails.thumbnailer.receive(ready, at: now)
        where thumbnails.take(outcome, of: file) {
            needsFrame = true
        }
    }

    /// Moves the cells on, and has thumbnails made.
    func advanceThumbnails(to now: Double) {
        guard let thumbnails, thumbnails.isShown else { return }
        if pacer.nextFrame <= now { thumbnails.grid.scrollView.advance(to: now) }
        let most = coming == nil ? Self.mostJobs : Self.fewestJobs
        for file in thumbnails.thumbnailer.update(most: most, at: now)
        where thumbnails.take(.failed, of: file) {
            needsFrame = true
        }
    }

    /// Paints the grid in the place of the picture.
    func paintThumbnails(_ thumbnails: Thumbnails, on canvas: Canvas, in window: X11.Window, at now: Double) {
        thumbnails.paint(on: canvas.buffer)
        pacer.began(at: now)
        canvas.buffer.flush()
        present(canvas, in: window, at: now)
    }

    /// The window's title.
    var thumbnailTitle: String? {
        guard let file = thumbnails?.selectedFile else { return nil }
        let (number, count) = opener.files.number(of: file)
        return count > 1 ? "\(opener.files.name(file)) – \(number)/\(count)" : opener.files.name(file)
    }

    // MARK: Keys and gestures

    /// Does what a key means in the grid.
    /// - Parameters:
    ///   - command: the key's.
    ///   - symbol: the key's, since some move by pages here.
    ///   - now: when, in seconds.
    /// - Returns: whether it was for the grid; else it does what it does elsewhere.
    func performInThumbnails(_ command: Command, symbol: UInt, at now: Double) -> Bool {
        guard let thumbnails, thumbnails.isShown else { return false }
        let isPage = [XK_Page_Down, XK_Page_Up, XK_KP_Page_Down, XK_KP_Page_Up].contains(Int32(symbol))
        switch command {
        case .toggleThumbnails, .open: openSelected(at: now)
        case .escape: hideThumbnails(at: now)
        case .left: move(.left, at: now)
        case .right: move(.right, at: now)
        case .up: move(.up, at: now)
        case .down: move(.down, at: now)
        case .next: move(isPage ? .pageDown : .right, at: now)
        case .previous: move(isPage ? .pageUp : .left, at: now)
        case .first: move(.home, at: now)
        case .last: move(.end, at: now)
        case .reload: if let file = thumbnails.selectedFile { forgetThumbnail(of: file) }
        case .delete, .copy, .paste, .toggleInformation, .toggleHelp, .toggleFullScreen, .quit: return false
        default: break
        }
        return true
    }

    private func move(_ step: GridView.Step, at now: Double) {
        thumbnails?.opening = nil
        thumbnails?.grid.moveSelection(step, at: now)
        changeThumbnails()
        nameSelected(at: now)
    }

    private func select(_ cell: Int, at now: Double) {
        thumbnails?.opening = nil
        thumbnails?.grid.select(cell, at: now)
        changeThumbnails()
        nameSelected(at: now)
    }

    private func nameSelected(at now: Double) {
        guard let file = thumbnails?.selectedFile else { return }
        let (number, count) = opener.files.number(of: file)
        overlay.notices.noteStep(name: opener.files.name(file), number: number, count: count, at: now)
    }

    /// Opens the selected file; the grid stays until it can be shown.
    private func openSelected(at now: Double) {
        guard let thumbnails, let shown, let file = thumbnails.selectedFile else {
            return hideThumbnails(at: now)
        }
        let isComing = coming?.file == file
        if file == shown.file, isComing || shown.picture.isLoaded {
            if !isComing { coming = nil }
            return hideThumbnails(at: now)
        }
        thumbnails.opening = file
        if isComing { return }
        do throws(LoadingError) {
            expect(try opener.open(file, page: 0, for: .step(1)))
        } catch {
            refuseChosen(file, error)
        }
    }

    /// The grid stays, since the file that was chosen cannot be shown.
    func refuseChosen(_ file: FileList.ID, _ error: LoadingError) {
        thumbnails?.opening = nil
        opener.refuse(file, error, isChosen: true)
        if thumbnails?.take(.failed, of: file) == true { needsFrame = true }
    }

    private func open(_ cell: Int?, at now: Double) {
        guard let cell, let thumbnails else { return }
        if thumbnails.opening == thumbnails.files[cell] { return }
        select(cell, at: now)
        openSelected(at: now)
    }

    /// Does what a gesture means in the grid.
    func performInThumbnails(_ event: GestureEvent, at now: Double) {
        guard let thumbnails else { return }
        let (grid, scrollView) = (thumbnails.grid, thumbnails.grid.scrollView)
        switch event {
        case .touchDown:
            thumbnails.hasStopped = scrollView.isDecelerating
            scrollView.touchDown(at: now)
        case .touchUp: scrollView.touchUp(at: now)
        case .panBegan: scrollView.beginPan(at: now)
        case .panChanged(let translation): scrollView.changePan(translation: translation, at: now)
        case .panEnded(let velocity): scrollView.endPan(velocity: velocity, at: now)
        case .panCancelled: scrollView.cancelPan(at: now)
        case .scroll(let distance):
            scrollView.scroll(by: Vector(dx: 0, dy: distance.dy), animated: false, at: now)
        case .tap(let point):
            guard !thumbnails.hasStopped, let cell = grid.index(at: point) else { return }
            if thumbnails.isMouse { select(cell, at: now) } else { open(cell, at: now) }
        case .doubleTap(let point): open(grid.index(at: point), at: now)
        case .pinchBegan(let center, _): thumbnails.pinch = (grid.index(at: center), 1)
        case .pinchChanged(let scale, _): thumbnails.pinch?.scale = scale
        case .pinchEnded:
            if let pinch = thumbnails.pinch, pinch.scale > Self.openingPinch { open(pinch.cell, at: now) }
            thumbnails.pinch = nil
        case .pinchCancelled: thumbnails.pinch = nil
        case .swipeBegan, .swipeChanged, .swipeEnded, .swipeCancelled, .twist, .twistChanged, .twoFingerTap,
            .zoom:
            break
        }
    }
}
