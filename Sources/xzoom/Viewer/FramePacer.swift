/// Lets one frame through for each refresh of the monitor, and none before the server has shown the one before, so that
/// a slow server shows the newest state late rather than old states later. Where it is the way to the server that takes
/// long, as many frames may be on it as there are refreshes meanwhile.
struct FramePacer {
    /// The longest time in seconds that the server's word is waited for; a window that lost its frame must not stand still.
    private static let patience = 0.5
    /// The most frames on their way, beside the one that is being shown.
    private static let longestQueue = 8.0

    /// Seconds from one refresh to the next.
    var interval = 1.0 / 60
    /// Seconds from a question to the answer of a server that has nothing else to do.
    var latency = 0.0
    private var lastFrame = -Double.infinity
    /// Frames that the server has not shown yet.
    private var underWay = 0
    private var isUrgent = false

    /// When the next frame may be painted, in seconds.
    var nextFrame: Double {
        if underWay >= mostUnderWay { return lastFrame + Self.patience }
        return isUrgent ? -.infinity : lastFrame + interval
    }

    private var mostUnderWay: Int {
        latency < interval / 2 ? 1 : 1 + Int(min(latency / interval, Self.longestQueue).rounded(.up))
    }

    /// Until when, in seconds, nothing that the server says can lead to a frame: all of it is read then, in one go.
    var restEnd: Double { underWay > 0 && !isUrgent ? lastFrame + interval : -.infinity }

    /// Whether the server showed the last frame within a refresh: there is time for what frames to come need.
    private(set) var hasTime = true

    /// A frame was sent to the server.
    mutating func began(at now: Double) {
        // On time within a fifth of a refresh counts as on the beat, so that waking late does not slow the pace.
        let beat = lastFrame + interval
        lastFrame = now >= beat && now - beat < interval / 5 ? beat : now
        // Those waited for in vain are forgotten.
        underWay = underWay < mostUnderWay ? underWay + 1 : 1
        isUrgent = false
    }

    /// The server has shown it.
    mutating func ended(at now: Double) {
        underWay = max(0, underWay - 1)
        hasTime = underWay == 0 && now - lastFrame < interval * 1.25 + latency
    }

    /// What is new now is worth a frame before the next refresh: the whole picture is there.
    mutating func hurry() { isUrgent = true }
}
