import Geometry
import Testing

@Suite struct TileGridTests {
    private static func grid(
        _ width: Int, _ height: Int, level: Int, orientation: Orientation = .topLeft
    ) -> TileGrid {
        TileGrid(
            rasterSize: PixelSize(width: width, height: height), orientation: orientation, level: level)
    }

    private static func whole(_ grid: TileGrid) -> PixelRect<Image> {
        let size = grid.orientation.displaySize(of: grid.rasterSize)
        return PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height)
    }

    @Test func aTilesSideInStoredPixels() {
        let sides = [(-9, 1), (-8, 2), (-1, 256), (0, 512), (1, 1024), (5, 16_384)]
        for (level, side) in sides { #expect(Self.grid(10, 10, level: level).storedSide == side) }
    }

    @Test func scaleThatIsLeftToDraw() {
        #expect(Self.grid(10, 10, level: 0).drawScale(at: 0.7) == 0.7)
        #expect(Self.grid(10, 10, level: 3).drawScale(at: 0.125) == 1)
        #expect(Self.grid(10, 10, level: -9).drawScale(at: 1024) == 2)
    }

    @Test func tilesAtTheFarEdges() {
        let grid = Self.grid(1300, 700, level: 0)
        #expect(
            grid.storedRect(of: .init(column: 2, row: 1)) == PixelRect(x0: 1024, y0: 512, x1: 1300, y1: 700))
        // A level's last pixel stands for stored pixels past the edge: 1301 → 651 pixels → 1302, 699 → 350 → 700.
        let half = Self.grid(1301, 699, level: 1)
        #expect(
            half.storedRect(of: .init(column: 1, row: 0)) == PixelRect(x0: 1024, y0: 0, x1: 1302, y1: 700))
        // 1301 / 16 → 82 pixels → 1312; 699 / 16 → 44 → 704.
        let small = Self.grid(1301, 699, level: 4)
        #expect(small.storedRect(of: .init(column: 0, row: 0)) == PixelRect(x0: 0, y0: 0, x1: 1312, y1: 704))
        // Mirrored, what reaches past the edge is seen left of the image.
        let mirrored = Self.grid(1301, 699, level: 4, orientation: .topRight)
        #expect(
            mirrored.imageRect(of: .init(column: 0, row: 0)) == PixelRect(x0: -11, y0: 0, x1: 1301, y1: 704))
        let turned = Self.grid(1301, 699, level: 4, orientation: .rightTop)
        #expect(turned.imageRect(of: .init(column: 0, row: 0)) == PixelRect(x0: -5, y0: 0, x1: 699, y1: 1312))
    }

    @Test func magnifiedTilesEndWithTheRaster() {
        let grid = Self.grid(3, 2, level: -9)
        #expect(grid.storedRect(of: .init(column: 2, row: 1)) == PixelRect(x0: 2, y0: 1, x1: 3, y1: 2))
        #expect(grid.tiles(showing: Self.whole(grid)).count == 6)
        let coarser = Self.grid(300, 200, level: -1)
        #expect(
            coarser.storedRect(of: .init(column: 1, row: 0)) == PixelRect(x0: 256, y0: 0, x1: 300, y1: 200))
    }

    /// The tiles of an image cover each of its pixels once, whatever the level and the orientation.
    @Test(arguments: Orientation.allCases) func tilesCoverWithoutOverlap(orientation: Orientation) {
        let cases = [
            (1301, 699, 0), (1301, 699, 1), (2049, 1025, 2), (40, 30, -5), (7, 5, -9), (1, 1, 6), (513, 1, 0),
        ]
        for (width, height, level) in cases {
            let grid = Self.grid(width, height, level: level, orientation: orientation)
            let whole = Self.whole(grid)
            var counts = [Int](repeating: 0, count: whole.x1 * whole.y1)
            let tiles = grid.tiles(showing: whole)
            #expect(Set(tiles).count == tiles.count)
            for index in tiles {
                let rect = grid.imageRect(of: index).intersection(whole)
                #expect(!rect.isEmpty)
                for y in rect.y0..<rect.y1 {
                    for x in rect.x0..<rect.x1 { counts[y * whole.x1 + x] += 1 }
                }
            }
            #expect(counts.allSatisfy { $0 == 1 }, "\(width) × \(height) at \(level)")
        }
    }

    /// A part of the image gets the tiles that touch it and no other.
    @Test(arguments: Orientation.allCases) func partsGetTheTilesThatTouchThem(orientation: Orientation) {
        let grid = Self.grid(2600, 1700, level: 0, orientation: orientation)
        let whole = Self.whole(grid)
        let all = grid.tiles(showing: whole)
        #expect(all.count == 6 * 4)
        for (x0, y0, x1, y1) in [
            (0, 0, 1, 1), (511, 511, 513, 513), (-50, -50, 600, 10), (1000, 300, 5000, 900),
            (777, 777, 778, 1700),
        ] {
            let part = PixelRect<Image>(x0: x0, y0: y0, x1: x1, y1: y1)
            let visible = part.intersection(whole)
            let expected = all.filter { !grid.imageRect(of: $0).intersection(visible).isEmpty }
            #expect(Set(grid.tiles(showing: part)) == Set(expected))
        }
    }

    @Test func outsideOfTheImageThereIsNoTile() {
        let grid = Self.grid(1000, 1000, level: 0)
        for rect in [
            PixelRect<Image>(x0: -10, y0: 0, x1: 0, y1: 10), PixelRect(x0: 1000, y0: 0, x1: 1010, y1: 10),
            PixelRect(x0: 0, y0: -9, x1: 10, y1: 0), PixelRect(x0: 5, y0: 5, x1: 5, y1: 9),
        ] {
            #expect(grid.tiles(showing: rect).isEmpty)
        }
    }

    @Test func theMiddleComesFirst() throws {
        let grid = Self.grid(512 * 7, 512 * 5, level: 0)
        let tiles = grid.tiles(showing: Self.whole(grid))
        #expect(tiles.first == TileGrid.Index(column: 3, row: 2))
        let distances = tiles.map { max(abs($0.column - 3), abs($0.row - 2)) }
        #expect(distances == distances.sorted())
        #expect(tiles.count == 35)
    }
}
