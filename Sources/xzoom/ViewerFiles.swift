import Geometry
import Loading
import Posix
import Rendering
import ScrollView
import X11

extension Viewer {
    /// Leaves the load under way for the nearest file that can be shown.
    private func open(from index: Int, direction: Int) {
        if coming?.index == index { return }
        // A picture that was left before all its rows came is read again.
        let whole = shown.flatMap { $0.picture.isLoaded ? $0.index : nil }
        if let next = opener.open(from: index, direction: direction, shown: whole) {
            coming = next
            return
        }
        // There is none that way: back to the nearest the other way, which may be on its way already and then goes on.
        let back = opener.files.showable(from: index - direction, direction: -direction)
        if let back, back == coming?.index { return }
        coming = back.flatMap { opener.open(from: $0, direction: -direction, shown: whole) }
        if coming == nil && shown == nil {
            opener.refuseAll()
            quit()
        }
    }

    /// Goes to another file, from the one that is coming or else the one shown. Past the ends it stays.
    func step(_ direction: Int) {
        guard let index = coming?.index ?? shown?.index else { return }
        guard let next = opener.files.showable(from: index + direction, direction: direction) else { return }
        open(from: next, direction: direction)
    }

    /// Goes to the first or the last file.
    func goToEnd(_ direction: Int) {
        let edge = direction > 0 ? opener.files.paths.count - 1 : 0
        guard let index = opener.files.showable(from: edge, direction: -direction) else { return }
        open(from: index, direction: -direction)
    }

    /// Takes what a loader says.
    func accept(_ event: PictureLoad.Event, of opening: Opening) {
        if refinement?.opening === opening { return acceptRefinement(event) }
        guard let coming, coming.opening === opening else { return }
        switch event {
        case .began(let info):
            self.coming?.info = info
            begin(info)
        case .rows(let rows):
            guard let picture = coming.picture, let pyramid = coming.pyramid else { return }
            picture.rowsCame(rows, of: pyramid)
            let share = Double(rows.upperBound) / Double(pyramid.raster.size.height)
            self.coming?.share = max(coming.share, share)
            build(pyramid, rows)
            noteFirstRows()
            if shown?.picture === picture { hasNewRows = true }
        case .ended(let warning): end(warning: warning)
        case .failed(let error):
            if coming.share > 0 {
                end(warning: error.message)
            } else {
                refuse(coming, error)
            }
        case .frame, .noFrame, .drawn: break
        }
    }

    private func begin(_ info: PictureInfo) {
        guard let coming else { return }
        do throws(LoadingError) {
            // The loader goes on while the window is made.
            let raster = try coming.opening.makeRaster(reduction: reduction(for: info, coming))
            let pyramid = try LoadingError.wrap { () throws(PosixError) in
                try MipPyramid(raster: raster, storage: options.storage)
            }
            self.coming?.pyramid = pyramid
            self.coming?.picture = Picture(pyramid: pyramid)
        } catch {
            return refuse(coming, error)
        }
        if window == nil { openWindow(for: info.displaySize) }
    }

    /// The greatest reduction of a picture that shows as much as there is to see of it in the window, or in one as large as
    /// the work area: that is what a window manager makes of many a new window, and the user of any.
    private func reduction(for info: PictureInfo, _ coming: Coming) -> Int {
        guard info.greatestReduction > 0,
            let media = keptMedia(for: coming, size: info.displaySize) ?? makeMedia(for: info.displaySize)
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
        coming = nil
        switch refused.purpose {
        case .step(let direction):
            opener.refuse(refused.index, error)
            open(from: refused.index + direction, direction: direction)
        case .page, .recolor: opener.warn(refused.index, error.message)
        }
    }

    /// Goes to another page of the file.
    func stepPage(_ direction: Int) {
        guard let shown else { return }
        let isOnItsWay = coming.map { $0.index == shown.index && $0.purpose == .page } ?? false
        let page = (isOnItsWay ? coming?.page ?? 0 : shown.page) + direction
        guard (0..<shown.pageCount).contains(page) else { return }
        reopen(page: page, for: .page)
    }

    /// Shows everything in the colours of another display.
    func recolor(for profile: [UInt8]) {
        opener.setDisplayProfile(profile, of: coming)
        if let coming, coming.picture != nil {
            // Its loader has begun with the old one.
            self.coming = try? opener.open(coming.index, page: coming.page, for: coming.purpose)
        } else if coming == nil, let shown {
            reopen(page: shown.page, for: .recolor)
        }
    }

    /// Opens the file shown once more.
    func reopen(page: Int, for purpose: Coming.Purpose) {
        guard let shown else { return }
        do throws(LoadingError) {
            coming = try opener.open(shown.index, page: page, for: purpose)
        } catch {
            opener.warn(shown.index, error.message)
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
        for picture in [shown?.picture, coming?.picture] {
            guard let picture, picture.isFed(by: message.pyramid) else { continue }
            picture.levelsCame(message.progress)
            if let failure = message.progress.failure,
                let index = picture === coming?.picture ? coming?.index : shown?.index
            {
                opener.warn(
                    index, "its finest pixels cannot be kept in \(options.storage.folder): \(failure.message)"
                )
            }
            if message.isLast, let pyramid = refinement?.pyramid, ObjectIdentifier(pyramid) == message.pyramid
            {
                endRefinement(isComplete: true)
            }
            if shown?.picture === picture { hasNewRows = true }
            // The last of them make the picture whole.
            if picture.isLoaded { needsFrame = true }
            noteFirstRows()
            if picture === coming?.picture, message.isLast { finish() }
            return
        }
    }

    /// Notes the moment from which something of the picture that is coming could be shown: rows of the level that the
    /// window needs. Shown sooner, it would be an empty window between two pictures.
    private func noteFirstRows() {
        guard let coming, coming.firstRows == nil, let picture = coming.picture,
            let media = makeMedia(for: picture.size), picture.hasPixels(at: media.scale)
        else { return }
        self.coming?.firstRows = Clock.now()
    }

    /// A picture in the window, fitted to it.
    private func makeMedia(for picture: PixelSize) -> MediaView? {
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
        if media !== shown?.media {
            cancelGestures(at: now)
            media.delegate = self
            media.animationsEnabled = settings.enablesAnimations ?? true
        }
        shown = Shown(
            index: coming.index, page: coming.page, pageCount: coming.info?.pageCount ?? 1, picture: picture,
            media: media, opening: coming.opening,
            canBeRefined: coming.info?.kind == .still && picture.finestLevel > 0)
        refinement = nil
        titleIsStale = true
        nextTitle = now
        needsFrame = true
    }

    /// What is shown, where it is the same picture in other colours.
    private func keptMedia(for coming: Coming, size: PixelSize) -> MediaView? {
        guard coming.purpose == .recolor, let shown, shown.index == coming.index, shown.picture.size == size
        else { return nil }
        return shown.media
    }

    private func end(warning: String?) {
        guard let pyramid = coming?.pyramid else { return }
        coming?.warning = warning
        if let warning, let index = coming?.index { opener.warn(index, warning) }
        endBuilding(pyramid)
    }

    /// Shows a picture of which all rows have come and been built from.
    private func finish() {
        guard let coming else { return }
        coming.picture?.isLoaded = true
        showComing()
        if shown?.picture === coming.picture {
            shown?.warning = coming.warning
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
