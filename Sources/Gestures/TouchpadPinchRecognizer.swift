import Geometry

/// Passes on the pinches that touchpads recognize themselves, one device at a time.
struct TouchpadPinchRecognizer {
    /// Scales outside of 1/limit … limit are a driver's mistake: no fingers spread so far.
    private static let scaleLimit = 1e6

    private struct Pinch {
        let device: Int
        /// Where the pointer was at the begin, in view units.
        let center: Point<View>
    }

    private var pinch: Pinch?

    /// Whether a pinch is under way.
    var isActive: Bool { pinch != nil }

    /// What the touchpad does, in events.
    mutating func handle(_ sample: TouchpadPinchSample) -> [GestureEvent] {
        switch sample.phase {
        case .began:
            return begin(sample)
        case .moved:
            guard let pinch, pinch.device == sample.device,
                (1 / Self.scaleLimit)...Self.scaleLimit ~= sample.scale
            else { return [] }
            return [.pinchChanged(scale: sample.scale, center: pinch.center)]
        case .ended:
            guard pinch?.device == sample.device else { return [] }
            pinch = nil
            return [.pinchEnded]
        case .cancelled:
            return pinch?.device == sample.device ? cancelAll() : []
        }
    }

    /// Forgets the pinch.
    mutating func cancelAll() -> [GestureEvent] {
        guard let cancelled = pinch else { return [] }
        pinch = nil
        return [.pinchCancelled(source: .touchpad(device: cancelled.device))]
    }

    private mutating func begin(_ sample: TouchpadPinchSample) -> [GestureEvent] {
        guard sample.position.isPlausible, pinch == nil || pinch?.device == sample.device else { return [] }
        // The end of a pinch that begins again was lost.
        let end: [GestureEvent] = pinch == nil ? [] : [.pinchEnded]
        pinch = Pinch(device: sample.device, center: sample.position)
        return end + [.pinchBegan(center: sample.position, source: .touchpad(device: sample.device))]
    }
}
