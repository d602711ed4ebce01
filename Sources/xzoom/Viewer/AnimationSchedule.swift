/// Which frame of an animation is due when, and which is to be decoded next: an absolute timeline, on which frames that
/// come too late are skipped.
///
/// Media time counts from the first frame's showing through all loops; the epoch is the clock's time of its zero.
struct AnimationSchedule {
    /// A frame that is decoded.
    struct Frame: Hashable {
        /// From 0.
        let index: Int
        /// When it is due, in seconds of media time.
        let time: Double
    }

    /// A frame that comes later than this many seconds moves the timeline rather than being chased for ever.
    private static let longestDelay = 0.25

    /// The frame that is shown.
    private(set) var shown = Frame(index: 0, time: 0)
    /// Those that are decoded and wait, in the order of their times.
    private(set) var waiting: [Frame] = []
    /// Whether time stands still.
    private(set) var isPaused = false
    /// How many frames there are, once the end has been seen.
    private(set) var count: Int?
    private var epoch: Double
    /// Media time of the first frame of the loop that is being decoded.
    private var loopStart = 0.0
    private var loopsBegun = 1
    /// The index to be decoded next; `nil` where there is nothing more to play.
    private var nextIndex: Int? = 1
    /// The index of a frame that the user has stepped to, until it is decoded.
    private var target: Int?
    /// Whether the first that waits is one that the user has stepped to, and due at once.
    private var hasStepped = false

    /// A schedule whose first frame is shown from now on.
    init(startingAt now: Double) { epoch = now }

    /// The frame to ask the loader for; `nil` where none is needed. Standing still, one is kept ready for the next step.
    var wanted: Int? { target ?? (isPaused && !waiting.isEmpty ? nil : nextIndex) }

    /// The clock's time at which the next frame is due, if it is known.
    var nextDue: Double? {
        if isPaused { return hasStepped ? -.infinity : nil }
        return waiting.first.map { epoch + $0.time }
    }

    /// A frame that was asked for has come.
    /// - Parameters:
    ///   - index: its index.
    ///   - start: seconds behind the first frame of its loop.
    ///   - now: the clock's time.
    mutating func frameCame(_ index: Int, start: Double, at now: Double) {
        let frame = Frame(index: index, time: loopStart + start)
        nextIndex = index + 1
        if target != nil {
            target = nil
            hasStepped = true
        } else if !isPaused, waiting.isEmpty, now - (epoch + frame.time) > Self.longestDelay {
            // The loader is slower than the animation: what is late by now cannot be caught up.
            epoch = now - frame.time
        }
        waiting.append(frame)
    }

    /// The loader has no frame of the index asked for.
    /// - Parameters:
    ///   - count: frames that there are, at least 1.
    ///   - duration: seconds that they take.
    ///   - loops: times that they are shown, 0 for ever.
    mutating func endCame(count: Int, duration: Double, loops: Int) {
        self.count = count
        if target != nil {
            // A step past the end leads to the first frame.
            target = count > 1 ? 0 : nil
            return
        }
        guard count > 1, duration > 0, loops == 0 || loopsBegun < loops else {
            nextIndex = nil
            return
        }
        nextIndex = 0
        loopStart += duration
        loopsBegun += 1
    }

    /// Goes on to the frame that is due.
    /// - Parameters:
    ///   - now: the clock's time.
    ///   - ready: how many of those waiting can be shown.
    /// - Returns: how many of those that waited are done with, the last of which is shown now.
    mutating func advance(to now: Double, ready: Int) -> Int {
        let due =
            isPaused
            ? (hasStepped ? min(1, ready) : 0)
            : waiting.prefix(ready).prefix { epoch + $0.time <= now }.count
        guard due > 0 else { return 0 }
        shown = waiting[due - 1]
        waiting.removeFirst(due)
        hasStepped = false
        return due
    }

    /// Stands still, or goes on from the frame that is shown; what has been played to its end begins anew.
    mutating func togglePause(at now: Double) {
        let isOver = nextIndex == nil && waiting.isEmpty && target == nil
        if isOver, let count, count > 1 {
            nextIndex = 0
            loopsBegun = 1
            loopStart = shown.time
            isPaused = true
        }
        isPaused.toggle()
        if !isPaused { epoch = now - shown.time }
    }

    /// Goes on from the frame that is shown, as if it had come just now: nobody could see it before.
    mutating func showAgain(at now: Double) { epoch = now - shown.time }

    /// Stands still at a neighbour of the frame shown.
    /// - Parameter direction: 1 onward, −1 back; past an end it goes to the other one, as far as that is known.
    /// - Returns: how many of those that waited are not needed.
    mutating func step(_ direction: Int) -> Int {
        isPaused = true
        var index = (target ?? (hasStepped ? waiting.first?.index : nil) ?? shown.index) + direction
        if let count { index = (index + count) % count }
        guard index >= 0, count != 1 else { return 0 }
        let dropped = waiting.firstIndex { $0.index == index } ?? waiting.count
        waiting.removeFirst(dropped)
        hasStepped = !waiting.isEmpty
        if waiting.isEmpty { target = index }
        return dropped
    }
}
