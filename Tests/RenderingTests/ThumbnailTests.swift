import Geometry
import Loading
import Posix
import Testing

@testable import Rendering

@Suite struct ThumbnailTests {
    private static func pyramid(
        _ bitmap: Bitmap, hasAlpha: Bool = false, orientation: Orientation = .topLeft
    ) throws -> MipPyramid {
        let pyramid = try MipPyramid(
            raster: bitmap.raster(hasAlpha: hasAlpha, orientation: orientation), storage: .memory)
        _ = pyramid.build(from: 0..<bitmap.height)
        return pyramid
    }

    private static func bitmap(_ thumbnail: Thumbnail) -> Bitmap {
        // Of an opaque image the uppermost bytes mean nothing.
        let mask: UInt32 = thumbnail.hasAlpha ? 0 : 0xFF00_0000
        return Bitmap(width: thumbnail.size.width, height: thumbnail.size.height) {
            thumbnail.pixels[$1 * thumbnail.size.width + $0] | mask
        }
    }

    @Test func sizes() {
        let size = { (width: Int, height: Int, side: Int, factor: Double) -> [Int] in
            let size = Thumbnail.size(
                of: PixelSize(width: width, height: height), fitting: side, enlargedUpTo: factor)
            return [size.width, size.height]
        }
        #expect(size(4000, 3000, 256, 1) == [256, 192])
        #expect(size(3000, 4000, 256, 1) == [192, 256])
        #expect(size(256, 10, 256, 1) == [256, 10])
        #expect(size(20, 10, 256, 1) == [20, 10])
        #expect(size(20, 10, 256, 2) == [40, 20])
        #expect(size(200, 100, 256, 2) == [256, 128])
        #expect(size(100_000, 3, 256, 1) == [256, 1])
        #expect(size(1, 1_000_000_000, 128, 1) == [1, 128])
    }

    @Test func smallPictureStaysAsItIs() throws {
        let bitmap = Bitmap.transparentNoise(width: 90, height: 40)
        let thumbnail = Thumbnail(of: try Self.pyramid(bitmap, hasAlpha: true), fitting: 128)
        #expect(Self.bitmap(thumbnail) == bitmap)
        #expect(thumbnail.scaled(fitting: 200, enlargedUpTo: 1) == thumbnail)
    }

    @Test func halfAndQuarterAreTheMeans() throws {
        let bitmap = Bitmap.noise(width: 512, height: 256)
        let pyramid = try Self.pyramid(bitmap)
        #expect(Self.bitmap(Thumbnail(of: pyramid, fitting: 256)) == bitmap.halved)
        #expect(Self.bitmap(Thumbnail(of: pyramid, fitting: 128)) == bitmap.halved.halved)
    }

    /// The corner blocks are where they are seen, exactly as large as they should be, whatever the turn and with sides that
    /// the level's pixels do not divide.
    @Test(arguments: Orientation.allCases) func upright(_ orientation: Orientation) throws {
        let colors: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
        let bitmap = Bitmap(width: 811, height: 405) { x, y in
            colors[(x < 400 ? 0 : 1) + (y < 200 ? 0 : 2)]
        }
        let seen = bitmap.upright(orientation)
        let thumbnail = Self.bitmap(
            Thumbnail(of: try Self.pyramid(bitmap, orientation: orientation), fitting: 128))
        #expect(max(thumbnail.width, thumbnail.height) == 128)
        #expect(min(thumbnail.width, thumbnail.height) == 64)
        let factor = Double(seen.width) / Double(thumbnail.width)
        var wrong: [String] = []
        for y in 0..<thumbnail.height {
            for x in 0..<thumbnail.width {
                let place = { (pixel: Int, shift: Double) in Int((Double(pixel) + 0.5) * factor + shift) }
                // Two of the thumbnail's pixels to each side the colour is still the same.
                let around = [-2 * factor, 2 * factor].flatMap { dy in
                    [-2 * factor, 2 * factor].map { dx in seen.clamped(place(x, dx), place(y, dy)) }
                }
                guard Set(around).count == 1 else { continue }
                if thumbnail[x, y] != around[0] { wrong.append("(\(x), \(y))") }
            }
        }
        #expect(wrong == [])
    }

