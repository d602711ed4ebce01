import Testing

@testable import xzoom

@Suite struct AnimationScheduleTests {
    /// Frames of an animation that are due at these seconds.
    private static let starts = [0, 0.1, 0.3, 0.6]

    /// Hands in the frames that are wanted, at once, up to `limit` of them.
    private static func fill(
        _ schedule: inout AnimationSchedule, at now: Double, limit: Int = 2, loops: Int = 0
    ) {
        while schedule.waiting.count < limit, let wanted = schedule.wanted {
            if wanted < starts.count {
                schedule.frameCame(wanted, start: starts[wanted], at: now)
            } else {
                schedule.endCame(count: starts.count, duration: 1, loops: loops)
            }
        }
    }

    /// The frames shown at each of the times, where the loader keeps up.
    private static func play(_ times: [Double], loops: Int = 0) -> [Int] {
        var schedule = AnimationSchedule(startingAt: 100)
        var now = 100.0
        return times.map { time in
            while now < 100 + time {
                now = min(now + 0.01, 100 + time)
                fill(&schedule, at: now, loops: loops)
                _ = schedule.advance(to: now, ready: 2)
            }
            return schedule.shown.index
        }
    }

    @Test func framesAreShownAtTheirTimes() {
        #expect(Self.play([0, 0.0999, 0.1001, 0.2999, 0.3001, 0.6, 0.9999]) == [0, 0, 1, 1, 2, 3, 3])
    }

