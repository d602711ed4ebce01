import Geometry
import Posix
import Rendering
import ScrollView
import X11

extension Viewer {
    /// How a picture is seen, in terms of the picture as its file has it.
    func unturnedState(of shown: Shown) -> MediaViewState {
        let change = (turns[shown.file] ?? .topLeft).inverse
        return shown.media.state.changed(by: change, in: shown.media.contentSize)
    }

    /// Turns or mirrors the picture shown; the file stays as it is.
    /// - Parameters:
    ///   - change: what is done to the picture as seen.
    ///   - state: how it is seen before, if not as it is now.
    ///   - now: when, in seconds.
    func turn(by change: Orientation, from state: MediaViewState? = nil, at now: Double) {
        guard let shown else { return }
        let turn = (turns[shown.file] ?? .topLeft).followed(by: change)
        turns[shown.file] = turn
        let (state, size) = (state ?? shown.media.state, shown.media.contentSize)
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
