import Testing

@testable import xzoom

@Suite struct ArgumentTests {
    @Test func bytesAreKept() {
        let bytes: [CChar] = [0x6E, -1, 0x2E, 0]
        #expect(Argument(cString: bytes).cString == bytes)
        #expect(Argument(cString: bytes) != Argument("n\u{FFFD}."))
        #expect(Argument("é").cString == [-61, -87, 0])
    }

    @Test func textIsOneLine() {
        #expect(Argument(cString: [0x6E, -1, 0x2E, 0]).text == "n\u{FFFD}.")
        #expect(Argument("a\nb\u{1B}c\u{9B}d é.png").text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d é.png")
        #expect(Argument("").text == "")
    }
}
