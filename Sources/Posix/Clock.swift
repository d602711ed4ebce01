import Glibc

/// The time that never jumps.
public enum Clock {
    /// Seconds of CLOCK_MONOTONIC.
    /// - Returns: the time since some fixed moment of this boot.
    public static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
