/// Lets one frame through for each refresh of the monitor, and none before the server has shown the one before, so that
/// a slow server shows the newest state late rather than old states later.
struct FramePacer {
    /// The longest time in seconds that the server's word is waited for; a window that lost its frame must not stand still.
    private static let patience = 0.5

    /// Seconds from one refresh to the next.
    var interval = 1.0 / 60
    private var lastFrame = -Double.infinity
    private var isUnderWay = false
    private var isUrgent = false

    /// When the next frame may be painted, in seconds.
    var nextFrame: Double {
        if isUnderWay { return lastFrame + Self.patience }
        return isUrgent ? -.infinity : lastFrame + interval
    }

    /// A frame was sent to the server.
    mutating func began(at now: Double) {
        // On time within a fifth of a refresh counts as on the beat, so that waking late does not slow the pace.
        let beat = lastFrame + interval
        lastFrame = now >= beat && now - beat < interval / 5 ? beat : now
        isUnderWay = true
        isUrgent = false
    }

    /// The server has shown it.
    mutating func ended() { isUnderWay = false }

    /// What is new now is worth a frame before the next refresh: the whole picture is there.
    mutating func hurry() { isUrgent = true }
}
