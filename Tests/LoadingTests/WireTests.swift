import Testing

@testable import Loading

@Suite struct WireTests {
    private static let requests: [LoaderRequest] = [
        .open(.png), .open(.jpeg), .canvas(stride: 0, byteCount: .max),
        .canvas(stride: 1 << 33, byteCount: 7),
    ]
    private static let replies: [LoaderReply] = [
        .header(width: 1, height: 0xFFFF_FFFF, orientation: 8, hasAlpha: true),
        .header(width: 0x0102_0304, height: 2, orientation: 0, hasAlpha: false), .rows(first: 0, end: 0),
        .rows(first: 0xFFFF_FFFE, end: 0xFFFF_FFFF), .finished(""), .finished("é–\u{1F600}"),
        .failed("the file ends early"), .failed(""),
    ]

    @Test func messagesComeThrough() throws {
        for request in Self.requests { #expect(try LoaderRequest(decoding: request.encoded()) == request) }
        for reply in Self.replies { #expect(try LoaderReply(decoding: reply.encoded()) == reply) }
    }

    @Test func bytesAreThoseOfTheProtocol() {
        #expect(LoaderRequest.open(.jpeg).encoded() == [1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
        #expect(
            LoaderRequest.canvas(stride: 0x0102, byteCount: 1 << 40).encoded() == [
                2, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0,
            ])
        let header = LoaderReply.header(width: 0x0102_0304, height: 5, orientation: 6, hasAlpha: true)
        #expect(header.encoded() == [1, 0, 0, 0, 4, 3, 2, 1, 5, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0])
        #expect(LoaderReply.rows(first: 1, end: 256).encoded() == [2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0])
        #expect(LoaderReply.finished("ab").encoded() == [3, 0, 0, 0, 0x61, 0x62])
        #expect(LoaderReply.failed("").encoded() == [4, 0, 0, 0])
    }

    @Test func messagesOfAnotherLengthAreRefused() {
        for request in Self.requests {
            for length in 0..<request.encoded().count {
                Self.expectNoRequest(request.encoded().prefix(length))
            }
            Self.expectNoRequest(request.encoded() + [0])
        }
        for reply in Self.replies.prefix(4) {
            for length in 0..<reply.encoded().count { Self.expectNoReply(reply.encoded().prefix(length)) }
            Self.expectNoReply(reply.encoded() + [0])
        }
        for length in 0..<4 { Self.expectNoReply(LoaderReply.finished("").encoded().prefix(length)) }
    }

    @Test func valuesThatMeanNothingAreRefused() {
        // Kinds of message, a version, a format, a truth value.
        for kind: UInt8 in [0, 3, 255] { Self.expectNoRequest([kind, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]) }
        Self.expectNoRequest([1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0])
        Self.expectNoRequest([1, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0])
        Self.expectNoRequest([1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
        Self.expectNoRequest([1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0])
        for kind: UInt8 in [0, 5, 255] { Self.expectNoReply([kind, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]) }
        Self.expectNoReply([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])
        Self.expectNoReply([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1])
    }

    @Test func textIsCutToAMessageAndRepaired() throws {
        let long = LoaderReply.failed(String(repeating: "ab", count: 600)).encoded()
        #expect(long.count == 1024)
        #expect(try LoaderReply(decoding: long) == .failed(String(repeating: "ab", count: 510)))
        // Three bytes each: 340 letters are 1020 bytes; with one byte before them the last is cut in two.
        let cut = LoaderReply.finished("x" + String(repeating: "–", count: 400)).encoded()
        #expect(cut.count == 1024)
        #expect(
            try LoaderReply(decoding: cut) == .finished("x" + String(repeating: "–", count: 339) + "\u{FFFD}")
        )
        #expect(try LoaderReply(decoding: [3, 0, 0, 0, 0xC3, 0x28]) == .finished("\u{FFFD}("))
    }

    /// Random bytes are refused, or mean exactly what they say.
    @Test func randomBytes() throws {
        var numbers = SeededNumbers(state: 3)
        for _ in 0..<20_000 {
            var bytes = (0..<Int.random(in: 0...40, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            // Half of them begin like a message.
            if bytes.count >= 4, Bool.random(using: &numbers) {
                bytes.replaceSubrange(0..<4, with: [UInt8.random(in: 0...5, using: &numbers), 0, 0, 0])
            }
            if let request = try? LoaderRequest(decoding: bytes) { #expect(request.encoded() == bytes) }
            switch try? LoaderReply(decoding: bytes) {
            case .header?, .rows?: #expect(try LoaderReply(decoding: bytes).encoded() == bytes)
            case .finished?: #expect(bytes.starts(with: [3, 0, 0, 0]))
            case .failed?: #expect(bytes.starts(with: [4, 0, 0, 0]))
            case nil: break
            }
        }
    }

    private static func expectNoRequest(_ bytes: some Sequence<UInt8>) {
        #expect(throws: WireError.malformed) { try LoaderRequest(decoding: Array(bytes)) }
    }

    private static func expectNoReply(_ bytes: some Sequence<UInt8>) {
        #expect(throws: WireError.malformed) { try LoaderReply(decoding: Array(bytes)) }
    }
}
