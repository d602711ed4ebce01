import Glibc
import Posix

/// What `--timing` tells on standard error: when the first picture came to the screen, and what frames took.
final class Timing {
    /// What happens once, in this order.
    enum Moment: String, CaseIterable {
        case connected
        /// The server's first Expose.
        case mapped
        /// The server's answer to the first frame with some of the picture.
        case firstPixels = "first pixels"
        /// The server's answer to the first frame with all of it, as sharp as it gets.
        case complete
    }

    /// One frame.
    private struct Frame {
        /// Seconds since the one before; `nil` after a rest.
        let interval: Double?
        /// Seconds of the main thread's processor time since the one before: input, painting and sending.
        let processorTime: Double
        /// Bytes to the server since the one before, without memory that it shares.
        let bytes: Double?
    }

    /// Seconds without a frame that are a rest, not a late frame.
    private static let rest = 0.25

    private let start: Double
    private var moments: [Moment: Double] = [:]
    private var frames: [Frame] = []
    private var last = (time: -Double.infinity, processorTime: 0.0, bytes: 0.0)
    private var sent: (hasPicture: Bool, isComplete: Bool)?

    /// Takes the time of exec, to be made before the program waits for anything. The system tells a process's start to
    /// 10 ms only; it is now less the processor time used, to which the waiting for a processor or a disk is missing.
    init() { start = Clock.now() - Self.processorTime() }

    /// Notes a moment, the first time.
    func reached(_ moment: Moment) {
        guard moments[moment] == nil else { return }
        moments[moment] = Clock.now()
        if moment == .complete { report("timing: \(startLine)") }
    }

    /// Notes that a frame was sent.
    /// - Parameters:
    ///   - hasPicture: whether it shows some of a picture.
    ///   - isComplete: whether it shows all that there is.
    ///   - bytesSent: bytes that went to the server until now.
    func sent(hasPicture: Bool, isComplete: Bool, bytesSent: UInt64?) {
        let now = (
            time: Clock.now(), processorTime: Self.processorTime(), bytes: bytesSent.map { Double($0) }
        )
        let interval = now.time - last.time
        frames.append(
            Frame(
                interval: interval < Self.rest ? interval : nil,
                processorTime: now.processorTime - last.processorTime,
                bytes: now.bytes.map { $0 - last.bytes }))
        last = (now.time, now.processorTime, now.bytes ?? 0)
        sent = (hasPicture, isComplete)
    }

    /// Notes that the server has shown the frame.
    func presented() {
        if sent?.hasPicture == true { reached(.firstPixels) }
        if sent?.isComplete == true { reached(.complete) }
        sent = nil
    }

    /// Tells of the frames, and of the start where that was not told.
    func finish() {
        if moments[.complete] == nil { report("timing: \(startLine)") }
        report("timing: \(frameLine)")
    }

    /// Such as: exec, connected 2.1 ms, mapped 6.0 ms.
    private var startLine: String {
        let times = Moment.allCases.map { moment in
            "\(moment.rawValue) \(moments[moment].map { "\(Self.text(($0 - start) * 1000)) ms" } ?? "–")"
        }
        return (["exec"] + times).joined(separator: ", ")
    }

    private var frameLine: String {
        let times = Self.summary(frames.map { $0.processorTime * 1000 })
        let intervals = Self.summary(frames.compactMap(\.interval).map { $0 * 1000 })
        var parts = ["\(frames.count) frames", "CPU \(times) ms", "interval \(intervals) ms"]
        let bytes = frames.compactMap(\.bytes)
        if !bytes.isEmpty { parts.append("\(Self.summary(bytes.map { $0 / 1000 })) kB to the server") }
        return parts.joined(separator: ", ")
    }

    /// The median, and the most.
    static func summary(_ values: [Double]) -> String {
        let sorted = values.sorted()
        guard let most = sorted.last else { return "–" }
        return "\(text(sorted[sorted.count / 2])) (at most \(text(most)))"
    }

    /// With two digits behind the point.
    static func text(_ value: Double) -> String {
        let hundredths = Int((min(max(value, 0), 1e12) * 100).rounded())
        let digits = hundredths % 100
        return "\(hundredths / 100).\(digits < 10 ? "0" : "")\(digits)"
    }

    /// Of the calling thread, in seconds.
    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
