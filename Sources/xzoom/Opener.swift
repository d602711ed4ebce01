import Loading
import Rendering

/// A picture on its way.
struct Coming {
    /// Why it is opened, and with that what happens if it cannot be shown.
    enum Purpose: Hashable {
        /// To take the place of another file's; else one goes on in this direction: 1 onward, −1 back.
        case step(Int)
        /// To show another page of the file; else the old one stays.
        case page
        /// To show the same picture in other colours; else it stays as it is.
        case recolor
    }

    /// The file's place in the list.
    let index: Int
    /// The page of the file, from 0.
    let page: Int
    let purpose: Purpose
    let opening: Opening
    /// All there once its header is known.
    var info: PictureInfo?
    var pyramid: MipPyramid?
    var picture: Picture?
    /// How much of its rows has come, from 0 to 1.
    var share = 0.0
    /// When the first of its rows could be shown, in seconds.
    var firstRows: Double?
    /// What is wrong with it.
    var warning: String?
}

/// Opens the files of the list, and tells of those that cannot be shown.
struct Opener {
    private(set) var files: FileList
    private let memoryLimit: Int
    private var hasWarned = false
    /// What has come of files that can be read only once.
    private var streams: [Int: GatheredStream] = [:]
    /// The display's ICC profile; empty for sRGB.
    var displayProfile: [UInt8] = []

    init(files: FileList, memoryLimit: Int) {
        self.files = files
        self.memoryLimit = memoryLimit
    }

    /// Begins to open the nearest file that can be shown; those that cannot are reported.
    /// - Parameters:
    ///   - index: where to start.
    ///   - direction: 1 onward, −1 back.
    ///   - shown: the file in the window, which need not be opened.
    /// - Returns: the picture on its way; `nil` where there is none, or the one in the window is the nearest.
    mutating func open(from index: Int, direction: Int, shown: Int? = nil) -> Coming? {
        var next = files.showable(from: index, direction: direction)
        while let index = next, index != shown {
            do throws(LoadingError) {
                return try open(index, page: 0, for: .step(direction))
            } catch {
                refuse(index, error)
            }
            next = files.showable(from: index + direction, direction: direction)
        }
        return nil
    }

    /// Begins to open a file of the list.
    /// - Parameters:
    ///   - index: its place.
    ///   - page: of its pages, from 0.
    ///   - purpose: why.
    /// - Returns: the picture on its way.
    /// - Throws: where it cannot be opened.
    mutating func open(_ index: Int, page: Int, for purpose: Coming.Purpose) throws(LoadingError) -> Coming {
        let request = Opening.Request(
            page: page, loaderFolder: Executable.folder, memoryLimit: memoryLimit,
            displayProfile: displayProfile)
        let opening = try Opening(path: files.paths[index], stream: streams[index], request)
        streams[index] = opening.stream
        return Coming(index: index, page: page, purpose: purpose, opening: opening)
    }

    /// Gives those on their way a display profile that has become known, where they can still take it.
    mutating func setDisplayProfile(_ profile: [UInt8], of coming: Coming?) {
        displayProfile = profile
        coming?.opening.setDisplayProfile(profile)
    }

    /// Reports a file that cannot be shown, and passes over it from now on.
    mutating func refuse(_ index: Int, _ error: LoadingError) {
        files.markUnshowable(index)
        streams[index] = nil
        // Folders hold other things than pictures as well.
        if files.isFromFolder(index), case .unknownFormat = error { return }
        warn(index, error.message)
    }

    /// Reports that nothing could be shown, if nothing has been said.
    func refuseAll() {
        if !hasWarned { report("there is no picture that xzoom can show in the folder") }
    }

    /// Reports what is wrong with a file.
    mutating func warn(_ index: Int, _ message: String) {
        hasWarned = true
        report("\(files.paths[index] == "-" ? files.name(index) : files.paths[index].text): \(message)")
    }
}
