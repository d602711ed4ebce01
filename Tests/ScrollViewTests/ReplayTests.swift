import Foundation
import Geometry
import ScrollView
import Testing

@Suite("Replay and extremes")
struct ReplayTests {
    /// Plays a made-up sequence of inputs.
    /// - Parameters:
    ///   - seed: names the sequence.
    ///   - frames: how often `advance(to:)` is called between two inputs.
    ///   - view: plays it.
    ///   - inputs: how many.
    ///   - value: a number for coordinates, factors and velocities.
    ///   - check: called after every input and every frame.
    private func play(
        seed: UInt64, frames: Int, on view: MediaView, inputs: Int = 3000,
        value: (inout Numbers, ClosedRange<Double>) -> Double = { .random(in: $1, using: &$0) },
        check: (MediaView) -> Void = { _ in }
    ) {
        var numbers = Numbers(state: seed)
        var time = 1.0
        for _ in 0..<inputs {
            let pause = Double.random(in: 0...0.2, using: &numbers)
            for frame in 0..<frames {
                view.advance(to: time + pause * Double(frame) / Double(frames))
                check(view)
            }
            time += pause
            let point = at(value(&numbers, 0...1000), value(&numbers, 0...800))
            let way = Vector<View>(dx: value(&numbers, -900...900), dy: value(&numbers, -900...900))
            let factor = value(&numbers, 0.2...5)
            let source = Int.random(in: 1...2, using: &numbers)
            switch Int.random(in: 0..<19, using: &numbers) {
            case 0, 1: view.beginPinch(source: source, center: point, at: time)
            case 2, 3, 4: view.changePinch(source: source, scale: factor, center: point, at: time)
            case 5: view.endPinch(source: source, at: time)
            case 6: view.cancelPinch(source: source, at: time)
            case 7: view.beginPan(at: time)
            case 8, 9: view.changePan(translation: way, at: time)
            case 10: view.endPan(velocity: way, at: time)
            case 11: view.cancelPan(at: time)
            case 12: view.zoom(by: factor, about: point, at: time)
            case 13: view.zoomIn(about: point, at: time)
            case 14: view.doubleTap(point, at: time)
            case 15: view.nudge(by: Vector(dx: way.dx, dy: way.dy), at: time)
            case 16: view.scroll(by: Vector(dx: way.dx, dy: way.dy), at: time)
            case 17: view.layout(viewSize: Size(width: 500 + point.x, height: 400 + point.y), at: time)
            default:
                view.touchDown(at: time)
                view.touchUp(at: time)
            }
            check(view)
        }
        view.endPinch(source: 1, at: time)
        view.endPinch(source: 2, at: time)
        view.endPan(velocity: .zero, at: time)
    }

    @Test(arguments: 0..<8)
    func sameInputsSameStateBitForBit(seed: Int) throws {
        let placements = try [0, 0, 1, 5].map { frames in
            let view = try mediaView(3123, 1711)
            play(seed: UInt64(seed), frames: frames, on: view)
            let numbers = [view.zoomScale, view.offset.x, view.offset.y]
            return numbers.map(\.bitPattern)
        }
        #expect(Set(placements).count == 1)
    }

    @Test(arguments: 0..<8)
    func everythingComesToRestWithinTheLimits(seed: Int) throws {
        let view = try mediaView(3123, 1711)
        let recorder = Recorder()
        view.delegate = recorder
        play(seed: UInt64(seed), frames: 1, on: view)
        let destination = view.scrollView.destination
        view.advance(to: 1e6)
        view.touchUp(at: 1e6)
        view.advance(to: 2e6)
        #expect(view.nextUpdate == .none)
        let placement = view.scrollView.placement
        #expect(placement == destination)
        #expect(placement == view.scrollView.layout.settled(placement))
        #expect(!view.scrollView.isZooming)
        let begun = recorder.calls.filter { $0 == "will begin zooming" }.count
        let ended = recorder.calls.filter { $0.hasPrefix("did end zooming") }.count
        #expect(begun == ended)
        let dragged = recorder.calls.filter { $0 == "will begin dragging" }.count
        #expect(dragged == recorder.calls.filter { $0.hasPrefix("did end dragging") }.count)
    }

    private func expectFinite(_ view: MediaView) {
        #expect(view.scale.isFinite && view.scale > 0)
        #expect(view.zoomScale.isFinite && view.zoomScale > 0)
        #expect(view.offset.isFinite && view.imageOrigin.isFinite)
        #expect(view.imagePoint(at: at(3, 4)).isFinite && view.state.center.isFinite)
    }

