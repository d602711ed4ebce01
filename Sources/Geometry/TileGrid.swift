/// The tiles of one level of a pyramid over a stored raster.
///
/// Level n ≥ 0 has a pixel for every 2ⁿ × 2ⁿ stored pixels; level −k has 2ᵏ × 2ᵏ pixels for every stored pixel, so that what
/// is magnified far is scaled the rest of the way by a moderate factor.
public struct TileGrid: Hashable, Sendable {
    /// Pixels of a level along a tile's side.
    public static let tileSide = 512
    /// The level of the greatest magnification: a stored pixel fills a tile.
    public static let finestLevel = -9

    /// The raster's stored size.
    public let rasterSize: PixelSize
    /// How it is turned to be seen.
    public let orientation: Orientation
    /// The level, from `finestLevel` on.
    public let level: Int

    /// The grid of a level.
    public init(rasterSize: PixelSize, orientation: Orientation, level: Int) {
        precondition(level >= Self.finestLevel)
        self.rasterSize = rasterSize
        self.orientation = orientation
        self.level = level
    }

    /// A tile's place in the grid, counted from the raster's first pixel.
    public struct Index: Hashable, Sendable {
        /// From the left.
        public let column: Int
        /// From the top.
        public let row: Int

        /// The place (column, row).
        public init(column: Int, row: Int) {
            self.column = column
            self.row = row
        }
    }

    /// Device pixels that a pixel of the level is scaled to where an image pixel covers `scale` device pixels.
    public func drawScale(at scale: Double) -> Double {
        level >= 0 ? scale * Double(1 << level) : scale / Double(1 << -level)
    }

    /// Stored pixels along a tile's side.
    public var storedSide: Int { level >= 0 ? Self.tileSide << level : Self.tileSide >> -level }

    /// The stored pixels that a tile covers. At the far edges of a level n > 0 it reaches past the raster by less than
    /// 2ⁿ, as the level's last pixel does.
    public func storedRect(of index: Index) -> PixelRect<Stored> {
        let (side, unit) = (storedSide, level > 0 ? 1 << level : 1)
        let width = (rasterSize.width + unit - 1) / unit * unit
        let height = (rasterSize.height + unit - 1) / unit * unit
        return PixelRect(
            x0: index.column * side, y0: index.row * side,
            x1: min((index.column + 1) * side, width), y1: min((index.row + 1) * side, height))
    }

    /// Where a tile is seen, in image pixels; like `storedRect(of:)` it may reach past the image.
    public func imageRect(of index: Index) -> PixelRect<Image> {
        orientation.displayRect(of: storedRect(of: index), in: rasterSize)
    }

    /// The tiles that show a part of the image, nearest to its middle first.
    /// - Parameter rect: in image pixels.
    /// - Returns: their places; none where the rectangle does not touch the image.
    public func tiles(showing rect: PixelRect<Image>) -> [Index] {
        let bounds = PixelRect<Stored>(x0: 0, y0: 0, x1: rasterSize.width, y1: rasterSize.height)
        let part = orientation.storedRect(of: rect, in: rasterSize).intersection(bounds)
        guard !part.isEmpty else { return [] }
        let side = storedSide
        let (middleX, middleY) = (part.x0 + part.x1 - side, part.y0 + part.y1 - side)
        var tiles: [(distance: Int, index: Index)] = []
        for row in part.y0 / side...(part.y1 - 1) / side {
            for column in part.x0 / side...(part.x1 - 1) / side {
                let (dx, dy) = (abs(2 * column * side - middleX), abs(2 * row * side - middleY))
                tiles.append((max(dx, dy), Index(column: column, row: row)))
            }
        }
        return tiles.sorted { $0.distance < $1.distance }.map(\.index)
    }
}
