import Loading
import Posix
import Rendering

/// A picture that is loaded from its first row to its last, by waiting for it: what is done without a window.
struct WholeLoad {
    let info: PictureInfo
    /// Its pixels, where they were to be kept.
    let picture: Picture?
    /// What is wrong with the file.
    let warning: String?
    /// Its loader, where it waits to be asked for more.
    let serving: PictureLoad?

    /// Where pixels are kept, and how many.
    struct Limits: Sendable {
        let storage: MipPyramid.Storage
        /// Bytes of pixels in a loader's memory.
        let memory: Int

        /// Those of a command line.
        init(_ options: Options) {
            storage = options.storage
            memory = options.loaderMemory
        }
    }

    /// Loads a picture.
    /// - Parameters:
    ///   - path: of its file; "-" is standard input.
    ///   - page: of the file's, from 0.
    ///   - limits: what it may take.
    ///   - reduction: the reduction that is wanted of a picture; a lesser one is taken where its loader has no greater. Without
    ///     one, everything is decoded and nothing kept.
    /// - Throws: where nothing of it can be shown.
    init(
        _ path: Argument, page: Int = 0, _ limits: Limits, reduction: ((PictureInfo) -> Int)? = nil
    ) throws(LoadingError) {
        let request = Opening.Request(
            page: page, loaderFolder: Executable.folder, memoryLimit: limits.memory, displayProfile: [])
        let opening = try Opening(path: path, stream: nil, request)
        var began: (info: PictureInfo, raster: Raster, picture: Picture?)?
        var hasRows = false
        while true {
            let descriptors = [opening.rawValue].compactMap { $0 }
            _ = Poll.wait(reading: descriptors, until: opening.deadline)
            for event in opening.receive(at: Clock.now()) {
                switch (event, began) {
                case (.began(let info), _):
                    let wanted = min(max(0, reduction?(info) ?? 0), info.greatestReduction)
                    let raster = try opening.makeRaster(reduction: wanted)
                    let picture = reduction == nil ? nil : try Self.picture(on: raster, limits)
                    began = (info, raster, picture)
                case (.rows(let rows), let (_, raster, picture)?):
                    hasRows = true
                    if let picture {
                        picture.rowsCame(rows, of: picture.firstPyramid)
                        try Self.take(picture.firstPyramid.build(from: rows), in: picture)
                    } else {
                        raster.rowsTaken(below: rows.upperBound)
                    }
                case (.failed(let error), nil): throw error
                case (.failed(let error), _?) where !hasRows: throw error
                case (.ended, let (info, _, picture)?), (.failed, let (info, _, picture)?):
                    if let picture {
                        try Self.take(picture.firstPyramid.finish(), in: picture)
                        picture.isLoaded = true
                    }
                    self.info = info
                    self.picture = picture
                    warning =
                        switch event {
                        case .ended(let warning): warning
                        case .failed(let error): error.message
                        default: nil
                        }
                    serving = opening.takeServingLoad()
                    return
                default: break
                }
            }
        }
    }

    private static func picture(on raster: Raster, _ limits: Limits) throws(LoadingError) -> Picture {
        try LoadingError.wrap { () throws(PosixError) in
            Picture(pyramid: try MipPyramid(raster: raster, storage: limits.storage))
        }
    }

    private static func take(_ progress: MipPyramid.Progress, in picture: Picture) throws(LoadingError) {
        picture.levelsCame(progress)
        if let failure = progress.failure { throw .system(failure.message) }
    }
}
