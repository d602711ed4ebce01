import Geometry
import Loading
import Testing

@testable import Decoding

/// What Exif data say, in words.
@Suite struct EXIFFactsTests {
    private static func words(_ bytes: [UInt8]) -> [PictureFact.Kind: String] {
        var facts = PictureFacts()
        bytes.withUnsafeBytes { facts.add(exif: $0) }
        return Dictionary(uniqueKeysWithValues: facts.all.map { ($0.kind, $0.text) })
    }

    private static func words(
        _ fields: [(Int, EXIFWriter.Value)] = [], exif: [(Int, EXIFWriter.Value)] = [],
        gps: [(Int, EXIFWriter.Value)] = []
    ) -> [PictureFact.Kind: String] {
        words(
            EXIFWriter(fields: fields + [(0x8769, .directory(exif)), (0x8825, .directory(gps))]).bytes)
    }

    @Test(arguments: [false, true]) func whatACameraSays(isBigEndian: Bool) {
        let writer = EXIFWriter.camera(isBigEndian: isBigEndian)
        var expected = Dictionary(uniqueKeysWithValues: EXIFWriter.cameraWords.map { ($0.kind, $0.text) })
        expected[.colors] = "sRGB"
        #expect(Self.words(writer.bytes) == expected)
        #expect(Self.words(writer.segment) == expected)
        writer.bytes.withUnsafeBytes { #expect(Orientation(exif: $0) == .rightTop) }
    }

    @Test(arguments: [
        ("NIKON CORPORATION", "NIKON D800", "NIKON D800"), ("Apple", "iPhone 12", "Apple iPhone 12"),
        ("Canon", "canon EOS", "canon EOS"), ("Canon", "Canonet", "Canon Canonet"), ("LEICA", "", "LEICA"),
        ("", "X", "X"), ("  Panasonic ", " DMC-G1\0\0x", "Panasonic DMC-G1"),
    ])
    func makersAreNamedOnce(make: String, model: String, words: String) {
        #expect(Self.words([(0x010F, .text(make)), (0x0110, .text(model))])[.camera] == words)
    }

    @Test(arguments: [
        (1, 8000, "1/8000 s"), (1, 3, "0.3 s"), (10, 40, "1/4 s"), (1, 1, "1 s"), (25, 10, "2.5 s"),
        (30, 1, "30 s"), (0, 1, nil), (1, 0, nil), (0, 0, nil), (4_294_967_295, 1, nil),
    ])
    func exposureTimes(time: Int, of: Int, words: String?) {
        #expect(Self.words(exif: [(0x829A, .fractions([(time, of)]))])[.exposureTime] == words)
    }

    /// Logarithms to the base 2, and of f-numbers to its root.
    @Test func logarithms() {
        let words = Self.words(
            exif: [(0x9201, .signedFractions([(8, 1)])), (0x9202, .fractions([(4, 1)]))])
        #expect(words == [.exposureTime: "1/256 s", .aperture: "f/4"])
        #expect(Self.words(exif: [(0x9201, .signedFractions([(-2, 1)]))]) == [.exposureTime: "4 s"])
    }

    @Test(arguments: [
        ([(24, 1), (70, 1), (28, 10), (28, 10)], "24–70 mm f/2.8"),
        ([(18, 1), (55, 1), (35, 10), (56, 10)], "18–55 mm f/3.5–5.6"),
        ([(50, 1), (50, 1), (0, 0), (0, 0)], "50 mm"), ([(0, 0), (0, 0), (0, 0), (0, 0)], nil),
        ([(50, 1)], nil),
    ])
    func lensesWithoutAName(numbers: [(Int, Int)], words: String?) {
        #expect(Self.words(exif: [(0xA432, .fractions(numbers))])[.lens] == words)
    }

    @Test func focalLengths() {
        let words = { (length: Int, equivalent: Int) in
            Self.words(exif: [(0x920A, .fractions([(length, 1)])), (0xA405, .shorts([equivalent]))])[
                .focalLength]
        }
        #expect(words(35, 35) == "35 mm")
        #expect(words(35, 0) == "35 mm")
        #expect(words(23, 35) == "23 mm (35 mm equivalent)")
        #expect(words(0, 28) == "28 mm equivalent")
        #expect(words(0, 0) == nil)
    }

    @Test func sensitivities() {
        #expect(Self.words(exif: [(0x8827, .shorts([100, 0]))])[.sensitivity] == "ISO 100")
        let high: [(Int, EXIFWriter.Value)] = [(0x8827, .shorts([65535])), (0x8832, .longs([102_400]))]
        #expect(Self.words(exif: high)[.sensitivity] == "ISO 102400")
        #expect(Self.words(exif: [(0x8827, .shorts([0]))])[.sensitivity] == nil)
    }

    @Test(arguments: [(0, "not fired"), (1, "fired"), (0x10, "not fired"), (0x5F, "fired"), (0x20, nil)])
    func flashes(value: Int, words: String?) {
        #expect(Self.words(exif: [(0x9209, .shorts([value]))])[.flash] == words)
    }

    @Test(arguments: [
        ("2024:05:01 12:34:56", "2024-05-01 12:34:56"), ("    :  :     :  :  ", nil),
        ("0000:00:00 00:00:00", nil), ("2024-05-01 12:34:56", nil), ("2024:05:01", nil), ("", nil),
    ])
    func dates(stored: String, words: String?) {
        #expect(Self.words(exif: [(0x9003, .text(stored))])[.dateTaken] == words)
        #expect(Self.words(exif: [(0x9004, .text(stored)), (0x9012, .text("x"))])[.dateTaken] == words)
    }

    @Test func positions() {
        let words = { (north: String, latitude: [(Int, Int)], east: String, longitude: [(Int, Int)]) in
            Self.words(gps: [
                (1, .text(north)), (2, .fractions(latitude)), (3, .text(east)), (4, .fractions(longitude)),
            ])[.position]
        }
        #expect(
            words("S", [(33, 1), (51, 1), (35, 1)], "E", [(151, 1), (12, 1), (40, 1)])
                == "-33.85972, 151.21111")
        #expect(words("N", [(0, 1), (0, 0), (0, 0)], "E", [(5, 10)]) == "0, 0.5")
        #expect(words("N", [(91, 1), (0, 1), (0, 1)], "E", [(1, 1)]) == nil)
        #expect(words("N", [(0, 0), (0, 0), (0, 0)], "E", [(1, 1)]) == nil)
        #expect(words("N", [(0, 1)], "E", [(0, 1)]) == nil)
        #expect(words("?", [(1, 1)], "E", [(1, 1)]) == nil)
        #expect(words("N", [], "E", [(1, 1)]) == nil)
    }

