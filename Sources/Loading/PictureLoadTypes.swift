import Geometry

extension PictureLoad {
    /// What has happened.
    public enum Event {
        /// It is known what the picture is; its pixels come when they are given memory (`makeRaster`).
        case began(PictureInfo)
        /// Rows of the raster are there (or there anew). Those of one that is not whole must be taken.
        case rows(Range<Int>)
        /// What else the file says of the picture, each kind at most once and in order. It comes at most once, before the end;
        /// behind the rows, so that it does not delay them.
        case facts([PictureFact])
        /// All there is has come; the text says what is wrong with the file, `nil` where nothing is.
        case ended(warning: String?)
        /// The load is over without a picture, or without its rest.
        case failed(LoadingError)
        /// The frame asked for is there, due `start` seconds behind the first.
        case frame(index: Int, Canvas, start: Double)
        /// There is no such frame: there are `count`, which take `duration` seconds and are shown `loops` times, 0 for ever.
        case noFrame(count: Int, duration: Double, loops: Int, warning: String?)
        /// The part asked for is drawn.
        case drawn(Canvas)
    }

    /// Memory beside the picture's own that a loader fills when it is asked to.
    public final class Canvas {
        let number: UInt32
        /// Its pixels, upright as stored.
        public let raster: Raster

        init(number: UInt32, raster: Raster) {
            self.number = number
            self.raster = raster
        }
    }

    /// What a loader is asked to do at the start.
    public struct Request {
        /// What the file's first bytes are.
        public var format: ImageFormat
        /// Of the pages in the file, from 0 on.
        public var page: Int
        /// The folder of the loader programs.
        public var loaderFolder: String
        /// The most bytes that pixels may take in memory: in the loader, and in a raster.
        public var memoryLimit: Int

        /// A request of these parts.
        public init(format: ImageFormat, page: Int = 0, loaderFolder: String, memoryLimit: Int) {
            self.format = format
            self.page = page
            self.loaderFolder = loaderFolder
            self.memoryLimit = memoryLimit
        }
    }
}
