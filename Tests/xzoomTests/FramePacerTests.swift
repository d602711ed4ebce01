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
        pacer.ended()
        #expect(pacer.nextFrame == 2 + 1.0 / 60)
    }

    @Test func oneFrameForEachRefresh() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.ended()
        #expect(pacer.nextFrame == 10.25)
    }

    @Test func noneBeforeTheServerHasShownTheLast() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        // Half a second is the longest that the server's word is waited for.
        #expect(pacer.nextFrame == 10.5)
        pacer.ended()
        #expect(pacer.nextFrame == 10.25)
    }

    /// Waking a little late keeps the beat; waking later begins another.
    @Test func beat() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.ended()
        pacer.began(at: 10.25 + 0.04)
        pacer.ended()
        #expect(pacer.nextFrame == 10.5)
        pacer.began(at: 10.5 + 0.06)
        pacer.ended()
        #expect(pacer.nextFrame == 10.5 + 0.06 + 0.25)
        // A frame before its time, as after a hurry, begins another too.
        pacer.began(at: 10.7)
        pacer.ended()
        #expect(pacer.nextFrame == 10.7 + 0.25)
    }

    @Test func hurryIsAtOnceUnlessAFrameIsUnderWay() {
        var pacer = Self.pacer()
        pacer.began(at: 10)
        pacer.hurry()
        #expect(pacer.nextFrame == 10.5)
        pacer.ended()
        pacer.hurry()
        #expect(pacer.nextFrame == -.infinity)
        pacer.began(at: 10.1)
        pacer.ended()
        #expect(pacer.nextFrame == 10.1 + 0.25)
    }
}
