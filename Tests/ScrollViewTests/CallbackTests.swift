import Geometry
import ScrollView
import Testing

@Suite("Callbacks")
struct CallbackTests {
    private let recorder = Recorder()

    private func watched() throws -> MediaView {
        let view = try mediaView()
        view.delegate = recorder
        return view
    }

    @Test func pinchInsideTheLimits() throws {
        let view = try watched()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(2, 0, 0, at: 1.1)
        view.pinch(3, 0, 0, at: 1.2)
        view.endPinch(source: 1, at: 1.3)
        #expect(recorder.calls == ["will begin zooming", "did zoom", "did scroll", "did end zooming 3.0"])
        #expect(!view.scrollView.isZooming)
    }

    @Test func pinchBeyondALimitEndsAfterTheSpring() throws {
        let view = try watched()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(20, 0, 0, at: 1.1)
        view.endPinch(source: 1, at: 1.2)
        view.advance(to: 1.3)
        #expect(view.scrollView.isZooming)
        #expect(recorder.calls == ["will begin zooming", "did zoom", "did scroll"])
        view.advance(to: 1.5)
        #expect(recorder.calls.suffix(1) == ["did end zooming 10.0"])
    }

    @Test func cancelledPinchThatGoesOnIsOneZoom() throws {
        let view = try watched()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(2, 0, 0, at: 1.1)
        view.cancelPinch(source: 1, at: 1.2)
        view.beginPinch(source: 1, center: at(500, 400), at: 1.25)
        view.pinch(2, 0, 0, at: 1.3)
        view.endPinch(source: 1, at: 1.4)
        #expect(recorder.calls == ["will begin zooming", "did zoom", "did scroll", "did end zooming 4.0"])
    }

    @Test func cancelledPinchEndsWhenItIsUndone() throws {
        let view = try watched()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(2, 0, 0, at: 1.1)
        view.cancelPinch(source: 1, at: 1.2)
        view.advance(to: 1.3)
        view.advance(to: 1.55)
        #expect(recorder.calls == ["will begin zooming", "did zoom", "did scroll", "did end zooming 1.0"])
    }

    @Test func retargetedAnimationIsOneZoom() throws {
        let view = try watched()
        view.zoomIn(at: 1)
        view.zoomIn(at: 1.1)
        view.zoom(by: 1.25, about: at(0, 0), at: 1.2)
        view.advance(to: 2)
        #expect(
            recorder.calls == ["will begin zooming", "did zoom", "did scroll", "did end zooming 1.953125"])
    }

    @Test func wheelStepAndUnanimatedChangesAreBracketedToo() throws {
        let view = try watched()
        let bracketed = ["will begin zooming", "did zoom", "did scroll", "did end zooming 2.0"]
        view.zoom(by: 2, about: at(500, 400), at: 1)
        #expect(recorder.calls == bracketed)
        recorder.calls = []
        view.animationsEnabled = false
        view.zoom(to: Rect(center: Point(x: 1000, y: 800), size: Size(width: 500, height: 400)), at: 2)
        #expect(recorder.calls == bracketed.dropLast() + ["did end zooming 4.0"])
        recorder.calls = []
        view.scroll(by: Vector(dx: 1, dy: 0), at: 3)
        #expect(recorder.calls == ["did scroll"])
    }

    @Test func aStepAtALimitReportsNothing() throws {
        let view = try watched()
        view.zoomOut(at: 1)
        view.zoom(by: 0.5, about: at(0, 0), at: 1)
        view.nudge(by: Vector(dx: 5, dy: 5), at: 1)
        #expect(recorder.calls == [])
    }

    @Test func panAndDeceleration() throws {
        let view = try watched()
        view.put(zoom: 10, 4000, 3000)
        recorder.calls = []
        view.beginPan(at: 1)
        #expect(view.scrollView.isDragging)
        view.changePan(translation: Vector(dx: 5, dy: 5), at: 1.1)
        view.endPan(velocity: Vector(dx: 500, dy: 0), at: 1.2)
        #expect(view.scrollView.isDecelerating)
        #expect(recorder.calls == ["will begin dragging", "did scroll", "did end dragging true"])
        view.advance(to: 2)
        view.advance(to: 9)
        #expect(recorder.calls.suffix(2) == ["did scroll", "did end decelerating"])
        recorder.calls = []
        view.fling(0, 0, at: 10)
        #expect(recorder.calls == ["will begin dragging", "did end dragging false"])
        recorder.calls = []
        view.fling(500, 0, at: 11)
        view.touchDown(at: 11.5)
        #expect(
            recorder.calls == [
                "will begin dragging", "did end dragging true", "did scroll", "did end decelerating",
            ])
    }

    @Test func panThatInterruptsAZoom() throws {
        let view = try watched()
        view.scrollView.setZoomScale(4, animated: true, at: 1)
        view.beginPan(at: 1.125)
        #expect(recorder.calls.prefix(3) == ["will begin zooming", "did zoom", "did scroll"])
        #expect(recorder.calls.last == "will begin dragging")
        #expect(recorder.calls.count == 5)
    }

    @Test func pinchThatInterruptsAPan() throws {
        let view = try watched()
        view.beginPan(at: 1)
        view.beginPinch(source: 1, center: at(0, 0), at: 1.1)
        #expect(recorder.calls == ["will begin dragging", "did end dragging false", "will begin zooming"])
    }

    @Test func scrollingAnimation() throws {
        let view = try watched()
        view.put(zoom: 4, 1000, 1000)
        recorder.calls = []
        view.nudge(by: Vector(dx: 50, dy: 0), at: 1)
        view.advance(to: 1.1)
        view.advance(to: 1.3)
        #expect(recorder.calls == ["did scroll", "did end scrolling animation"])
    }

    @Test func resizeReportsWhatChanges() throws {
        let view = try watched()
        view.put(zoom: 4, 1000, 1000)
        recorder.calls = []
        view.layout(viewSize: Size(width: 500, height: 400), at: 1)
        #expect(recorder.calls == ["did zoom", "did scroll"])
    }

    @Test func anOwnerNeedNotListen() throws {
        final class Silent: ScrollViewDelegate {}
        let owner = Silent()
        let view = try mediaView()
        view.delegate = owner
        view.doubleTap(at(500, 400), at: 1)
        view.advance(to: 2)
        view.nudge(by: Vector(dx: 50, dy: 0), at: 2)
        view.advance(to: 3)
        view.fling(500, 0, at: 3)
        view.advance(to: 9)
        #expect(near(view.zoomScale, 5))
        withExtendedLifetime(owner) {}
    }

    @Test func theOwnerIsNotKeptAlive() throws {
        let view = try mediaView()
        do {
            let owner = Recorder()
            view.delegate = owner
            #expect(view.delegate === owner)
        }
        #expect(view.delegate == nil)
    }
}
