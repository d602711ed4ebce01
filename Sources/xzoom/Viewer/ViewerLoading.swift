import Geometry
import Loading
import Posix
import Rendering
import ScrollView
import X11

extension Viewer {
    /// Takes what a loader says.
    func accept(_ event: PictureLoad.Event, of opening: Opening) {
        if refinement?.opening === opening { return acceptRefinement(event) }
        guard let coming = coming(of: opening) else { return }
        switch event {
        case .began(let info):
            coming.info = info
            begin(coming, info)
        case .rows(let rows):
            guard let picture = coming.picture, let pyramid = coming.pyramid else { return }
            picture.rowsCame(rows, of: pyramid)
            coming.share = max(coming.share, Double(rows.upperBound) / Double(pyramid.raster.size.height))
            build(pyramid, rows)
            noteFirstRows(of: coming)
            if shown?.picture === picture { hasNewRows = true }
        case .ended(let warning): end(coming, warning: warning)
        case .failed(let error):
            if coming.share > 0 {
                end(coming, warning: error.message)
            } else {
                refuse(coming, error)
            }
        case .facts(let facts):
            coming.facts = facts
            if let shown, shown.picture === coming.picture { self.shown?.facts = facts }
            overlay.factsAreStale = true
        case .frame, .noFrame, .drawn: break
        }
    }

    private func coming(of opening: Opening) -> Coming? {
        coming?.opening === opening ? coming : opener.ahead.picture(of: opening)
    }

    private func begin(_ coming: Coming, _ info: PictureInfo) {
        do throws(LoadingError) {
            // The loader goes on while the window is made.
            let raster = try coming.opening.makeRaster(reduction: reduction(for: info, coming))
            let pyramid = try LoadingError.wrap { () throws(PosixError) in
                try MipPyramid(raster: raster, storage: options.storage)
            }
            coming.pyramid = pyramid
            let picture = Picture(pyramid: pyramid)
            if let turn = turns[coming.file] { picture.turn(turn) }
            coming.picture = picture
        } catch {
            return refuse(coming, error)
        }
        if coming.purpose == .ahead { return checkRoom(for: coming) }
        if window == nil { openWindow(for: info.displaySize) }
    }

    /// The greatest reduction of a picture that shows as much as there is to see of it in the window, or in one as large as
    /// the work area: that is what a window manager makes of many a new window, and the user of any.
    private func reduction(for info: PictureInfo, _ coming: Coming) -> Int {
        let size = (turns[coming.file] ?? .topLeft).displaySize(of: info.displaySize)
        guard info.greatestReduction > 0,
            let media = keptMedia(for: coming, size: size) ?? makeMedia(for: size)
        else { return 0 }
        if media !== shown?.media {
            let size = PixelSize(
                width: max(window?.size.width ?? 1, workArea.width),
                height: max(window?.size.height ?? 1, workArea.height))
            media.layout(viewSize: Self.viewSize(size), at: Clock.now())
        }
        return min(max(0, Picture.level(for: media.scale)), info.greatestReduction)
    }

    /// Gives up a picture of which nothing came, and goes on in the direction that led to it.
    private func refuse(_ refused: Coming, _ error: LoadingError) {
        refused.failure = error
        // It is told of when it is stepped to.
        if refused.purpose == .ahead { return }
        coming = nil
        switch refused.purpose {
        case .step where thumbnails?.opening == refused.file && listBefore == nil:
            refuseChosen(refused.file, error)
        case .step(let direction):
            let next = opener.files.next(to: refused.file, direction)
            opener.refuse(refused.file, error)
            open(from: next, direction, back: refused.file)
        case .page, .renew, .ahead: opener.warn(refused.file, error.message)
        }
    }

    func build(_ pyramid: MipPyramid, _ rows: Range<Int>) {
        let built = built
        builder.perform {
            built.post(Built(pyramid: ObjectIdentifier(pyramid), progress: pyramid.build(from: rows)))
        }
    }

    /// Lets what is there of a pyramid be kept, since no more rows come.
    func endBuilding(_ pyramid: MipPyramid) {
        let built = built
        builder.perform {
            built.post(
                Built(pyramid: ObjectIdentifier(pyramid), progress: pyramid.finish(), isLast: true))
        }
    }

