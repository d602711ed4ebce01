import Geometry
import Glibc

/// Recognizes what the fingers on a touchscreen do.
struct TouchRecognizer {
    /// A finger that is down.
    private struct Finger {
        let id: UInt32
        /// Where it came down, in view units.
        let start: Point<View>
        /// Where it is, in view units.
        var position: Point<View>
    }

    /// What a single finger that has not left the slop may still become, other than a pan.
    private enum Prospect {
        /// The first tap of a pair.
        case tap
        /// The second tap of a pair, or a tap-drag.
        case secondTap
        /// The finger that stays of a pinch: nothing, or the end of a two-finger tap.
        case remainder(TwoFingerTap?)

        var isRemainder: Bool { if case .remainder = self { true } else { false } }
    }

    private enum State {
        /// No finger is down.
        case idle
        /// One finger is down, inside its slop.
        case pressed(Drag, Prospect)
        /// One finger is down and pans.
        case panning(Drag)
        /// One finger is down and zooms.
        case tapDragging(Drag)
        /// Two fingers or more are down.
        case pinching(FingerPair)
    }

    private var state = State.idle
    /// In the order in which they came down.
    private var fingers: [Finger] = []
    private var taps = TapTracker()

    /// Whether a finger is down.
    var isActive: Bool { !fingers.isEmpty }
    /// Whether a pan or a pinch is under way.
    var hasGesture: Bool {
        switch state {
        case .idle, .pressed: false
        case .panning, .tapDragging, .pinching: true
        }
    }

    /// What a finger does, in events.
    mutating func handle(_ sample: TouchSample, _ configuration: GestureConfiguration) -> [GestureEvent] {
        switch sample.phase {
        case .began: press(sample, configuration)
        case .moved: move(sample, configuration)
        case .ended: release(sample, configuration)
        case .cancelled: remove(sample.id, time: sample.time, isCancelled: true, configuration)
        }
    }

    /// Forgets all fingers.
    mutating func cancelAll() -> [GestureEvent] {
        defer {
            state = .idle
            fingers = []
            taps.forget()
        }
        return switch state {
        case .idle: []
        case .pressed: [.touchUp]
        case .panning: [.panCancelled]
        case .tapDragging: [.pinchCancelled(source: .tapDrag)]
        case .pinching: [.pinchCancelled(source: .touchscreen)]
        }
    }

    // MARK: A finger comes down

    private mutating func press(
        _ sample: TouchSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard sample.position.isPlausible, sample.time.isFinite else { return [] }
        // The end of an id that begins again was lost.
        var events = remove(sample.id, time: sample.time, isCancelled: false, configuration)
        let finger = Finger(id: sample.id, start: sample.position, position: sample.position)
        fingers.append(finger)

        switch state {
        case .idle:
            let isSecond = taps.press(
                at: sample.position, time: sample.time, interval: configuration.doubleTapInterval,
                distance: configuration.inViewUnits(configuration.touchDoubleTapDistance))
            state = .pressed(Drag(at: sample.position, time: sample.time), isSecond ? .secondTap : .tap)
            events.append(.touchDown)
        case .pressed(let drag, let prospect):
            var tap: TwoFingerTap?
            let delay = sample.time - drag.startTime
            if !prospect.isRemainder, isElapsed(delay, within: configuration.twoFingerTapPressInterval) {
                let center = fingers[0].position.midpoint(to: finger.position)
                tap = TwoFingerTap(startTime: drag.startTime, center: center)
            }
            events.append(beginPinch(fingers[0], finger, tap: tap, configuration))
        case .panning:
            events += [.panEnded(velocity: .zero), beginPinch(fingers[0], finger, tap: nil, configuration)]
        case .tapDragging:
            events += [.pinchEnded, beginPinch(fingers[0], finger, tap: nil, configuration)]
        case .pinching(var pair):
            pair.tap = nil
            state = .pinching(pair)
        }
        return events
    }

    private mutating func beginPinch(
        _ first: Finger, _ second: Finger, tap: TwoFingerTap?, _ configuration: GestureConfiguration
    ) -> GestureEvent {
        let pair = FingerPair(
            (first.id, first.position), (second.id, second.position), tap: tap,
            slop: configuration.inViewUnits(configuration.touchSlop))
        state = .pinching(pair)
        return .pinchBegan(center: pair.center, source: .touchscreen)
    }

    // MARK: A finger moves

    private mutating func move(
        _ sample: TouchSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard let index = fingers.firstIndex(where: { $0.id == sample.id }),
            sample.position.isPlausible, sample.time.isFinite
        else { return [] }
        fingers[index].position = sample.position
        let slop = configuration.inViewUnits(configuration.touchSlop)

        switch state {
        case .idle:
            return []
        case .pressed(var drag, let prospect):
            drag.move(to: sample.position, time: sample.time, slop: slop)
            return movePressed(drag, prospect, fingers[index], slop: slop, configuration)
        case .panning(var drag):
            drag.move(to: sample.position, time: sample.time, slop: slop)
            state = .panning(drag)
            return [.panChanged(translation: drag.translation)]
        case .tapDragging(var drag):
            drag.move(to: sample.position, time: sample.time, slop: slop)
            state = .tapDragging(drag)
            return [tapDragChange(drag, configuration)]
        case .pinching(let pair):
            return movePinching(pair, fingers[index], slop: slop)
        }
    }

