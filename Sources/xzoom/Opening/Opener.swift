import Loading
import Posix
import Rendering

/// Opens the files of the list, and tells of those that cannot be shown.
final class Opener {
    var files: FileList
    private let memoryLimit: Int
    private var hasWarned = false
    private var warnings: [String] = []
    /// What has come of files that can be read only once.
    private var streams: [FileList.ID: GatheredStream] = [:]
    /// The display's ICC profile; empty for sRGB.
    private var displayProfile: [UInt8] = []
    /// Pictures that are loaded before they are stepped to, or were shown before.
    var ahead = Ahead()

    init(files: FileList, memoryLimit: Int) {
        self.files = files
        self.memoryLimit = memoryLimit
    }

    /// Begins to open the nearest file that can be shown; those that cannot are reported.
    /// - Parameters:
    ///   - file: where to start; it counts itself.
    ///   - direction: 1 onward, −1 back.
    ///   - shown: the file in the window, which need not be opened.
    /// - Returns: the picture on its way; `nil` where there is none, or the one in the window is the nearest.
    func open(from file: FileList.ID?, _ direction: Int, shown: FileList.ID? = nil) -> Coming? {
        var next = file
        while let file = next, file != shown {
            do throws(LoadingError) {
                return try open(file, page: 0, for: .step(direction))
            } catch {
                next = files.next(to: file, direction)
                refuse(file, error)
            }
        }
        return nil
    }

    /// Begins to open a file of the list, or takes what was loaded ahead of it.
    /// - Parameters:
    ///   - file: which.
    ///   - page: of its pages, from 0.
    ///   - purpose: why.
    /// - Returns: the picture on its way.
    /// - Throws: where it cannot be opened.
    func open(_ file: FileList.ID, page: Int, for purpose: Coming.Purpose) throws(LoadingError) -> Coming {
        if case .step = purpose, let coming = ahead.take(file, page: page) {
            if let failure = coming.failure { throw failure }
            coming.purpose = purpose
            return coming
        }
        let request = Opening.Request(
            page: page, loaderFolder: Executable.folder, memoryLimit: memoryLimit,
            displayProfile: displayProfile)
        let opening = try Opening(path: files.path(file), stream: streams[file], request)
        streams[file] = opening.stream
        return Coming(file: file, page: page, purpose: purpose, opening: opening, start: Clock.now())
    }

    /// Takes the bytes of a file that is none on disk.
    func setBytes(_ bytes: [UInt8], of file: FileList.ID) throws(LoadingError) {
        streams[file] = try GatheredStream(of: bytes)
    }

    /// The path of a file from the root on; `nil` where it is a stream.
    func absolutePath(of file: FileList.ID) -> Argument? {
        streams[file] == nil && !files.isStream(file)
            ? files.path(file).absolute(from: .workingFolder) : nil
    }

    /// All that came of a file that can be read only once, if all of it has.
    func wholeStream(of file: FileList.ID) -> GatheredStream? {
        streams[file].flatMap { $0.isWhole ? $0 : nil }
    }

    /// Gives one on its way a display profile that has become known, where it can still take it. What was loaded ahead has
    /// the colours of another one.
    func setDisplayProfile(_ profile: [UInt8], of coming: Coming?) {
        displayProfile = profile
        coming?.opening.setDisplayProfile(profile)
        ahead = Ahead()
    }

    /// Reports a file that cannot be shown, and passes over it from now on.
    /// - Parameters:
    ///   - file: which.
    ///   - error: why.
    ///   - isChosen: whether the user wants to see just this one.
    func refuse(_ file: FileList.ID, _ error: LoadingError, isChosen: Bool = false) {
        files.markUnshowable(file)
        streams[file] = nil
        // Folders hold other things than pictures as well, unless their names say otherwise.
        let isNamed =
            isChosen || !files.isFound(file) || PictureNames.arePictures(files.path(file).cString.dropLast())
        if !isNamed, case .unknownFormat = error { return }
        warn(file, error.message)
    }

    /// Reports that nothing could be shown, if nothing has been said.
    func refuseAll() {
        if !hasWarned { report("there is no picture that xzoom can show") }
    }

    /// What was reported of files since the last call.
    func takeWarnings() -> [String] {
        defer { warnings = [] }
        return warnings
    }

    /// Reports what is wrong with a file.
    func warn(_ file: FileList.ID, _ message: String) {
        hasWarned = true
        let path = files.path(file)
        warnings.append("\(files.name(file).isolated): \(message)")
        report("\(files.isStream(file) ? files.name(file) : path.text): \(message)")
    }
}
