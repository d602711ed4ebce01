import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Resize with an anchor")
struct AnchorTests {
    private let large = Size<View>(width: 1800, height: 1400)

    @Test func thePointUnderThePointerKeepsItsPlaceOnTheScreen() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 600)
        // The window's corner goes 100 to the left and 50 up: the pointer is farther from it.
        let point = view.imagePoint(at: at(300, 200))
        let anchor = ResizeAnchor(before: at(300, 200), after: at(400, 250))
        view.layout(viewSize: large, anchor: anchor, at: 1)
        #expect(near(view.scale, 2))
        #expect(near(view.viewPoint(of: point), 400, 250))
        // And back.
        let back = ResizeAnchor(before: at(400, 250), after: at(300, 200))
        view.layout(viewSize: Size(width: 1000, height: 800), anchor: back, at: 2)
        #expect(near(view.offset, 1000, 600))
    }

    @Test func withoutOneItIsTheMiddle() throws {
        let view = try mediaView()
        let same = try mediaView()
        for each in [view, same] { each.put(zoom: 4, 1000, 600) }
        view.layout(viewSize: large, anchor: ResizeAnchor(before: at(500, 400), after: at(900, 700)), at: 1)
        same.layout(viewSize: large, at: 1)
        #expect(view.scrollView.placement == same.scrollView.placement)
        for bad in [at(.nan, 0), at(0, .infinity)] {
            view.layout(viewSize: large, anchor: ResizeAnchor(before: bad, after: at(9, 9)), at: 1)
            view.layout(viewSize: large, anchor: ResizeAnchor(before: at(9, 9), after: bad), at: 1)
        }
        #expect(near(view.offset, same.offset.x, same.offset.y))
    }

    @Test func theFitStaysTheFit() throws {
        let view = try mediaView()
        view.layout(viewSize: large, anchor: ResizeAnchor(before: at(0, 0), after: at(700, 9)), at: 1)
        #expect(view.zoomScale == 1)
        #expect(view.imageOrigin == at(25, 0))
    }

    @Test func edgesAndLimitsHold() throws {
        let view = try mediaView()
        view.put(zoom: 2, 0, 0)
        // The picture's left edge cannot come into the window.
        view.layout(
            viewSize: Size(width: 1400, height: 800),
            anchor: ResizeAnchor(before: at(0, 0), after: at(400, 0)),
            at: 1)
        #expect(view.offset == Point(x: 0, y: 0))
        // The scale of 0.75 is below the new fit of 0.875: raised about the anchor, then moved to the edge.
        let small = try mediaView()
        small.put(zoom: 1.5, 100, 100)
        small.layout(viewSize: large, anchor: ResizeAnchor(before: at(10, 10), after: at(10, 10)), at: 1)
        #expect(small.zoomScale == 1)
        #expect(small.imageOrigin == at(25, 0))
    }

    @Test func itWaitsForTheEndOfAPanAsTheSizeDoes() throws {
        let view = try mediaView()
        view.put(zoom: 4, 1000, 1000)
        view.beginPan(at: 1)
        view.changePan(translation: Vector(dx: -100, dy: 0), at: 1.1)
        // Two in a row: the place before the first, and that after the last.
        view.layout(viewSize: large, anchor: ResizeAnchor(before: at(300, 200), after: at(350, 220)), at: 1.2)
        let size = Size<View>(width: 1400, height: 1100)
        view.layout(viewSize: size, anchor: ResizeAnchor(before: at(350, 220), after: at(500, 400)), at: 1.2)
        #expect(view.offset == Point(x: 1100, y: 1000))
        let point = view.imagePoint(at: at(300, 200))
        view.endPan(velocity: .zero, at: 1.3)
        #expect(view.scrollView.bounds == size)
        #expect(near(view.viewPoint(of: point), 500, 400))
        // The next one without is about the middle again.
        let middle = view.imagePoint(at: at(700, 550))
        view.layout(viewSize: large, at: 2)
        #expect(near(view.viewPoint(of: middle), 900, 700))
    }
}

@Suite("From picture to picture")
struct KeepingTests {
    @Test func theSamePointAtTheSameScale() throws {
        let first = try mediaView()
        first.put(zoom: 4, 1000, 600)
        let second = try mediaView(3000, 2000)
        second.restore(first.state, at: 1)
        #expect(near(second.scale, 2))
        #expect(near(second.imagePoint(at: at(500, 400)), 750, 500))
        let whole = try mediaView()
        second.restore(whole.state, at: 2)
        #expect(second.isAtFit && second.zoomScale == 1)
    }

