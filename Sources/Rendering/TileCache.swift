import Geometry

/// The tiles of one picture that are in the server, the least recently used dropped first.
final class TileCache {
    /// Server memory in bytes that tiles may take before unused ones are dropped. A window of 3840 × 2160 shows up to
    /// 150 MiB of tiles at half their size.
    static let budget = 192 << 20

    struct Key: Hashable {
        let level: Int
        let index: TileGrid.Index
    }

    final class Tile {
        let surface: Surface
        let byteCount: Int
        /// Whether pixels have come since it was filled.
        var isStale = false
        fileprivate(set) var lastFrame = 0

        init(surface: Surface, size: PixelSize) {
            self.surface = surface
            byteCount = size.width * size.height * 4
        }
    }

    private var tiles: [Key: Tile] = [:]
    private var byteCount = 0
    private var frame = 0

    /// A tile, which counts as used in this frame.
    func tile(_ key: Key) -> Tile? {
        let tile = tiles[key]
        tile?.lastFrame = frame
        return tile
    }

    func insert(_ tile: Tile, for key: Key) {
        byteCount += tile.byteCount - (tiles[key]?.byteCount ?? 0)
        tile.lastFrame = frame
        tiles[key] = tile
    }

    /// Notes that rows of a level have changed, and of those that are magnified from it.
    /// - Parameters:
    ///   - level: which.
    ///   - finest: the level of the raster, from which finer ones are magnified.
    ///   - rows: of the level.
    func markStale(level: Int, finest: Int, rows: Range<Int>) {
        for (key, tile) in tiles where max(finest, key.level) == level {
            let side = TileGrid.tileSide >> (level - key.level)
            // One more row on both sides: the tile's border.
            let covered = key.index.row * side - 1..<(key.index.row + 1) * side + 1
            if covered.overlaps(rows) { tile.isStale = true }
        }
    }

    /// Begins a frame: drops what is over the budget and was not used in the last one.
    func beginFrame() {
        if byteCount > Self.budget {
            let unused = tiles.filter { $0.value.lastFrame < frame }.sorted {
                $0.value.lastFrame < $1.value.lastFrame
            }
            for (key, tile) in unused where byteCount > Self.budget {
                tiles[key] = nil
                byteCount -= tile.byteCount
            }
        }
        frame += 1
    }
}