    /// Takes levels that have been built.
    func accept(_ message: Built) {
        if acceptMotion(message, at: Clock.now()) { return }
        if let coming, coming.picture?.isFed(by: message.pyramid) == true {
            accept(message, of: coming)
        } else if let shown, shown.picture.isFed(by: message.pyramid) {
            accept(message, of: shown.picture, shown.file)
            if message.isLast, let pyramid = refinement?.pyramid, ObjectIdentifier(pyramid) == message.pyramid
            {
                endRefinement(isComplete: true)
            }
        } else if let ahead = opener.ahead.picture(of: message.pyramid) {
            accept(message, of: ahead)
        }
    }

    private func accept(_ message: Built, of coming: Coming) {
        guard let picture = coming.picture else { return }
        accept(message, of: picture, coming.file)
        noteFirstRows(of: coming)
        guard message.isLast else { return }
        picture.isLoaded = true
        coming.isWhole = true
        if coming === self.coming { finish() }
    }

    private func accept(_ message: Built, of picture: Picture, _ file: FileList.ID) {
        let lackedRoom = picture.lacksRoom
        picture.levelsCame(message.progress)
        if let failure = message.progress.failure, !lackedRoom {
            opener.warn(
                file, "its finest pixels cannot be kept in \(options.storage.folder): \(failure.message)")
        }
        guard shown?.picture === picture else { return }
        hasNewRows = true
        // The last of them make the picture whole.
        if picture.isLoaded { needsFrame = true }
    }

    /// Notes the moment from which something of the picture that is coming could be shown: rows of the level that the
    /// window needs. Shown sooner, it would be an empty window between two pictures.
    private func noteFirstRows(of coming: Coming) {
        guard coming.firstRows == nil, let picture = coming.picture,
            let media = makeMedia(for: picture.size), picture.hasPixels(at: media.scale)
        else { return }
        coming.firstRows = Clock.now()
    }

    /// A picture in the window, fitted to it.
    func makeMedia(for picture: PixelSize) -> MediaView? {
        let size = Size<Image>(width: Double(picture.width), height: Double(picture.height))
        // Loading refuses sides that a media view does not take.
        let media = try? MediaView(contentSize: size, options: options.media)
        if let window { media?.layout(viewSize: Self.viewSize(window.size), at: Clock.now()) }
        return media
    }

    /// The picture that is coming takes the place of the one shown.
    func showComing() {
        guard let coming, let picture = coming.picture, picture.hasPixels, shown?.picture !== picture,
            let media = keptMedia(for: coming, size: picture.size) ?? makeMedia(for: picture.size)
        else { return }
        let now = Clock.now()
        keepShown(unless: coming)
        if media !== shown?.media {
            cancelGestures(at: now)
            restoreView(of: coming, in: media, at: now)
            media.delegate = self
            media.animationsEnabled = settings.enablesAnimations ?? true
        }
        shown = Shown(
            file: coming.file, page: coming.page, pageCount: coming.info?.pageCount ?? 1, picture: picture,
            media: media, opening: coming.opening,
            canBeRefined: coming.info?.kind == .still && picture.finestLevel > 0)
        refinement = nil
        isAway = false
        listBefore = nil
        if thumbnails?.opening != nil { hideThumbnails(at: now) }
        followShown()
        titleIsStale = true
        nextTitle = now
        needsFrame = true
    }

    /// What is shown, where it is the same picture as it is now.
    private func keptMedia(for coming: Coming, size: PixelSize) -> MediaView? {
        guard coming.purpose == .renew, let shown, shown.file == coming.file, shown.picture.size == size
        else { return nil }
        return shown.media
    }

    private func end(_ coming: Coming, warning: String?) {
        guard let pyramid = coming.pyramid else { return }
        coming.warning = warning
        if let warning, coming.purpose != .ahead { opener.warn(coming.file, warning) }
        endBuilding(pyramid)
    }

    /// Shows a picture of which all rows have come and been built from.
    func finish() {
        guard let coming else { return }
        showComing()
        if shown?.picture === coming.picture {
            shown?.warning = coming.warning
            shown?.info = coming.info
            shown?.facts = coming.facts
            wholeSince = Clock.now()
            startSlides(at: Clock.now())
            if let load = coming.opening.takeServingLoad() {
                startMotion(load, kind: coming.info?.kind ?? .still, at: Clock.now())
            }
        }
        self.coming = nil
        titleIsStale = true
        needsFrame = true
        pacer.hurry()
    }

    /// A size in whole device pixels as the scroll view takes it.
    static func viewSize(_ size: PixelSize) -> Size<View> {
        Size(width: Double(size.width), height: Double(size.height))
    }
}
