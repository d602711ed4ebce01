public import Geometry
public import Loading
public import Posix
import Synchronization

/// A picture at its full size and halved again and again, as stored (before orientation).
///
/// Level n has a pixel for every 2ⁿ × 2ⁿ stored pixels. Each pixel is the mean of the up to four below it, so that a
/// bilinear sampling at no less than half a level's size sees every stored pixel: neither shimmer nor lost lines
/// (L. Williams, "Pyramidal Parametrics", SIGGRAPH 1983).
public final class MipPyramid: Sendable {
    /// One level's pixels.
    public struct LevelPixels: @unchecked Sendable {
        /// Columns and rows.
        public let size: PixelSize
        /// Pixels from one row to the next.
        let stride: Int
        /// The first pixel: premultiplied 0xAARRGGBB. It points into memory that the pyramid keeps; who may
        /// read or write which rows when is settled by `build(from:)` and the message that follows it.
        let pixels: UnsafeMutablePointer<UInt32>
    }

    /// The rows of each level that are there, or there anew.
    public typealias Progress = [Range<Int>]

    /// The longer side of the coarsest level in pixels: smaller than any window that is of use.
    private static let coarsestSide = 64

    /// Full size first.
    public let levels: [LevelPixels]
    /// The full size.
    public let raster: Raster
    private let memory: SharedMemory?
    private let isAbandoned = Atomic(false)

    /// A pyramid on a raster, its levels above the raster still empty.
    /// - Parameter raster: the full size.
    /// - Throws: where there is no memory for the levels, a third of the raster's.
    public init(raster: Raster) throws(PosixError) {
        self.raster = raster
        var sizes: [PixelSize] = []
        var size = raster.size
        while max(size.width, size.height) > Self.coarsestSide {
            size = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
            sizes.append(size)
        }
        let pixelCount = sizes.reduce(0) { $0 + $1.width * $1.height }
        memory = pixelCount > 0 ? try SharedMemory(byteCount: pixelCount * 4) : nil
        var levels = [Self.level(in: raster.memory, at: 0, size: raster.size, stride: raster.stride / 4)]
        var offset = 0
        for size in sizes {
            guard let memory else { break }
            levels.append(Self.level(in: memory, at: offset, size: size, stride: size.width))
            offset += size.width * size.height
        }
        self.levels = levels
    }

    private static func level(in memory: SharedMemory, at offset: Int, size: PixelSize, stride: Int)
        -> LevelPixels
    {
        let words = memory.bytes.bindMemory(to: UInt32.self)
        guard let start = words.baseAddress else { preconditionFailure("a mapping has an address") }
        return LevelPixels(size: size, stride: stride, pixels: start + offset)
    }

    /// What a level of the whole picture is made from.
    /// - Parameter level: as `TileGrid` counts them: level n ≥ 0 has a pixel for every 2ⁿ × 2ⁿ of the full picture.
    /// - Returns: the place in `levels`, and its level; finer ones than the raster's are magnified from the raster.
    func sourceLevel(_ level: Int) -> (index: Int, level: Int) {
        let source = max(level, raster.reduction)
        return (source - raster.reduction, source)
    }

    /// Makes `build` return early from now on; the picture is no longer wanted.
    public func abandon() { isAbandoned.store(true, ordering: .relaxed) }

    /// Builds what can be built of the levels above from rows of the raster that have come. On a worker's thread.
    /// - Parameter rows: rows of the raster; those before them have been built, or will never come.
    /// - Returns: for each level from 1 on, its rows that are there now.
    public func build(from rows: Range<Int>) -> Progress {
        var progress: Progress = []
        var source = rows
        for (below, level) in zip(levels, levels.dropFirst()) where !isAbandoned.load(ordering: .relaxed) {
            let isLast = source.upperBound == below.size.height
            let end = isLast ? level.size.height : source.upperBound / 2
            source = min(source.lowerBound / 2, end)..<end
            for row in source { Self.halve(below, into: level, row: row) }
            progress.append(source)
        }
        return progress
    }

    /// Fills one row with the means of 2 × 2 pixels below; at an odd edge of 2 × 1, 1 × 2, or 1.
    private static func halve(_ below: LevelPixels, into level: LevelPixels, row: Int) {
        let upper = UnsafePointer(below.pixels + 2 * row * below.stride)
        let lower = 2 * row + 1 < below.size.height ? upper + below.stride : upper
        let target = level.pixels + row * level.stride
        for x in 0..<below.size.width / 2 {
            target[x] = mean(upper[2 * x], upper[2 * x + 1], lower[2 * x], lower[2 * x + 1])
        }
        if below.size.width % 2 == 1 {
            let x = below.size.width - 1
            target[x / 2] = mean(upper[x], upper[x], lower[x], lower[x])
        }
    }

    /// The rounded mean of four pixels, channel by channel: two channels in each half of a word have eight bits of
    /// room above them, of which the sum needs two.
    @inline(__always)
    private static func mean(_ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32) -> UInt32 {
        let mask: UInt32 = 0x00FF_00FF
        let low = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 0x0002_0002
        let high = (a >> 8 & mask) &+ (b >> 8 & mask) &+ (c >> 8 & mask) &+ (d >> 8 & mask) &+ 0x0002_0002
        return (low >> 2 & mask) | (high >> 2 & mask) << 8
    }
}
