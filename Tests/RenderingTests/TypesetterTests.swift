import Geometry
import Posix
import Testing

@testable import Rendering

@Suite struct TypesetterTests {
    private static let room = PixelSize(width: 600, height: 400)

    private static func label(
        _ lines: [Label.Line], _ style: Label.Style = .line, fontSize: Double = 14, room: PixelSize = room,
        hasBar: Bool = false
    ) -> Label {
        Label(lines, style: style, fontSize: fontSize, maximumSize: room, hasBar: hasBar)
    }

    private static func set(_ label: Label) throws -> TypesetLabel {
        try #require(try LabelSetter().set(label))
    }

    private static func set(_ text: String, _ style: Label.Style = .line) throws -> TypesetLabel {
        try set(label([.text(text)], style))
    }

    /// Pixels of letters: brighter than the box.
    private static func lightPixels(_ label: TypesetLabel) -> Int { label.pixels.count { $0 & 0xFF > 0x80 } }

    @Test func aBoxWithLightLetters() throws {
        let label = try Self.set("125 %")
        #expect(label.bar == nil)
        #expect(Self.lightPixels(label) > 20)
        // Black at 65 %, and nothing in the corners, which are round.
        #expect(label.pixels[label.size.width / 2 + 2 * label.size.width] == 0xA600_0000)
        #expect(label.pixels[0] >> 24 < 0x20)
        // Premultiplied.
        #expect(label.pixels.allSatisfy { $0 & 0xFF <= $0 >> 24 })
    }

    @Test(arguments: [
        "שלום עולם.jpg", "مرحبا بالعالم", "写真の名前.png", "हिन्दी", "👩‍👩‍👧 emoji", "\u{F0000}\u{E000}",
        "a\u{301}\u{302}",
    ])
    func anyScript(text: String) throws {
        let label = try Self.set(text)
        #expect(Self.lightPixels(label) > 0)
        #expect(label.pixels != (try Self.set("Latin letters")).pixels)
    }

    /// The longest name that a file can have, one of the longest paths, and marks piled up.
    @Test(arguments: [
        String(repeating: "W", count: 4096), "a" + String(repeating: "\u{301}", count: 4096),
        String(repeating: "名", count: 4096), String(repeating: "\n", count: 4096),
    ])
    func longTextIsCut(text: String) throws {
        for style in [Label.Style.line, .paragraph, .table, .sheet] {
            let label = try Self.set(text, style)
            #expect(label.size.width <= Self.room.width && label.size.height <= Self.room.height)
        }
        #expect(try Self.set(text).size.height < 60)
    }

    @Test func controlsAreReplaced() {
        let text = Label.text(of: [.text("a\nb\tc\u{7}\u{2029}d"), .pair("n\t", "v\0")])
        #expect(text == "a\u{FFFD}b\u{FFFD}c\u{FFFD}\u{FFFD}d\nn\u{FFFD}\tv\u{FFFD}")
        let long = Label.text(of: [.text(String(repeating: "a", count: 5000) + "end")])
        #expect(long.unicodeScalars.count == 401)
        #expect(long.hasSuffix("aend"))
    }

    @Test func emptyTextIsNoHarm() throws {
        _ = try LabelSetter().set(Self.label([.text("")]))
        _ = try LabelSetter().set(Self.label([], .sheet))
        _ = try LabelSetter().set(Self.label([.pair("", "")], .table))
        let tiny = PixelSize(width: 3, height: 3)
        #expect(try LabelSetter().set(Self.label([.text("words")], room: tiny)) == nil)
    }

    @Test func theBarHasRoom() throws {
        let plain = try Self.set("Loading")
        let label = try Self.set(Self.label([.text("Loading")], hasBar: true))
        let bar = try #require(label.bar)
        #expect(label.size.height == plain.size.height + 4 + 8)
        #expect(
            bar
                == PixelRect(
                    x0: 8, y0: plain.size.height, x1: label.size.width - 8, y1: plain.size.height + 4))
    }

    @Test func largerLettersTakeMoreRoom() throws {
        let (one, two) = (
            try Self.set(Self.label([.text("125 %")])),
            try Self.set(Self.label([.text("125 %")], fontSize: 28))
        )
        #expect(abs(Double(two.size.width) / Double(one.size.width) - 2) < 0.15)
        #expect(abs(Double(two.size.height) / Double(one.size.height) - 2) < 0.15)
    }

    /// What is wrapped of a value stays in its column.
    @Test func valuesAreInAColumn() throws {
        let label = try Self.set(
            Self.label(
                [.pair("Name", "a value"), .pair("Longer", String(repeating: "word ", count: 40))], .table))
        // Between the columns there is nothing but the box.
        let gap = (8..<label.size.width - 8).filter { x in
            (2..<label.size.height - 2).allSatisfy { label.pixels[$0 * label.size.width + x] == 0xA600_0000 }
        }
        #expect(gap.count >= 10)
        #expect(label.size.height > 60)
    }

    @Test func aSheetFitsBySmallerLettersOrMoreColumns() throws {
        let lines = (0..<40).map { Label.Line.pair("key \($0)", "what it does") }
        let room = { (width: Int, height: Int) in PixelSize(width: width, height: height) }
        let tall = try Self.set(Self.label(lines, .sheet, room: room(1000, 2000)))
        let wide = try Self.set(Self.label(lines, .sheet, room: room(1600, 450)))
        let small = try Self.set(Self.label(lines, .sheet, room: room(320, 240)))
        // Fonts differ in the height of a line; none is lower than its letters.
        #expect(tall.size.height > 40 * 14 && tall.size.width < 300)
        #expect(wide.size.height <= 450 && wide.size.width * 2 > tall.size.width * 3)
        #expect(small.size.height <= 240 && small.size.width <= 320)
    }

    // MARK: On a thread

    private static func outcomes(_ typesetter: Typesetter<Int>, _ count: Int) -> [Typesetter<Int>.Outcome] {
        var outcomes: [Typesetter<Int>.Outcome] = []
        while outcomes.count < count {
            let deadline = Clock.now() + 30
            guard !Poll.wait(reading: [typesetter.rawValue], until: deadline).isEmpty else { break }
            outcomes += typesetter.takeOutcomes()
        }
        return outcomes
    }

    /// Of many orders for a slot the last one is set, and all of those for others.
    @Test func theNewestOrderWins() throws {
        let typesetter = try Typesetter<Int>()
        for number in 0..<200 { typesetter.order(Self.label([.text("\(number) %")]), for: 1) }
        typesetter.order(Self.label([.text("other")]), for: 2)
        var set: [Int: [Label]] = [:]
        while set[2] == nil {
            for outcome in Self.outcomes(typesetter, 1) {
                guard case .typeset(let label, let slot, let image) = outcome else {
                    Issue.record("\(outcome)")
                    return
                }
                #expect(image != nil)
                set[slot, default: []].append(label)
            }
        }
        #expect(set[1]?.last?.lines == [.text("199 %")])
        #expect((set[1]?.count ?? 0) < 200)
        #expect(set[2]?.count == 1)
    }
}
