import Testing

@testable import X11

/// The same with one owner: what a macro checks cannot be changed by it.
private final class Transfers {
    private var value: OutgoingTransfers

    init(partSize: Int, patience: Double) {
        value = OutgoingTransfers(partSize: partSize, patience: patience)
    }

    var deadline: Double? { value.deadline }
    func isReceiving(_ window: UInt) -> Bool { value.isReceiving(window) }
    func begin(_ bytes: [UInt8], type: UInt, to receiver: OutgoingTransfers.Receiver, at now: Double) -> Bool
    {
        value.begin(bytes, type: type, to: receiver, at: now)
    }
    func next(for receiver: OutgoingTransfers.Receiver, at now: Double) -> (
        part: ArraySlice<UInt8>, type: UInt
    )? {
        value.next(for: receiver, at: now)
    }
    func forget(_ window: UInt) { value.forget(window) }
    func expire(at now: Double) -> Set<UInt> { value.expire(at: now) }
}

@Suite struct OutgoingTransfersTests {
    private typealias Receiver = OutgoingTransfers.Receiver
    private let receiver = Receiver(window: 5, property: 7)

    @Test(arguments: [(0, [0]), (1, [1, 0]), (10, [10, 0]), (11, [10, 1, 0]), (30, [10, 10, 10, 0])])
    func partsAndAnEmptyOneAtTheEnd(count: Int, sizes: [Int]) {
        let transfers = Transfers(partSize: 10, patience: 5)
        let bytes = (0..<count).map { UInt8($0) }
        #expect(transfers.begin(bytes, type: 3, to: receiver, at: 0))
        var parts: [ArraySlice<UInt8>] = []
        while let next = transfers.next(for: receiver, at: 0) {
            #expect(next.type == 3)
            parts.append(next.part)
        }
        #expect(parts.map(\.count) == sizes)
        #expect(Array(parts.joined()) == bytes)
        #expect(!transfers.isReceiving(5) && transfers.deadline == nil)
    }

    @Test func severalAtOnce() {
        let transfers = Transfers(partSize: 2, patience: 5)
        let others = [Receiver(window: 5, property: 8), Receiver(window: 6, property: 7)]
        #expect(transfers.begin([1, 2, 3], type: 1, to: receiver, at: 0))
        #expect(transfers.begin([4, 5, 6], type: 1, to: others[0], at: 0))
        #expect(transfers.begin([7, 8, 9], type: 1, to: others[1], at: 0))
        #expect(transfers.next(for: others[0], at: 0)?.part == [4, 5])
        #expect(transfers.next(for: receiver, at: 0)?.part == [1, 2])
        #expect(transfers.next(for: others[0], at: 0)?.part == [6])
        #expect(transfers.next(for: others[1], at: 0)?.part == [7, 8])
        #expect(transfers.next(for: Receiver(window: 6, property: 8), at: 0) == nil)
        transfers.forget(5)
        #expect(transfers.next(for: receiver, at: 0) == nil)
        #expect(transfers.next(for: others[0], at: 0) == nil)
        #expect(transfers.next(for: others[1], at: 0)?.part == [9])
    }

    @Test func whatIsNotTakenExpires() {
        let transfers = Transfers(partSize: 2, patience: 5)
        let other = Receiver(window: 6, property: 7)
        #expect(transfers.begin([1, 2, 3], type: 1, to: receiver, at: 100))
        #expect(transfers.begin([1, 2, 3], type: 1, to: other, at: 103))
        #expect(transfers.deadline == 105)
        #expect(transfers.expire(at: 104.9) == [])
        // Each part buys time.
        #expect(transfers.next(for: receiver, at: 104)?.part.count == 2)
        #expect(transfers.deadline == 108)
        #expect(transfers.expire(at: 108) == [6])
        #expect(transfers.isReceiving(5) && !transfers.isReceiving(6))
        #expect(transfers.expire(at: 109) == [5])
        #expect(transfers.deadline == nil)
    }

    @Test func thereIsAnEndToHowMany() {
        let transfers = Transfers(partSize: 2, patience: 5)
        let taken = (0..<1000).filter {
            transfers.begin([1, 2, 3], type: 1, to: Receiver(window: 9, property: UInt($0)), at: 0)
        }
        #expect(taken == Array(0..<64))
        // One that asks again takes no more room.
        #expect(transfers.begin([1], type: 1, to: Receiver(window: 9, property: 0), at: 0))
    }
}

@Suite struct IncomingTransferTests {
    @Test func partsAreJoinedUpToTheLimit() {
        var transfer = IncomingTransfer(limit: 5)
        let taken = [[1, 2], [], [3, 4, 5]].map { transfer.append($0) }
        #expect(taken == [true, true, true])
        #expect(transfer.bytes == [1, 2, 3, 4, 5])
        let isTaken = transfer.append([6])
        #expect(!isTaken)
        #expect(transfer.bytes == [])
    }
}
