import Testing

@testable import xzoom

@Suite struct TimingTests {
    @Test(arguments: [
        (0.0, "0.00"), (0.004, "0.00"), (0.006, "0.01"), (1.5, "1.50"), (12.346, "12.35"),
        (1999.999, "2000.00"),
        (-1, "0.00"),
    ])
    func numbers(value: Double, text: String) { #expect(Timing.text(value) == text) }

    @Test func summaries() {
        #expect(Timing.summary([]) == "–")
        #expect(Timing.summary([2]) == "2.00 (at most 2.00)")
        #expect(Timing.summary([3, 1, 20]) == "3.00 (at most 20.00)")
    }
}
