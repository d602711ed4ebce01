import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Zooming by program, keys, taps and wheel")
struct ZoomTests {
    @Test func animationIsEasedAndExponentialAboutAPoint() throws {
        let view = try mediaView()
        view.scrollView.setZoomScale(4, about: at(250, 600), animated: true, at: 1)
        #expect(view.zoomScale == 1)
        for share in [0.1, 0.4, 0.5, 0.9] {
            view.advance(to: 1 + 0.25 * share)
            let zoom = pow(4, 3 * share * share - 2 * share * share * share)
            #expect(near(view.zoomScale, zoom))
            #expect(near(view.offset, 250 * (zoom - 1), 600 * (zoom - 1)))
        }
        view.advance(to: 1.25)
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: Point(x: 750, y: 1800)))
        #expect(view.nextUpdate == .none)
    }

    @Test func zoomToRectPicksTheLargestScaleThatFits() throws {
        let view = try mediaView()
        // 400 × 200 image pixels are 200 × 100 units at zoom 1: min(1000/200, 800/100) = 5
        let rect = Rect<Image>(origin: Point(x: 800, y: 600), size: Size(width: 400, height: 200))
        view.zoom(to: rect, animated: false, at: 1)
        #expect(view.zoomScale == 5)
        // centre (500, 350) · 5 − (500, 400)
        #expect(view.offset == Point(x: 2000, y: 1350))
        let tiny = Rect<Image>(center: Point(x: 1000, y: 800), size: Size(width: 1, height: 1))
        view.zoom(to: tiny, animated: false, at: 1)
        #expect(view.zoomScale == 10)
        #expect(view.offset == Point(x: 4500, y: 3600))
        view.zoom(to: Rect(origin: .zero, size: Size(width: 9000, height: 10)), animated: false, at: 1)
        #expect(view.zoomScale == 1)
        view.zoom(to: Rect(origin: .zero, size: Size(width: 0, height: 10)), animated: false, at: 1)
        #expect(view.zoomScale == 1)
    }

    @Test func zoomToRectAnimatesByDefault() throws {
        let view = try mediaView()
        view.zoom(to: Rect(origin: .zero, size: Size(width: 500, height: 400)), at: 1)
        #expect(view.zoomScale == 1)
        view.advance(to: 1.125)
        #expect(near(view.zoomScale, 2))
        view.advance(to: 1.25)
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: .zero))
    }

    @Test func doubleTapBringsThePointToTheMiddleAndBack() throws {
        let view = try mediaView()
        view.doubleTap(at(300, 500), at: 1)
        view.advance(to: 1.25)
        #expect(near(view.zoomScale, 5))
        // 300 · 5 − 500, 500 · 5 − 400
        #expect(near(view.offset, 1000, 2100))
        view.doubleTap(at(10, 10), at: 2)
        view.advance(to: 2.25)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
    }

    @Test func doubleTapAtAnEdgeStopsThere() throws {
        let view = try mediaView()
        view.doubleTap(at(10, 795), at: 1)
        view.advance(to: 1.25)
        #expect(near(view.offset, 0, 3200))
    }

    @Test func doubleTapDuringTheAnimationTurnsBack() throws {
        let view = try mediaView()
        view.doubleTap(at(300, 500), at: 1)
        view.doubleTap(at(300, 500), at: 1.1)
        view.advance(to: 2)
        #expect(view.zoomScale == 1)
    }

    @Test func doubleTapWithAMinimumBelowTheFit() throws {
        let view = try mediaView { $0.minimumZoomScale = 0.5 }
        view.doubleTap(at(300, 500), at: 1)
        view.advance(to: 1.25)
        #expect(near(view.zoomScale, 5))
        view.put(zoom: 0.75, 0, 0, at: 2)
        view.doubleTap(at(300, 500), at: 2)
        view.advance(to: 2.25)
        #expect(view.zoomScale == 1)
    }

    @Test func keysZoomAboutTheMiddle() throws {
        let view = try mediaView()
        view.zoomIn(at: 1)
        view.advance(to: 1.25)
        #expect(view.scrollView.placement == Placement(zoomScale: 1.25, contentOffset: Point(x: 125, y: 100)))
        view.zoomOut(at: 2)
        view.advance(to: 2.25)
        #expect(near(view.zoomScale, 1) && near(view.offset, 0, 0))
        view.zoomOut(at: 3)
        #expect(view.nextUpdate == .none)
        view.showActualSize(at: 4)
        view.advance(to: 4.25)
        #expect(view.scale == 1)
        #expect(view.offset == Point(x: 500, y: 400))
        view.showWholeImage(at: 5)
        view.advance(to: 5.25)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        let small = try mediaView(100, 80)
        small.showActualSize(at: 1)
        #expect(small.nextUpdate == .none)
        #expect(small.zoomScale == 1)
    }

    @Test func keysDuringAnAnimationRetargetIt() throws {
        let view = try mediaView()
        view.zoomIn(at: 1)
        view.zoomIn(at: 1.1)
        // 40 % of the time: 3 · 0.16 − 2 · 0.064 of the way
        #expect(near(view.zoomScale, pow(1.25, 0.352)))
        // It goes on with its speed: the cubic with the initial slope m is 0.5 + m/8 half-way.
        let way = 2 - 0.352
        let slope = 6 * 0.4 * 0.6 / way
        view.advance(to: 1.225)
        #expect(near(view.zoomScale, pow(1.25, 0.352 + way * (0.5 + slope / 8))))
        view.advance(to: 1.35)
        #expect(view.zoomScale == 1.5625)
        #expect(near(view.offset, 281.25, 225))
        for step in 0..<40 { view.zoomIn(at: 2 + Double(step) / 100) }
        view.advance(to: 3)
        #expect(view.zoomScale == 10)
    }

    @Test func aStepThatChangesNothingDoesNotRestartTheAnimation() throws {
        let view = try mediaView()
        view.put(zoom: 9, 0, 0)
        view.zoomIn(at: 1)
        view.zoomIn(at: 1.2)
        view.advance(to: 1.25)
        #expect(view.zoomScale == 10)
    }

    @Test func twoFingerTapZoomsOutOneStepAboutIt() throws {
        let view = try mediaView()
        view.put(zoom: 5, 1000, 1000)
        let held = view.imagePoint(at: at(200, 700))
        view.twoFingerTap(at(200, 700), at: 1)
        view.advance(to: 1.25)
        #expect(view.zoomScale == 4)
        #expect(near(view.viewPoint(of: held), 200, 700))
    }

    @Test func wheelZoomsAtOnceAboutThePointer() throws {
        let view = try mediaView()
        view.put(zoom: 2, 400, 300)
        view.zoom(by: 1.25, about: at(200, 100), at: 1)
        // 400 + 600/4, 300 + 400/4
        #expect(view.scrollView.placement == Placement(zoomScale: 2.5, contentOffset: Point(x: 550, y: 400)))
        #expect(view.nextUpdate == .none)
        view.zoom(by: 100, about: at(200, 100), at: 1)
        #expect(view.zoomScale == 10)
        view.zoom(by: 0.001, about: at(200, 100), at: 1)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
    }

    @Test func tenThousandWheelStepsDoNotDrift() throws {
        var numbers = Numbers(state: 9)
        let view = try mediaView()
        view.put(zoom: 5, 2000, 1600)
        let held = view.imagePoint(at: at(481.3, 390.6))
        for _ in 0..<10_000 {
            let wanted = exp(Double.random(in: log(2)...log(9.9), using: &numbers))
            view.zoom(by: wanted / view.zoomScale, about: at(481.3, 390.6), at: 1)
        }
        #expect(near(view.viewPoint(of: held), 481.3, 390.6, within: 0.01))
    }

    @Test func wheelJoinsARunningAnimation() throws {
        let view = try mediaView()
        view.scrollView.setZoomScale(4, about: at(500, 400), animated: true, at: 1)
        view.zoom(by: 1.5, about: at(0, 0), at: 1.1)
        #expect(view.zoomScale < 4)
        view.advance(to: 1.25)
        // The first target's offset is 500 · 3 and 400 · 3; about the origin it grows by half.
        #expect(view.scrollView.placement == Placement(zoomScale: 6, contentOffset: Point(x: 2250, y: 1800)))
    }

    @Test func wheelGoesOnWithAPan() throws {
        let view = try mediaView()
        view.put(zoom: 2, 400, 300)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: -100, dy: -50), at: 1.1)
        view.zoom(by: 2, about: at(100, 100), at: 1.2)
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: Point(x: 1100, y: 800)))
        view.changePan(translation: Vector(dx: -110, dy: -50), at: 1.3)
        #expect(view.offset == Point(x: 1110, y: 800))
        #expect(view.scrollView.isDragging)
        view.changePan(translation: Vector(dx: 1390, dy: -50), at: 1.3)
        // 390 past the left edge
        #expect(near(view.offset.x, -(1 - 1 / (390 * 0.55 / 1000 + 1)) * 1000))
    }

    @Test func wheelDuringAPinchIsIgnored() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.zoom(by: 2, about: at(0, 0), at: 1.1)
        #expect(view.zoomScale == 1)
    }

    @Test func aProgrammaticZoomForgetsThePinch() throws {
        let view = try mediaView()
        view.put(zoom: 2, 500, 400)
        view.beginPinch(source: 1, center: at(0, 0), at: 1)
        view.zoomIn(at: 1.1)
        view.pinch(5, 0, 0, at: 1.2)
        view.endPinch(source: 1, at: 1.3)
        view.advance(to: 2)
        #expect(view.zoomScale == 2.5)
        // About the middle: 500 + 1000/4, 400 + 800/4
        #expect(near(view.offset, 750, 600))
    }

    @Test func nudgesAnimateAndAddUp() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 1000)
        view.nudge(by: Vector(dx: 100, dy: 0), at: 1)
        view.advance(to: 1.125)
        #expect(near(view.offset, 1050, 1000))
        view.nudge(by: Vector(dx: 100, dy: 0), at: 1.125)
        view.advance(to: 1.375)
        #expect(view.offset == Point(x: 1200, y: 1000))
        view.nudge(by: Vector(dx: 0, dy: -5000), at: 2)
        view.advance(to: 3)
        #expect(view.offset == Point(x: 1200, y: 0))
    }

    @Test func aHeldArrowKeyKeepsUp() throws {
        let view = try mediaView()
        view.put(zoom: 10, 0, 0)
        for step in 0..<30 { view.nudge(by: Vector(dx: 100, dy: 0), at: 1 + Double(step) / 30) }
        // Some 500 units behind. Beginning at rest with every step, it would be 1700 behind.
        #expect(view.offset.x > 2400)
        view.advance(to: 3)
        #expect(view.offset == Point(x: 3000, y: 0))
    }

    @Test func scrollIsPreciseAndStopsAtEdges() throws {
        let view = try mediaView()
        view.put(zoom: 2, 100, 100)
        view.scroll(by: Vector(dx: 3.25, dy: -1.5), at: 1)
        #expect(view.offset == Point(x: 103.25, y: 98.5))
        view.scroll(by: Vector(dx: -500, dy: 5000), at: 1)
        #expect(view.offset == Point(x: 0, y: 800))
        #expect(view.nextUpdate == .none)
    }

    @Test func withoutAnimationsEverythingIsAtItsEndAtOnce() throws {
        let view = try mediaView { $0.animationsEnabled = false }
        view.doubleTap(at(300, 500), at: 1)
        #expect(near(view.zoomScale, 5) && near(view.offset, 1000, 2100))
        view.nudge(by: Vector(dx: 100, dy: 0), at: 1)
        #expect(near(view.offset.x, 1100))
        view.fling(-5000, 0, at: 1)
        #expect(near(view.offset.x, 1100))
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: 5000, dy: 0), at: 1)
        view.endPan(velocity: .zero, at: 1)
        #expect(view.offset.x == 0)
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(0.01, 500, 400, at: 1)
        view.endPinch(source: 1, at: 1)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        #expect(view.nextUpdate == .none)
    }
}
