import Geometry
import Loading
import Posix
import Rendering
import ScrollView
import X11

extension Viewer {
    private func open(from index: Int, direction: Int) {
        coming = opener.open(from: index, direction: direction, shown: shown?.index)
        if coming == nil && shown == nil { quit() }
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
        case .began(let raster): begin(raster)
        case .rows(let rows):
            guard let picture = coming.picture else { return }
            picture.rowsCame(rows)
            build(picture, rows)
            if coming.firstRows == nil { self.coming?.firstRows = Clock.now() }
            if shown?.picture === picture { needsFrame = true }
        case .ended(let warning): end(warning: warning)
        case .failed(let error):
            if let picture = coming.picture, picture.hasPixels {
                end(warning: error.message)
            } else {
                let (index, direction) = (coming.index, coming.direction)
                opener.refuse(index, error)
                open(from: index + direction, direction: direction)
            }
        }
    }

    private func begin(_ raster: Raster) {
        guard let index = coming?.index else { return }
        do throws(PosixError) {
            coming?.picture = Picture(pyramid: try MipPyramid(raster: raster))
        } catch {
            opener.refuse(index, .system(error.message))
            return open(from: index + 1, direction: 1)
        }
        if window == nil { openWindow(for: raster.displaySize) }
    }

    private func build(_ picture: Picture, _ rows: Range<Int>) {
        let (pyramid, built) = (picture.pyramid, built)
        builder.perform {
            built.post(Built(pyramid: ObjectIdentifier(pyramid), progress: pyramid.build(from: rows)))
        }
    }

    /// Takes levels that have been built.
    func accept(_ message: Built) {
        for picture in [shown?.picture, coming?.picture] {
            guard let picture, ObjectIdentifier(picture.pyramid) == message.pyramid else { continue }
            picture.levelsCame(message.progress)
            needsFrame = true
            return
        }
    }

    /// The picture that is coming takes the place of the one shown, if any of its pixels are there.
    func showComing() {
        guard let coming, let picture = coming.picture, picture.hasPixels, shown?.picture !== picture else {
            return
        }
        let size = Size<Image>(width: Double(picture.size.width), height: Double(picture.size.height))
        // A size in pixels is at least 1 and at most 2³², which a media view takes.
        guard let media = try? MediaView(contentSize: size, options: options.media) else { return }
        let now = Clock.now()
        cancelGestures(at: now)
        media.delegate = self
        media.animationsEnabled = settings.enablesAnimations ?? true
        if let window { media.layout(viewSize: Self.viewSize(window.size), at: now) }
        shown = Shown(index: coming.index, picture: picture, media: media)
        titleIsStale = true
        nextTitle = now
        needsFrame = true
    }

    private func end(warning: String?) {
        guard let picture = coming?.picture else { return }
        picture.isLoaded = true
        showComing()
        if let warning, let index = coming?.index {
            opener.warn(index, warning)
            shown?.warning = warning
        }
        coming = nil
        titleIsStale = true
        needsFrame = true
        pacer.hurry()
    }

    /// A size in whole device pixels as the scroll view takes it.
    static func viewSize(_ size: PixelSize) -> Size<View> {
        Size(width: Double(size.width), height: Double(size.height))
    }
}
