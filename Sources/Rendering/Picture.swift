public import Geometry
public import Loading

/// A picture as the painter sees it: its levels, and how far they have come.
public final class Picture {
    /// The stored columns and rows.
    let fullSize: PixelSize
    /// How they are turned to be seen.
    private(set) var orientation: Orientation
    /// Whether a pixel may be transparent.
    let hasAlpha: Bool
    /// What feeds the levels, the coarsest first.
    private var pyramids: [MipPyramid]
    /// Those that there are or will be, level n at n. Finer ones than the raster's there are none of.
    private var levels: [PixelLevel?] = []
    /// Rows of each level that are there.
    private var readyRows: [Int] = []
    /// The finest level of the first raster.
    private var base: Int
    /// Whether no more rows of it will come; what is missing then is missing for good.
    public var isLoaded = false
    /// Whether it is one of many in the same memory: a tile of it that is not fresh shows another one, and is never painted.
    let isFrame: Bool
    let tiles = TileCache()

    /// A picture of whose pixels none has come.
    /// - Parameters:
    ///   - pyramid: its levels.
    ///   - isFrame: whether it is emptied and filled anew with other ones.
    public init(pyramid: MipPyramid, isFrame: Bool = false) {
        let raster = pyramid.raster
        fullSize = raster.fullSize
        orientation = raster.orientation
        hasAlpha = raster.hasAlpha
        base = raster.reduction
        pyramids = []
        self.isFrame = isFrame
        add(pyramid)
    }

    deinit { pyramids.forEach { $0.abandon() } }

    /// Adds levels that are finer than those there are.
    /// - Parameter pyramid: of the same picture, up to the finest level there is.
    public func add(_ pyramid: MipPyramid) {
        pyramids.append(pyramid)
        let last = pyramid.levels.last.map { $0.level } ?? 0
        while levels.count <= last {
            levels.append(nil)
            readyRows.append(0)
        }
        for level in pyramid.levels { levels[level.level] = level }
    }

    /// Takes levels away again of which not all rows came.
    /// - Parameter pyramid: not the first.
    public func remove(_ pyramid: MipPyramid) {
        pyramids.removeAll { $0 === pyramid }
        pyramid.abandon()
        pyramid.levels.forEach { drop($0.level) }
    }

    private func drop(_ level: Int) {
        levels[level] = nil
        readyRows[level] = 0
        tiles.removeAll(level: level)
    }

    /// Turns and mirrors the picture.
    /// - Parameter turn: what is done to it as it would be seen otherwise, not as it is seen now.
    public func turn(_ turn: Orientation) {
        orientation = raster.orientation.followed(by: turn)
        dropTiles()
    }

    /// Gives up what there is of it in the server; it is put there again when it is painted.
    public func dropTiles() { tiles.removeAll(level: .max) }

    /// Bytes of memory that its levels take.
    public var byteCount: Int { pyramids.reduce(0) { $0 + $1.byteCount } }

    /// The size seen, in image pixels.
    public var size: PixelSize { orientation.displaySize(of: fullSize) }
    /// What feeds the levels, or fed them first.
    public var firstPyramid: MipPyramid { pyramids[0] }
    /// The raster that came first.
    public var raster: Raster { firstPyramid.raster }
    /// The finest level that there is, or will be.
    public var finestLevel: Int { levels.firstIndex { $0 != nil } ?? levels.count - 1 }
    /// The coarsest level.
    var coarsestLevel: Int { levels.count - 1 }
    /// Whether anything of the picture can be shown.
    public var hasPixels: Bool { readyRows[base...].contains { $0 > 0 } }
    /// Whether anything of the picture can be shown at a scale.
    /// - Parameter scale: device pixels for an image pixel.
    /// - Returns: whether there are rows of the level that is painted from.
    public func hasPixels(at scale: Double) -> Bool {
        readyRows[sourceLevel(max(base, level(for: scale)))] > 0
    }
    /// Whether every row is there.
    public var isComplete: Bool { isComplete(level: base) }
    /// Whether every row of every level is there.
    public var isWhole: Bool { levels.indices.allSatisfy { levels[$0] == nil || isComplete(level: $0) } }
    /// Whether a pyramid is one of the picture's.
    public func isFed(by pyramid: ObjectIdentifier) -> Bool {
        pyramids.contains { ObjectIdentifier($0) == pyramid }
    }

