import Geometry

/// Follows the swipes of three fingers or more that touchpads recognize themselves, one device at a time.
struct TouchpadSwipeRecognizer {
    /// Two fingers scroll.
    private static let leastFingerCount = 3

    private struct Swipe {
        let device: Int
        /// The fingers' way since the begin, as a point: in view units.
        var position = Point<View>.zero
        var velocityTracker = VelocityTracker()
    }

    private var swipe: Swipe?

    /// Whether a swipe is under way.
    var isActive: Bool { swipe != nil }

    /// What the touchpad does, in events.
    mutating func handle(_ sample: TouchpadSwipeSample) -> [GestureEvent] {
        switch sample.phase {
        case .began:
            return begin(sample)
        case .moved:
            return move(sample)
        case .ended:
            // The last bit of motion may come with the end alone; none would slow the motion down.
            let events = sample.delta == .zero ? [] : move(sample)
            guard let swipe, swipe.device == sample.device else { return [] }
            self.swipe = nil
            return events + [.swipeEnded(velocity: swipe.velocityTracker.velocity(at: sample.time))]
        case .cancelled:
            return swipe?.device == sample.device ? cancelAll() : []
        }
    }

    /// Forgets the swipe.
    mutating func cancelAll() -> [GestureEvent] {
        guard swipe != nil else { return [] }
        swipe = nil
        return [.swipeCancelled]
    }

    private mutating func begin(_ sample: TouchpadSwipeSample) -> [GestureEvent] {
        guard sample.fingerCount >= Self.leastFingerCount, sample.time.isFinite,
            swipe == nil || swipe?.device == sample.device
        else { return [] }
        // The end of a swipe that begins again was lost.
        let end: [GestureEvent] = swipe == nil ? [] : [.swipeEnded(velocity: .zero)]
        var begun = Swipe(device: sample.device)
        begun.velocityTracker.add(begun.position, at: sample.time)
        swipe = begun
        return end + [.swipeBegan]
    }

    private mutating func move(_ sample: TouchpadSwipeSample) -> [GestureEvent] {
        guard var moved = swipe, moved.device == sample.device, sample.time.isFinite else { return [] }
        moved.position = moved.position + sample.delta
        guard moved.position.isPlausible else { return [] }
        moved.velocityTracker.add(moved.position, at: sample.time)
        swipe = moved
        return [.swipeChanged(translation: moved.position - .zero)]
    }
}
