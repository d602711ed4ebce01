import Loading
import Rendering

/// A picture on its way: to the window, or loaded ahead of the step to it.
final class Coming {
    /// Why it is opened, and with that what happens if it cannot be shown.
    enum Purpose: Hashable {
        /// To take the place of another file's; else one goes on in this direction: 1 onward, −1 back.
        case step(Int)
        /// To show another page of the file; else the old one stays.
        case page
        /// To show the same page in other colours or as the file is now; else it stays as it is.
        case renew
        /// To be there when it is stepped to.
        case ahead
    }

    /// The file.
    let file: FileList.ID
    /// The page of the file, from 0.
    let page: Int
    var purpose: Purpose
    let opening: Opening
    /// All there once its header is known.
    var info: PictureInfo?
    var pyramid: MipPyramid?
    var picture: Picture?
    /// How much of its rows has come, from 0 to 1.
    var share = 0.0
    /// When the first of its rows could be shown, in seconds.
    var firstRows: Double?
    /// When it was opened, in seconds.
    let start: Double
    /// Whether all rows have come, and all levels been built.
    var isWhole = false
    /// Whether its pixels are in the server, ready for the frame that it will be seen in.
    var isStaged = false
    /// What its file says of it.
    var facts: [PictureFact] = []
    /// What is wrong with it.
    var warning: String?
    /// Why it cannot be shown.
    var failure: LoadingError?

    init(file: FileList.ID, page: Int, purpose: Purpose, opening: Opening, start: Double) {
        self.file = file
        self.page = page
        self.purpose = purpose
        self.opening = opening
        self.start = start
    }
}
