import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Pan")
struct PanTests {
    private func zoomed() throws -> MediaView {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 1000)
        return view
    }

    @Test func contentMovesWithTheFinger() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 30, dy: -12.5), at: 1.1)
        #expect(view.offset == Point(x: 970, y: 1012.5))
        view.changePan(translation: .zero, at: 1.2)
        #expect(view.offset == Point(x: 1000, y: 1000))
        view.endPan(velocity: .zero, at: 1.3)
        #expect(view.nextUpdate == .none)
    }

    @Test func rubberBandPastEveryEdge() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 1200, dy: 1200), at: 1.1)
        // b(200) with d = 1000: (1 − 1/1.11) · 1000; with d = 800: (1 − 1/1.1375) · 800
        #expect(near(view.offset, -99.09909909909909, -96.7032967032967))
        // The ranges end at 3000 and 2400.
        view.changePan(translation: Vector(dx: -2200, dy: -1600), at: 1.2)
        #expect(near(view.offset, 3099.099099099099, 2496.7032967032967))
        view.changePan(translation: .zero, at: 1.3)
        #expect(view.offset == Point(x: 1000, y: 1000))
    }

    @Test func panThatBeginsPastAnEdgeIsContinuous() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 1200, dy: 0), at: 1.1)
        view.endPan(velocity: .zero, at: 1.2)
        view.touchDown(at: 1.2)
        view.beginPan(at: 1.3)
        view.changePan(translation: .zero, at: 1.3)
        #expect(near(view.offset.x, -99.09909909909909))
        // 200 past the edge, less 200, is the edge; another 10 are 10.
        view.changePan(translation: Vector(dx: -200, dy: 0), at: 1.4)
        #expect(near(view.offset.x, 0))
        view.changePan(translation: Vector(dx: -210, dy: 0), at: 1.4)
        #expect(near(view.offset.x, 10))
    }

    @Test func pictureThatAPinchLeftFarOutsideDoesNotJump() throws {
        let view = try mediaView(100, 100) { $0.fit = .scaleDown }
        view.beginPinch(source: 1, center: at(0, 0), at: 1)
        view.pinch(10, 0, 0, at: 1.1)
        // −450 · 10: the picture begins 4500 to the right of a window of 1000.
        #expect(view.offset == Point(x: -4500, y: -3500))
        view.endPinch(source: 1, at: 1.2)
        view.beginPan(at: 1.2)
        view.changePan(translation: .zero, at: 1.2)
        #expect(near(view.offset, -4500, -3500))
        view.endPan(velocity: .zero, at: 1.3)
        view.advance(to: 9)
        #expect(view.offset == .zero)
    }

    @Test func axisOnWhichTheContentFitsDoesNotPan() throws {
        let view = try mediaView(4000, 1000)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 200, dy: 200), at: 1.1)
        #expect(view.offset == Point(x: 0, y: -275))
        view.endPan(velocity: Vector(dx: 3000, dy: 3000), at: 1.2)
        #expect(view.nextUpdate == .none)
        view.put(zoom: 2, 500, 0)
        view.beginPan(at: 2)
        view.changePan(translation: Vector(dx: 200, dy: 200), at: 2.1)
        #expect(view.offset == Point(x: 300, y: -150))
        view.endPan(velocity: Vector(dx: 100, dy: 3000), at: 2.2)
        view.advance(to: 2.3)
        #expect(view.offset.y == -150)
        #expect(view.offset.x < 300)
        // 3 · (1000/3) can miss 1000 by a bit; that is nothing to pan either.
        let rounded = try mediaView(3, 7, in: Size(width: 1000.1, height: 333.3))
        rounded.beginPan(at: 1)
        let before = rounded.offset
        rounded.changePan(translation: Vector(dx: 50, dy: 50), at: 1.1)
        #expect(rounded.offset == before)
    }

    @Test func cancelledPanGlidesBack() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 100, dy: 200), at: 1.1)
        view.cancelPan(at: 1.2)
        view.advance(to: 1.325)
        #expect(near(view.offset, 950, 900))
        view.advance(to: 1.45)
        #expect(view.offset == Point(x: 1000, y: 1000))
    }

    @Test func duringAPinchThereIsNoPan() throws {
        let view = try zoomed()
        view.beginPinch(source: 1, center: at(0, 0), at: 1)
        view.beginPan(at: 1.1)
        view.changePan(translation: Vector(dx: 100, dy: 200), at: 1.1)
        view.endPan(velocity: Vector(dx: 100, dy: 200), at: 1.2)
        #expect(view.offset == Point(x: 1000, y: 1000))
    }

    @Test func aPinchEndsAPan() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.beginPinch(source: 1, center: at(0, 0), at: 1.1)
        view.changePan(translation: Vector(dx: 100, dy: 200), at: 1.1)
        view.pinch(2, 0, 0, at: 1.2)
        #expect(view.offset == Point(x: 2000, y: 2000))
    }

    @Test func aFingerThatRestsHoldsTheContentAndLetsGo() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 1200, dy: 0), at: 1.1)
        view.endPan(velocity: .zero, at: 1.2)
        view.touchDown(at: 1.25)
        let held = view.offset
        #expect(held.x < 0)
        view.advance(to: 5)
        #expect(view.offset == held)
        view.touchUp(at: 5)
        view.advance(to: 5.1)
        // From rest x₀: e^(−1) · (x₀ + 10 · x₀ · 0.1)
        #expect(near(view.offset.x, held.x * 2 / exp(1)))
        view.advance(to: 9)
        #expect(view.offset.x == 0)
    }

    @Test func whatAFingerHeldGoesBackAtOnceWithoutAnimations() throws {
        let view = try zoomed()
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 1200, dy: 0), at: 1.1)
        view.endPan(velocity: .zero, at: 1.2)
        view.touchDown(at: 1.25)
        view.animationsEnabled = false
        #expect(!view.animationsEnabled)
        view.touchUp(at: 1.3)
        #expect(view.offset.x == 0)
        #expect(view.nextUpdate == .none)
    }

    @Test func aFingerDoesNotStopAZoomAnimation() throws {
        let view = try mediaView()
        view.zoomIn(at: 1)
        view.touchDown(at: 1.1)
        view.touchUp(at: 1.15)
        view.advance(to: 1.25)
        #expect(view.zoomScale == 1.25)
    }

    @Test func aPanStopsAZoomAnimation() throws {
        let view = try mediaView()
        view.scrollView.setZoomScale(4, animated: true, at: 1)
        view.beginPan(at: 1.125)
        view.advance(to: 3)
        #expect(near(view.zoomScale, 2))
    }
}
