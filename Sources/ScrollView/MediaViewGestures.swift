public import Geometry

/// The gestures, handed on to the scroll view.
extension MediaView {
    /// A pinch begins: see `ScrollView.beginPinch(source:center:at:)`.
    public func beginPinch(source: Int, center: Point<View>, at time: Double) {
        scrollView.beginPinch(source: source, center: center, at: time)
    }

    /// A pinch goes on: see `ScrollView.changePinch(source:scale:center:at:)`.
    public func changePinch(source: Int, scale: Double, center: Point<View>, at time: Double) {
        scrollView.changePinch(source: source, scale: scale, center: center, at: time)
    }

    /// A pinch ends: see `ScrollView.endPinch(source:at:)`.
    public func endPinch(source: Int, at time: Double) { scrollView.endPinch(source: source, at: time) }

    /// A pinch is cancelled: see `ScrollView.cancelPinch(source:at:)`.
    public func cancelPinch(source: Int, at time: Double) { scrollView.cancelPinch(source: source, at: time) }

    /// A pan begins: see `ScrollView.beginPan(at:)`.
    public func beginPan(at time: Double) { scrollView.beginPan(at: time) }

    /// A pan goes on: see `ScrollView.changePan(translation:at:)`.
    public func changePan(translation: Vector<View>, at time: Double) {
        scrollView.changePan(translation: translation, at: time)
    }

    /// A pan ends: see `ScrollView.endPan(velocity:at:)`.
    public func endPan(velocity: Vector<View>, at time: Double) {
        scrollView.endPan(velocity: velocity, at: time)
    }

    /// A pan is cancelled: see `ScrollView.cancelPan(at:)`.
    public func cancelPan(at time: Double) { scrollView.cancelPan(at: time) }

    /// A finger or button went down: see `ScrollView.touchDown(at:)`.
    public func touchDown(at time: Double) { scrollView.touchDown(at: time) }

    /// A finger or button went up without a gesture: see `ScrollView.touchUp(at:)`.
    public func touchUp(at time: Double) { scrollView.touchUp(at: time) }
}
