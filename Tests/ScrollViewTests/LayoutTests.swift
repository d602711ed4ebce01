import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Layout")
struct LayoutTests {
    @Test func contentSizeIsTakenAbsoluteAndRefusedWhereUnusable() throws {
        let view = try mediaView(-2000, 1600)
        #expect(view.contentSize == Size(width: 2000, height: 1600))
        for (width, height) in [(0, 5), (5, 0), (.nan, 5), (5, .infinity), (1e10, 5), (1e-7, 5)] {
            #expect(throws: MediaViewError.self) {
                try MediaView(contentSize: Size(width: width, height: height))
            }
        }
        #expect(throws: MediaViewError.contentSize(width: 3, height: -0.0)) {
            try MediaView(contentSize: Size(width: 3, height: -0.0))
        }
    }

    @Test func fitIsTheSmallerRatio() throws {
        let wide = try mediaView(4000, 1000)
        #expect(wide.fitScale == 0.25)
        #expect(wide.scrollView.contentSize == Size(width: 1000, height: 250))
        let tall = try mediaView(100, 200)
        #expect(tall.fitScale == 4)
        #expect(tall.scrollView.contentSize == Size(width: 400, height: 800))
        #expect(tall.zoomScale == 1)
        #expect(tall.scale == 4)
    }

    @Test func scaleDownNeverEnlarges() throws {
        #expect(try mediaView(100, 200) { $0.fit = .scaleDown }.fitScale == 1)
        #expect(try mediaView(4000, 1000) { $0.fit = .scaleDown }.fitScale == 0.25)
    }

    @Test func insetsCentreAndFollowEveryZoomStep() throws {
        let view = try mediaView(4000, 1000)
        #expect(view.scrollView.contentInset == Insets(top: 275, left: 0))
        #expect(view.imageOrigin == at(0, 275))
        view.scrollView.setZoomScale(2, animated: false, at: 0)
        #expect(view.scrollView.contentInset == Insets(top: 150, left: 0))
        #expect(view.imageOrigin == at(-500, 150))
        view.scrollView.setZoomScale(4, animated: false, at: 0)
        #expect(view.scrollView.contentInset == Insets())
        #expect(view.imageOrigin == at(-1500, -100))
    }

    @Test func scrollRangePerAxis() throws {
        let layout = try mediaView(4000, 1000).scrollView.layout
        #expect(layout.offsetRange(.x, at: 2) == 0...1000)
        #expect(layout.offsetRange(.y, at: 2) == -150 ... -150)
        let inset = ScrollLayout(
            contentSize: Size(width: 500, height: 100), bounds: Size(width: 200, height: 300),
            contentInset: { _, _ in Insets(top: 10, left: 20, bottom: 30, right: 40) })
        #expect(inset.offsetRange(.x, at: 1) == -20...340)
        // 100 − 300 + 30 is below −10
        #expect(inset.offsetRange(.y, at: 1) == -10 ... -10)
    }

    @Test func axisThatFitsStaysCentredInTheMiddleOfAnimations() throws {
        let view = try mediaView(4000, 1000)
        view.scrollView.setZoomScale(6, about: at(200, 300), animated: true, at: 1)
        for step in 1..<25 {
            view.advance(to: 1 + Double(step) / 100)
            let height = 250 * view.zoomScale
            if height < 800 { #expect(view.imageOrigin.y == (800 - height) / 2) }
            #expect(near(view.offset.x, 200 * (view.zoomScale - 1)))
        }
        view.advance(to: 1.25)
        #expect(view.zoomScale == 6)
        // About y 300: −275 + (300 − 275) · 5 = −150 is above the range 0...700.
        #expect(view.offset == Point(x: 1000, y: 0))
    }

    @Test func limitsHold() throws {
        let view = try mediaView()
        view.scrollView.setZoomScale(50, animated: false, at: 0)
        #expect(view.zoomScale == 10)
        view.scrollView.setZoomScale(0.1, animated: false, at: 0)
        #expect(view.zoomScale == 1)
        let limited = try mediaView {
            $0.minimumZoomScale = 2
            $0.maximumZoomScale = 3
            $0.maximumIsExact = true
        }
        #expect(limited.zoomScale == 2)
        #expect(limited.offset == Point(x: 500, y: 400))
        limited.zoom(by: 9, about: at(0, 0), at: 0)
        #expect(limited.zoomScale == 3)
    }

    @Test func maximumIsRaisedForLargePicturesUnlessExact() throws {
        #expect(try mediaView(100_000, 1000).scrollView.maximumZoomScale == 200)
        #expect(try mediaView(100_000, 1000) { $0.maximumIsExact = true }.scrollView.maximumZoomScale == 10)
        #expect(try mediaView().scrollView.maximumZoomScale == 10)
    }

    @Test func conversionsAreInverse() throws {
        let view = try mediaView()
        view.put(zoom: 3, 700, 900)
        #expect(view.scale == 1.5)
        #expect(view.imageOrigin == at(-700, -900))
        #expect(view.imagePoint(at: at(200, 300)) == Point(x: 600, y: 800))
        #expect(view.viewPoint(of: Point(x: 600, y: 800)) == at(200, 300))
    }
}

@Suite("Resize")
struct ResizeTests {
    private let large = Size<View>(width: 2000, height: 1600)

    @Test func atTheFitStaysAtTheFit() throws {
        let view = try mediaView()
        view.layout(viewSize: Size(width: 500, height: 1000), at: 1)
        #expect(view.fitScale == 0.25)
        #expect(view.zoomScale == 1)
        #expect(view.imageOrigin == at(0, 300))
    }

