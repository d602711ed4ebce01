import Loading
import Posix
import Rendering
import ScrollView
import X11

/// From one picture to another.
extension Viewer {
    /// Seconds that the picture shown is at rest before others are loaded ahead for the first time: until then the machine is
    /// busy with the start.
    private static let restBeforeAhead = 0.2

    /// Goes to another file, from the one that is coming or else the one shown. Past the ends it stays.
    func step(_ direction: Int) {
        guard let file = coming?.file ?? shown?.file else { return }
        guard let next = opener.files.next(to: file, direction) else {
            // It may be known in a moment.
            if filing > 0 || names?.rawValue != nil { pendingStep = direction }
            return
        }
        open(from: next, direction, back: file)
    }

    /// Goes to the first or the last file.
    /// - Parameter direction: −1: the first; 1: the last.
    func goToEnd(_ direction: Int) {
        guard let file = opener.files.end(-direction) else { return }
        open(from: file, -direction, back: file)
    }

    /// Leaves the load under way for the nearest file that can be shown.
    /// - Parameters:
    ///   - file: where to start.
    ///   - direction: where to go on if it cannot be shown.
    ///   - origin: where to look the other way from, if none can be shown that way.
    func open(from file: FileList.ID?, _ direction: Int, back origin: FileList.ID) {
        if let file, coming?.file == file { return }
        self.direction = direction
        // A picture that was left before all its rows came is read again.
        let whole = shown.flatMap { $0.picture.isLoaded ? $0.file : nil }
        if let next = opener.open(from: file, direction, shown: whole) { return expect(next) }
        // Those that were passed over are no longer counted.
        titleIsStale = true
        if restoreList() { return }
        // There is none that way: back to the nearest the other way, which may be on its way already and then goes on.
        let back = opener.files.isShowable(origin) ? origin : opener.files.next(to: origin, -direction)
        if let back, back == coming?.file { return }
        coming = nil
        if let next = opener.open(from: back, -direction, shown: whole) {
            expect(next)
        } else if shown == nil {
            opener.refuseAll()
            quit()
        } else {
            // A picture that was swiped away for one that cannot be shown comes back.
            stopPaging()
            needsFrame = true
        }
    }

    /// Waits for a picture, which may have come already, and for it alone.
    func expect(_ next: Coming) {
        coming = next
        opener.ahead.removeLoading()
        if next.isWhole {
            if let warning = next.warning { opener.warn(next.file, warning) }
            finish()
        }
    }

    /// Goes to another page of the file.
    func stepPage(_ direction: Int) {
        guard let shown else { return }
        let isOnItsWay = coming.map { $0.file == shown.file && $0.purpose == .page } ?? false
        let page = (isOnItsWay ? coming?.page ?? 0 : shown.page) + direction
        guard (0..<shown.pageCount).contains(page) else { return }
        reopen(page: page, for: .page)
    }

    /// Shows everything in the colours of another display.
    func recolor(for profile: [UInt8]) {
        opener.setDisplayProfile(profile, of: coming)
        if let coming, coming.picture != nil {
            // Its loader has begun with the old one.
            self.coming = try? opener.open(coming.file, page: coming.page, for: coming.purpose)
        } else if coming == nil, let shown {
            reopen(page: shown.page, for: .renew)
        }
    }

    /// Opens the file shown once more.
    func reopen(page: Int, for purpose: Coming.Purpose) {
        guard let shown else { return }
        do throws(LoadingError) {
            coming = try opener.open(shown.file, page: page, for: purpose)
        } catch {
            opener.warn(shown.file, error.message)
        }
    }

    /// Reads the file shown again.
    func reload() {
        guard let shown else { return }
        opener.ahead.remove(shown.file)
        reopen(page: shown.page, for: .renew)
    }

    // MARK: Slideshow

    /// The seconds between two files where no others are asked for.
    private static let usualSlideInterval = 5.0

    private var slideInterval: Double { options.slideInterval ?? Self.usualSlideInterval }

    /// In a slideshow, gives a picture its time from when it is whole.
    func startSlides(at now: Double) {
        if isSlideshow { nextSlide = now + slideInterval }
    }

    /// Lets the files follow each other by themselves, or stops that.
    func toggleSlideshow(at now: Double) {
        isSlideshow.toggle()
        nextSlide = isSlideshow ? now + slideInterval : nil
    }

    /// Goes on to the next file if it is time, from the last one to the first. A picture that is still coming has its time from
    /// when it is there.
    func goOnWithSlides(at now: Double) {
        guard let due = nextSlide, due <= now, let shown, !showsThumbnails else { return }
        nextSlide = now + slideInterval
        guard coming == nil else { return }
        if opener.files.next(to: shown.file, 1) != nil { step(1) } else { goToEnd(-1) }
    }

