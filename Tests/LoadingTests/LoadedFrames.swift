import Geometry
import Loading
import Posix
import Testing

/// The frames of an animation, as its loader gives them one after the other.
struct LoadedFrames {
    /// A frame that the loader gave.
    struct Frame {
        /// When it is due, in seconds behind the first.
        var start: Double
        /// Its pixels row by row, premultiplied 0xAARRGGBB.
        var pixels: [UInt32]
    }

    private(set) var raster: Raster?
    private(set) var kind: PictureKind?
    /// The pixels told of before the first frame was asked for.
    private(set) var firstCanvas: [UInt32] = []
    /// Rows of it, as they were told.
    private(set) var tellings: [Range<Int>] = []
    private(set) var frames: [Frame] = []
    /// Frames that the loader says there are, and how often they are shown.
    private(set) var count: Int?
    private(set) var loops: Int?
    /// How long they take, in seconds.
    private(set) var duration: Double?
    /// What is wrong with the first frame, and behind the last.
    private(set) var firstWarning: String?
    private(set) var warning: String?
    private(set) var error: LoadingError?
    /// What else was told of the picture.
    private(set) var words: [PictureFact.Kind: String] = [:]

    private let load: PictureLoad
    private var canvas: PictureLoad.Canvas?

    /// Loads a picture, and as many frames as there are, at most `limit`. With `isTwice` some of them are asked for
    /// again behind the last.
    init(
        _ bytes: [UInt8], as format: ImageFormat, limit: Int = 1000, isTwice: Bool = false,
        memoryLimit: Int = 1 << 28, displayProfile: [UInt8] = [], folder: String = buildFolder
    ) throws {
        let file = try FileDescriptor.memory(name: "picture")
        try file.write(bytes)
        try file.rewind()
        load = try PictureLoad(
            file: file, .init(format: format, loaderFolder: folder, memoryLimit: memoryLimit))
        load.displayProfile = displayProfile
        while !load.isOver && !load.isIdle { receive() }
        guard !load.isOver, let raster else { return }
        firstCanvas = Self.pixels(of: raster)
        let made = try load.makeCanvas(size: raster.size)
        canvas = made
        while !load.isOver && count == nil && frames.count < limit { ask(for: frames.count, made) }
        let found = frames
        // A first frame that is not whole is the only one, and never asked for again.
        guard isTwice, firstWarning == nil else { return }
        for index in [0, found.count - 1, found.count / 2, 1] where (0..<found.count).contains(index) {
            guard !load.isOver else { return }
            ask(for: index, made)
            #expect(frames.last?.start == found[index].start)
            #expect(frames.last?.pixels == found[index].pixels, "frame \(index) comes differently")
        }
        frames = found
    }

    private mutating func ask(for index: Int, _ canvas: PictureLoad.Canvas) {
        // A canvas has any content.
        canvas.raster.memory.bytes.initializeMemory(as: UInt8.self, repeating: 0xA5)
        load.requestFrame(index, into: canvas)
        while !load.isOver && !load.isIdle { receive() }
    }

    private mutating func receive() {
        let isSilent = Poll.wait(reading: [load.rawValue], until: Clock.now() + 30).isEmpty
        for event in load.receive(at: isSilent ? load.deadline : Clock.now()) {
            switch event {
            case .began(let info):
                kind = info.kind
                do throws(LoadingError) {
                    raster = try load.makeRaster(reduction: 0)
                } catch {
                    self.error = error
                }
            case .rows(let rows): tellings.append(rows)
            case .facts(let facts): for fact in facts { words[fact.kind] = fact.text }
            case .ended(let warning): firstWarning = warning
            case .failed(let error): self.error = error
            case .frame(_, let canvas, let start):
                frames.append(Frame(start: start, pixels: Self.pixels(of: canvas.raster)))
            case .noFrame(let count, let duration, let loops, let warning):
                (self.count, self.duration, self.loops, self.warning) = (count, duration, loops, warning)
            case .drawn: Issue.record("nobody asked for it")
            }
        }
    }

    private static func pixels(of raster: Raster) -> [UInt32] {
        (0..<raster.size.height).flatMap { y in
            (0..<raster.size.width).map { x in
                raster.memory.bytes.load(fromByteOffset: y * raster.stride + 4 * x, as: UInt32.self)
            }
        }
    }
}
