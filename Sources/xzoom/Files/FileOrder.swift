import Posix

/// In which order files are stepped through. It is total: only the same path twice is equal.
struct FileOrder: Hashable, Sendable {
    /// What they are ordered by.
    enum Criterion: String, CaseIterable, Sendable {
        /// The natural order of their paths (`NaturalKey`).
        case name
        /// When they were last changed, the oldest first; then by name.
        case time
        /// Their lengths, the shortest first; then by name.
        case size
        /// As they come.
        case none
    }

    var criterion = Criterion.name
    /// Whether the last is the first.
    var isReversed = false
    /// Where the files are shuffled, what the shuffle is made from: the same files in any order, ordered by anything but
    /// `none`, then have the same places again.
    var shuffleSeed: UInt64?

    /// Whether the order needs the files' statuses; those without come last then, first where it is reversed.
    var needsStatus: Bool { shuffleSeed == nil && (criterion == .time || criterion == .size) }

    /// Orders files.
    /// - Parameter files: in any order.
    /// - Returns: the same ones.
    func sorted(_ files: [ListedFile]) -> [ListedFile] {
        var places = Array(files.indices)
        if criterion != .none { places = NaturalKey.order(of: files, values: files.map { value(of: $0) }) }
        if isReversed { places.reverse() }
        if let shuffleSeed { places.shuffle(seed: shuffleSeed) }
        return places.map { files[$0] }
    }

    private func value(of file: ListedFile) -> Int64 {
        switch criterion {
        case .time where needsStatus: file.status?.modified ?? .max
        case .size where needsStatus: file.status.map { Int64($0.byteCount) } ?? .max
        default: 0
        }
    }
}

extension [Int] {
    /// Fisher and Yates's shuffle as Durstenfeld gave it (CACM 7, 1964, algorithm 235).
    fileprivate mutating func shuffle(seed: UInt64) {
        var numbers = SplitMix64(state: seed)
        for last in indices.dropFirst().reversed() { swapAt(last, numbers.next(below: last + 1)) }
    }
}

/// Steele, Lea and Flood's generator (OOPSLA 2014).
private struct SplitMix64 {
    var state: UInt64

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }

    /// A number from 0 on, each as likely as the others (Lemire, ACM TOMACS 29, 2019).
    mutating func next(below bound: Int) -> Int {
        let bound = UInt64(bound)
        var product = next().multipliedFullWidth(by: bound)
        if product.low < bound {
            let unfair = (0 &- bound) % bound
            while product.low < unfair { product = next().multipliedFullWidth(by: bound) }
        }
        return Int(product.high)
    }
}
