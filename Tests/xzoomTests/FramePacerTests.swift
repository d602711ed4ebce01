import Testing

@testable import xzoom

@Suite struct FramePacerTests {
    private static func pacer() -> FramePacer {
        var pacer = FramePacer()
        pacer.interval = 0.25
        return pacer
    }

    @Test func firstFrameIsAtOnce() { #expect(FramePacer().nextFrame == -.infinity) }

    @Test func sixtyFramesASecondUntilTheMonitorIsKnown() {
        var pacer = FramePacer()
        pacer.began(at: 2)
        pacer.ended(at: 2)
        #expect(pacer.nextFrame == 2 + 1.0 / 60)
    }

    @Test func oneFrameForEachRefresh() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.ended(at: 10)
        #expect(pacer.nextFrame == 10.25)
    }

    @Test func noneBeforeTheServerHasShownTheLast() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        // Half a second is the longest that the server's word is waited for.
        #expect(pacer.nextFrame == 10.5)
        pacer.ended(at: 10)
        #expect(pacer.nextFrame == 10.25)
    }

    /// Waking a little late keeps the beat; waking later begins another.
    @Test func beat() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.ended(at: 10)
        pacer.began(at: 10.25 + 0.04)
        pacer.ended(at: 10.25 + 0.04)
        #expect(pacer.nextFrame == 10.5)
        pacer.began(at: 10.5 + 0.06)
        pacer.ended(at: 10.5 + 0.06)
        #expect(pacer.nextFrame == 10.5 + 0.06 + 0.25)
        // A frame before its time, as after a hurry, begins another too.
        pacer.began(at: 10.7)
        pacer.ended(at: 10.7)
        #expect(pacer.nextFrame == 10.7 + 0.25)
    }

    /// On a slow link to a server there are as many frames as fit into a round trip, and one more.
    @Test func slowLink() {
        var pacer = Self.pacer()
        pacer.latency = 0.5
        for frame in 0..<3 {
            #expect(pacer.nextFrame <= 10 + Double(frame) * 0.25)
            pacer.began(at: 10 + Double(frame) * 0.25)
        }
        #expect(pacer.nextFrame == 10.5 + 0.5)
        pacer.ended(at: 10.6)
        #expect(pacer.nextFrame == 10.75)
        #expect(!pacer.hasTime)
        // A short link allows one.
        pacer.latency = 0.1
        #expect(pacer.nextFrame == 11)
        // What never came is forgotten.
        pacer.began(at: 11)
        pacer.ended(at: 11)
        #expect(pacer.nextFrame == 11.25)
    }

    @Test func hurryIsAtOnceUnlessAFrameIsUnderWay() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.hurry()
        #expect(pacer.nextFrame == 10.5)
        pacer.ended(at: 10)
        pacer.hurry()
        #expect(pacer.nextFrame == -.infinity)
        pacer.began(at: 10.1)
        pacer.ended(at: 10.1)
        #expect(pacer.nextFrame == 10.1 + 0.25)
    }

    /// Events between two frames are read when the next one may be; not while nothing or something urgent is under way.
    @Test func restsBetweenFrames() {
        var pacer = Self.pacer()
        #expect(pacer.restEnd == -.infinity)
        pacer.began(at: 10)
        #expect(pacer.restEnd == 10.25)
        pacer.hurry()
        #expect(pacer.restEnd == -.infinity)
        pacer.ended(at: 10.1)
        pacer.began(at: 11)
        pacer.ended(at: 11.1)
        #expect(pacer.restEnd == -.infinity)
    }

    @Test func hasTimeWhereTheServerKeepsPace() {
        var pacer = Self.pacer()
        for (answer, hasTime) in [(10.25, true), (10.5, false), (10.125, true)] {
            pacer.began(at: 10)
            pacer.ended(at: answer)
            #expect(pacer.hasTime == hasTime)
        }
    }
}