    @Test func loopsFollowEachOtherWithoutAGap() {
        #expect(
            Self.play([0.61, 1.0001, 1.0999, 1.1001, 1.31, 1.61, 2.0001, 2.31]) == [3, 0, 0, 1, 2, 3, 0, 2])
    }

    @Test func countOfLoopsIsKept() {
        #expect(Self.play([0.61, 0.99, 1.01, 7], loops: 1) == [3, 3, 3, 3])
        #expect(Self.play([0.61, 1.01, 1.61, 2.01, 7], loops: 2) == [3, 0, 3, 3, 3])
    }

    @Test func framesThatComeTooLateAreSkipped() {
        var schedule = AnimationSchedule(startingAt: 0)
        Self.fill(&schedule, at: 0, limit: 3)
        #expect(schedule.advance(to: 0.4, ready: 3) == 2)
        #expect(schedule.shown == .init(index: 2, time: 0.3))
        #expect(schedule.nextDue == 0.6)
    }

    @Test func framesThatAreNotReadyWait() {
        var schedule = AnimationSchedule(startingAt: 0)
        Self.fill(&schedule, at: 0)
        #expect(schedule.advance(to: 0.35, ready: 0) == 0)
        #expect(schedule.advance(to: 0.35, ready: 1) == 1)
        #expect(schedule.shown.index == 1)
        #expect(schedule.advance(to: 0.35, ready: 1) == 1)
        #expect(schedule.shown.index == 2)
    }

    /// A loader that needs longer than the frames last is not chased for ever.
    @Test func slowLoaderMovesTheTimeline() {
        var schedule = AnimationSchedule(startingAt: 0)
        schedule.frameCame(1, start: 0.1, at: 5)
        #expect(schedule.advance(to: 5, ready: 1) == 1)
        schedule.frameCame(2, start: 0.3, at: 5.1)
        #expect(abs((schedule.nextDue ?? 0) - 5.2) < 1e-9)
        // A little late is caught up with.
        _ = schedule.advance(to: 5.2, ready: 1)
        schedule.frameCame(3, start: 0.6, at: 5.7)
        #expect(abs((schedule.nextDue ?? 0) - 5.5) < 1e-9)
    }

    @Test func pauseKeepsTheFrame() {
        var schedule = AnimationSchedule(startingAt: 0)
        Self.fill(&schedule, at: 0)
        _ = schedule.advance(to: 0.1, ready: 2)
        schedule.togglePause(at: 0.2)
        #expect(schedule.isPaused)
        #expect(schedule.nextDue == nil)
        #expect(schedule.advance(to: 50, ready: 2) == 0)
        schedule.togglePause(at: 60)
        // The frame shown counts as shown from now on.
        #expect(abs((schedule.nextDue ?? 0) - 60.2) < 1e-9)
    }

    @Test func stepsGoFrameByFrame() {
        var schedule = AnimationSchedule(startingAt: 0)
        Self.fill(&schedule, at: 0, limit: 3)
        // The first one waits already.
        #expect(schedule.step(1) == 0)
        #expect(schedule.nextDue == -.infinity)
        #expect(schedule.advance(to: 0.01, ready: 3) == 1)
        #expect(schedule.shown.index == 1)
        #expect(schedule.advance(to: 9, ready: 3) == 0)
        // Two at once: what is between is not needed.
        #expect(schedule.step(1) == 0)
        #expect(schedule.step(1) == 1)
        #expect(schedule.advance(to: 9, ready: 1) == 1)
        #expect(schedule.shown.index == 3)
        // Back: it is to be decoded anew.
        #expect(schedule.step(-1) == 0)
        #expect(schedule.wanted == 2)
        #expect(schedule.advance(to: 9, ready: 0) == 0)
        schedule.frameCame(2, start: 0.3, at: 9)
        #expect(schedule.advance(to: 9, ready: 1) == 1)
        #expect(schedule.shown.index == 2)
        // Standing still, one more is decoded and kept.
        #expect(schedule.wanted == 3)
        schedule.frameCame(3, start: 0.6, at: 9)
        #expect(schedule.wanted == nil)
        #expect(schedule.nextDue == nil)
    }

    @Test func stepsGoAroundTheEnds() {
        var schedule = AnimationSchedule(startingAt: 0)
        // The last frame is not known yet.
        #expect(schedule.step(-1) == 0)
        #expect(schedule.wanted == 1)
        for index in 1...3 {
            Self.fill(&schedule, at: 0, limit: 1)
            _ = schedule.step(1)
            #expect(schedule.advance(to: 0, ready: 1) == 1)
            #expect(schedule.shown.index == index)
        }
        _ = schedule.step(1)
        #expect(schedule.wanted == 4)
        schedule.endCame(count: 4, duration: 1, loops: 1)
        #expect(schedule.wanted == 0)
        schedule.frameCame(0, start: 0, at: 0)
        #expect(schedule.advance(to: 0, ready: 1) == 1)
        #expect(schedule.shown.index == 0)
        _ = schedule.step(-1)
        #expect(schedule.wanted == 3)
    }

    @Test func oneFrameIsStill() {
        var schedule = AnimationSchedule(startingAt: 0)
        #expect(schedule.wanted == 1)
        schedule.endCame(count: 1, duration: 0.1, loops: 0)
        #expect(schedule.wanted == nil)
        #expect(schedule.nextDue == nil)
        #expect(schedule.step(1) == 0)
        #expect(schedule.wanted == nil)
        schedule.togglePause(at: 1)
        schedule.togglePause(at: 2)
        #expect(schedule.wanted == nil)
    }

    @Test func whatHasEndedBeginsAnew() {
        var schedule = AnimationSchedule(startingAt: 0)
        for _ in 0..<4 {
            Self.fill(&schedule, at: 0, limit: 1, loops: 1)
            _ = schedule.advance(to: 10, ready: 1)
        }
        #expect(schedule.shown.index == 3)
        #expect(schedule.wanted == nil)
        schedule.togglePause(at: 20)
        #expect(!schedule.isPaused)
        #expect(schedule.wanted == 0)
        Self.fill(&schedule, at: 20, limit: 2, loops: 1)
        #expect(schedule.advance(to: 20, ready: 2) == 1)
        #expect(schedule.shown.index == 0)
        #expect(abs((schedule.nextDue ?? 0) - 20.1) < 1e-9)
    }
}
