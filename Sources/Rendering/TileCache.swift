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
        /// Rows of its level that have come, or come anew, since it was filled.
        var staleRows = 0..<0
        var isStale: Bool { !staleRows.isEmpty }
        fileprivate(set) var lastFrame = 0

        init(surface: Surface, size: PixelSize) {
            self.surface = surface
            byteCount = size.width * size.height * 4
        }
    }

    private var tiles: [Key: Tile] = [:]
    private var byteCount = 0
    private var frame = 0
    /// How often pixels have changed.
    private(set) var changeCount = 0

    /// Whether tiles may be filled that no frame shows yet: what the last frame used leaves room within the budget.
    var hasRoom: Bool {
        let used = tiles.values.reduce(0) { $1.lastFrame == frame ? $0 + $1.byteCount : $0 }
        return used < Self.budget
    }

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

    /// Drops the tiles of a level that is gone, and those magnified from it.
    func removeAll(level: Int) {
        changeCount += 1
        for (key, tile) in tiles where key.level <= level {
            tiles[key] = nil
            byteCount -= tile.byteCount
        }
    }

    /// Notes that rows of a level have changed, and of those that are magnified from it.
    /// - Parameters:
    ///   - level: which.
    ///   - finest: the level of the raster, from which finer ones are magnified.
    ///   - rows: of the level.
    func markStale(level: Int, finest: Int, rows: Range<Int>) {
        changeCount += 1
        for (key, tile) in tiles where max(finest, key.level) == level {
            let side = TileGrid.tileSide >> (level - key.level)
            // One more row on both sides: the tile's border.
            let covered = key.index.row * side - 1..<(key.index.row + 1) * side + 1
            guard covered.overlaps(rows) else { continue }
            let before = tile.staleRows
            tile.staleRows =
                before.isEmpty
                ? rows
                : min(before.lowerBound, rows.lowerBound)..<max(before.upperBound, rows.upperBound)
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
