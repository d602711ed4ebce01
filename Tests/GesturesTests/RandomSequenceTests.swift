import Geometry
import Gestures
import Testing

/// A reproducible source of random numbers (SplitMix64, Steele, Lea and Flood 2014).
private struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var z = state
        z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
        z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
        return z ^ (z >> 31)
    }
}

/// Everything that a recognizer takes.
private enum Input {
    case touch(TouchSample)
    case pointer(PointerSample)
    case pinch(TouchpadPinchSample)
    case swipe(TouchpadSwipeSample)
    case scroll(ScrollSample)
    case cancelAll
}

/// Samples without sense or order, one in thirty of them with numbers that are none.
private func randomInputs(count: Int, seed: UInt64) -> [Input] {
    var random = SplitMix64(state: seed)
    var time = 0.0

    func coordinate() -> Double {
        if Int.random(in: 0..<60, using: &random) == 0 {
            return [.nan, .infinity, -1e300, 1e6, 1e-300].randomElement(using: &random) ?? .nan
        }
        // Close together, so that taps, coincident fingers and slops all come up.
        return Double.random(in: 0...[3, 30, 1000][Int.random(in: 0..<3, using: &random)], using: &random)
    }
    func position() -> Point<View> { at(coordinate(), coordinate()) }
    func phase() -> TouchPhase {
        [.began, .began, .moved, .moved, .moved, .ended, .ended, .cancelled].randomElement(using: &random)
            ?? .moved
    }

    return (0..<count).map { _ in
        time += [0, 0.001, 0.01, 0.03, 0.2, -0.001][Int.random(in: 0..<6, using: &random)]
        let stamp = Int.random(in: 0..<60, using: &random) == 0 ? Double.nan : time
        switch Int.random(in: 0..<44, using: &random) {
        case 0..<22:
            let id = UInt32.random(in: 0..<4, using: &random)
            return .touch(TouchSample(phase: phase(), id: id, position: position(), time: stamp))
        case 22..<32:
            let button = Int.random(in: 1...2, using: &random)
            let action: PointerSample.Action =
                [.pressed(button: button), .moved, .released(button: button)].randomElement(using: &random)
                ?? .moved
            return .pointer(PointerSample(action: action, position: position(), time: stamp))
        case 32..<36:
            return .pinch(
                TouchpadPinchSample(
                    phase: phase(), scale: coordinate(), position: position(),
                    device: Int.random(in: 0..<2, using: &random), time: stamp))
        case 36..<39:
            return .scroll(
                ScrollSample(
                    notches: by(coordinate(), coordinate()), isTouchpad: Bool.random(using: &random),
                    control: Bool.random(using: &random), shift: Bool.random(using: &random),
                    position: position(), time: stamp))
        case 39..<43:
            return .swipe(
                TouchpadSwipeSample(
                    phase: phase(), delta: by(coordinate(), -coordinate()),
                    fingerCount: Int.random(in: 2...5, using: &random),
                    device: Int.random(in: 0..<2, using: &random), time: stamp))
        default:
            return .cancelAll
        }
    }
}

extension GestureRecognizer {
    fileprivate mutating func handle(_ input: Input) -> [GestureEvent] {
        switch input {
        case .touch(let sample): handle(sample)
        case .pointer(let sample): handle(sample)
        case .pinch(let sample): handle(sample)
        case .swipe(let sample): handle(sample)
        case .scroll(let sample): handle(sample)
        case .cancelAll: cancelAll()
        }
    }
}

extension GestureEvent {
    /// Whether all its numbers are finite, and its scale or factor above 0.
    fileprivate var isSound: Bool {
        switch self {
        case .touchDown, .touchUp, .panCancelled, .pinchEnded, .pinchCancelled, .swipeBegan, .swipeCancelled:
            true
        case .twistChanged(let turns): abs(turns) < 1000
        case .twist(let turns, let point): turns != 0 && abs(turns) < 1000 && point.isFinite
        case .panBegan(_, let vector), .panChanged(let vector), .panEnded(let vector), .scroll(let vector),
            .swipeChanged(let vector), .swipeEnded(let vector):
            vector.dx.isFinite && vector.dy.isFinite
        case .pinchBegan(let point, _), .tap(let point), .doubleTap(let point), .twoFingerTap(let point):
            point.isFinite
        case .pinchChanged(let scale, let point), .zoom(let scale, let point):
            scale.isFinite && scale > 0 && point.isFinite
        }
    }
}

