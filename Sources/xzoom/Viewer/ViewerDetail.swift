import Loading
import Posix
import Rendering
import ScrollView

/// Finer levels of a picture that was loaded no finer than the window needed.
extension Viewer {
    /// Starts to load the levels that the zoom needs and the picture lacks.
    func refine() {
        guard let shown, shown.canBeRefined, shown.picture.isLoaded, !shown.picture.lacksRoom, coming == nil
        else { return }
        let level = max(0, Picture.level(for: shown.media.scale))
        if let refinement {
            // It goes on unless what is needed is finer still.
            if level >= refinement.level { return }
            endRefinement(isComplete: false)
        }
        guard level < shown.picture.finestLevel else { return }
        do throws(LoadingError) {
            refinement = Refinement(opening: try shown.opening.again(), level: level)
        } catch {
            stopRefining(error)
        }
    }

    /// Takes what the loader of finer levels says.
    func acceptRefinement(_ event: PictureLoad.Event) {
        guard let refinement, let shown else { return }
        switch event {
        case .began(let info):
            do throws(LoadingError) {
                try begin(refinement, info)
            } catch {
                stopRefining(error)
            }
        case .rows(let rows):
            guard let pyramid = refinement.pyramid else { return }
            shown.picture.rowsCame(rows, of: pyramid)
            build(pyramid, rows)
        case .ended:
            if let pyramid = refinement.pyramid { endBuilding(pyramid) }
        case .failed(let error): stopRefining(error)
        case .facts, .frame, .noFrame, .drawn: break
        }
    }

    private func begin(_ refinement: Refinement, _ info: PictureInfo) throws(LoadingError) {
        guard let shown, info.fullSize == shown.picture.raster.fullSize else {
            throw .system("the file has changed")
        }
        let raster = try refinement.opening.makeRaster(
            reduction: min(refinement.level, info.greatestReduction))
        let pyramid = try LoadingError.wrap { () throws(PosixError) in
            try MipPyramid(raster: raster, below: shown.picture.finestLevel, storage: options.storage)
        }
        shown.picture.add(pyramid)
        self.refinement?.pyramid = pyramid
    }

    /// Ends what brings finer levels; those that are not whole go.
    func endRefinement(isComplete: Bool) {
        if !isComplete, let pyramid = refinement?.pyramid { shown?.picture.remove(pyramid) }
        refinement = nil
    }

    /// The picture stays as sharp as it is.
    private func stopRefining(_ error: LoadingError) {
        endRefinement(isComplete: false)
        shown?.canBeRefined = false
        if let file = shown?.file { note(error.message, of: file) }
    }
}