    /// Rows that go as soon as they have been built from.
    @Test func coarsestLevelsAreTheSameWithoutTheOthers() throws {
        let (bitmap, band) = (Bitmap.noise(width: 1000, height: 700), 64)
        let whole = Thumbnail(of: try Self.pyramid(bitmap), fitting: 128)
        let memory = try SharedMemory(byteCount: bitmap.width * 4 * band)
        let raster = Raster(
            fullSize: PixelSize(width: bitmap.width, height: bitmap.height), stride: bitmap.width * 4,
            capacity: band, hasAlpha: false, orientation: .topLeft, memory: memory)
        let pyramid = try MipPyramid(
            raster: raster, below: 3, storage: .coarsest(Thumbnail.memoryLimit(fitting: 128)))
        #expect(pyramid.levels.map(\.isInFile) == [true, true, false])
        let words = memory.bytes.bindMemory(to: UInt32.self)
        for first in stride(from: 0, to: bitmap.height, by: band) {
            let end = min(bitmap.height, first + band)
            for y in first..<end {
                for x in 0..<bitmap.width { words[(y - first) * bitmap.width + x] = bitmap[x, y] }
            }
            #expect(pyramid.build(from: first..<end).failure == nil)
        }
        #expect(Self.bitmap(Thumbnail(of: pyramid, fitting: 128)) == Self.bitmap(whole))
        #expect(!pyramid.isAbandoned)
        pyramid.abandon()
        #expect(pyramid.isAbandoned)
    }

    /// What never came is transparent, wherever it would be seen.
    @Test(arguments: [Orientation.topLeft, .bottomRight, .rightTop]) func missingRows(
        _ orientation: Orientation
    ) throws {
        // The uppermost bytes mean nothing.
        let bitmap = Bitmap(width: 100, height: 60) { _, y in y < 25 ? 0x0012_3456 : 0x0065_4321 }
        let thumbnail = Thumbnail(
            of: try Self.pyramid(bitmap, orientation: orientation), rows: 25, fitting: 128)
        let expected = Bitmap(width: 100, height: 60) { _, y in y < 25 ? 0xFF12_3456 : 0 }
        #expect(Self.bitmap(thumbnail) == expected.upright(orientation))
    }

    @Test func enlargedPixelsAreHard() throws {
        let bitmap = Bitmap.noise(width: 20, height: 10)
        let thumbnail = Thumbnail(of: try Self.pyramid(bitmap), fitting: 128)
            .scaled(fitting: 160, enlargedUpTo: 2)
        #expect(Self.bitmap(thumbnail) == Bitmap(width: 40, height: 20) { bitmap[$0 / 2, $1 / 2] })
    }

    @Test func thinPicturesHaveAPixel() throws {
        let bitmap = Bitmap(width: 3, height: 5000) { _, _ in 0xFF10_2030 }
        let thumbnail = Thumbnail(of: try Self.pyramid(bitmap), fitting: 256)
        #expect(Self.bitmap(thumbnail) == Bitmap(width: 1, height: 256) { _, _ in 0xFF10_2030 })
    }
}

@Suite struct GridPainterTests {
    private static let background = Color(red: 0.2, green: 0.4, blue: 0.6)
    private static let darker: UInt32 = 0xFF23_476B
    private static let light: UInt32 = 0xFFEB_EBEB