/// Checks that gestures are paired and never nested.
private struct Grammar {
    private enum Gesture: Equatable {
        case pan
        case pinch(PinchSource)
        case swipe
    }

    private var gesture: Gesture?
    /// The quarter turns that a release would lead to, and the gesture's end did.
    private var turns = 0
    /// Whether a pinch has just ended as one whose fingers had turned.
    private var awaitsTwist = false
    /// Whether a finger or the button is down; unknown after a gesture, which may have left a finger behind.
    private var isDown: Bool? = false

    /// Whether `event` may come now.
    mutating func accepts(_ event: GestureEvent) -> Bool {
        let (before, wasDown) = (gesture, isDown)
        if case .twist = event {} else if awaitsTwist { return false }
        switch event {
        case .twistChanged(let quarterTurns):
            defer { turns = quarterTurns }
            return before == .pinch(.touchscreen) && quarterTurns != turns
        case .twist(let quarterTurns, _):
            defer { awaitsTwist = false }
            return awaitsTwist && quarterTurns == turns
        case .swipeBegan:
            (gesture, isDown) = (.swipe, false)
            return before == nil && wasDown != true
        case .swipeChanged:
            return before == .swipe
        case .swipeEnded, .swipeCancelled:
            (gesture, isDown) = (nil, nil)
            return before == .swipe
        case .touchDown:
            isDown = true
            return before == nil && wasDown != true
        case .touchUp:
            isDown = false
            return before == nil && wasDown != false
        case .panBegan:
            (gesture, isDown) = (.pan, true)
            return before == nil && wasDown != false
        case .pinchBegan(_, let source):
            (gesture, turns) = (.pinch(source), 0)
            if case .touchpad = source {
                isDown = false
                return before == nil && wasDown != true
            }
            isDown = true
            return before == nil && wasDown != false
        case .panChanged:
            return before == .pan
        case .panEnded, .panCancelled:
            (gesture, isDown) = (nil, nil)
            return before == .pan
        case .pinchChanged:
            return isPinching
        case .pinchEnded:
            defer { (gesture, isDown, awaitsTwist) = (nil, nil, turns != 0) }
            return isPinching
        case .pinchCancelled(let source):
            (gesture, isDown) = (nil, nil)
            return before == .pinch(source)
        case .tap, .doubleTap, .twoFingerTap, .scroll, .zoom:
            return before == nil
        }
    }

    private var isPinching: Bool { if case .pinch = gesture { true } else { false } }
    /// Whether no gesture is left open.
    var isClosed: Bool { gesture == nil }
}

@Suite struct RandomSequenceTests {
    @Test func aReplayGivesTheSameEvents() {
        let inputs = randomInputs(count: 1000, seed: 42)
        var first = GestureRecognizer()
        var second = GestureRecognizer()
        let events = inputs.flatMap { first.handle($0) }
        #expect(events == inputs.flatMap { second.handle($0) })
        #expect(events.count > 300)
        for event in events { #expect(event.isSound, "\(event)") }
    }

    @Test func gesturesArePairedAndNeverNested() {
        var kinds: Set<String> = []
        for seed in 0..<400 as Range<UInt64> {
            var recognizer = GestureRecognizer()
            var grammar = Grammar()
            for input in randomInputs(count: 500, seed: seed) + [.cancelAll] {
                for event in recognizer.handle(input) {
                    #expect(event.isSound, "\(event), seed \(seed)")
                    let isAccepted = grammar.accepts(event)
                    #expect(isAccepted, "\(event), seed \(seed)")
                    kinds.insert(String("\(event)".prefix { $0.isLetter }))
                }
            }
            #expect(grammar.isClosed, "seed \(seed)")
        }
        // The sequences reach every kind of event.
        #expect(kinds.count == 21, "\(kinds.sorted())")
    }
}
