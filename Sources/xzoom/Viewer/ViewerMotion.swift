import Geometry
import Loading
import Posix
import Rendering
import ScrollView
import X11

/// What moves in a picture that is shown: the frames of an animation, the parts of a drawing.
extension Viewer {
    /// When something is to be done for what moves.
    func deadlines(of motion: Motion) -> [Double] {
        let times: [Double?]
        switch motion {
        case .none: times = []
        case .animation(let animation): times = [animation.nextDue.map { max($0, pacer.nextFrame) }]
        case .drawing(let drawing): times = [drawing.firstFrameDue]
        }
        guard let load = motion.load, !load.isOver else { return times.compactMap { $0 } }
        return (times + [load.deadline]).compactMap { $0 }
    }

    /// Starts what moves in a picture that has come as a whole and is shown.
    func startMotion(_ load: PictureLoad, kind: PictureKind, at now: Double) {
        guard let shown else { return }
        let turn = turns[shown.file] ?? .topLeft
        switch kind {
        case .still: break
        case .animation:
            let animation = Animation(load, first: shown.picture, startingAt: now)
            animation.turn(turn)
            self.shown?.motion = .animation(animation)
        case .drawing:
            let size = shown.picture.raster.fullSize
            let drawing = Drawing(load, size: size, startingAt: now)
            drawing.turn(turn)
            self.shown?.motion = .drawing(drawing)
        }
        moveOn(at: now)
    }

    /// Shows the frame that is due, and asks for what is needed next.
    func moveOn(at now: Double) {
        guard let shown, let window, !showsThumbnails else { return }
        do throws(LoadingError) {
            switch shown.motion {
            case .none: break
            case .animation(let animation):
                if let due = animation.nextDue, due <= now, let picture = animation.advance(to: now) {
                    self.shown?.picture = picture
                    needsFrame = true
                }
                try animation.request()
            case .drawing(let drawing):
                try drawing.request(at: placement(of: shown.media), window: window.size)
            }
        } catch {
            stopMotion(error)
        }
    }

    /// Takes what a loader says that stays for the picture shown.
    func accept(_ event: PictureLoad.Event, of load: PictureLoad, at now: Double) {
        guard let shown, shown.motion.load === load else { return }
        do throws(LoadingError) {
            switch (event, shown.motion) {
            case (.frame(let index, _, let start), .animation(let animation)):
                if let picture = animation.frameCame(index, start: start, at: now) { buildAll(picture) }
            case (.noFrame(let count, let duration, let loops, let warning), .animation(let animation)):
                animation.endCame(count: count, duration: duration, loops: loops)
                if let warning, shown.warning == nil { note(warning, of: shown.file) }
            case (.drawn(let canvas), .drawing(let drawing)):
                if let picture = try drawing.drawn(canvas) { buildAll(picture) }
            case (.failed(let error), _): throw error
            default: break
            }
        } catch {
            stopMotion(error)
        }
        moveOn(at: now)
    }

    /// Takes levels that have been built, if they are of what moves.
    /// - Returns: whether they are.
    func acceptMotion(_ message: Built, at now: Double) -> Bool {
        let picture: Picture?
        switch shown?.motion {
        case .animation(let animation): picture = animation.picture(of: message.pyramid)
        case .drawing(let drawing): picture = drawing.picture(of: message.pyramid)
        case .some(.none), nil: picture = nil
        }
        guard let picture else { return false }
        picture.levelsCame(message.progress)
        if case .drawing(let drawing) = shown?.motion, drawing.exchange() { needsFrame = true }
        moveOn(at: now)
        return true
    }

    private func buildAll(_ picture: Picture) {
        build(picture.firstPyramid, 0..<picture.raster.size.height)
    }

    /// What is shown stays as it is.
    private func stopMotion(_ error: LoadingError) {
        guard let file = shown?.file else { return }
        shown?.motion = .none
        note(error.message, of: file)
    }

    /// Says what is wrong with the picture shown, in the title too.
    func note(_ warning: String, of file: FileList.ID) {
        shown?.warning = warning
        titleIsStale = true
        opener.warn(file, warning)
    }

    /// Lets an animation stand still, or go on.
    func togglePause(at now: Double) {
        guard case .animation(let animation) = shown?.motion else { return }
        animation.togglePause(at: now)
        moveOn(at: now)
    }

    /// Goes to the next frame or the one before, and stands still.
    func stepFrame(_ direction: Int, at now: Double) {
        guard case .animation(let animation) = shown?.motion else { return }
        animation.step(direction)
        moveOn(at: now)
    }
}
