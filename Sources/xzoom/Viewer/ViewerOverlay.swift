import Geometry
import Posix
import Rendering
import ScrollView
import X11

/// What the viewer tells over the picture.
extension Viewer {
    /// Shows words for some seconds, or until there are others.
    func say(_ message: String) { overlay.notices.say(message, at: Clock.now()) }

    /// Shows the keys and gestures, or hides them.
    func toggleHelp() { overlay.notices.showHelp(overlay.notices.hasHelp ? nil : keys.sheet) }

    /// Hides the help, which any key does but those that are held with others.
    /// - Parameter symbol: the key's.
    /// - Returns: whether that was all that the key was for.
    func closeHelp(by symbol: UInt) -> Bool {
        guard overlay.notices.hasHelp, !KeyTable.isModifier(symbol) else { return false }
        toggleHelp()
        return true
    }

    /// Shows what is known of the picture, or hides it.
    func toggleInfo() { overlay.notices.showPanel(overlay.notices.hasPanel ? nil : facts) }

    /// Notes what has changed in the window since the last turn.
    func noteChanges(at now: Double) {
        for words in opener.takeWarnings() { overlay.notices.say(words, at: now) }
        noteLoad(at: now)
        guard let shown, let window else { return }
        let (media, last) = (shown.media, overlay.last)
        let (scale, origin) = (media.scale, media.imageOrigin)
        if last.file != shown.file || last.page != shown.page {
            noteStep(from: last, to: shown, at: now)
        } else if last.media === media, last.window == window.size {
            // A window that changes its size changes the zoom as well, but nobody zooms.
            if last.scale != scale { overlay.notices.noteZoom(media.destinationScale, at: now) }
            if last.origin != origin || last.scale != scale { overlay.noteMove(at: now) }
        }
        if last.scale != scale || last.media !== media { overlay.factsAreStale = true }
        overlay.last.media = media
        overlay.last.window = window.size
        overlay.last.scale = scale
        overlay.last.origin = origin
        overlay.last.file = shown.file
        overlay.last.page = shown.page
        if overlay.factsAreStale, overlay.notices.hasPanel { overlay.notices.showPanel(facts) }
        overlay.factsAreStale = false
    }

    private func noteStep(from last: WindowOverlay.Turn, to shown: Shown, at now: Double) {
        guard let file = last.file else { return }
        let (number, count) = opener.files.number(of: shown.file)
        if file == shown.file {
            overlay.notices.noteStep(
                name: "Page", number: shown.page + 1, count: shown.pageCount, at: now)
        } else if count > 1 {
            let name = opener.files.name(shown.file)
            overlay.notices.noteStep(name: name, number: number, count: count, at: now)
        }
    }

    private func noteLoad(at now: Double) {
        guard let coming, coming.purpose != .renew else {
            overlay.last.opening = nil
            return overlay.notices.noteLoaded()
        }
        if overlay.last.opening !== coming.opening {
            overlay.last.opening = coming.opening
            overlay.notices.noteLoading(name: opener.files.name(coming.file), at: now)
        }
        if coming.share > 0 { overlay.notices.noteLoaded(share: coming.share) }
    }

    /// When something of what is told changes by itself, in seconds.
    var overlayDeadline: Double? {
        // Without a back buffer it is shown with the next frame.
        if overlay.isStale, let window, backCanvas(of: window) == nil {
            return isFrameComing ? nil : nextFrame
        }
        return overlay.deadline(after: Clock.now(), frame: nextFrame)
    }

    /// Whether a frame comes anyway, since the picture is being built.
    private var isFrameComing: Bool { shown?.picture.isBeingBuilt(at: shown?.media.scale ?? 1) == true }

    /// The back buffer, where it has the frame that the window shows.
    private func backCanvas(of window: Window) -> Canvas? {
        canvas.flatMap { $0.buffer.hasFrame && $0.buffer.size == window.size ? $0 : nil }
    }

    /// Where in the window it is told.
    private func layout(of window: Window) -> OverlayLayout {
        OverlayLayout(window: window.size, scale: settings.scale)
    }

    private var seen: WindowOverlay.Seen? {
        hasShown ? shown.map { WindowOverlay.Seen(picture: $0.picture, media: $0.media) } : nil
    }

    /// Shows what is new to be told, where the picture in the window stays as it is.
    func updateOverlay(in window: Window, at now: Double) {
        let layout = layout(of: window)
        overlay.check(seen, layout, at: now)
        guard overlay.isStale, nextFrame <= now else { return }
        guard let canvas = backCanvas(of: window) else {
            // The window was painted without one, or has a new size.
            if !isFrameComing { needsFrame = true }
            return
        }
        let (patches, uncovered) = overlay.compose(
            seen, layout, over: canvas, isNewFrame: false, at: now)
        present(patches, uncovered, of: canvas, in: window)
        pacer.began(at: now)
    }

    /// Shows a frame that was painted to a back buffer, and what is told over it.
    func present(_ canvas: Canvas, in window: Window, at now: Double) {
        guard overlay.isInUse else {
            return window.present(cornerX: canvas.buffer.cornerX, cornerY: canvas.buffer.cornerY)
        }
        let (patches, _) = overlay.compose(
            seen, layout(of: window), over: canvas, isNewFrame: true, at: now)
        if patches.isEmpty {
            return window.present(cornerX: canvas.buffer.cornerX, cornerY: canvas.buffer.cornerY)
        }
        let whole = PixelRect<View>(x0: 0, y0: 0, x1: window.size.width, y1: window.size.height)
        present(patches, whole.parts(outside: patches.map(\.frame)), of: canvas, in: window)
    }

    private func present(
        _ patches: [Overlay.Patch], _ parts: [PixelRect<View>], of canvas: Canvas, in window: Window
    ) {
        window.present(
            cornerX: canvas.buffer.cornerX, cornerY: canvas.buffer.cornerY, parts: parts,
            patches: patches.map { Window.Patch(frame: $0.frame, surface: $0.handle) })
    }
}
