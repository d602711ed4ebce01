import Foundation
import Geometry
import ScrollView

/// Writes down every callback, and the changes in between as one line each.
final class Recorder: ScrollViewDelegate {
    var calls: [String] = []

    func scrollViewWillBeginZooming(_ scrollView: ScrollView) { calls.append("will begin zooming") }
    func scrollViewDidZoom(_ scrollView: ScrollView) { once("did zoom") }
    func scrollViewDidEndZooming(_ scrollView: ScrollView, atScale scale: Double) {
        calls.append("did end zooming \(scale)")
    }
    func scrollViewWillBeginDragging(_ scrollView: ScrollView) { calls.append("will begin dragging") }
    func scrollViewDidScroll(_ scrollView: ScrollView) { once("did scroll") }
    func scrollViewDidEndDragging(_ scrollView: ScrollView, willDecelerate decelerate: Bool) {
        calls.append("did end dragging \(decelerate)")
    }
    func scrollViewDidEndDecelerating(_ scrollView: ScrollView) { calls.append("did end decelerating") }
    func scrollViewDidEndScrollingAnimation(_ scrollView: ScrollView) {
        calls.append("did end scrolling animation")
    }

    /// Repetitions of the two changes count once until something else is reported.
    private func once(_ call: String) {
        let run = calls.reversed().prefix { $0 == "did zoom" || $0 == "did scroll" }
        if !run.contains(call) { calls.append(call) }
    }
}

/// A generator of the same numbers every time (SplitMix64).
struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

func near(_ a: Double, _ b: Double, within tolerance: Double = 1e-9) -> Bool { abs(a - b) <= tolerance }

func near<Space>(_ point: Point<Space>, _ x: Double, _ y: Double, within tolerance: Double = 1e-9) -> Bool {
    near(point.x, x, within: tolerance) && near(point.y, y, within: tolerance)
}

func at(_ x: Double, _ y: Double) -> Point<View> { Point(x: x, y: y) }

/// A picture of 2000 × 1600 pixels in a window of 1000 × 800: fit scale 0.5, content 1000 × 800 at zoom 1.
func mediaView(
    _ width: Double = 2000, _ height: Double = 1600, in window: Size<View> = Size(width: 1000, height: 800),
    _ configure: (inout MediaViewOptions) -> Void = { _ in }
) throws -> MediaView {
    var options = MediaViewOptions()
    configure(&options)
    let view = try MediaView(contentSize: Size(width: width, height: height), options: options)
    view.layout(viewSize: window, at: 0)
    return view
}

extension MediaView {
    var offset: Point<Content> { scrollView.contentOffset }

    /// Puts the view at a zoom scale and offset at once.
    func put(zoom: Double, _ x: Double, _ y: Double, at time: Double = 0) {
        scrollView.setZoomScale(zoom, animated: false, at: time)
        scrollView.setContentOffset(Point(x: x, y: y), animated: false, at: time)
    }

    func pinch(_ scale: Double, _ x: Double, _ y: Double, at time: Double, source: Int = 1) {
        changePinch(source: source, scale: scale, center: Point(x: x, y: y), at: time)
    }

    /// Pans and lets go with a velocity of the finger.
    func fling(_ dx: Double, _ dy: Double, at time: Double) {
        beginPan(at: time)
        endPan(velocity: Vector(dx: dx, dy: dy), at: time)
    }
}
