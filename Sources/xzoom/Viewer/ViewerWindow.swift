import Geometry
import Gestures
import Posix
import Rendering
import ScrollView
import X11

/// The window's pixels: what is painted to, and who paints.
final class Canvas {
    let buffer: BackBuffer
    let painter: Painter

    init(buffer: BackBuffer, painter: Painter) {
        self.buffer = buffer
        self.painter = painter
    }
}

extension Viewer {
    /// The shortest time between two changes of the title in seconds; a window manager paints each.
    private static let titleInterval = 0.1

    /// Seconds between two frames that only show more rows: each paints the whole window, on a machine busy decoding.
    private static let rowsInterval = 0.03

    /// Seconds from a small picture's first rows to its first frame, unless all rows come before.
    private static let patienceForRows = 0.01
    /// The share of a small picture's rows that is worth a frame before.
    private static let showableShare = 0.25
    /// Seconds from a picture's first rows until it takes the place of another, unless all rows come before.
    private static let patienceWithPicture = 0.4
    /// Seconds from the opening of the window until a frame is painted that may be for a window that is not seen yet.
    private static let patienceWithoutExposure = 0.1
    /// Seconds from the opening of the window until the desktop is read, unless the first picture is whole before.
    private static let patienceWithoutDesktop = 0.1
    /// The most pixels of a picture whose rows all come within about that time.
    private static let smallPicture = 1 << 20

    /// Time in seconds that may be spent after a frame on what the next ones need.
    private static let stagingTime = 0.002

    /// Does what takes round trips and no picture, while the loader starts.
    func prepareWindow() {
        workArea = connection.workArea
        painter = connection.makeSurface().map { handle in
            Painter(
                prototype: Surface(owning: handle, size: PixelSize(width: 1, height: 1)),
                filter: options.filter, background: options.background)
        }
    }

    func openWindow(for picture: PixelSize) {
        let size = options.geometry.windowSize(for: picture, in: workArea)
        let window = Window(
            connection,
            Window.Options(
                size: size, place: options.geometry.place, isFullScreen: options.isFullScreen,
                name: (instance: "xzoom", class: "Xzoom")))
        self.window = window
        needsFrame = false
        let now = Clock.now()
        nextReading = now + Self.patienceWithoutDesktop
        exposure = now + Self.patienceWithoutExposure
    }

    /// Brings everything to the time `now` and paints if there is something new and it is time for a frame.
    func update(at now: Double) {
        guard let window else { return }
        if let time = firstShowing, time <= now { showComing() }
        if pacer.nextFrame <= now, let media = shown?.media, media.nextUpdate != .none {
            media.advance(to: now)
        }
        if pacer.nextFrame <= now {
            moveOn(at: now)
            movePages(to: now)
        }
        advanceThumbnails(to: now)
        refine()
        loadAhead(at: now)
        stageNext(at: now)
        goOnWithSlides(at: now)
        updatePointer(at: now)
        noteChanges(at: now)
        if hasNewRows && nextRowsFrame <= now { needsFrame = true }
        if needsFrame && nextFrame <= now { paint(in: window, at: now) }
        updateOverlay(in: window, at: now)
        if titleIsStale && nextTitle <= now { changeTitle(of: window, at: now) }
    }

    /// When the next frame may be painted, in seconds.
    var nextFrame: Double { max(pacer.nextFrame, exposure) }

    /// When the picture that is coming is to be shown although rows are missing. In an empty window a large one at once; a
    /// small one is complete in a moment, and a frame with a few of its rows, not a good part of them, would hold up the
    /// frame with all of them. Where there is another picture that one stays longer: most are whole by then, and a window
    /// that empties and fills again flickers.
    var firstShowing: Double? {
        guard let coming, let firstRows = coming.firstRows, let picture = coming.picture,
            shown?.picture !== picture
        else { return nil }
        if coming.purpose == .renew { return nil }
        if shown != nil { return firstRows + Self.patienceWithPicture }
        let isSmall = picture.size.width * picture.size.height <= Self.smallPicture
        let isEnough = !isSmall || coming.share >= Self.showableShare
        return firstRows + (isEnough ? 0 : Self.patienceForRows)
    }