    private static func frame(
        scale: Double = 1, _ cells: (GridPainter) throws -> [GridPainter.Cell]
    ) rethrows -> Bitmap {
        let surface = Surface.image(size: PixelSize(width: 120, height: 90), hasAlpha: false)
        let buffer = BackBuffer(surface)
        let painter = GridPainter(like: buffer, background: background)
        painter.paint(try cells(painter), scale: scale, on: buffer)
        return surface.bitmap()
    }

    private static func tile(_ bitmap: Bitmap, hasAlpha: Bool, _ painter: GridPainter) throws
        -> GridPainter.Tile
    {
        let pyramid = try MipPyramid(raster: bitmap.raster(hasAlpha: hasAlpha), storage: .memory)
        _ = pyramid.build(from: 0..<bitmap.height)
        return painter.makeTile(of: Thumbnail(of: pyramid, fitting: 128), scale: 1)
    }

    private static let cell = PixelRect<View>(x0: 10, y0: 12, x1: 50, y1: 52)

    @Test func emptyGridIsBackground() {
        #expect(Self.frame { _ in [] } == Bitmap(width: 120, height: 90) { _, _ in Frame.background })
    }

    @Test(arguments: [1.0, 2]) func waitingCellsAreDarkAndTheSelectedOneHasAFrame(scale: Double) {
        let other = PixelRect<View>(x0: 70, y0: 60, x1: 110, y1: 100)
        let frame = Self.frame(scale: scale) { _ in
            [
                .init(rect: Self.cell, content: .waiting, isSelected: true),
                .init(rect: other, content: .waiting, isSelected: false),
            ]
        }
        let width = Int(2 * scale)
        let isIn = { (x: Int, y: Int, rect: PixelRect<View>, margin: Int) in
            x >= rect.x0 - margin && x < rect.x1 + margin && y >= rect.y0 - margin && y < rect.y1 + margin
        }
        let expected = Bitmap(width: 120, height: 90) { x, y in
            if isIn(x, y, Self.cell, 0) || isIn(x, y, other, 0) { return Self.darker }
            if isIn(x, y, Self.cell, width) { return Frame.background }
            return isIn(x, y, Self.cell, 2 * width) ? Self.light : Frame.background
        }
        #expect(frame == expected)
    }

    @Test func thumbnailIsInTheMiddle() throws {
        let bitmap = Bitmap.noise(width: 30, height: 11)
        let frame = try Self.frame { painter in
            let tile = try Self.tile(bitmap, hasAlpha: false, painter)
            #expect(tile.byteCount == 30 * 11 * 4)
            return [.init(rect: Self.cell, content: .tile(tile), isSelected: false)]
        }
        let expected = Bitmap(width: 120, height: 90) { x, y in
            let (dx, dy) = (x - 15, y - 26)
            return dx >= 0 && dy >= 0 && dx < 30 && dy < 11 ? bitmap[dx, dy] : Frame.background
        }
        #expect(frame == expected)
    }

    @Test func checkerboardIsBehindTransparentPixels() throws {
        let bitmap = Bitmap(width: 40, height: 40) { x, _ in x < 20 ? 0 : 0xFF12_3456 }
        let frame = try Self.frame { painter in
            [
                .init(
                    rect: Self.cell, content: .tile(try Self.tile(bitmap, hasAlpha: true, painter)),
                    isSelected: false)
            ]
        }
        let expected = Bitmap(width: 40, height: 40) { x, y in
            x >= 20 ? 0xFF12_3456 : (x / 8 + y / 8) % 2 == 0 ? 0xFF66_6666 : 0xFF99_9999
        }
        #expect(Bitmap(width: 40, height: 40) { frame[$0 + 10, $1 + 12] } == expected)
    }

    @Test func failureHasAMark() {
        let frame = Self.frame { _ in [.init(rect: Self.cell, content: .failed, isSelected: false)] }
        #expect(frame[10, 12] == Self.darker)
        #expect(frame[49, 51] == Self.darker)
        #expect(frame[30, 32] != Self.darker)
        #expect(frame[60, 60] == Frame.background)
    }
}
