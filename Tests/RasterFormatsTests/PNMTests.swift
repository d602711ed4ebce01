import Decoding
import Geometry
import Loading
import Testing

@Suite struct PNMTests {
    private static func decode(_ text: String, _ samples: [UInt8] = [], page: Int = 0) throws -> Decoded {
        try Decoded(Array(text.utf8) + samples, as: .pnm, page: page)
    }

    private static func gray(_ values: [Int]) -> [UInt32] { values.map { rgb($0, $0, $0) } }

    @Test(arguments: [
        "P1\n3 2\n1 0 1\n0 1 0\n", "P1 3 2 101010", "P1#c\n# c\n3#c\n2\n1 0#c\n1 0 1 0",
        "P1\r\n3 2\r\n101\r\n010",
    ])
    func plainBits(text: String) throws {
        let decoded = try Self.decode(text)
        #expect(decoded.message == nil)
        #expect(decoded.header?.size == PixelSize(width: 3, height: 2))
        #expect(decoded.header?.hasAlpha == false)
        #expect(decoded.pixels == Self.gray([0, 255, 0, 255, 0, 255]))
    }

    @Test func rawBits() throws {
        let decoded = try Self.decode("P4\n10 2\n", [0xAA, 0x40, 0x55, 0xBF])
        #expect(decoded.message == nil)
        let bits = [1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0]
        #expect(decoded.pixels == Self.gray(bits.map { 255 - 255 * $0 }))
    }

