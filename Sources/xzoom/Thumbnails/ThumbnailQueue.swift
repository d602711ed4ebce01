/// Whose thumbnail is made next: that of the first file that is wanted. One that takes long does not hold up the others: it
/// goes on beside them, if it is the only one; another one that does is begun again when nothing else is to be done.
struct ThumbnailQueue<File: Hashable> {
    /// What becomes of one that is ended before it is done.
    enum Fate: Hashable {
        /// Nobody wants it any more.
        case dropped
        /// It is begun again behind all others.
        case postponed
        case givenUp
    }

    private struct Run {
        let start: Double
        /// Whether it goes on beside the others.
        var isLong: Bool
    }

    /// Seconds that one may take before it is one that takes long, at least: as much longer than those before it on a machine
    /// that has other things to do.
    static var leastPatience: Double { 1 }
    private static var mostPatience: Double { 8 }
    /// Seconds that one may take at all.
    static var longestTime: Double { 30 }
    /// Seconds that one may take which is not wanted any more: most are there by then, and will be wanted again.
    static var unwantedTime: Double { 0.3 }

    private var wanted: [File] = []
    private var runs: [File: Run] = [:]
    /// Those that are begun behind all others.
    private var long: Set<File> = []
    /// How many seconds one takes, about.
    private var usualTime = 0.0

    /// Takes other wishes in the place of those before.
    /// - Parameter files: the first wanted first.
    mutating func want(_ files: [File]) { wanted = files }

    /// Begins with a file, if there is one to begin with.
    /// - Parameters:
    ///   - most: how many may be under way, beside one that takes long.
    ///   - now: when, in seconds.
    /// - Returns: the file.
    mutating func begin(most: Int, at now: Double) -> File? {
        if runs.values.count(where: { !$0.isLong }) < most, let file = nextUsual {
            runs[file] = Run(start: now, isLong: false)
            return file
        }
        guard !hasLong, nextUsual == nil, let file = wanted.first(where: { runs[$0] == nil }) else {
            return nil
        }
        runs[file] = Run(start: now, isLong: true)
        return file
    }

    private var nextUsual: File? { wanted.first { runs[$0] == nil && !long.contains($0) } }
    private var hasLong: Bool { runs.values.contains(where: \.isLong) }
    private var patience: Double { min(max(4 * usualTime, Self.leastPatience), Self.mostPatience) }

    /// Notes that all is done for a file.
    mutating func end(_ file: File, at now: Double) {
        if let run = runs.removeValue(forKey: file) { usualTime = (3 * usualTime + now - run.start) / 4 }
        wanted.removeAll { $0 == file }
    }

    /// Ends those that have taken too long.
    /// - Parameter now: when, in seconds.
    /// - Returns: what becomes of them.
    mutating func endOverdue(at now: Double) -> [(file: File, fate: Fate)] {
        var ended: [(file: File, fate: Fate)] = []
        for (file, run) in runs.sorted(by: { $0.value.start < $1.value.start }) {
            guard let (due, fate) = limit(of: file, run), due <= now else { continue }
            if fate == .postponed && !hasLong {
                runs[file]?.isLong = true
                continue
            }
            runs[file] = nil
            if fate == .postponed { long.insert(file) }
            if fate == .givenUp { wanted.removeAll { $0 == file } }
            ended.append((file, fate))
        }
        return ended
    }

    /// When `endOverdue` has something to do, in seconds.
    var deadline: Double? { runs.compactMap { limit(of: $0, $1)?.due }.min() }

    private func limit(of file: File, _ run: Run) -> (due: Double, fate: Fate)? {
        if !wanted.contains(file) { return (run.start + Self.unwantedTime, .dropped) }
        if run.isLong || nextUsual == nil { return (run.start + Self.longestTime, .givenUp) }
        return (run.start + patience, .postponed)
    }
}
