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
        guard let coming, coming.opening === opening else { return }
        switch event {
        case .began(let raster, let kind, let pageCount):
            self.coming?.kind = kind
            self.coming?.pageCount = pageCount
            begin(raster)
        case .rows(let rows):
            guard let picture = coming.picture else { return }
            picture.rowsCame(rows)
            build(picture, rows)
            noteFirstRows()
            if shown?.picture === picture { hasNewRows = true }
        case .ended(let warning): end(warning: warning)
        case .failed(let error):
            if let picture = coming.picture, picture.hasPixels {
                end(warning: error.message)
            } else {
                refuse(coming, error)
            }
        case .frame, .noFrame, .drawn: break
        }
    }

    private func begin(_ raster: Raster) {
        guard let coming else { return }
        do throws(PosixError) {
            self.coming?.picture = Picture(pyramid: try MipPyramid(raster: raster))
        } catch {
            return refuse(coming, .system(error.message))
        }
        if window == nil { openWindow(for: raster.displaySize) }
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

    func build(_ picture: Picture, _ rows: Range<Int>) {
        let (pyramid, built) = (picture.pyramid, built)
        builder.perform {
            built.post(Built(pyramid: ObjectIdentifier(pyramid), progress: pyramid.build(from: rows)))
        }
    }

    /// Takes levels that have been built.
    func accept(_ message: Built) {
        if acceptMotion(message, at: Clock.now()) { return }
        for picture in [shown?.picture, coming?.picture] {
            guard let picture, ObjectIdentifier(picture.pyramid) == message.pyramid else { continue }
            picture.levelsCame(message.progress)
            if shown?.picture === picture { hasNewRows = true }
            // The last of them make the picture whole.
            if picture.isLoaded { needsFrame = true }
            noteFirstRows()
            if picture === coming?.picture, coming?.isOver == true { finish(evenEmpty: message.isLast) }
            return
        }
    }

    /// Notes the moment from which something of the picture that is coming could be shown: rows of the level that the
    /// window needs. Shown sooner, it would be an empty window between two pictures.
    private func noteFirstRows() {
        guard let coming, coming.firstRows == nil, let picture = coming.picture,
            let media = makeMedia(for: picture), picture.hasPixels(at: media.scale)
        else { return }
        self.coming?.firstRows = Clock.now()
    }

    /// A picture in the window, fitted to it.
    private func makeMedia(for picture: Picture) -> MediaView? {
        let size = Size<Image>(width: Double(picture.size.width), height: Double(picture.size.height))
        // Loading refuses sides that a media view does not take.
        let media = try? MediaView(contentSize: size, options: options.media)
        if let window { media?.layout(viewSize: Self.viewSize(window.size), at: Clock.now()) }
        return media
    }

    /// The picture that is coming takes the place of the one shown.
    func showComing() {
        guard let coming, let picture = coming.picture, picture.hasPixels, shown?.picture !== picture,
            let media = keptMedia(for: coming) ?? makeMedia(for: picture)
        else { return }
        let now = Clock.now()
        if media !== shown?.media {
            cancelGestures(at: now)
            media.delegate = self
            media.animationsEnabled = settings.enablesAnimations ?? true
        }
        shown = Shown(
            index: coming.index, page: coming.page, pageCount: coming.pageCount, picture: picture,
            media: media)
        titleIsStale = true
        nextTitle = now
        needsFrame = true
    }

    /// What is shown, where it is the same picture in other colours.
    private func keptMedia(for coming: Coming) -> MediaView? {
        guard coming.purpose == .recolor, let shown, shown.index == coming.index,
            shown.picture.size == coming.picture?.size
        else { return nil }
        return shown.media
    }

    private func end(warning: String?) {
        guard let picture = coming?.picture else { return }
        picture.isLoaded = true
        coming?.isOver = true
        coming?.warning = warning
        if let warning, let index = coming?.index { opener.warn(index, warning) }
        let (pyramid, built) = (ObjectIdentifier(picture.pyramid), built)
        builder.perform { built.post(Built(pyramid: pyramid, progress: [], isLast: true)) }
        finish(evenEmpty: false)
    }

    /// Shows a picture of which all rows have come, if there is anything of it at the level needed.
    /// - Parameter evenEmpty: whether to show it without; so few rows make no row of a coarse level.
    private func finish(evenEmpty: Bool) {
        guard let coming, coming.firstRows != nil || evenEmpty else { return }
        showComing()
        if shown?.picture === coming.picture {
            shown?.warning = coming.warning
            if let load = coming.opening.takeServingLoad() {
                startMotion(load, kind: coming.kind, at: Clock.now())
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
