/// Parts of something large on their way to programs that asked for it, by INCR (ICCCM 2.7.2): each gets the next part when
/// it has taken the one before.
struct OutgoingTransfers {
    /// Who gets it: a window, and the property that the parts go to.
    struct Receiver: Hashable {
        let window: UInt
        let property: UInt
    }

    private struct Transfer {
        let bytes: [UInt8]
        let type: UInt
        var sent = 0
        var deadline: Double
    }

    /// Bytes of a part.
    let partSize: Int
    /// Seconds until one that takes nothing is forgotten.
    let patience: Double
    private static let most = 64
    private var transfers: [Receiver: Transfer] = [:]

    init(partSize: Int, patience: Double) {
        (self.partSize, self.patience) = (partSize, patience)
    }

    /// When `expire` is to be called, in seconds.
    var deadline: Double? { transfers.values.map(\.deadline).min() }

    /// Whether a window gets something.
    func isReceiving(_ window: UInt) -> Bool { transfers.keys.contains { $0.window == window } }

    /// Begins a transfer, in place of one that the same receiver has.
    /// - Returns: whether there is room for it.
    mutating func begin(_ bytes: [UInt8], type: UInt, to receiver: Receiver, at now: Double) -> Bool {
        guard transfers[receiver] != nil || transfers.count < Self.most else { return false }
        transfers[receiver] = Transfer(bytes: bytes, type: type, deadline: now + patience)
        return true
    }

    /// The next part, when the one before has been taken. An empty one is the last.
    /// - Returns: `nil` where there is no such transfer.
    mutating func next(for receiver: Receiver, at now: Double) -> (part: ArraySlice<UInt8>, type: UInt)? {
        guard var transfer = transfers[receiver] else { return nil }
        let end = min(transfer.bytes.count, transfer.sent + partSize)
        let part = transfer.bytes[transfer.sent..<end]
        transfer.sent = end
        transfer.deadline = now + patience
        transfers[receiver] = part.isEmpty ? nil : transfer
        return (part, transfer.type)
    }

    /// Forgets a window that is gone.
    mutating func forget(_ window: UInt) { transfers = transfers.filter { $0.key.window != window } }

    /// Forgets those that have taken nothing for too long.
    /// - Returns: their windows.
    mutating func expire(at now: Double) -> Set<UInt> {
        let late = transfers.filter { $0.value.deadline <= now }.keys
        late.forEach { transfers[$0] = nil }
        return Set(late.map(\.window))
    }
}

/// Something that comes in one part or in many.
struct IncomingTransfer {
    /// The most bytes that are taken.
    let limit: Int
    private(set) var bytes: [UInt8] = []

    init(limit: Int) { self.limit = limit }

    /// Takes a part.
    /// - Returns: whether it is within the limit; if not, nothing is kept.
    mutating func append(_ part: [UInt8]) -> Bool {
        guard part.count <= limit - bytes.count else {
            bytes = []
            return false
        }
        bytes += part
        return true
    }
}