    /// Whether all rows are there, but not yet the level that a scale is painted from: what a frame lacks now will be
    /// there in a moment.
    /// - Parameter scale: device pixels for an image pixel.
    /// - Returns: whether to wait for that moment.
    public func isBeingBuilt(at scale: Double) -> Bool {
        isComplete && !isComplete(level: max(base, level(for: scale)))
    }

    /// Forgets all pixels, since others will come into their memory.
    public func empty() {
        readyRows = readyRows.map { _ in 0 }
        isLoaded = false
    }

    /// Notes rows of a raster that have come.
    /// - Parameters:
    ///   - rows: there, or there anew.
    ///   - pyramid: the one on that raster. Where it is not whole, they can be seen when they have been built from.
    public func rowsCame(_ rows: Range<Int>, of pyramid: MipPyramid) {
        if pyramid.raster.isWhole { note(rows, level: pyramid.raster.reduction) }
    }

    /// Whether some of its levels could not be kept: to load them once more would end in the same way.
    public private(set) var lacksRoom = false

    /// Notes what has been built.
    /// - Parameter progress: what a pyramid of the picture's returned.
    public func levelsCame(_ progress: MipPyramid.Progress) {
        lacksRoom = lacksRoom || progress.failure != nil
        for (index, rows) in progress.rows.enumerated() { note(rows, level: progress.firstLevel + index) }
        for level in progress.lost where levels[level] != nil {
            drop(level)
            if base == level { base += 1 }
        }
    }

    private func note(_ rows: Range<Int>, level: Int) {
        guard !rows.isEmpty, levels[level] != nil else { return }
        readyRows[level] = max(readyRows[level], rows.upperBound)
        tiles.markStale(level: level, finest: finestLevel, rows: rows)
    }

    func grid(level: Int) -> TileGrid {
        TileGrid(rasterSize: fullSize, orientation: orientation, level: level)
    }

    /// What a level is painted from; finer ones than there are are magnified from the finest.
    func sourceLevel(_ level: Int) -> Int { max(level, finestLevel) }

    /// The pixels of a level, and how many of its rows are there.
    func pixels(level: Int) -> (level: PixelLevel, rows: Int)? {
        levels[level].map { ($0, readyRows[level]) }
    }

    /// Whether every row of a level is there; those above the first are built a little later than its rows come.
    func isComplete(level: Int) -> Bool {
        let source = sourceLevel(level)
        return readyRows[source] == levels[source]?.size.height
    }

    /// Whether all rows that a tile shows are there.
    func isReady(_ index: TileGrid.Index, of grid: TileGrid) -> Bool {
        let source = sourceLevel(grid.level)
        return isComplete(level: source) || grid.storedRect(of: index).y1 <= readyRows[source] << source
    }

    /// The finest level behind another one all of whose rows are there.
    func completeLevel(behind level: Int) -> Int? {
        levels.indices.first { $0 > sourceLevel(level) && levels[$0] != nil && isComplete(level: $0) }
    }

    /// The part of the image whose pixels are there at a level, in image pixels.
    func readyRect(level: Int) -> PixelRect<Image> {
        let source = sourceLevel(level)
        let rows = min(fullSize.height, readyRows[source] << source)
        let stored = PixelRect<Stored>(x0: 0, y0: 0, x1: fullSize.width, y1: rows)
        return orientation.displayRect(of: stored, in: fullSize)
    }

    /// The level to paint from: the one just above the size needed, so that it is shrunk to no less than half; from 16
    /// device pixels for a raster's pixel on a magnified one, since the server's transforms have 16 bits behind the point.
    /// It leaves a factor of 2 to 4 to be scaled, so that it has at least 8 × 8 pixels for one of the image, and two
    /// bilinear samplings, one of the other, look like one.
    func level(for scale: Double) -> Int {
        let finest = finestLevel
        let exponent = Self.level(for: scale)
        if exponent >= finest { return min(exponent, coarsestLevel) }
        if scale * Double(1 << finest) < 16 { return finest }
        // No tile is smaller than a pixel of the raster.
        return max(TileGrid.finestLevel + finest, 1 - Int(scale.exponent))
    }

    /// The level just above the size needed.
    /// - Parameter scale: device pixels for an image pixel.
    /// - Returns: below 0 where pixels are magnified.
    public static func level(for scale: Double) -> Int { Int((1 / scale).exponent) }
}
