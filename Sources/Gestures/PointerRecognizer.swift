import Geometry

/// Recognizes what the primary button of a mouse or touchpad does.
struct PointerRecognizer {
    private static let primaryButton = 1

    /// The held button's motion.
    private var drag: Drag?
    private var clicks = TapTracker()

    /// Whether the button is held.
    var isActive: Bool { drag != nil }
    /// Whether a pan is under way.
    var hasGesture: Bool { drag?.hasLeftSlop ?? false }

    /// What the pointer does, in events.
    mutating func handle(_ sample: PointerSample, _ configuration: GestureConfiguration) -> [GestureEvent] {
        switch sample.action {
        case .pressed(Self.primaryButton):
            return press(sample, configuration)
        case .pressed:
            // Two clicks with another button between them are not a double-click.
            clicks.forget()
            return []
        case .moved:
            return move(sample, configuration)
        case .released(Self.primaryButton):
            return release(sample, configuration)
        case .released:
            return []
        }
    }

    /// Forgets the button.
    mutating func cancelAll() -> [GestureEvent] {
        clicks.forget()
        guard let held = drag else { return [] }
        drag = nil
        return [held.hasLeftSlop ? .panCancelled : .touchUp]
    }

    private mutating func press(
        _ sample: PointerSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard sample.position.isPlausible, sample.time.isFinite else { return [] }
        // The release of a button that is pressed again was lost.
        var events = end(time: sample.time)
        drag = Drag(at: sample.position, time: sample.time)
        events.append(.touchDown)
        let isSecond = clicks.press(
            at: sample.position, time: sample.time, interval: configuration.doubleTapInterval,
            distance: configuration.inViewUnits(configuration.mouseDoubleTapDistance))
        if isSecond { events.append(.doubleTap(at: sample.position)) }
        return events
    }

    private mutating func move(
        _ sample: PointerSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard var held = drag, sample.position.isPlausible, sample.time.isFinite else { return [] }
        let wasPanning = held.hasLeftSlop
        held.move(
            to: sample.position, time: sample.time, slop: configuration.inViewUnits(configuration.mouseSlop))
        drag = held
        guard held.hasLeftSlop else { return [] }
        let change = GestureEvent.panChanged(translation: held.translation)
        return wasPanning ? [change] : [.panBegan(source: .pointer, way: held.slopWay), change]
    }

    private mutating func release(
        _ sample: PointerSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        // As with a finger: a release may bring the last bit of motion, or nothing new.
        let events = sample.position == drag?.position ? [] : move(sample, configuration)
        return events + end(time: sample.time)
    }

    private mutating func end(time: Double) -> [GestureEvent] {
        guard let held = drag else { return [] }
        drag = nil
        guard !held.hasLeftSlop else { return [.panEnded(velocity: held.velocity(at: time))] }
        return clicks.release() ? [.touchUp, .tap(at: held.start)] : [.touchUp]
    }
}