    @Test(arguments: [(1, 1), (100_000, 1), (1, 100_000), (1e9, 1e-6), (1e-6, 1e-6), (1e9, 1e9)])
    func nothingMakesItInfinite(width: Double, height: Double) throws {
        let odd = [
            0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
            -.greatestFiniteMagnitude, 1e-300, 1e12, -1e12,
        ]
        let view = try mediaView(width, height)
        for seed in 0..<6 {
            play(
                seed: UInt64(seed), frames: 1, on: view, inputs: 1000,
                value: { numbers, range in
                    Bool.random(using: &numbers)
                        ? odd.randomElement(using: &numbers) ?? 0 : .random(in: range, using: &numbers)
                },
                check: expectFinite)
            view.layout(viewSize: Size(width: 1, height: 1_000_000), at: 0)
            expectFinite(view)
        }
    }

    @Test func oddTimesDoNotMatter() throws {
        let view = try mediaView()
        view.zoomIn(at: 1)
        for time in [Double.nan, -.infinity, .infinity, -5, 0.5] {
            view.advance(to: time)
            #expect(view.zoomScale == 1)
        }
        view.advance(to: 1.125)
        #expect(near(view.zoomScale, 1.25.squareRoot()))
        view.advance(to: .greatestFiniteMagnitude)
        view.zoomIn(at: .nan)
        view.fling(-500, 0, at: 2)
        expectFinite(view)
    }

    @Test func unusableInputIsIgnored() throws {
        let view = try mediaView()
        view.put(zoom: 2, 300, 300)
        let placement = view.scrollView.placement
        view.beginPinch(source: 1, center: at(.nan, 0), at: 1)
        view.pinch(2, 0, 0, at: 1)
        view.beginPinch(source: 1, center: at(1, 1), at: 1)
        for scale in [0, -1, .nan, .infinity] { view.pinch(scale, 1, 1, at: 1) }
        view.pinch(3, .infinity, 1, at: 1)
        view.endPinch(source: 1, at: 1)
        for factor in [0, -2, .nan, .infinity] { view.zoom(by: factor, about: at(0, 0), at: 1) }
        view.zoom(by: 2, about: at(.nan, 0), at: 1)
        view.scroll(by: Vector(dx: .nan, dy: 1), at: 1)
        view.doubleTap(at(.nan, 1), at: 1)
        view.fling(.nan, .infinity, at: 1)
        view.scrollView.setZoomScale(.nan, animated: false, at: 1)
        view.scrollView.setContentOffset(Point(x: .infinity, y: 0), animated: false, at: 1)
        #expect(view.scrollView.placement == placement)
        #expect(view.nextUpdate == .none)
    }

    @Test func hugeVelocityIsAMillionUnitsPerSecond() throws {
        let view = try mediaView()
        view.put(zoom: 10, 4000, 3000)
        let same = try mediaView()
        same.put(zoom: 10, 4000, 3000)
        view.fling(1e300, 0, at: 1)
        same.fling(1e6, 0, at: 1)
        view.advance(to: 1.1)
        same.advance(to: 1.1)
        #expect(view.offset == same.offset)
        view.advance(to: 9)
        #expect(view.offset == Point(x: 0, y: 3000))
    }

    @Test func inputBeforeTheFirstLayoutIsHarmless() throws {
        let view = try MediaView(contentSize: Size(width: 2000, height: 1600))
        // −600 makes every layout in the sequence an unusable one.
        play(seed: 3, frames: 1, on: view, inputs: 300, value: { _, _ in -600 }, check: expectFinite)
        #expect(!view.isLaidOut)
        view.layout(viewSize: Size(width: 1000, height: 800), at: 99)
        #expect(view.scrollView.placement == Placement(zoomScale: 1, contentOffset: .zero))
        #expect(view.nextUpdate == .none)
    }

    @Test func genericScrollViewWorksByItself() {
        let view = ScrollView(
            layout: ScrollLayout(
                contentSize: Size(width: 500, height: 1000), bounds: Size(width: 200, height: 300),
                minimumZoomScale: 0.5, maximumZoomScale: 4, contentInset: { _, _ in Insets(top: 20) }))
        #expect(view.placement == Placement(zoomScale: 1, contentOffset: .zero))
        view.setContentOffset(Point(x: 900, y: -900), animated: false, at: 0)
        #expect(view.contentOffset == Point(x: 300, y: -20))
        view.zoom(to: Rect(origin: .zero, size: Size(width: 50, height: 100)), animated: false, at: 0)
        // min(200/50, 300/100); the middle (25, 50) · 3 − (100, 150), moved to the edge on x
        #expect(view.placement == Placement(zoomScale: 3, contentOffset: Point(x: 0, y: 0)))
        // Zoom 1 is not special to a content whose size stays: a resize keeps 3.
        view.setLayout(
            ScrollLayout(
                contentSize: Size(width: 500, height: 1000), bounds: Size(width: 100, height: 100),
                minimumZoomScale: 0.5, maximumZoomScale: 4), at: 1)
        #expect(view.placement == Placement(zoomScale: 3, contentOffset: Point(x: 50, y: 100)))
        #expect(view.destination == view.placement)
    }
}
