#if SVG
    import Foundation
    import Geometry
    import Loading
    import Testing

    @Suite struct SVGTests {
        private static let red = opaque(255, 0, 0)

        private static func svg(_ attributes: String, _ content: String) -> String {
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' \(attributes)>\(content)</svg>"
        }

        private static let square = svg(
            "width='40' height='20'", "<rect x='10' y='5' width='8' height='6' fill='red'/>")

        @Test func drawnAtScale1() throws {
            let drawing = try LoadedDrawing(svg: Self.square)
            let raster = try #require(drawing.raster)
            #expect(drawing.kind == .drawing)
            #expect((raster.fullSize, raster.reduction) == (PixelSize(width: 40, height: 20), 0))
            #expect((raster.hasAlpha, raster.orientation) == (true, .topLeft))
            #expect((drawing.warning, drawing.error) == (nil, nil))
            for y in 0..<20 {
                for x in 0..<40 {
                    let isIn = (10..<18).contains(x) && (5..<11).contains(y)
                    #expect(raster.pixel(x, y) == (isIn ? Self.red : 0), "(\(x), \(y))")
                }
            }
        }

        /// At 2.5 the square covers columns 25 to 45 and rows 12.5 to 27.5 of the whole.
        @Test func aPartAtAnotherScale() throws {
            let drawing = try LoadedDrawing(svg: Self.square)
            for _ in 0..<2 {
                let part = try drawing.draw(width: 30, height: 30, scale: 2.5, x: 20, y: 5)
                for y in 0..<30 {
                    for x in 0..<30 {
                        let column = (25..<45).contains(x + 20)
                        let wanted: UInt32? =
                            switch y + 5 {
                            case 13..<27: Self.red
                            case 12, 27: nil
                            default: 0
                            }
                        guard column, wanted == nil else {
                            #expect(part.pixel(x, y) == (column ? wanted : 0), "(\(x), \(y))")
                            continue
                        }
                        // Half of the pixel is covered.
                        #expect((0x7F...0x80).contains(part.pixel(x, y) >> 24))
                        #expect(part.pixel(x, y) >> 24 == part.pixel(x, y) >> 16 & 255)
                    }
                }
            }
        }

        @Test func alphaIsPremultiplied() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='4' height='4'", "<rect width='4' height='4' fill='#4080ff' opacity='.2'/>"))
            // A fifth of 255, and of the colours; the library may round either way.
            for (shift, part) in [(UInt32(24), 51), (16, 13), (8, 26), (0, 51)] {
                #expect(abs(Int(drawing.pixel(2, 2) >> shift & 255) - part) <= 1)
            }
        }

        /// 96 pixels to the inch.
        @Test(arguments: [
            ("width='1in' height='2.54cm'", 96, 96), ("width='72pt' height='6pc'", 96, 96),
            ("width='25.4mm' height='50'", 96, 50), ("viewBox='0 0 30 17'", 30, 17),
            ("viewBox='5 5 30 17' width='60'", 60, 34), ("viewBox='0 0 30 15' height='60px'", 120, 60),
            ("viewBox='0 0 30 17' width='100%' height='50%'", 30, 17), ("width='10.4' height='10.5'", 10, 11),
            ("width='0.1' height='0.1'", 1, 1), ("", 300, 150),
        ]) func sizes(attributes: String, width: Int, height: Int) throws {
            let drawing = try LoadedDrawing(svg: Self.svg(attributes, ""))
            #expect(drawing.raster?.fullSize == PixelSize(width: width, height: height))
        }

        @Test func withoutASizeItIsWhatIsDrawn() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg("", "<rect x='10' y='20' width='30' height='40' fill='red'/>"))
            #expect(drawing.raster?.fullSize == PixelSize(width: 40, height: 60))
            #expect(drawing.pixel(39, 59) == Self.red)
            #expect(drawing.pixel(9, 59) == 0)
        }

        /// A square in a wide drawing is in its middle, or at the side that is asked for.
        @Test(arguments: [
            ("", 10), ("preserveAspectRatio='xMinYMid'", 0), ("preserveAspectRatio='xMaxYMid'", 20),
        ])
        func aspectRatio(attribute: String, left: Int) throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='40' height='20' viewBox='0 0 10 10' \(attribute)",
                    "<rect width='10' height='10' fill='red'/>"))
            for x in 0..<40 {
                #expect(drawing.pixel(x, 10) == ((left..<left + 20).contains(x) ? Self.red : 0))
            }
        }

        @Test func compressed() throws {
            let drawing = try LoadedDrawing(Self.gzip(Array(Self.square.utf8)), as: .svg)
            #expect(drawing.raster?.fullSize == PixelSize(width: 40, height: 20))
            #expect((drawing.pixel(12, 7), drawing.pixel(5, 7)) == (Self.red, 0))
        }

        /// A gzip file (RFC 1952) of one block that is stored as it is (RFC 1951).
        private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
            let code = bytes.reduce(UInt32.max) { code, byte in
                (0..<8).reduce(code ^ UInt32(byte)) { code, _ in
                    code & 1 == 1 ? 0xEDB8_8320 ^ code >> 1 : code >> 1
                }
            }
            let words = { (value: UInt32, count: Int) in
                (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
            }
            let length = UInt32(bytes.count)
            return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1] + words(length, 2) + words(~length, 2) + bytes
                + words(~code, 4) + words(length, 4)
        }

        @Test func textIsDrawn() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='100' height='40'",
                    "<text x='5' y='30' font-size='30' font-family='sans-serif'>MM</text>"))
            let count = (0..<40 * 100).count { drawing.pixel($0 % 100, $0 / 100) == opaque(0, 0, 0) }
            #expect((100..<2000).contains(count))
        }

        @Test func filtersRunInThreads() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='60' height='60'",
                    "<filter id='f'><feGaussianBlur stdDeviation='6'/></filter>"
                        + "<rect x='20' y='20' width='20' height='20' fill='red' filter='url(#f)'/>"))
            #expect(drawing.error == nil)
            #expect((1...200).contains(drawing.pixel(18, 30) >> 24))
        }

        /// Pictures within are drawn where they are in the file itself, and are not looked for elsewhere.
        @Test func onlyWhatIsInTheFile() throws {
            let picture = try Written.png(
                raw(width: 8, height: 8) { _, _ in [255, 0, 0] }, width: 8, channels: 3)
            let inside = "data:image/png;base64," + Data(picture).base64EncodedString()
            let path = NSTemporaryDirectory() + "xzoom-test-\(UUID().uuidString).png"
            defer { try? FileManager.default.removeItem(atPath: path) }
            try Data(picture).write(to: URL(fileURLWithPath: path))
            for (address, isSeen) in [(inside, true), (path, false), ("file://" + path, false)] {
                let drawing = try LoadedDrawing(
                    svg: Self.svg(
                        "width='8' height='8'", "<image width='8' height='8' xlink:href='\(address)'/>"))
                #expect(drawing.error == nil)
                #expect(drawing.pixel(4, 4) == (isSeen ? Self.red : 0), "\(address.prefix(30))")
            }
        }

        /// The first raster is as coarse, and parts come as sharp, as they are asked for.
        @Test func reducedWhereItIsLarge() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='100000' height='3000'", "<rect x='50000' width='10' height='3000' fill='red'/>"),
                reduction: 3)
            let raster = try #require(drawing.raster)
            #expect(raster.fullSize == PixelSize(width: 100_000, height: 3000))
            #expect((raster.reduction, raster.size) == (3, PixelSize(width: 12500, height: 375)))
            #expect(raster.pixel(6250, 100) == Self.red)
            let part = try drawing.draw(width: 20, height: 2, scale: 1, x: 49_995, y: 2000)
            #expect((0..<20).map { part.pixel($0, 0) == Self.red } == (0..<20).map { (5..<15).contains($0) })
        }

        @Test func wideSurfacesAreDrawnInParts() throws {
            let drawing = try LoadedDrawing(
                svg: Self.svg(
                    "width='40000' height='40'", "<rect x='39990' width='10' height='40' fill='red'/>"))
            #expect(drawing.raster?.reduction == 0)
            #expect((drawing.pixel(39_995, 20), drawing.pixel(39_985, 20)) == (Self.red, 0))
        }

        @Test func whatIsNoDrawing() throws {
            #expect(try LoadedDrawing(svg: "<svg").error != nil)
            #expect(try LoadedDrawing(svg: "<html xmlns='http://www.w3.org/1999/xhtml'/>").error != nil)
            #expect(try LoadedDrawing([0x1F, 0x8B, 8, 0, 0], as: .svg).error != nil)
            let huge = try LoadedDrawing(svg: Self.svg("width='1e12' height='10'", ""))
            #expect(huge.error == .undecodable(.svg, "it is larger than any picture"))
        }

        /// Ten entities that are ten of the one before: the library stops.
        @Test func entityBomb() throws {
            let entities = (1...10).map { level in
                "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
            }
            let drawing = try LoadedDrawing(
                svg: "<!DOCTYPE svg [<!ENTITY e0 'lol'>\(entities.joined())]>"
                    + "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><text>&e10;</text></svg>")
            if case .loaderFailed(_, let words)? = drawing.error { Issue.record("\(words)") }
            #expect(drawing.error != nil)
        }
    }
#endif
