import Testing

@testable import xzoom

@Suite struct TitleFormatTests {
    private static let facts = TitleFormat.Facts(
        name: "a.png", path: "/b/a.png", width: 640, height: 480, scale: 0.5, number: 2, count: 3)

    private static func percent(_ scale: Double) -> String? {
        TitleFormat("%z")?.title(TitleFormat.Facts(scale: scale), remark: nil)
    }

    @Test func everyLetterTellsItsFact() {
        let format = TitleFormat("%n|%p|%w|%h|%z|%i|%c|%%|é")
        #expect(format?.title(Self.facts, remark: nil) == "a.png|/b/a.png|640|480|50|2|3|%|é")
    }

    @Test func remarkIsPutBehind() {
        #expect(TitleFormat("%n")?.title(Self.facts, remark: "cut short") == "a.png – cut short")
        // A name that goes from right to left does not take the rest along.
        let facts = TitleFormat.Facts(name: "שלום.png", width: 1)
        #expect(
            TitleFormat("%n %w")?.title(facts, remark: nil) == "\u{200E}\u{2068}שלום.png\u{2069} 1")
        #expect(TitleFormat("")?.title(Self.facts, remark: nil) == "")
    }

    @Test func standardTellsTheNumberOfSeveralFilesAlone() {
        var facts = Self.facts
        #expect(TitleFormat.standard.title(facts, remark: nil) == "a.png – 640 × 480 – 50 % – 2/3")
        #expect(TitleFormat.standard.title(facts, remark: "x") == "a.png – 640 × 480 – 50 % – 2/3 – x")
        facts.count = 1
        #expect(TitleFormat.standard.title(facts, remark: nil) == "a.png – 640 × 480 – 50 %")
        // A format of one's own tells what it is told to.
        #expect(TitleFormat("%n")?.title(Self.facts, remark: nil) == "a.png")
    }

    @Test func whatAFactSaysIsNoFormat() {
        #expect(TitleFormat("%n")?.title(.init(name: "100%w"), remark: nil) == "100%w")
    }

    @Test(arguments: ["%", "100%", "%x", "%N", "% n", "%%%", "%n%"]) func otherLettersAreRefused(text: String)
    {
        #expect(TitleFormat(text) == nil)
    }

    @Test func perCentIsWholeFromTenOn() {
        #expect(Self.percent(1) == "100")
        #expect(Self.percent(12.345) == "1235" || Self.percent(12.345) == "1234")
        #expect(Self.percent(0.104) == "10")
        #expect(Self.percent(0.1) == "10")
        #expect(Self.percent(0.0999) == "9.99")
        #expect(Self.percent(0.05) == "5.00")
        #expect(Self.percent(0.0123) == "1.23")
        #expect(Self.percent(0.00056) == "0.06")
        #expect(Self.percent(0) == "0.00")
        #expect(Self.percent(.infinity) == "1000000000")
        // What is rounded up to ten is ten.
        #expect(Self.percent(0.099999) == "10")
    }
}
