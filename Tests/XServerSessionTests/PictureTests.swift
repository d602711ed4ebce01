import Foundation
import Geometry
import Testing
import XServerSession

/// What stands in the files that the writers make.
@Suite struct PictureTests {
    private func written(_ name: String, _ write: (String) throws -> Void) throws -> [UInt8] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try write(file.path)
        return Array(try Data(contentsOf: file))
    }

    /// Width, height, depth, colour type and interlace method of a PNG's header.
    private func header(_ png: [UInt8]) -> [Int] {
        func word(_ at: Int) -> Int { png[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        return [word(16), word(20), Int(png[24]), Int(png[25]), Int(png[28])]
    }

    /// The markers of a JPEG up to its first scan, with the bodies of their segments.
    private func segments(_ jpeg: [UInt8]) -> [(marker: UInt8, body: [UInt8])] {
        var (found, at) = ([(marker: UInt8, body: [UInt8])](), 2)
        while at + 4 <= jpeg.count, jpeg[at] == 0xff, jpeg[at + 1] != 0xda {
            let length = Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3])
            found.append((jpeg[at + 1], Array(jpeg[at + 4..<at + 2 + length])))
            at += 2 + length
        }
        return found
    }

    @Test func pngVariantsHaveTheirHeaders() throws {
        let pattern = Pattern(width: 40, height: 30)
        let plain = try written("a.png") { try pattern.writePNG(to: $0) }
        #expect(header(plain) == [40, 30, 8, 2, 0])
        let deep = try written("b.png") {
            try pattern.writePNG(to: $0, alpha: .opaque, bitDepth: 16, interlaced: true)
        }
        #expect(header(deep) == [40, 30, 16, 6, 1])
        let grey = Raster(width: 5, height: 3, color: [7])
        #expect(header(try written("c.png") { try grey.writePNG(to: $0) }) == [5, 3, 8, 0, 0])
        let four = Raster(width: 2, height: 2, channels: 1, bytes: [0, 1, 2, 1])
        let palette = try written("d.png") {
            try four.writePalettePNG(to: $0, palette: [1, 2, 3, 4, 5, 6, 7, 8, 9])
        }
        #expect(header(palette) == [2, 2, 2, 3, 0])
        #expect(palette.contains([1, 2, 3, 4, 5, 6, 7, 8, 9]))
    }

    @Test func jpegVariantsHaveTheirSegments() throws {
        let raster = Pattern(width: 48, height: 32).raster()
        let plain = segments(try written("a.jpg") { try raster.writeJPEG(to: $0) })
        // SOF0: 8 bits, 32 rows, 48 columns, three components, the first with twice the samples both ways.
        let frame = try #require(plain.first { $0.marker == 0xc0 })
        #expect(frame.body.prefix(8) == [8, 0, 32, 0, 48, 3, 1, 0x22])
        #expect(!plain.contains { $0.marker == 0xe1 })
        let turned = segments(
            try written("b.jpg") {
                try raster.writeJPEG(to: $0, subsampled: false, progressive: true, orientation: .rightTop)
            })
        #expect(try #require(turned.first { $0.marker == 0xc2 }).body[7] == 0x11)
        #expect(try #require(turned.first { $0.marker == 0xe1 }).body == exifSegment(orientation: 6))
        let cmyk = segments(
            try written("c.jpg") { try Raster(width: 8, height: 8, color: [9, 8, 7, 6]).writeJPEG(to: $0) })
        #expect(try #require(cmyk.first { $0.marker == 0xc0 }).body[5] == 4)
        #expect(cmyk.contains { $0.marker == 0xee })  // Adobe's marker
    }

    @Test func exifIsTheShortestThereIs() {
        let big: [UInt8] = [
            0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0,
            6, 0, 0, 0,
            0, 0, 0,
        ]
        let little: [UInt8] = [
            0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6,
            0, 0, 0, 0,
            0, 0, 0,
        ]
        #expect(exifSegment(orientation: 6) == big)
        #expect(exifSegment(orientation: 6, bigEndian: false) == little)
    }

    @Test func storedRasterIsTurnedBack() {
        // Seen 3 × 2: a b c / d e f. Turned clockwise by 90° to be seen, it is stored 2 × 3: c f / b e / a d.
        let seen = Raster(width: 3, height: 2, channels: 1, bytes: Array("abcdef".utf8))
        let stored = seen.stored(for: .rightTop)
        #expect((stored.width, stored.height) == (2, 3))
        #expect(stored.bytes == Array("cfbead".utf8))
        #expect(seen.stored(for: .topRight).bytes == Array("cbafed".utf8))
        #expect(seen.stored(for: .topLeft).bytes == seen.bytes)
    }

    @Test func patternHoldsItsCoordinates() {
        let raster = Pattern(width: 500, height: 250).raster(alpha: .hole)
        func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
            raster.bytes[(y * 500 + x) * 4..<(y * 500 + x) * 4 + 4]
        }
        // Red is 250 · 100.5/500 = 50.25 and green 250 · 200.5/250 = 200.5, rounded down or up.
        let one = Array(pixel(100, 200))
        #expect([50, 51].contains(one[0]) && [200, 201].contains(one[1]))
        #expect(one[3] == 255)
        #expect(pixel(250, 125).last == 0)
        // The dither keeps the mean: red over column 100 is 50.25 to a hundredth.
        let red = (0..<250).reduce(0.0) { $0 + Double(pixel(100, $1).first ?? 0) } / 250
        #expect(abs(red - 50.25) < 0.02)
        // Blue adds exactly: the mixed difference of four pixels is 0.
        let blue = [(10, 20), (77, 20), (10, 99), (77, 99)].map { Int(Array(pixel($0.0, $0.1))[2]) }
        #expect(blue[0] - blue[1] - blue[2] + blue[3] == 0)
    }

    @Test func photoIsTheSameEverywhereAndCompressesLikeOne() throws {
        let photo = Raster.photo(width: 800, height: 600)
        #expect(photo.bytes == Raster.photo(width: 800, height: 600).bytes)
        let png = try written("a.png") { try photo.writePNG(to: $0) }
        #expect((1.8...2.2).contains(Double(png.count) / 480_000))
    }

    @Test func folderThatIsMissingIsAnError() {
        #expect { try Pattern(width: 4, height: 4).writePNG(to: "/nonexistent/a.png") } throws: { error in
            if case SessionError.pictureNotWritten("/nonexistent/a.png", code: -2) = error {
                true
            } else {
                false
            }
        }
    }
}
