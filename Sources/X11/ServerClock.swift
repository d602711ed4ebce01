/// Turns the server's time stamps into times of the program's clock.
///
/// The server counts milliseconds in 32 bits from a start of its own. The smallest delay ever seen between a stamp and its
/// arrival is taken as none, so that intervals are exact and no event seems to come from the future.
struct ServerClock {
    private var offset: Double?
    private var lastStamp: UInt32 = 0
    private var wraps = 0.0

    /// The time of a stamp.
    /// - Parameters:
    ///   - stamp: the event's time, of which the low 32 bits count, in milliseconds.
    ///   - now: the clock when it was read, in seconds.
    /// - Returns: seconds of the program's clock, at most `now`.
    mutating func time(of stamp: UInt, now: Double) -> Double {
        let stamp = UInt32(truncatingIfNeeded: stamp)
        if stamp < lastStamp && lastStamp - stamp > UInt32.max / 2 { wraps += 1 }
        lastStamp = stamp
        let server = (wraps * 4_294_967_296 + Double(stamp)) / 1000
        let offset = min(offset ?? .infinity, now - server)
        self.offset = offset
        return server + offset
    }
}
