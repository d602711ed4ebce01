public import Geometry
import Loading

/// A picture as the painter sees it: the pyramid, and how far it has come.
public final class Picture {
    /// The pixels.
    public let pyramid: MipPyramid
    /// Rows of each level, from its first on, that are there.
    private(set) var readyRows: [Int]
    /// Whether no more rows will come; what is missing then is missing for good.
    public var isLoaded = false
    /// Whether it is one of many in the same memory: a tile of it that is not fresh shows another one, and is never painted.
    let isFrame: Bool
    let tiles = TileCache()

    /// The size seen, in image pixels.
    public var size: PixelSize { pyramid.raster.displaySize }
    /// Whether anything of the picture can be shown.
    public var hasPixels: Bool { readyRows[0] > 0 }
    /// Whether anything of the picture can be shown at a scale.
    /// - Parameter scale: device pixels for an image pixel.
    /// - Returns: whether there are rows of the level that is painted from.
    public func hasPixels(at scale: Double) -> Bool {
        readyRows[pyramid.sourceLevel(level(for: scale)).index] > 0
    }
    /// Whether every row is there.
    public var isComplete: Bool { readyRows[0] == pyramid.raster.size.height }

    /// Whether all rows are there, but not yet the level that a scale is painted from: what a frame lacks now will be
    /// there in a moment.
    /// - Parameter scale: device pixels for an image pixel.
    /// - Returns: whether to wait for that moment.
    public func isBeingBuilt(at scale: Double) -> Bool { isComplete && !isComplete(level: level(for: scale)) }

    /// A picture of whose pixels none has come.
    /// - Parameters:
    ///   - pyramid: its pixels.
    ///   - isFrame: whether it is emptied and filled anew with other ones.
    public init(pyramid: MipPyramid, isFrame: Bool = false) {
        self.pyramid = pyramid
        self.isFrame = isFrame
        readyRows = pyramid.levels.map { _ in 0 }
    }

    deinit { pyramid.abandon() }

    /// Whether every row of every level is there.
    public var isWhole: Bool { zip(readyRows, pyramid.levels).allSatisfy { $0 == $1.size.height } }

    /// Forgets all pixels, since others will come into their memory.
    public func empty() {
        readyRows = pyramid.levels.map { _ in 0 }
        isLoaded = false
    }

    /// Notes rows of the raster that are there, or there anew.
    public func rowsCame(_ rows: Range<Int>) { note(rows, level: 0) }

    /// Notes rows of the levels above.
    /// - Parameter progress: what `MipPyramid.build(from:)` returned.
    public func levelsCame(_ progress: MipPyramid.Progress) {
        for (index, rows) in progress.enumerated() { note(rows, level: index + 1) }
    }

    private func note(_ rows: Range<Int>, level: Int) {
        guard !rows.isEmpty else { return }
        readyRows[level] = max(readyRows[level], rows.upperBound)
        tiles.markStale(level: level + pyramid.raster.reduction, finest: pyramid.raster.reduction, rows: rows)
    }

    func grid(level: Int) -> TileGrid {
        TileGrid(rasterSize: pyramid.raster.fullSize, orientation: pyramid.raster.orientation, level: level)
    }

    /// Whether every row of a level is there; those above the first are built a little later than its rows come.
    func isComplete(level: Int) -> Bool {
        let index = pyramid.sourceLevel(level).index
        return readyRows[index] == pyramid.levels[index].size.height
    }

    /// The part of the image whose pixels are there at a level, in image pixels.
    func readyRect(level: Int) -> PixelRect<Image> {
        let size = pyramid.raster.fullSize
        let source = pyramid.sourceLevel(level)
        let rows = min(size.height, readyRows[source.index] << source.level)
        let stored = PixelRect<Stored>(x0: 0, y0: 0, x1: size.width, y1: rows)
        return pyramid.raster.orientation.displayRect(of: stored, in: size)
    }

    /// The level to paint from: the one just above the size needed, so that it is shrunk to no less than half; from 16
    /// device pixels for a raster's pixel on a magnified one, since the server's transforms have 16 bits behind the point.
    /// It leaves a factor of 2 to 4 to be scaled, so that it has at least 8 × 8 pixels for one of the image, and two
    /// bilinear samplings, one of the other, look like one.
    func level(for scale: Double) -> Int {
        let (finest, count) = (pyramid.raster.reduction, pyramid.levels.count)
        let exponent = Int((1 / scale).exponent)
        if exponent >= finest { return min(exponent, finest + count - 1) }
        if scale * Double(1 << finest) < 16 { return finest }
        // No tile is smaller than a pixel of the raster.
        return max(TileGrid.finestLevel + finest, 1 - Int(scale.exponent))
    }
}
