import Testing

@testable import X11

@Suite struct ServerClockTests {
    /// Milliseconds until the server's count begins anew.
    private static let wrap = 4_294_967_296.0

    @Test func intervalsAreThoseOfTheServer() {
        var clock = ServerClock()
        #expect(clock.time(of: 5000, now: 100) == 100)
        // Half a second later by the server's count; the event arrives 30 ms late, then in time.
        #expect(clock.time(of: 5500, now: 100.53) == 100.5)
        #expect(clock.time(of: 6000, now: 101) == 101)
    }

    /// A shorter delay than any before moves all later times; none is ever in the future.
    @Test func smallestDelayCountsAsNone() {
        var clock = ServerClock()
        #expect(clock.time(of: 1000, now: 50.25) == 50.25)
        #expect(clock.time(of: 2000, now: 51) == 51)
        // With the delay of 0 seen at the second event the third, 125 ms late, was at 52.
        #expect(clock.time(of: 3000, now: 52.125) == 52)
    }

    @Test func jitterMovesNoTime() {
        var clock = ServerClock()
        _ = clock.time(of: 0, now: 10)
        for step in 1...2000 {
            let delay = Double(step * 7919 % 101) / 1000
            let time = clock.time(of: UInt(step * 8), now: 10 + Double(step) * 0.008 + delay)
            #expect(abs(time - (10 + Double(step) * 0.008)) < 1e-9)
        }
    }

    @Test func countThatBeginsAnewGoesOn() {
        var clock = ServerClock()
        #expect(clock.time(of: UInt(Self.wrap) - 500, now: 7) == 7)
        #expect(abs(clock.time(of: 500, now: 8) - 8) < 1e-6)
        #expect(abs(clock.time(of: 1500, now: 9.25) - 9) < 1e-6)
        // And once more, 49.7 days later.
        let days = Self.wrap / 1000
        #expect(abs(clock.time(of: UInt(Self.wrap) - 1, now: 7.499 + days) - (7.499 + days)) < 1e-6)
        #expect(abs(clock.time(of: 0, now: 7.6 + days) - (7.5 + days)) < 1e-6)
    }

    /// X's Time has 64 bits in Xlib, of which 32 count.
    @Test func highBitsDoNotCount() {
        var clock = ServerClock()
        _ = clock.time(of: 1000, now: 1)
        #expect(clock.time(of: 0xABCD_0000_0000_0000 + 2000, now: 2) == 2)
    }

    @Test func olderStampIsEarlier() {
        var clock = ServerClock()
        _ = clock.time(of: 10_000, now: 10)
        #expect(abs(clock.time(of: 9990, now: 10.001) - 9.99) < 1e-9)
        #expect(abs(clock.time(of: 10_010, now: 10.02) - 10.01) < 1e-9)
    }

    /// One of before the new beginning that comes behind one of after it does no lasting harm.
    @Test func disorderAroundANewBeginning() {
        var clock = ServerClock()
        _ = clock.time(of: UInt(Self.wrap) - 20, now: 1)
        _ = clock.time(of: 5, now: 1.025)
        #expect(clock.time(of: UInt(Self.wrap) - 1, now: 1.03) <= 1.03)
        for step in 1...10 {
            let now = 1.03 + Double(step) / 100
            #expect(abs(clock.time(of: UInt(10 + step * 10), now: now) - now) < 1e-5)
        }
    }

    @Test func neverInTheFuture() {
        var clock = ServerClock()
        var (state, now): (UInt64, Double) = (1, 0)
        for _ in 0..<5000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            now += Double(state >> 54) / 1000
            let time = clock.time(of: UInt(state >> 16), now: now)
            #expect(time.isFinite && time <= now + 1e-6)
        }
    }
}