    private func paint(in window: Window, at now: Double) {
        let isDirect = !hasShown && !overlay.isSeen
        guard let canvas = isDirect ? windowCanvas(of: window) : canvas(of: window) else { return }
        needsFrame = false
        hasNewRows = false
        nextRowsFrame = now + Self.rowsInterval
        if let thumbnails, thumbnails.isShown {
            return paintThumbnails(thumbnails, on: canvas, in: window, at: now)
        }
        // The level asks for a frame when it comes; until then the old frame stays, rather than a part of the new one.
        if !isPaging, let shown, shown.picture.isBeingBuilt(at: shown.media.scale) { return }
        var isSharp = true
        if isPaging {
            isSharp = canvas.painter.paint(pages(in: window), on: canvas.buffer)
            pacer.began(at: now)
        } else if let shown {
            let placement = placement(of: shown.media)
            var detail: Detail?
            if case .drawing(let drawing) = shown.motion {
                if let due = drawing.firstFrameDue, due > now { return }
                detail = drawing.detail(at: placement)
            }
            isSharp = canvas.painter.paint(
                shown.picture, at: placement, detail: detail, on: canvas.buffer)
            noteShown()
            pacer.began(at: now)
        } else {
            let nowhere = Placement(origin: .zero, scale: 1)
            _ = canvas.painter.paint(nil, at: nowhere, on: canvas.buffer)
        }
        canvas.buffer.flush()
        if isDirect {
            window.confirm()
        } else {
            present(canvas, in: window, at: now)
        }
        options.timing?.sent(
            hasPicture: shown != nil, isComplete: isSharp && shown?.picture.isLoaded == true,
            bytesSent: connection.bytesSent)
        if !isSharp {
            needsFrame = true
        } else if pacer.hasTime && !isPaging {
            canvas.painter.stageAhead(until: Clock.now() + Self.stagingTime, window: window.size)
        }
    }

    /// Where the picture is in the window.
    func placement(of media: MediaView) -> Rendering.Placement {
        Rendering.Placement(origin: media.imageOrigin, scale: media.scale)
    }

    private func windowCanvas(of window: Window) -> Canvas? {
        guard let handle = window.makeSurface(), let painter else { return nil }
        return Canvas(buffer: BackBuffer(Surface(owning: handle, size: window.size)), painter: painter)
    }

    func canvas(of window: Window) -> Canvas? {
        if let canvas, canvas.buffer.size == window.size { return canvas }
        guard let back = window.makeBackSurface(), let painter else { return nil }
        let canvas = Canvas(
            buffer: BackBuffer(Surface(owning: back, size: window.size)), painter: painter)
        self.canvas = canvas
        return canvas
    }

    private func changeTitle(of window: Window, at now: Double) {
        titleIsStale = false
        guard let shown else { return }
        if showsThumbnails, let title = thumbnailTitle {
            window.title = title
            nextTitle = now + Self.titleInterval
            return
        }
        var facts = TitleFormat.Facts()
        facts.name = opener.files.name(shown.file)
        facts.path = opener.files.path(shown.file).text
        facts.width = shown.picture.size.width
        facts.height = shown.picture.size.height
        facts.scale = shown.media.scale
        (facts.number, facts.count) = opener.files.number(of: shown.file)
        facts.page = shown.page + 1
        facts.pageCount = shown.pageCount
        window.title = options.title.title(facts, remark: shown.warning)
        nextTitle = now + Self.titleInterval
    }

    /// Does what the first picture did not need to wait for.
    func readDesktop(at now: Double) {
        guard let window, shown != nil, !hasReadDesktop, coming == nil || now >= nextReading else { return }
        hasReadDesktop = true
        startFollowing()
        pacer.interval = 1 / connection.refreshRate
        pacer.latency = latency()
        let desktop = window.readDesktop()
        apply(desktop.settings)
        if let profile = desktop.newProfile { recolor(for: profile) }
        window.setIcons(Icon.sides.map { (side: $0, pixels: Icon.pixels(side: $0)) })
    }

    /// Seconds of a round trip to the server: the shorter of two, since it may be busy.
    private func latency() -> Double {
        let times = (0..<2).map { _ in
            let start = Clock.now()
            connection.synchronize()
            return Clock.now() - start
        }
        return times.min() ?? 0
    }

    func apply(_ settings: DesktopSettings) {
        self.settings = settings
        gestures.configuration = .init(settings)
        shown?.media.animationsEnabled = settings.enablesAnimations ?? true
        overlay.notices.isAnimated = settings.enablesAnimations ?? true
        layoutThumbnails(at: Clock.now())
    }

    func scrollViewDidZoom(_ scrollView: ScrollView) {
        needsFrame = true
        titleIsStale = true
    }

    func scrollViewDidScroll(_ scrollView: ScrollView) { needsFrame = true }
}