    // MARK: What is kept and loaded ahead

    /// Keeps the picture shown for a step back to it, with its place and size.
    /// - Parameter next: what takes its place.
    func keepShown(unless next: Coming) {
        guard let shown else { return }
        views[PageKey(file: shown.file, page: shown.page)] = shown.media.state
        wholeSince = nil
        opener.ahead.forgetSizes()
        guard next.file != shown.file, shown.page == 0, shown.picture.isLoaded, let info = shown.info,
            info.kind == .still, opener.files.isShowable(shown.file)
        else { return }
        endRefinement(isComplete: false)
        shown.picture.dropTiles()
        let kept = Coming(
            file: shown.file, page: 0, purpose: .ahead, opening: shown.opening, start: Clock.now())
        kept.info = info
        kept.picture = shown.picture
        kept.pyramid = shown.picture.firstPyramid
        kept.warning = shown.warning
        kept.facts = shown.facts
        kept.share = 1
        kept.isWhole = true
        opener.ahead.insert(kept)
    }

    /// Shows a picture as it was when it was left, or as the one before where that is to be kept.
    func restoreView(of coming: Coming, in media: MediaView, at now: Double) {
        if shown == nil, let view = options.view { return media.restore(view, at: now) }
        if let state = state(toShow: coming.file, page: coming.page) { media.restore(state, at: now) }
    }

    /// How a page is shown when it is stepped to; `nil` for the whole picture.
    func state(toShow file: FileList.ID, page: Int) -> MediaViewState? {
        let kept = keepsView && file != shown?.file ? shown?.media.state : nil
        return kept ?? views[PageKey(file: file, page: page)]
    }

    /// Whether there was no other picture before the one shown.
    private var isFirst: Bool { views.isEmpty }

    /// When pictures are loaded ahead, if nothing else comes before.
    var restForAhead: Double? {
        guard let wholeSince, coming == nil, refinement == nil, nextAhead != nil else { return nil }
        return wholeSince + (isFirst ? Self.restBeforeAhead : 0)
    }

    /// The file that is to be loaded ahead next: that of another step in the same direction, then that of a step back.
    private var nextAhead: FileList.ID? {
        guard let shown, opener.ahead.loading.isEmpty else { return nil }
        return neighbors(of: shown.file).first { !opener.ahead.holds($0) }
    }

    private func neighbors(of file: FileList.ID) -> [FileList.ID] {
        [direction, -direction].compactMap { direction in
            var next = opener.files.next(to: file, direction)
            // What is known not to be a picture will be passed over.
            while let file = next, opener.ahead.isRefused(file) {
                next = opener.files.next(to: file, direction)
            }
            return next
        }
    }

    /// Loads what the next step leads to, when there is nothing else to do.
    func loadAhead(at now: Double) {
        guard let restForAhead, restForAhead <= now, let file = nextAhead else { return }
        do throws(LoadingError) {
            opener.ahead.insert(try opener.open(file, page: 0, for: .ahead))
        } catch {
            opener.ahead.refuse(file)
        }
    }

    /// Seconds that are spent at a time on putting the next picture into the server.
    private static let stagingTime = 0.004

    /// The picture that the next step leads to, if nothing else is to be done than to put it into the server.
    private var nextStaged: Coming? {
        guard let shown, wholeSince != nil, coming == nil, refinement == nil, !needsFrame, !isPaging,
            shown.media.nextUpdate == .none, opener.ahead.loading.isEmpty,
            let file = neighbors(of: shown.file).first
        else { return nil }
        return opener.ahead.unstaged(file)
    }

    /// When a part of the next picture is put into the server.
    var nextStaging: Double? { nextStaged == nil ? nil : pacer.nextFrame }

    /// Puts a part of the next picture into the server, so that its first frame is nothing but painting.
    func stageNext(at now: Double) {
        guard let next = nextStaged, let picture = next.picture, let painter, let window,
            pacer.nextFrame <= now, let media = neighborMedia(of: next.file, picture.size)
        else { return }
        opener.ahead.dropTiles(but: next.file)
        next.isStaged = painter.stage(
            picture, at: placement(of: media), window: window.size, until: now + Self.stagingTime)
    }

    /// Gives up pictures in memory, or the one that is to be loaded ahead, where they take too much of it.
    func checkRoom(for coming: Coming) {
        guard let shown else { return }
        opener.ahead.makeRoom(
            for: coming, in: options.storage.memoryLimit, keeping: neighbors(of: shown.file))
    }
}