    private mutating func movePressed(
        _ drag: Drag, _ prospect: Prospect, _ finger: Finger, slop: Double,
        _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard drag.hasLeftSlop else {
            let isTapLost = prospect.isRemainder && finger.position.distance(to: finger.start) >= slop
            state = .pressed(drag, isTapLost ? .remainder(nil) : prospect)
            return []
        }
        if case .secondTap = prospect {
            state = .tapDragging(drag)
            return [
                .pinchBegan(center: drag.start, source: .tapDrag), tapDragChange(drag, configuration),
            ]
        }
        state = .panning(drag)
        return [
            .panBegan(source: prospect.isRemainder ? .remainingFinger : .touchscreen, way: drag.slopWay),
            .panChanged(translation: drag.translation),
        ]
    }

    private func tapDragChange(_ drag: Drag, _ configuration: GestureConfiguration) -> GestureEvent {
        let doublings =
            drag.translation.dy / max(1, configuration.inViewUnits(configuration.tapDragDoublingDistance))
        // A million times is beyond every zoom limit, and far from overflow.
        return .pinchChanged(scale: exp2(min(max(doublings, -20), 20)), center: drag.start)
    }

    private mutating func movePinching(_ pair: FingerPair, _ finger: Finger, slop: Double) -> [GestureEvent] {
        guard finger.id == pair.first || finger.id == pair.second,
            let first = fingers.first(where: { $0.id == pair.first }),
            let second = fingers.first(where: { $0.id == pair.second })
        else { return [] }
        var moved = pair
        if finger.position.distance(to: finger.start) >= slop { moved.tap = nil }
        let events = moved.move(first.position, second.position, slop: slop)
        // Fingers that lie close turn far within their slops.
        if moved.twist.quarterTurns != 0 { moved.tap = nil }
        state = .pinching(moved)
        return events
    }

    // MARK: A finger goes

    private mutating func release(
        _ sample: TouchSample, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard let finger = fingers.first(where: { $0.id == sample.id }) else { return [] }
        // The last bit of motion may come with the release alone. A position that says nothing new is no
        // sample: it would slow the motion down.
        let events = sample.position == finger.position ? [] : move(sample, configuration)
        return events + remove(sample.id, time: sample.time, isCancelled: false, configuration)
    }

    private mutating func remove(
        _ id: UInt32, time: Double, isCancelled: Bool, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        guard let index = fingers.firstIndex(where: { $0.id == id }) else { return [] }
        fingers.remove(at: index)

        switch state {
        case .idle:
            return []
        case .pressed(let drag, let prospect):
            state = .idle
            return [.touchUp] + (isCancelled ? [] : tap(drag, prospect, time: time, configuration))
        case .panning(let drag):
            state = .idle
            return [isCancelled ? .panCancelled : .panEnded(velocity: drag.velocity(at: time))]
        case .tapDragging:
            state = .idle
            return [isCancelled ? .pinchCancelled(source: .tapDrag) : .pinchEnded]
        case .pinching(let pair):
            guard id == pair.first || id == pair.second else { return [] }
            let end = isCancelled ? [.pinchCancelled(source: .touchscreen)] : pair.endEvents
            let tap = isCancelled ? nil : pair.tap
            return end + goOn(after: pair, without: id, time: time, tap: tap, configuration)
        }
    }

    /// What a finger that never left its slop did.
    private mutating func tap(
        _ drag: Drag, _ prospect: Prospect, time: Double, _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        switch prospect {
        case .tap:
            taps.release()
            return [.tap(at: drag.start)]
        case .secondTap:
            return [.doubleTap(at: drag.start)]
        case .remainder(let tap):
            guard let tap, isElapsed(time - tap.startTime, within: configuration.twoFingerTapDuration)
            else { return [] }
            return [.twoFingerTap(at: tap.center)]
        }
    }

    /// Gives the fingers that stay of a pinch their new part, with new baselines: nothing jumps.
    private mutating func goOn(
        after pair: FingerPair, without id: UInt32, time: Double, tap: TwoFingerTap?,
        _ configuration: GestureConfiguration
    ) -> [GestureEvent] {
        let remainingID = id == pair.first ? pair.second : pair.first
        guard let remaining = fingers.first(where: { $0.id == remainingID }) else { return [] }
        if let other = fingers.first(where: { $0.id != remainingID }) {
            return [beginPinch(remaining, other, tap: nil, configuration)]
        }
        state = .pressed(Drag(at: remaining.position, time: time), .remainder(tap))
        return []
    }
}
