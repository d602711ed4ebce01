import Geometry
import Testing

@testable import Rendering

@Suite struct TileCacheTests {
    private static func key(_ column: Int, row: Int = 0, level: Int = 0) -> TileCache.Key {
        TileCache.Key(level: level, index: TileGrid.Index(column: column, row: row))
    }

    /// A tile that counts for as many bytes as wanted, whatever its surface is.
    private static func tile(mebibytes: Int = 1) -> TileCache.Tile {
        let surface = Surface.image(size: PixelSize(width: 1, height: 1), hasAlpha: false)
        return TileCache.Tile(surface: surface, size: PixelSize(width: 1 << 18, height: mebibytes))
    }

    @Test func keepsAllWithinTheBudget() {
        let cache = TileCache()
        for column in 0..<192 { cache.insert(Self.tile(), for: Self.key(column)) }
        for _ in 0..<5 { cache.beginFrame() }
        #expect((0..<192).allSatisfy { cache.tile(Self.key($0)) != nil })
    }

    @Test func dropsTheLeastRecentlyUsedBeyondTheBudget() {
        let cache = TileCache()
        for column in 0..<192 { cache.insert(Self.tile(), for: Self.key(column)) }
        cache.beginFrame()
        // The first 100 are used in this frame, and eight more come: eight of the others go in the next.
        for column in 0..<100 { _ = cache.tile(Self.key(column)) }
        for column in 192..<200 { cache.insert(Self.tile(), for: Self.key(column)) }
        cache.beginFrame()
        let kept = (0..<200).filter { cache.tile(Self.key($0)) != nil }
        #expect(kept.count == 192)
        #expect(kept.starts(with: 0..<100))
        #expect(kept.suffix(8) == Array(192..<200)[...])
    }

    @Test func whatTheLastFrameUsedStaysWhateverItTakes() {
        let cache = TileCache()
        cache.beginFrame()
        for column in 0..<300 { cache.insert(Self.tile(), for: Self.key(column)) }
        cache.beginFrame()
        #expect((0..<300).allSatisfy { cache.tile(Self.key($0)) != nil })
        // None was used in the frame that begins now but those asked for above: they stay once more, then 108 go.
        cache.beginFrame()
        cache.beginFrame()
        #expect((0..<300).filter { cache.tile(Self.key($0)) != nil }.count == 192)
    }

    @Test func aTileInsertedAgainCountsOnce() {
        let cache = TileCache()
        for _ in 0..<400 { cache.insert(Self.tile(), for: Self.key(0)) }
        for column in 1..<192 { cache.insert(Self.tile(), for: Self.key(column)) }
        cache.beginFrame()
        cache.beginFrame()
        #expect((0..<192).allSatisfy { cache.tile(Self.key($0)) != nil })
    }

    @Test func rowsMakeStaleTheirTilesAndThoseWithThemInTheBorder() throws {
        let cache = TileCache()
        for row in 0..<3 { cache.insert(Self.tile(), for: Self.key(0, row: row)) }
        cache.insert(Self.tile(), for: Self.key(0, row: 0, level: 1))
        let stale = { () -> [Bool] in
            let tiles = (0..<3).compactMap { cache.tile(Self.key(0, row: $0)) }
            defer { tiles.forEach { $0.staleRows = 0..<0 } }
            return tiles.map(\.isStale)
        }
        cache.markStale(level: 0, finest: 0, rows: 513..<1023)
        #expect(stale() == [false, true, false])
        cache.markStale(level: 0, finest: 0, rows: 512..<513)
        #expect(stale() == [true, true, false])
        cache.markStale(level: 0, finest: 0, rows: 1023..<1024)
        #expect(stale() == [false, true, true])
        #expect(try #require(cache.tile(Self.key(0, row: 0, level: 1))).isStale == false)
    }

    @Test func rowsMakeStaleTheMagnifiedTilesOverThem() throws {
        let cache = TileCache()
        // At level −2 a tile covers 128 stored rows.
        for row in 0..<3 { cache.insert(Self.tile(), for: Self.key(0, row: row, level: -2)) }
        cache.markStale(level: 0, finest: 0, rows: 128..<130)
        let stale = try (0..<3).map { try #require(cache.tile(Self.key(0, row: $0, level: -2))).isStale }
        #expect(stale == [true, true, false])
    }
}
