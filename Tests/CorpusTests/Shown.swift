import Foundation
import Geometry
import Loading
import Posix

/// The folder that this program was built in, and the loaders with it.
private let buildFolder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

/// What comes of a file, straight through its loader.
struct Shown {
    /// All pixels.
    private(set) var raster: Raster?
    /// What the loader writes to.
    private var source: Raster?
    private(set) var rowCount = 0
    private(set) var warning: String?
    private(set) var error: String?
    /// What else its loader tells of it.
    private(set) var facts: [PictureFact] = []
    /// Frames of an animation, or pages of a file.
    private(set) var frameCount = 1

    init(_ bytes: [UInt8]) throws {
        guard let format = ImageFormat.detect(Array(bytes.prefix(ImageFormat.signatureLength))) else {
            error = "unknown format"
            return
        }
        let file = try FileDescriptor.memory(name: "picture")
        try file.write(bytes)
        try file.rewind()
        let load = try PictureLoad(
            file: file, .init(format: format, loaderFolder: buildFolder, memoryLimit: 1 << 30))
        while !load.isOver && !load.isIdle {
            for event in Self.events(of: load) { try take(event, of: load) }
        }
        guard load.isIdle, isAnimation, let size = raster?.size else { return }
        let canvas = try load.makeCanvas(size: size)
        while load.isIdle {
            load.requestFrame(frameCount, into: canvas)
            while !load.isOver && !load.isIdle {
                for event in Self.events(of: load) { try take(event, of: load) }
            }
            if isAtEnd { break }
        }
    }

    private var isAnimation = false
    private var isAtEnd = false

    private static func events(of load: PictureLoad) -> [PictureLoad.Event] {
        let isSilent = Poll.wait(reading: [load.rawValue], until: Clock.now() + 60).isEmpty
        return load.receive(at: isSilent ? load.deadline : Clock.now())
    }

    private mutating func take(_ event: PictureLoad.Event, of load: PictureLoad) throws {
        switch event {
        case .began(let info):
            let source = try load.makeRaster(reduction: 0)
            self.source = source
            raster = source.isWhole ? source : try Self.emptyWhole(like: source)
            frameCount = info.pageCount
            isAnimation = info.kind == .animation
        case .rows(let rows):
            if let source, let raster, !source.isWhole {
                for y in rows {
                    UnsafeMutablePointer(mutating: raster.row(y)).update(
                        from: source.row(y), count: raster.size.width)
                }
                source.rowsTaken(below: rows.upperBound)
            }
            rowCount = max(rowCount, rows.upperBound)
        case .facts(let facts): self.facts = facts
        case .ended(let warning): self.warning = warning
        case .failed(let error): self.error = error.message
        case .frame: frameCount += 1
        case .noFrame(let count, _, _, let warning):
            frameCount = count
            self.warning = self.warning ?? warning
            isAtEnd = true
        case .drawn: break
        }
    }

    private static func emptyWhole(like raster: Raster) throws -> Raster {
        Raster(
            fullSize: raster.fullSize, stride: raster.stride, hasAlpha: raster.hasAlpha,
            orientation: raster.orientation,
            memory: try SharedMemory(byteCount: raster.stride * raster.size.height))
    }

    /// The picture in blocks, upright: the means of red, green, blue and alpha, premultiplied.
    /// - Parameter size: how many blocks, at most as many as pixels.
    /// - Returns: row by row, four numbers from 0 to 255 each.
    func blocks(_ size: PixelSize) -> [Double] {
        guard let raster else { return [] }
        // Points along a block's side that are looked at.
        let points = 12
        let (width, height) = (size.width, size.height)
        var means = [Double](repeating: 0, count: width * height * 4)
        let seen = raster.orientation.displaySize(of: raster.size)
        let places = { (blocks: Int, pixels: Int) in
            (0..<blocks * points).map { (2 * $0 + 1) * pixels / (2 * blocks * points) }
        }
        let (columns, rows) = (places(width, seen.width), places(height, seen.height))
        // A pixel's offset is the sum of what its column and its row are worth.
        let start = offset(of: 0, 0, in: raster)
        let across = columns.map { offset(of: $0, 0, in: raster) - start }
        let down = rows.map { offset(of: 0, $0, in: raster) }
        for (v, downward) in down.enumerated() {
            for (u, sideward) in across.enumerated() {
                let place = ((v / points) * width + u / points) * 4
                let pixel = raster.memory.bytes.load(fromByteOffset: downward + sideward, as: UInt32.self)
                means[place] += Double(pixel >> 16 & 255)
                means[place + 1] += Double(pixel >> 8 & 255)
                means[place + 2] += Double(pixel & 255)
                means[place + 3] += Double(pixel >> 24)
            }
        }
        return means.map { $0 / Double(points * points) }
    }

    private func offset(of x: Int, _ y: Int, in raster: Raster) -> Int {
        let stored = raster.orientation.storedRect(
            of: PixelRect(x0: x, y0: y, x1: x + 1, y1: y + 1), in: raster.size)
        return stored.y0 * raster.stride + stored.x0 * 4
    }
}
