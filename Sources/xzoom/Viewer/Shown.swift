import Loading
import Rendering
import ScrollView

extension Viewer {
    /// A picture in the window.
    struct Shown {
        let file: FileList.ID
        let page: Int
        let pageCount: Int
        /// Of an animation, the frame that is seen.
        var picture: Picture
        var media: MediaView
        /// Where it came from, and can come from again.
        let opening: Opening
        /// Whether its loader can make coarser levels by themselves, so that finer ones may be missing.
        var canBeRefined: Bool
        /// What a loader that stays brings.
        var motion = Motion.none
        /// What is wrong with it.
        var warning: String?
        /// What its file says of it.
        var facts: [PictureFact] = []
        /// What it is, once all of it has come.
        var info: PictureInfo?
    }

    /// What changes in a picture that is shown.
    enum Motion {
        case none
        case animation(Animation)
        case drawing(Drawing)

        var load: PictureLoad? {
            switch self {
            case .none: nil
            case .animation(let animation): animation.load
            case .drawing(let drawing): drawing.load
            }
        }
    }

    /// Rows of the levels of a pyramid that a worker has built.
    struct Built: Sendable {
        let pyramid: ObjectIdentifier
        let progress: MipPyramid.Progress
        /// Whether nothing more will be built.
        var isLast = false
    }

    /// Finer levels of the picture shown, on their way.
    struct Refinement {
        let opening: Opening
        /// The finest.
        let level: Int
        var pyramid: MipPyramid?
    }

    /// A page of a file.
    struct PageKey: Hashable {
        let file: FileList.ID
        let page: Int
    }
}
