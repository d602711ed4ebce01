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
        .description("Landlock: on\nx"), .facts([PictureFact(.details, "é")]),
        .facts(PictureFact.Kind.allCases.map { PictureFact($0, "x\($0)") }),
    ]

    @Test func messagesComeThrough() throws {
        for request in Self.requests { #expect(try LoaderRequest(decoding: request.encoded()) == request) }
        for reply in Self.replies { #expect(try LoaderReply(decoding: reply.encoded()) == reply) }
    }

    @Test func bytesAreThoseOfTheProtocol() {
        #expect(
            LoaderRequest.open(.jpeg, page: 3, memoryLimit: 0x0102).encoded() == [
                1, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0,
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
        let facts = [PictureFact(.colors, "ab"), PictureFact(.camera, "c")]
        #expect(
            LoaderReply.facts(facts).encoded() == [
                10, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 0x61, 0x62, 5, 0, 0, 0, 1, 0, 0, 0, 0x63,
            ])
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
        for (place, value): (Int, UInt8) in [(3, 1), (4, 1), (4, 3), (4, 5), (8, 0), (8, 16)] {
            var bytes = open
            bytes[place] = value
            Self.expectNoRequest(bytes)
        }
        for kind: UInt8 in [0, 10, 11, 255] { Self.expectNoReply([kind, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]) }
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

    @Test func factsThatMakeNoSenseAreRefused() {
        let facts: [[UInt32]] = [
            // None, too many, an unknown kind, no words, more words than there are, and than there may be.
            [0], [65, 1, 1], [1, 0, 1], [1, 22, 1], [1, 1, 0], [1, 1, 2], [1, 1, .max],
            // A kind twice, and kinds in another order; a fact that is not there.
            [2, 1, 0, 1, 0], [2], [1], [1, 1],
        ]
        for numbers in facts {
            let bytes = ([10] + numbers).flatMap { number in
                withUnsafeBytes(of: number.littleEndian) { Array($0) }
            }
            Self.expectNoReply(bytes + [0x61])
        }
        let twice = [PictureFact(.lens, "a"), PictureFact(.lens, "a")]
        Self.expectNoReply(LoaderReply.facts(twice).encoded())
        Self.expectNoReply(LoaderReply.facts([PictureFact(.lens, "a"), PictureFact(.camera, "a")]).encoded())
        Self.expectNoReply(LoaderReply.facts([PictureFact(.lens, "")]).encoded())
        for length in 0..<14 {
            Self.expectNoReply(LoaderReply.facts([PictureFact(.lens, "abc")]).encoded().prefix(length))
        }
    }

    @Test func textIsCutAndRepaired() throws {
        let long = LoaderReply.failed(String(repeating: "ab", count: 600)).encoded()
        #expect(long.count == 1028)
        #expect(try LoaderReply(decoding: long) == .failed(String(repeating: "ab", count: 512)))
        Self.expectNoReply(long + [0x61])
        // Three bytes each: 341 letters are 1023 bytes; no letter is cut in two.
        let letters = String(repeating: "–", count: 400)
        let cut = LoaderReply.finished("xx" + letters).encoded()
        #expect(cut.count == 1026)
        #expect(try LoaderReply(decoding: cut) == .finished("xx" + String(repeating: "–", count: 340)))
        let fact = LoaderReply.facts([PictureFact(.comment, letters)]).encoded()
        #expect(fact.count == 4 + 4 + 8 + 1023)
        let short = String(repeating: "–", count: 341)
        #expect(try LoaderReply(decoding: fact) == .facts([PictureFact(.comment, short)]))
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
                bytes.replaceSubrange(0..<4, with: [UInt8.random(in: 0...10, using: &numbers), 0, 0, 0])
            }
            if let request = try? LoaderRequest(decoding: bytes) { #expect(request.encoded() == bytes) }
            switch try? LoaderReply(decoding: bytes) {
            case .header?, .rows?, .frame?, .drawn?, .tooLarge?:
                #expect(try LoaderReply(decoding: bytes).encoded() == bytes)
            case .finished?: #expect(bytes.starts(with: [3, 0, 0, 0]))
            case .failed?: #expect(bytes.starts(with: [4, 0, 0, 0]))
            case .noFrame?: #expect(bytes.starts(with: [6, 0, 0, 0]))
            case .facts?: #expect(bytes.starts(with: [10, 0, 0, 0]))
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