    @Test func plainNumbers() throws {
        #expect(
            try Self.decode("P2 4 1 15 0 7 15 99").pixels == Self.gray([0, eight(7, of: 15), 255, 255]))
        #expect(try Self.decode("P2 3 1 65535\n0 32767 65535 ").pixels == Self.gray([0, 127, 255]))
        #expect(
            try Self.decode("P3\n# colours\n2 1\n255\n255 0 1\n2 3 4").pixels == [
                rgb(255, 0, 1), rgb(2, 3, 4),
            ])
    }

    /// Every sample up to the largest, which is any.
    @Test(arguments: [1, 2, 3, 100, 254, 255, 256, 1000, 1023, 4095, 65534, 65535]) func scaling(maximum: Int)
        throws
    {
        let values = Array(0...maximum)
        let samples = values.flatMap { maximum < 256 ? [UInt8($0)] : little16($0).reversed() }
        let decoded = try Self.decode("P5\n\(values.count) 1\n\(maximum)\n", samples)
        #expect(decoded.message == nil)
        #expect(decoded.pixels == Self.gray(values.map { eight($0, of: maximum) }))
    }

    @Test(arguments: [
        "P6\n2 1\n255\n", "P6 2 1 255 ", "P6\n#\n2 #\n1\n255\n", "P6\r\n2 1\r\n255\r\n", "P6\n2 1 255#c\n",
    ])
    func rawColors(text: String) throws {
        let decoded = try Self.decode(text, [1, 2, 3, 10, 13, 35])
        #expect(decoded.message == nil)
        #expect(decoded.pixels == [rgb(1, 2, 3), rgb(10, 13, 35)])
    }

    @Test func anymaps() throws {
        let decode = { (depth: Int, maximum: Int, type: String, samples: [UInt8]) in
            let type = type.isEmpty ? "" : "TUPLTYPE \(type)\n"
            let text = "P7\n# c\nWIDTH 1\nHEIGHT 1\nDEPTH \(depth)\nMAXVAL \(maximum)\n\(type)ENDHDR\n"
            let decoded = try Self.decode(text, samples)
            #expect(decoded.message == nil)
            #expect(decoded.header?.hasAlpha == (decoded.pixels[0] >> 24 != 255))
            return decoded.pixels[0]
        }
        #expect(try decode(1, 1, "BLACKANDWHITE", [1]) == rgb(255, 255, 255))
        #expect(try decode(1, 1, "BLACKANDWHITE", [0]) == rgb(0, 0, 0))
        #expect(try decode(2, 1, "BLACKANDWHITE_ALPHA", [1, 0]) == 0)
        #expect(try decode(1, 255, "GRAYSCALE", [9]) == rgb(9, 9, 9))
        #expect(try decode(2, 255, "GRAYSCALE_ALPHA", [200, 100]) == rgba(200, 200, 200, 100))
        #expect(try decode(3, 255, "RGB", [1, 2, 3]) == rgb(1, 2, 3))
        #expect(try decode(4, 255, "RGB_ALPHA", [10, 20, 30, 40]) == rgba(10, 20, 30, 40))
        #expect(try decode(4, 65535, "RGB_ALPHA", [0, 0, 255, 255, 0, 0, 128, 128]) == rgba(0, 255, 0, 128))
        #expect(try decode(4, 15, "RGB_ALPHA", [0, 15, 3, 5]) == rgba(0, 255, 51, 85))
        // More samples than the type needs, a type that is not known, none.
        #expect(try decode(4, 255, "RGB", [1, 2, 3, 4]) == rgb(1, 2, 3))
        #expect(try decode(2, 255, "DEPTHMAP", [200, 100]) == rgba(200, 200, 200, 100))
        #expect(try decode(3, 255, "", [1, 2, 3]) == rgb(1, 2, 3))
    }

    /// Linear light, from the bottom row on.
    @Test(arguments: [true, false]) func floats(isLittleEndian: Bool) throws {
        let samples: [Float] = [0, 0.25, 0.5, 1, 7, -1]
        let bytes = samples.flatMap { value in
            let bytes = little32(Int(value.bitPattern))
            return isLittleEndian ? bytes : bytes.reversed()
        }
        let scale = isLittleEndian ? "-1.0" : "1"
        // sRGB of a half is 188, of a quarter 137.
        var decoded = try Self.decode("PF\n1 2\n\(scale)\n", bytes)
        #expect(decoded.message == nil)
        #expect(decoded.pixels == [rgb(255, 255, 0), rgb(0, 137, 188)])
        decoded = try Self.decode("Pf 3 2 \(scale)\n", bytes)
        #expect(decoded.pixels == Self.gray([255, 255, 0, 0, 137, 188]))
    }

    @Test func pages() throws {
        let first = Array("P5 1 1 255\n".utf8) + [7]
        let second = Array("P4 1 2\n".utf8) + [0x80, 0]
        let file = first + second + first
        for (page, pixels) in [[7], [0, 255], [7]].enumerated() {
            let decoded = try Decoded(file, as: .pnm, page: page)
            #expect(decoded.header?.pageCount == 3)
            #expect(decoded.pixels == Self.gray(pixels))
        }
        #expect(try Decoded(file, as: .pnm, page: 3).message == "there are 3 pictures in it")
        #expect(try Decoded(first + [0x50], as: .pnm).header?.pageCount == 1)
    }

    @Test func rowsThatAreThereAreShown() throws {
        var decoded = try Self.decode("P5 2 3 255\n", [1, 2, 3, 4, 5])
        #expect(decoded.message == "the file ends early (row 2 of 3)")
        #expect(decoded.pixels == Self.gray([1, 2, 3, 4]) + [0, 0])
        decoded = try Self.decode("P2 2 2 255 1 2 3")
        #expect(decoded.message == "the file ends early (row 1 of 2)")
        #expect(decoded.pixels == Self.gray([1, 2]) + [0, 0])
        decoded = try Self.decode("P2 2 2 255 1 2 x 4")
        #expect(decoded.message == "no number where one is due (row 1 of 2)")
        #expect(decoded.hasRows)
        decoded = try Self.decode("P5 2 3 255\n", [1])
        #expect(!decoded.hasRows)
    }

    @Test func headersThatMakeNoSense() throws {
        for (text, message) in [
            ("P5 2 2 0\n", "samples up to 0"), ("P5 2 2 65536\n", "samples up to 65536"),
            ("P5 0 2 255\n", "0 × 2 pixels are no picture"), ("P5 2", "the file ends early"),
            ("P5 99999999999 2 255\n", "a number with too many digits"),
            ("P5 x", "no number where one is due"),
            ("P7\nWIDTH 1\nENDHDR\n", "a header without its size"),
            ("PF 1 1 0\n", "no number where one is due"),
            (
                "P5 4294967295 4294967295 255\n", "4294967295 × 4294967295 pixels take too much memory"
            ),
        ] {
            #expect(try Self.decode(text).message == message)
        }
    }
}
