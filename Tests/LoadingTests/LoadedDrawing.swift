import Geometry
import Loading
import Posix
import Testing

/// A drawing, whose loader stays to draw parts of it.
final class LoadedDrawing {
    private(set) var raster: Raster?
    private(set) var kind: PictureKind?
    private(set) var warning: String?
    private(set) var error: LoadingError?
    /// What else was told of the picture.
    private(set) var words: [PictureFact.Kind: String] = [:]

    private let load: PictureLoad
    private let reduction: Int

    /// Loads a drawing of text.
    convenience init(svg text: String, memoryLimit: Int = 1 << 28, reduction: Int = 0) throws {
        try self.init(Array(text.utf8), as: .svg, memoryLimit: memoryLimit, reduction: reduction)
    }

    /// Loads a drawing until it is there.
    init(
        _ bytes: [UInt8], as format: ImageFormat, memoryLimit: Int = 1 << 28, reduction: Int = 0
    ) throws {
        self.reduction = reduction
        let file = try FileDescriptor.memory(name: "drawing")
        try file.write(bytes)
        try file.rewind()
        load = try PictureLoad(
            file: file, .init(format: format, loaderFolder: buildFolder, memoryLimit: memoryLimit))
        while !load.isOver && !load.isIdle { _ = receive() }
    }

    private func receive() -> Raster? {
        var drawn: Raster?
        let isSilent = Poll.wait(reading: [load.rawValue], until: Clock.now() + 30).isEmpty
        for event in load.receive(at: isSilent ? load.deadline : Clock.now()) {
            switch event {
            case .began(let info):
                kind = info.kind
                do throws(LoadingError) {
                    raster = try load.makeRaster(reduction: reduction)
                } catch {
                    self.error = error
                }
            case .ended(let warning): self.warning = warning
            case .failed(let error): self.error = error
            case .drawn(let canvas): drawn = canvas.raster
            case .rows: break
            case .facts(let facts): for fact in facts { words[fact.kind] = fact.text }
            case .frame, .noFrame: Issue.record("nobody asked for it")
            }
        }
        return drawn
    }

    /// Asks for a part.
    func draw(width: Int, height: Int, scale: Double, x: Int, y: Int) throws -> Raster {
        try #require(load.isIdle)
        let canvas = try load.makeCanvas(size: PixelSize(width: width, height: height))
        load.requestDrawing(scale: scale, x: x, y: y, into: canvas)
        var drawn: Raster?
        while !load.isOver && drawn == nil { drawn = receive() }
        return try #require(drawn)
    }

    /// The pixel of the first raster, premultiplied 0xAARRGGBB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 { raster?.pixel(x, y) ?? 0 }
}

extension Raster {
    /// The pixel as its loader left it, premultiplied 0xAARRGGBB.
    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        memory.bytes.load(fromByteOffset: y * stride + 4 * x, as: UInt32.self)
    }
}
