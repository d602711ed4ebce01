import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Pinch")
struct PinchTests {
    @Test func seedFormula() {
        let start = Placement(zoomScale: 2, contentOffset: Point(x: 100, y: 50))
        let zoomed = start.zoomed(to: 3, about: at(400, 300))
        // 100 + (400 + 100) · (3/2 − 1), 50 + (300 + 50) · (3/2 − 1)
        #expect(zoomed == Placement(zoomScale: 3, contentOffset: Point(x: 350, y: 225)))
    }

    @Test func fixedCentreStaysHoweverTheFingersWander() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        let held = view.imagePoint(at: at(300, 200))
        #expect(held == Point(x: 600, y: 400))
        view.pinch(2, 500, 700, at: 1.1)
        #expect(view.zoomScale == 2)
        #expect(view.offset == Point(x: 300, y: 200))
        #expect(view.viewPoint(of: held) == at(300, 200))
        view.pinch(7.3, -40, 2000, at: 1.2)
        #expect(near(view.viewPoint(of: held), 300, 200))
        view.pinch(1, 10, 10, at: 1.3)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
    }

    @Test func followMovesTheContentWithTheMidpoint() throws {
        let view = try mediaView { $0.pinchMode = .follow }
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(2, 350, 190, at: 1.1)
        // (300 + 0) · 2 − 350, (200 + 0) · 2 − 190
        #expect(view.offset == Point(x: 250, y: 210))
        #expect(view.viewPoint(of: Point(x: 600, y: 400)) == at(350, 190))
    }

    @Test func offsetHasNoLimitsWhileFingersAreDown() throws {
        let view = try mediaView(100, 100) { $0.fit = .scaleDown }
        #expect(view.offset == Point(x: -450, y: -350))
        view.beginPinch(source: 1, center: at(460, 360), at: 1)
        view.pinch(2, 460, 360, at: 1.1)
        // −450 + (460 − 450) · 1, −350 + (360 − 350) · 1: not centred
        #expect(view.offset == Point(x: -440, y: -340))
        view.endPinch(source: 1, at: 1.2)
        view.advance(to: 1.325)
        // Half-way back to the middle, where −(1000 − 200)/2 and −(800 − 200)/2 are.
        #expect(near(view.offset, -420, -320))
        view.advance(to: 1.45)
        #expect(view.offset == Point(x: -400, y: -300))
    }

    @Test func tenThousandRandomStepsDoNotDrift() throws {
        var numbers = Numbers(state: 7)
        let view = try mediaView()
        view.put(zoom: 2, 400, 300)
        view.beginPinch(source: 1, center: at(310.7, 222.2), at: 1)
        let held = view.imagePoint(at: at(310.7, 222.2))
        for step in 0..<10_000 {
            let scale = exp(Double.random(in: log(0.5)...log(5), using: &numbers))
            view.pinch(scale, .random(in: 0...1000, using: &numbers), 5, at: 1 + Double(step) / 100)
            #expect(near(view.viewPoint(of: held), 310.7, 222.2, within: 0.01))
        }
        view.pinch(1, 0, 0, at: 200)
        #expect(view.zoomScale == 2)
        #expect(view.offset == Point(x: 400, y: 300))
    }

    @Test func tenThousandPinchesDoNotDrift() throws {
        var numbers = Numbers(state: 8)
        let view = try mediaView()
        view.put(zoom: 4, 1500, 1200)
        let held = view.imagePoint(at: at(500, 400))
        for step in 0..<10_000 {
            let time = 1 + Double(step)
            let wanted = Double.random(in: 3...9, using: &numbers)
            view.beginPinch(source: 1, center: at(500, 400), at: time)
            view.pinch(wanted / view.zoomScale, 1, 2, at: time)
            view.endPinch(source: 1, at: time)
        }
        #expect(near(view.viewPoint(of: held), 500, 400, within: 0.01))
        #expect(view.nextUpdate == .none)
    }

    @Test func zoomRubberBandPastBothLimits() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        // b(ln 2) with d = ln 2 is ln 2 · (1 − 1/1.55)
        let band = pow(2, 1 - 1 / 1.55)
        view.pinch(20, 0, 0, at: 1.1)
        #expect(near(view.zoomScale, 10 * band))
        #expect(near(view.offset, 300 * (10 * band - 1), 200 * (10 * band - 1)))
        view.pinch(0.5, 0, 0, at: 1.2)
        #expect(near(view.zoomScale, 1 / band))
        view.pinch(1e300, 0, 0, at: 1.3)
        #expect(near(view.zoomScale, 20, within: 0.1) && view.zoomScale <= 20)
        view.pinch(10, 0, 0, at: 1.4)
        #expect(view.zoomScale == 10)
    }

    @Test func pinchThatBeginsBeyondALimitIsContinuous() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(20, 0, 0, at: 1.1)
        let shown = view.zoomScale
        view.endPinch(source: 1, at: 1.2)
        view.beginPinch(source: 1, center: at(600, 500), at: 1.2)
        view.pinch(1, 600, 500, at: 1.2)
        #expect(near(view.zoomScale, shown))
        // The raw zoom is 20 again: half of it is the limit.
        view.pinch(0.5, 600, 500, at: 1.3)
        #expect(near(view.zoomScale, 10))
        view.pinch(0.25, 600, 500, at: 1.3)
        #expect(near(view.zoomScale, 5))
    }

    @Test func releaseSpringsToTheLimitAboutTheCentre() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(20, 900, 700, at: 1.1)
        let shown = view.zoomScale
        view.endPinch(source: 1, at: 1.2)
        #expect(view.nextUpdate == .everyFrame)
        view.advance(to: 1.325)
        let half = sqrt(shown * 10)
        #expect(near(view.zoomScale, half))
        #expect(near(view.offset, 300 * (half - 1), 200 * (half - 1)))
        view.advance(to: 1.4499)
        #expect(view.zoomScale > 10)
        view.advance(to: 1.45)
        #expect(view.zoomScale == 10)
        #expect(near(view.offset, 2700, 1800))
        #expect(view.nextUpdate == .none)
    }

    @Test func followReleasesAboutTheLatestMidpoint() throws {
        let view = try mediaView { $0.pinchMode = .follow }
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(20, 500, 400, at: 1.1)
        let held = view.imagePoint(at: at(500, 400))
        view.endPinch(source: 1, at: 1.2)
        view.advance(to: 2)
        #expect(view.zoomScale == 10)
        #expect(near(view.viewPoint(of: held), 500, 400))
    }

    @Test func releaseBelowTheMinimumShowsTheWholePicture() throws {
        let view = try mediaView()
        view.put(zoom: 2, 1000, 800)
        view.beginPinch(source: 1, center: at(100, 100), at: 1)
        view.pinch(0.25, 0, 0, at: 1.1)
        view.endPinch(source: 1, at: 1.2)
        view.advance(to: 1.45)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
    }

    @Test func onlyThePinchingDeviceCounts() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.beginPinch(source: 2, center: at(0, 0), at: 1)
        view.pinch(3, 0, 0, at: 1.1, source: 2)
        view.endPinch(source: 2, at: 1.1)
        #expect(view.zoomScale == 1)
        view.pinch(2, 0, 0, at: 1.2)
        #expect(view.offset == Point(x: 300, y: 200))
    }

    @Test func aSecondBeginningIsTheSamePinchGoingOn() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(2, 300, 200, at: 1.1)
        view.beginPinch(source: 1, center: at(500, 400), at: 1.2)
        view.pinch(2, 500, 400, at: 1.3)
        // 300 + (500 + 300) · 1, 200 + (400 + 200) · 1
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: Point(x: 1100, y: 800)))
        view.cancelPinch(source: 1, at: 1.4)
        view.advance(to: 2)
        #expect(view.zoomScale == 1)
    }

    @Test func theFingerThatStaysPansOnWithoutAJump() throws {
        let view = try mediaView()
        view.put(zoom: 2, 300, 300)
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(10, 300, 200, at: 1.1)
        let placement = view.scrollView.placement
        view.endPinch(source: 1, at: 1.2)
        view.beginPan(at: 1.2)
        #expect(view.scrollView.placement == placement)
        view.changePan(translation: Vector(dx: 10, dy: -20), at: 1.3)
        #expect(view.zoomScale == placement.zoomScale)
        #expect(near(view.offset, placement.contentOffset.x - 10, placement.contentOffset.y + 20))
        view.endPan(velocity: .zero, at: 1.4)
        view.advance(to: 1.525)
        #expect(near(view.zoomScale, sqrt(placement.zoomScale * 10)))
        view.advance(to: 2)
        #expect(view.zoomScale == 10)
    }
}