    @Test func nothingIsLostOnTheWayThroughASmallPicture() throws {
        let first = try mediaView()
        first.put(zoom: 4, 3000, 2400)
        let state = first.state
        // Its fit is 10, far above; and it has no such point.
        let small = try mediaView(100, 80)
        small.restore(state, at: 1)
        #expect(small.isAtFit && small.scale == 10)
        #expect(small.state == state)
        let third = try mediaView(2000, 1600)
        third.restore(small.state, at: 2)
        #expect(near(third.offset, 3000, 2400))
    }

    @Test func whatIsAskedForSinceCounts() throws {
        let state = MediaViewState(center: Point(x: 900, y: 900), scale: .devicePixels(2))
        let whole = MediaViewState(center: Point(x: 50, y: 40), scale: .fit)
        let small = try mediaView(100, 80)
        small.restore(state, at: 1)
        small.showWholeImage(at: 1)
        #expect(small.state == whole)
        small.restore(state, at: 2)
        small.layout(viewSize: Size(width: 500, height: 400), at: 2)
        #expect(small.state == whole)
        small.restore(state, at: 3)
        small.zoomIn(at: 3)
        #expect(small.state == MediaViewState(center: Point(x: 50, y: 40), scale: .devicePixels(6.25)))
        small.restore(whole, at: 4)
        #expect(small.state == whole)
    }

    @Test func beforeTheFirstLayoutTheStateWaits() throws {
        let state = MediaViewState(center: Point(x: 900, y: 900), scale: .devicePixels(2))
        let small = try MediaView(contentSize: Size(width: 100, height: 80))
        small.restore(state, at: 0)
        #expect(small.state == state)
        small.layout(viewSize: Size(width: 1000, height: 800), at: 0)
        #expect(small.state == state)
        #expect(small.isAtFit)
    }

    @Test(arguments: Orientation.allCases)
    func aTurnedPictureKeepsItsMiddleAndScale(change: Orientation) throws {
        let view = try mediaView()
        view.put(zoom: 4, 1300, 900)
        let state = view.state
        #expect(state == MediaViewState(center: Point(x: 900, y: 650), scale: .devicePixels(2)))
        let changed = state.changed(by: change, in: view.contentSize)
        #expect(changed.scale == .devicePixels(2))
        let size: Size<Image> = change.transposes ? Size(width: 1600, height: 2000) : view.contentSize
        let turned = try mediaView(size.width, size.height)
        turned.restore(changed, at: 1)
        #expect(near(turned.scale, 2))
        // What was 30 right of the middle and 10 above is where the change puts it about the middle.
        let point = view.imagePoint(at: at(530, 390))
        let seen = turned.viewPoint(of: change.moved(point, in: view.contentSize))
        var (dx, dy) = change.transposes ? (-10.0, 30.0) : (30.0, -10.0)
        if change.flipsX { dx = -dx }
        if change.flipsY { dy = -dy }
        #expect(near(seen, 500 + dx, 400 + dy))
        let whole = MediaViewState(center: Point(x: 1000, y: 800), scale: .fit)
        #expect(whole.changed(by: change, in: view.contentSize).scale == .fit)
    }

    @Test func aQuarterTurnIsClockwise() throws {
        let state = MediaViewState(center: Point(x: 900, y: 650), scale: .devicePixels(2))
        let size = Size<Image>(width: 2000, height: 1600)
        #expect(state.changed(by: .turn(quarterTurns: 1), in: size).center == Point(x: 950, y: 900))
        #expect(state.changed(by: .turn(quarterTurns: -1), in: size).center == Point(x: 650, y: 1100))
        #expect(state.changed(by: .topRight, in: size).center == Point(x: 1100, y: 650))
    }

    @Test func swipesAreFreeWhereTheWholeIsShown() throws {
        let view = try mediaView(4000, 1000)
        #expect(view.canPage)
        view.zoomIn(at: 1)
        #expect(!view.canPage)
        view.advance(to: 2)
        #expect(!view.canPage)
        view.showWholeImage(at: 3)
        #expect(view.zoomScale > 1 && view.canPage)
        // Nothing to scroll sideways, but not the whole.
        let tall = try mediaView(100, 1000)
        tall.put(zoom: 2, 0, 0)
        #expect(tall.scrollView.layout.fits(.x, at: 2))
        #expect(!tall.canPage)
        // Smaller than the fit is the whole.
        let shrunk = try mediaView { $0.minimumZoomScale = 0.5 }
        shrunk.scrollView.setZoomScale(0.5, animated: false, at: 1)
        #expect(!shrunk.isAtFit && shrunk.canPage)
        // A flick in a picture that is zoomed in ends zoomed in.
        shrunk.put(zoom: 3, 100, 100, at: 2)
        shrunk.fling(9000, 0, at: 3)
        #expect(!shrunk.canPage)
    }
}