    @Test func zoomedKeepsScaleAndCentre() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 600)
        #expect(view.scale == 2)
        #expect(view.imagePoint(at: at(500, 400)) == Point(x: 750, y: 500))
        view.layout(viewSize: Size(width: 800, height: 600), at: 1)
        #expect(near(view.scale, 2))
        #expect(near(view.imagePoint(at: at(400, 300)), 750, 500))
        view.layout(viewSize: Size(width: 1000, height: 800), at: 2)
        #expect(near(view.zoomScale, 4))
        #expect(near(view.offset, 1000, 600))
    }

    @Test func limitsApplyAfterwards() throws {
        let view = try mediaView()
        view.put(zoom: 1.5, 0, 0)
        // 0.75 device pixels an image pixel is below the new fit scale of 1.
        view.layout(viewSize: large, at: 1)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        let edge = try mediaView()
        edge.put(zoom: 2, 0, 0)
        edge.layout(viewSize: Size(width: 1400, height: 800), at: 1)
        // The centre would be at image x 500, 700 device pixels from the left edge: not possible.
        #expect(edge.scale == 1)
        #expect(edge.offset == Point(x: 0, y: 0))
    }

    @Test func waitsForTheEndOfAPinch() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(4, 500, 400, at: 1.1)
        view.layout(viewSize: large, at: 1.2)
        #expect(view.scrollView.bounds == Size(width: 1000, height: 800))
        view.pinch(6, 500, 400, at: 1.3)
        #expect(view.offset == Point(x: 2500, y: 2000))
        view.endPinch(source: 1, at: 1.4)
        #expect(view.scrollView.bounds == large)
        #expect(view.scale == 3)
        #expect(view.zoomScale == 3)
        #expect(near(view.imagePoint(at: at(1000, 800)), 1000, 800))
        #expect(view.nextUpdate == .none)
    }

    @Test func afterAPinchBackToTheFitItGoesToTheNewFit() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(0.5, 500, 400, at: 1.1)
        view.layout(viewSize: Size(width: 500, height: 400), at: 1.2)
        let scale = view.scale
        view.endPinch(source: 1, at: 1.3)
        #expect(near(view.scale, scale))
        view.advance(to: 2)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        #expect(view.scale == 0.25)
    }

    @Test func waitsForTheEndOfAPan() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 1000)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: -100, dy: 0), at: 1.1)
        view.layout(viewSize: Size(width: 800, height: 640), at: 1.2)
        #expect(view.offset == Point(x: 1100, y: 1000))
        view.endPan(velocity: .zero, at: 1.3)
        // The centre, 1100 + 500 and 1000 + 400, stays; the scale of 2 as well.
        #expect(near(view.offset, 1200, 1080))
        #expect(near(view.scale, 2))
    }

    @Test func aCancelledPinchIsUndoneInTheNewWindow() throws {
        let view = try mediaView()
        view.beginPinch(source: 1, center: at(500, 400), at: 1)
        view.pinch(4, 500, 400, at: 1.1)
        view.layout(viewSize: large, at: 1.2)
        view.cancelPinch(source: 1, at: 1.3)
        #expect(view.scale == 2)
        view.advance(to: 2)
        #expect(view.scale == 1)
        #expect(view.isAtFit)
    }

    @Test func anAnimationCountsAsArrived() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1500, 1200)
        view.showWholeImage(at: 1)
        view.advance(to: 1.1)
        view.layout(viewSize: large, at: 1.1)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        #expect(view.nextUpdate == .none)
        #expect(!view.scrollView.isZooming)
    }

    @Test func aDecelerationStops() throws {
        let view = try mediaView()
        view.put(zoom: 10, 5000, 3600)
        view.fling(-1000, 0, at: 1)
        view.advance(to: 1.1)
        let centre = view.imagePoint(at: at(500, 400))
        view.layout(viewSize: Size(width: 800, height: 600), at: 1.1)
        #expect(near(view.imagePoint(at: at(400, 300)), centre.x, centre.y))
        #expect(view.nextUpdate == .none)
    }

    @Test func unusableSizesAreIgnored() throws {
        let view = try mediaView()
        for size: Size<View> in [
            Size(width: 0, height: 800), Size(width: 1000, height: -1), Size(width: .nan, height: 800),
            Size(width: 1000, height: .infinity), Size(width: 1e7, height: 800),
        ] {
            view.layout(viewSize: size, at: 1)
            #expect(view.scrollView.bounds == Size(width: 1000, height: 800))
            #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        }
    }

    @Test func stateIsKeptForTheFileList() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 600)
        let state = view.state
        #expect(state == MediaViewState(center: Point(x: 750, y: 500), scale: .devicePixels(2)))
        let again = try MediaView(contentSize: view.contentSize)
        again.restore(state, at: 0)
        #expect(again.state == state)
        again.layout(viewSize: Size(width: 500, height: 400), at: 0)
        #expect(near(again.scale, 2))
        #expect(near(again.imagePoint(at: at(250, 200)), 750, 500))
        again.restore(MediaViewState(center: .zero, scale: .fit), at: 0)
        #expect(again.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        #expect(again.state == MediaViewState(center: Point(x: 1000, y: 800), scale: .fit))
        again.restore(MediaViewState(center: Point(x: .nan, y: 0), scale: .fit), at: 0)
        again.restore(MediaViewState(center: .zero, scale: .devicePixels(0)), at: 0)
        #expect(again.isAtFit)
    }

    @Test func stateDuringAnAnimationIsItsTarget() throws {
        let view = try mediaView()
        view.showActualSize(at: 1)
        view.advance(to: 1.1)
        #expect(view.state == MediaViewState(center: Point(x: 1000, y: 800), scale: .devicePixels(1)))
    }
}
