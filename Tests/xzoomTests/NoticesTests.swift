import Rendering
import ScrollView
import Testing

@testable import xzoom

@Suite struct NoticesTests {
    /// The kinds that are seen, and how much.
    private func seen(_ notices: Notices, at time: Double) -> [Notices.Kind: Double] {
        Dictionary(uniqueKeysWithValues: notices.notices(at: time).map { ($0.kind, $0.opacity) })
    }

    @Test func nothingAtFirst() {
        let notices = Notices()
        #expect(notices.isEmpty)
        #expect(notices.notices(at: 0) == [])
        #expect(notices.nextUpdate(after: 0) == .none)
    }

    @Test func zoomStaysAndFades() {
        var notices = Notices()
        notices.noteZoom(1, at: 10)
        notices.noteZoom(1.25, at: 10.5)
        #expect(
            notices.notices(at: 10.5) == [
                Notices.Notice(kind: .zoom, content: .zoom(1.25), opacity: 1)
            ])
        #expect(notices.nextUpdate(after: 10.5) == .at(11.3))
        #expect(seen(notices, at: 11.2999) == [.zoom: 1])
        #expect(notices.nextUpdate(after: 11.3) == .everyFrame)
        #expect(abs((seen(notices, at: 11.425)[.zoom] ?? 0) - 0.5) < 1e-9)
        #expect(seen(notices, at: 11.56) == [:])
        #expect(notices.nextUpdate(after: 11.56) == .none)
        notices.advance(to: 11.5)
        #expect(!notices.isEmpty)
        notices.advance(to: 11.56)
        #expect(notices.isEmpty)
    }

    /// A zoom that goes on is told ten times a second, and the last number of it at the end.
    @Test func numbersCanBeRead() {
        var notices = Notices()
        var told: [Double] = []
        let note = {
            if case .zoom(let scale)? = notices.notices(at: $0).first?.content, told.last != scale {
                told.append(scale)
            }
        }
        for frame in 0...15 {
            let now = Double(frame) / 60
            // What is due is told before what is new.
            notices.advance(to: now)
            notices.noteZoom(1 + Double(frame), at: now)
            note(now)
        }
        #expect(told == [1, 6, 12])
        guard case .at(let time) = notices.nextUpdate(after: 0.25) else { return #expect(Bool(false)) }
        #expect(abs(time - 0.3) < 1e-9)
        notices.advance(to: time)
        note(time)
        #expect(told == [1, 6, 12, 16])
        #expect(notices.nextUpdate(after: time) == .at(0.25 + 0.8))
    }

    @Test func withoutAnimationsNothingFades() {
        var notices = Notices()
        notices.isAnimated = false
        notices.noteZoom(1, at: 0)
        #expect(seen(notices, at: 0.7999) == [.zoom: 1])
        #expect(seen(notices, at: 0.8) == [:])
        #expect(notices.nextUpdate(after: 0.8) == .none)
    }

    /// One that fades is whole again when there is more to tell.
    @Test func aChangeEndsAFade() {
        var notices = Notices()
        notices.noteZoom(1, at: 0)
        #expect((seen(notices, at: 0.9)[.zoom] ?? 1) < 1)
        notices.noteZoom(2, at: 1)
        #expect(seen(notices, at: 1) == [.zoom: 1])
        #expect(notices.nextUpdate(after: 1) == .at(1.8))
    }

    @Test func stepTakesThePlaceOfTheZoom() {
        var notices = Notices()
        notices.noteZoom(1, at: 0)
        notices.noteStep(name: "a.png", number: 3, count: 17, at: 0.1)
        #expect(
            notices.notices(at: 1.5) == [
                Notices.Notice(
                    kind: .step, content: .step(name: "a.png", number: 3, count: 17), opacity: 1)
            ])
        #expect(notices.nextUpdate(after: 0.1) == .at(1.6))
        notices.noteZoom(2, at: 0.2)
        #expect(seen(notices, at: 0.2) == [.zoom: 1, .step: 1])
    }

    @Test func aQuickLoadIsNotToldOf() {
        var notices = Notices()
        notices.noteLoading(name: "a", at: 5)
        #expect(notices.nextUpdate(after: 5) == .at(5.3))
        #expect(seen(notices, at: 5.29) == [:])
        notices.noteLoaded()
        #expect(notices.isEmpty)
        #expect(seen(notices, at: 6) == [:])
    }

    @Test func aSlowLoadHasABar() {
        var notices = Notices()
        notices.noteLoading(name: "a", at: 0)
        let bar = { (time: Double) -> ClosedRange<Double>? in
            guard case .loading("a", let bar) = notices.notices(at: time).first?.content else { return nil }
            return bar
        }
        #expect(bar(0.2999) == nil)
        #expect(bar(0.3) == 0...0.25)
        #expect(notices.nextUpdate(after: 0.3) == .everyFrame)
        // To the other end and back.
        #expect(abs((bar(0.9)?.lowerBound ?? 0) - 0.375) < 1e-9)
        #expect(abs((bar(1.5)?.lowerBound ?? 0) - 0.75) < 1e-9)
        #expect(abs((bar(2.1)?.lowerBound ?? 0) - 0.375) < 1e-9)
        notices.noteLoaded(share: 0.5)
        #expect(bar(1) == 0...0.5)
        #expect(notices.nextUpdate(after: 1) == .none)
        // One that was told of is to its end.
        notices.advance(to: 1)
        notices.noteLoaded(share: 7)
        #expect(bar(1) == 0...1)
        // The next load begins anew.
        notices.noteLoading(name: "a", at: 2)
        #expect(bar(2.2) == nil)
        notices.isAnimated = false
        #expect(bar(2.9) == 0...0)
        #expect(notices.nextUpdate(after: 2.9) == .none)
    }

    @Test func aLoadAboutToEndIsNotToldOf() {
        var notices = Notices()
        notices.noteLoading(name: "a", at: 0)
        // Three quarters in 0.3 s: the rest takes another 0.1 s.
        notices.noteLoaded(share: 0.75)
        #expect(seen(notices, at: 0.3) == [:])
        // Three quarters in 0.9 s: another 0.3 s.
        guard case .at(let due) = notices.nextUpdate(after: 0.3) else { return #expect(Bool(false)) }
        #expect(abs(due - 0.9) < 1e-9)
        #expect(seen(notices, at: due) == [.loading: 1])
        notices.advance(to: due)
        notices.noteLoaded(share: 0.99)
        #expect(seen(notices, at: 1) == [.loading: 1])
    }

    @Test func messagesTakeTurns() {
        var notices = Notices()
        notices.say("one", at: 0)
        notices.say("two", at: 3)
        #expect(
            notices.notices(at: 6.9) == [
                Notices.Notice(kind: .message, content: .message("two"), opacity: 1)
            ])
        #expect(seen(notices, at: 7.25) == [:])
    }

    @Test func helpHidesTheRest() {
        var notices = Notices()
        notices.showPanel([Notices.Fact(name: "File", value: "a.png")])
        notices.noteZoom(1, at: 0)
        notices.showHelp([.text("Keys")])
        #expect(seen(notices, at: 0.1) == [.help: 1])
        #expect(notices.nextUpdate(after: 0.1) == .none)
        notices.showHelp(nil)
        #expect(seen(notices, at: 100) == [.panel: 1])
        notices.showPanel(nil)
        #expect(seen(notices, at: 100) == [:])
    }

    @Test func theNextUpdateIsTheNearest() {
        var notices = Notices()
        notices.say("words", at: 0)
        notices.noteMove(at: 0)
        #expect(notices.nextUpdate(after: 0) == .at(0.6))
        #expect(notices.nextUpdate(after: 0.7) == .everyFrame)
        #expect(notices.nextUpdate(after: 0.85) == .at(4))
    }
}