@Suite("Cancelled pinch")
struct CancelledPinchTests {
    private func cancelled() throws -> MediaView {
        let view = try mediaView()
        view.put(zoom: 2, 400, 300)
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(2, 300, 200, at: 1.1)
        view.cancelPinch(source: 1, at: 2)
        return view
    }

    @Test func waits100MillisecondsAndGlidesBack() throws {
        let view = try cancelled()
        #expect(view.nextUpdate == .at(2.1))
        view.advance(to: 2.0999)
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: Point(x: 1100, y: 800)))
        // The glide began at the deadline, whenever the next frame comes.
        view.advance(to: 2.225)
        #expect(near(view.zoomScale, 2 * sqrt(2)))
        #expect(view.nextUpdate == .everyFrame)
        view.advance(to: 2.35)
        #expect(view.scrollView.placement == Placement(zoomScale: 2, contentOffset: Point(x: 400, y: 300)))
    }

    @Test func theSameDeviceGoesOnWithIt() throws {
        let view = try cancelled()
        view.beginPinch(source: 1, center: at(500, 500), at: 2.09)
        view.pinch(1.5, 500, 500, at: 2.2)
        #expect(view.zoomScale == 6)
        // 1100 + (500 + 1100)/2, 800 + (500 + 800)/2
        #expect(view.offset == Point(x: 1900, y: 1450))
        // Cancelled for good, it goes back to before the first.
        view.cancelPinch(source: 1, at: 2.3)
        view.advance(to: 3)
        #expect(view.scrollView.placement == Placement(zoomScale: 2, contentOffset: Point(x: 400, y: 300)))
    }

    @Test func anotherDeviceBeginsItsOwn() throws {
        let view = try cancelled()
        view.beginPinch(source: 2, center: at(500, 500), at: 2.05)
        view.cancelPinch(source: 2, at: 2.06)
        view.advance(to: 3)
        #expect(view.zoomScale == 4)
    }

    @Test func aPanTakesOver() throws {
        let view = try cancelled()
        view.beginPan(at: 2.05)
        view.changePan(translation: Vector(dx: -10, dy: 0), at: 2.06)
        view.endPan(velocity: .zero, at: 2.3)
        view.advance(to: 3)
        #expect(view.scrollView.placement == Placement(zoomScale: 4, contentOffset: Point(x: 1110, y: 800)))
    }

    @Test func aKeyTakesOver() throws {
        let view = try cancelled()
        view.zoomIn(at: 2.05)
        view.advance(to: 3)
        #expect(view.zoomScale == 5)
    }

    @Test func aScrollTakesOverAndSettles() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(300, 200), at: 1)
        view.pinch(20, 300, 200, at: 1.1)
        view.cancelPinch(source: 1, at: 2)
        let shown = view.zoomScale
        view.scroll(by: Vector(dx: 1, dy: 1), at: 2.05)
        #expect(view.zoomScale == shown)
        view.advance(to: 2.3)
        #expect(view.zoomScale == 10)
    }

    @Test func duringAnAnimationGoesBackToItsTarget() throws {
        let view = try mediaView()
        view.zoomIn(at: 1)
        view.beginPinch(source: 1, center: at(300, 200), at: 1.1)
        view.pinch(3, 300, 200, at: 1.2)
        view.cancelPinch(source: 1, at: 1.3)
        view.advance(to: 2)
        #expect(view.zoomScale == 1.25)
        #expect(near(view.offset, 125, 100))
    }
}
