import Geometry
import Rendering
import ScrollView
import X11

/// Pictures that follow a swipe.
extension Viewer {
    /// A picture that glides away.
    struct Leaving {
        let picture: Picture
        let placement: Rendering.Placement
        /// On which side of the picture shown it is: 1 behind it, −1 before it.
        let side: Int
    }

    /// A swipe begins.
    /// - Parameters:
    ///   - way: how far the fingers went before, in view units; zero where that is unknown.
    ///   - now: when, in seconds.
    func beginPaging(way: Vector<View>, at now: Double) {
        guard let window else { return }
        pager.animationsEnabled = settings.enablesAnimations ?? true
        pager.layout(width: Double(window.size.width), scale: settings.scale)
        noteNeighbors()
        pager.begin(way: way, at: now)
    }

    /// A swipe goes on.
    func changePaging(translation: Vector<View>, at now: Double) {
        pager.change(translation: translation, at: now)
        if pager.offset != 0 { needsFrame = true }
    }

    /// A swipe ends, and goes to another picture if it went far enough.
    func endPaging(velocity: Vector<View>, at now: Double) {
        let turn = pager.end(velocity: velocity, at: now)
        needsFrame = true
        guard turn != 0, let shown else { return }
        leaving =
            isAway ? nil : Leaving(picture: shown.picture, placement: placement(of: shown.media), side: -turn)
        isAway = true
        step(turn)
        noteNeighbors()
    }

    /// A swipe is taken back.
    func cancelPaging(at now: Double) {
        pager.cancel(at: now)
        needsFrame = true
    }

    /// Ends all motion from picture to picture: another way was taken.
    func stopPaging() {
        pager = Pager()
        leaving = nil
        isAway = false
    }

    /// Moves a picture that glides to its place.
    func movePages(to now: Double) {
        guard pager.nextUpdate != .none else { return }
        pager.advance(to: now)
        if pager.offset == 0 { leaving = nil }
        needsFrame = true
    }

    /// Whether more than the picture shown is seen, or not even that.
    var isPaging: Bool { pager.offset != 0 || isAway }

    private func noteNeighbors() {
        guard let file = coming?.file ?? shown?.file else { return }
        pager.hasNext = opener.files.next(to: file, 1) != nil
        pager.hasPrevious = opener.files.next(to: file, -1) != nil
    }

    /// The pictures that are seen, each where it is.
    func pages(in window: Window) -> [Painter.Page] {
        var pages: [Painter.Page] = []
        let add = { (picture: Picture, placement: Rendering.Placement, offset: Double) in
            let shift = offset.rounded()
            let origin = Point<View>(x: placement.origin.x + shift, y: placement.origin.y)
            pages.append(
                Painter.Page(
                    picture: picture,
                    placement: Rendering.Placement(origin: origin, scale: placement.scale),
                    clip: PixelRect(
                        x0: Int(shift), y0: 0, x1: Int(shift) + window.size.width, y1: window.size.height)))
        }
        if let shown, !isAway { add(shown.picture, placement(of: shown.media), pager.offset) }
        let side = pager.neighbor
        guard side != 0 else { return pages }
        if let leaving, leaving.side == side {
            add(leaving.picture, leaving.placement, pager.offset(ofNeighbor: side))
        } else if let file = coming?.file ?? shown?.file, let next = opener.files.next(to: file, side),
            let picture = opener.ahead.picture(of: next), picture.hasPixels
        {
            let media = neighborMedia(of: next, picture.size)
            if let media { add(picture, placement(of: media), pager.offset(ofNeighbor: side)) }
        }
        return pages
    }

    /// How a neighbour is seen before it is shown.
    func neighborMedia(of file: FileList.ID, _ size: PixelSize) -> MediaView? {
        let media = makeMedia(for: size)
        if let state = state(toShow: file, page: 0), let media { media.restore(state, at: 0) }
        return media
    }
}
