import Geometry
import Posix
import Rendering
import Testing

@testable import xzoom

@Suite struct WindowOverlayTests {
    /// A load that ends just when it is to be told of leaves nothing to be done again and again.
    @Test func loadThatEndsWhenItIsToBeToldOf() throws {
        let overlay = WindowOverlay(WindowOverlay.Options())
        let layout = OverlayLayout(window: PixelSize(width: 640, height: 480), scale: 1)
        overlay.notices.noteLoading(name: "a.png", at: 0)
        let time = Notices.patience
        overlay.check(nil, layout, at: time)
        // The words are set by a thread of their own.
        let words = try #require(overlay.rawValue)
        let end = Clock.now() + 10
        while !overlay.isStale, Clock.now() < end {
            overlay.receive(Poll.wait(reading: [words], until: end))
            overlay.check(nil, layout, at: time)
        }
        #expect(overlay.isStale)
        #expect(overlay.deadline(after: time, frame: 7) == 7)
        overlay.notices.noteLoaded()
        #expect(overlay.deadline(after: time, frame: 7) == nil)
        overlay.check(nil, layout, at: time)
        #expect(!overlay.isStale)
    }
}
