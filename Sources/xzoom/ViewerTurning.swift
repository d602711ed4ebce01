import Geometry
import Posix
import Rendering
import ScrollView
import X11

extension Viewer {
    /// Turns or mirrors the picture shown; the file stays as it is.
    /// - Parameters:
    ///   - change: what is done to the picture as seen.
    ///   - now: when, in seconds.
    func turn(by change: Orientation, at now: Double) {
        guard let shown else { return }
        let turn = (turns[shown.file] ?? .topLeft).followed(by: change)
        turns[shown.file] = turn
        let (state, size) = (shown.media.state, shown.media.contentSize)
        cancelGestures(at: now)
        shown.picture.turn(turn)
        switch shown.motion {
        case .none: break
        case .animation(let animation): animation.turn(turn)
        case .drawing(let drawing): drawing.turn(turn)
        }
        guard let media = makeMedia(for: shown.picture.size) else { return }
        media.restore(state.changed(by: change, in: size), at: now)
        media.delegate = self
        media.animationsEnabled = settings.enablesAnimations ?? true
        self.shown?.media = media
        titleIsStale = true
        needsFrame = true
        moveOn(at: now)
    }
}