    @Test(arguments: [
        (2, [(72, 1), (72, 1)], "72 dots per inch"), (3, [(40, 1), (20, 1)], "101.6 × 50.8 dots per inch"),
        (1, [(4, 1), (3, 1)], nil), (2, [(0, 1), (0, 1)], nil), (2, [(1, 0), (1, 0)], nil),
    ])
    func resolutions(unit: Int, numbers: [(Int, Int)], words: String?) {
        let fields: [(Int, EXIFWriter.Value)] = [
            (0x011A, .fractions([numbers[0]])), (0x011B, .fractions([numbers[1]])), (0x0128, .shorts([unit])),
        ]
        #expect(Self.words(fields)[.resolution] == words)
    }

    @Test func commentsHaveEncodings() {
        let words = { (bytes: [UInt8]) in Self.words(exif: [(0x9286, .bytes(bytes))])[.comment] }
        #expect(words(Array("UNICODE\0".utf8) + [0x61, 0, 0xFC, 0, 0, 0, 0x62, 0]) == "aü")
        #expect(words([UInt8](repeating: 0, count: 8) + [0x61, 0xFC]) == "aü")
        #expect(words([UInt8](repeating: 0, count: 8) + Array("aü\r\n\t b ".utf8)) == "aü b")
        #expect(words(Array("ASCII\0\0\0      ".utf8)) == nil)
        #expect(words(Array("JIS\0\0\0\0\0abc".utf8)) == nil)
        #expect(words(Array("ASCII".utf8)) == nil)
    }

    @Test func longTextsAreCut() throws {
        let text = try #require(
            Self.words([(0x010E, .text(String(repeating: "–", count: 5000)))])[.description])
        #expect(text == String(repeating: "–", count: 341))
        // All of them together fit into a message.
        let long = EXIFWriter.Value.text(String(repeating: "x", count: 5000))
        let tags = [0x010E, 0x010F, 0x0110, 0x0131, 0x013B, 0x8298]
        let words = Self.words(tags.map { ($0, long) })
        #expect(words.values.allSatisfy { $0.utf8.count == 1024 })
        #expect(words.count == 5)
    }

    /// What makes no sense says nothing, and ends.
    @Test func damagedData() {
        let whole = EXIFWriter.camera().bytes
        for count in 0..<whole.count { _ = Self.words(Array(whole[..<count])) }
        for place in 0..<min(whole.count, 400) {
            for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
                var bytes = whole
                bytes[place] = value
                #expect(Self.words(bytes).count <= PictureFact.Kind.allCases.count)
            }
        }
        #expect(Self.words([]).isEmpty)
        #expect(Self.words(Array("Exif\0\0".utf8)).isEmpty)
        #expect(Self.words(Array("II+\0".utf8) + [UInt8](repeating: 0xFF, count: 12)).isEmpty)
    }

    /// Directories that are each other's, and entries without number.
    @Test func loops() {
        // Its Exif directory is itself; so is the next one.
        var bytes: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 2, 0]
        bytes += [0x69, 0x87, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0] + [0x25, 0x88, 4, 0, 1, 0, 0, 0, 8, 0, 0, 0]
        bytes += [8, 0, 0, 0]
        #expect(Self.words(bytes).isEmpty)
        // 65535 entries that say there are four thousand million values.
        bytes = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF]
        for tag in 0..<80_000 {
            bytes += [UInt8(tag & 255), UInt8(tag >> 8 & 255), 2, 0, 255, 255, 255, 255, 8, 0, 0, 0]
        }
        #expect(Self.words(bytes).count <= 6)
    }

    @Test func numbersInWords() {
        #expect(0.0.words(places: 2) == "0")
        #expect((-0.004).words(places: 2) == "0")
        #expect((-0.05).words(places: 2) == "-0.05")
        #expect(1.005e6.words(places: 1) == "1005000")
        #expect(99.96.words(places: 1) == "100")
        #expect(0.5.words(places: 0) == "1")
    }
}
