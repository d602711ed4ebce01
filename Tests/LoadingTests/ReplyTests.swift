import Geometry
import Posix
import Testing

@testable import Loading

/// Loaders that say anything in any order.
@Suite struct ReplyTests {
    /// What a random loader says: a message that may fit, or one that is bent.
    /// - Parameters:
    ///   - numbers: what it depends on.
    ///   - due: the kinds of which one is due.
    ///   - asked: the frame that was asked for.
    ///   - canvas: where it was asked into.
    /// - Returns: the message's bytes.
    private static func reply(
        _ numbers: inout SeededNumbers, due: ClosedRange<Int>, asked: Int, canvas: UInt32
    ) -> [UInt8] {
        func small() -> UInt32 { UInt32.random(in: 0...5, using: &numbers) }
        func odd() -> UInt32 {
            [0, 1, 7, 16, 17, 0x7FFF_FFFF, 0xFFFF_FFFF].randomElement(using: &numbers) ?? 0
        }
        let times: [Double] = [0, 0.1, 1, 1e6, 2e9, -1, 1e308]
        let time = times.randomElement(using: &numbers) ?? 0
        let reply: LoaderReply
        let isDue = Int.random(in: 0...9, using: &numbers) > 0
        switch Int.random(in: isDue ? due : 0...12, using: &numbers) {
        case 0...2:
            let isOdd = Int.random(in: 0...3, using: &numbers) == 0
            reply = .header(
                .init(
                    width: isOdd ? odd() : 8, height: isOdd ? odd() : 16,
                    greatestReduction: isOdd ? small() : 0, orientation: isOdd ? small() : 1, hasAlpha: isOdd,
                    kind: small() % (isOdd ? 5 : 3),
                    pageCount: isOdd ? odd() : 1, bandHeight: isOdd ? odd() : 0))
        case 3...5: reply = .rows(first: small(), end: small() * 4)
        case 6: reply = .finished("")
        case 7 where Bool.random(using: &numbers): reply = .finished("")
        case 7: reply = .facts([PictureFact(.camera, "\u{1B}"), PictureFact(.flash, "fired")])
        case 8: reply = .failed("\u{1B}")
        case 9, 10: reply = .frame(index: UInt32(asked), canvas: canvas + small() / 5, start: time)
        case 11: reply = .noFrame(count: odd(), duration: time, loops: odd(), "x")
        default: reply = .drawn(canvas: canvas)
        }
        var bytes = reply.encoded()
        guard Int.random(in: 0...19, using: &numbers) == 0 else { return bytes }
        bytes[Int.random(in: bytes.indices, using: &numbers)] ^= UInt8.random(in: 1...255, using: &numbers)
        return bytes
    }

    /// Whatever comes, events have an order and their numbers are within bounds.
    @Test func randomReplies() throws {
        var numbers = SeededNumbers(state: 11)
        var (begun, ended, answered, told) = (0, 0, 0, 0)
        for _ in 0..<3000 {
            let (ours, theirs) = try Channel.pair()
            let request = PictureLoad.Request(format: .png, loaderFolder: "", memoryLimit: 1 << 16)
            let load = PictureLoad(request, channel: ours, nil)
            var raster: Raster?
            var asked: Int?
            var hasEnded = false
            var hasFacts = false
            var canvases: UInt32 = 0
            for _ in 0..<20 where !load.isOver {
                if load.isIdle, let size = raster?.size {
                    let canvas = try load.makeCanvas(size: size)
                    canvases += 1
                    asked = Int.random(in: 0...6, using: &numbers)
                    if Bool.random(using: &numbers) {
                        load.requestDrawing(scale: 1, x: 0, y: 0, into: canvas)
                    } else {
                        load.requestFrame(asked ?? 0, into: canvas)
                    }
                }
                let passed = Int.random(in: 0...3, using: &numbers) == 0 ? ours.rawValue : -1
                let due = raster == nil ? 0...2 : hasEnded ? 9...12 : 3...7
                try theirs.send(
                    Self.reply(&numbers, due: due, asked: asked ?? 0, canvas: canvases), passing: passed)
                for event in load.receive(at: Clock.now()) {
                    switch event {
                    case .began(let info):
                        #expect(raster == nil && info.pageCount > 0)
                        let reduction = Int.random(in: 0...info.greatestReduction, using: &numbers)
                        guard let new = try? load.makeRaster(reduction: reduction) else { break }
                        #expect(new.memory.bytes.count <= 1 << 16)
                        raster = new
                        begun += 1
                    case .rows(let rows):
                        #expect(!hasEnded && !rows.isEmpty && rows.upperBound <= (raster?.size.height ?? 0))
                    case .ended:
                        #expect(!hasEnded && raster != nil)
                        hasEnded = true
                        ended += 1
                    case .facts(let facts):
                        #expect(!hasEnded && !hasFacts)
                        #expect((1...2).contains(facts.count))
                        #expect(facts.allSatisfy { $0.text == $0.text.singleLine })
                        hasFacts = true
                        told += 1
                    case .failed: #expect(load.isOver)
                    case .frame(let index, let canvas, let start):
                        #expect(index == asked && canvas.raster.size == raster?.size)
                        #expect((Double(index) * 0.01...1e9).contains(start))
                        answered += 1
                    case .noFrame(let count, let duration, _, _):
                        #expect((1...max(1, asked ?? 0)).contains(count) && (0...1e9).contains(duration))
                        answered += 1
                    case .drawn: answered += 1
                    }
                }
            }
        }
        // The random loaders get everywhere.
        #expect(
            begun > 1000 && ended > 300 && answered > 50 && told > 50, "\(begun) \(ended) \(answered) \(told)"
        )
    }
}
