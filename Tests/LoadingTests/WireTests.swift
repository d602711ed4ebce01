import Testing

@testable import Loading

@Suite struct WireTests {
    private static let requests: [LoaderRequest] = [
        .open(.png, page: 0, memoryLimit: 0), .open(.other, page: .max, memoryLimit: .max),
        .display(byteCount: 1 << 40),
        .canvas(.init(number: 63, width: 7, height: 0, stride: 1 << 33, reduction: 3, capacity: 9)),
        .frame(index: .max, canvas: 1), .draw(scale: 0.1, x: 5, y: .max, canvas: 2),
        .describe, .taken(end: .max),
    ]
    private static let header = LoaderReply.Header(
        width: 1, height: 0xFFFF_FFFF, greatestReduction: 3, orientation: 8, hasAlpha: true, kind: 2,
        pageCount: 9, bandHeight: 16)
    private static let replies: [LoaderReply] = [
        .header(header), .rows(first: 0, end: 0), .rows(first: 0xFFFF_FFFE, end: 0xFFFF_FFFF),
        .frame(index: 7, canvas: 3, start: 0.1), .drawn(canvas: 1), .finished(""),
        .finished("é–\u{1F600}"), .failed("the file ends early"), .failed(""),
        .tooLarge(width: 1, height: 2), .noFrame(count: 3, duration: 1.5, loops: 0, "ends early"),
        .description("Landlock: on\nx"),
    ]

    @Test func messagesComeThrough() throws {
        for request in Self.requests { #expect(try LoaderRequest(decoding: request.encoded()) == request) }
        for reply in Self.replies { #expect(try LoaderReply(decoding: reply.encoded()) == reply) }
    }

    @Test func bytesAreThoseOfTheProtocol() {
        #expect(
            LoaderRequest.open(.jpeg, page: 3, memoryLimit: 0x0102).encoded() == [
                1, 0, 0, 0, 3, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0,
            ])
        #expect(
            LoaderRequest.canvas(
                .init(number: 1, width: 2, height: 3, stride: 1 << 40, reduction: 5, capacity: 4)
            ).encoded() == [
                3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 5, 0, 0, 0, 4, 0, 0,
                0,
            ])
        #expect(
            LoaderRequest.draw(scale: 1, x: 2, y: 3, canvas: 4).encoded() == [
                5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0,
            ])
        let header = LoaderReply.Header(
            width: 0x0102_0304, height: 5, greatestReduction: 1, orientation: 6, hasAlpha: true, kind: 0,
            pageCount: 2, bandHeight: 7)
        #expect(
            LoaderReply.header(header).encoded() == [
                1, 0, 0, 0, 4, 3, 2, 1, 5, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0,
                0, 7, 0, 0, 0,
            ])
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
        for reply in Self.replies.prefix(5) {
            for length in 0..<reply.encoded().count { Self.expectNoReply(reply.encoded().prefix(length)) }
            Self.expectNoReply(reply.encoded() + [0])
        }
        for length in 0..<4 { Self.expectNoReply(LoaderReply.finished("").encoded().prefix(length)) }
    }

    @Test func valuesThatMeanNothingAreRefused() {
        // Kinds of message, a version, a format, a truth value, numbers that are not finite.
        for kind: UInt8 in [0, 8, 255] {
            Self.expectNoRequest(
                [kind, 0, 0, 0] + LoaderRequest.open(.png, page: 0, memoryLimit: 1).encoded().dropFirst(4))
        }
        let open = LoaderRequest.open(.png, page: 0, memoryLimit: 1).encoded()
        for (place, value): (Int, UInt8) in [(3, 1), (4, 1), (4, 4), (8, 0), (8, 16)] {
            var bytes = open
            bytes[place] = value
            Self.expectNoRequest(bytes)
        }
        for kind: UInt8 in [0, 10, 255] { Self.expectNoReply([kind, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]) }
        for (place, value): (Int, UInt8) in [(20, 2), (23, 1)] {
            var bytes = LoaderReply.header(Self.header).encoded()
            bytes[place] = value
            Self.expectNoReply(bytes)
        }
        for scale in [Double.nan, .infinity, -.infinity] {
            Self.expectNoRequest(LoaderRequest.draw(scale: scale, x: 0, y: 0, canvas: 0).encoded())
            Self.expectNoReply(LoaderReply.frame(index: 0, canvas: 0, start: scale).encoded())
        }
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
            var bytes = (0..<Int.random(in: 0...44, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            // Half of them begin like a message.
            if bytes.count >= 4, Bool.random(using: &numbers) {
                bytes.replaceSubrange(0..<4, with: [UInt8.random(in: 0...9, using: &numbers), 0, 0, 0])
            }
            if let request = try? LoaderRequest(decoding: bytes) { #expect(request.encoded() == bytes) }
            switch try? LoaderReply(decoding: bytes) {
            case .header?, .rows?, .frame?, .drawn?, .tooLarge?:
                #expect(try LoaderReply(decoding: bytes).encoded() == bytes)
            case .finished?: #expect(bytes.starts(with: [3, 0, 0, 0]))
            case .failed?: #expect(bytes.starts(with: [4, 0, 0, 0]))
            case .noFrame?: #expect(bytes.starts(with: [6, 0, 0, 0]))
            case .description?: #expect(bytes.starts(with: [8, 0, 0, 0]))
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
