import Testing

@testable import xzoom

@Suite struct ThumbnailQueueTests {
    private typealias Queue = ThumbnailQueue<Int>

    private static func queue(_ wanted: ClosedRange<Int>) -> Queue {
        var queue = Queue()
        queue.want(Array(wanted))
        return queue
    }

    private static func begun(_ queue: inout Queue, most: Int = 2, at now: Double = 0) -> [Int] {
        var files: [Int] = []
        while let file = queue.begin(most: most, at: now) { files.append(file) }
        return files
    }

    private static func ended(_ queue: inout Queue, at now: Double) -> [Int: Queue.Fate] {
        Dictionary(uniqueKeysWithValues: queue.endOverdue(at: now).map { ($0.file, $0.fate) })
    }

    @Test func firstWantedComeFirstAndFewAtATime() {
        var queue = Self.queue(1...5)
        #expect(Self.begun(&queue) == [1, 2])
        queue.end(2, at: 0.1)
        #expect(Self.begun(&queue) == [3])
        // Fewer may be under way now: none is ended for that.
        queue.end(1, at: 0.1)
        #expect(Self.begun(&queue, most: 1) == [])
        queue.end(3, at: 0.1)
        #expect(Self.begun(&queue, most: 1) == [4])
        #expect(Self.begun(&queue) == [5])
        queue.end(4, at: 0.1)
        queue.end(5, at: 0.1)
        #expect(Self.begun(&queue) == [])
        #expect(queue.deadline == nil)
    }

    @Test func newWishesTakeThePlaceOfOldOnes() {
        var queue = Self.queue(1...9)
        #expect(Self.begun(&queue, at: 10) == [1, 2])
        queue.want([20, 2, 21])
        #expect(Self.begun(&queue, at: 10.1) == [])
        // One that nobody wants any more has a little time to be done.
        #expect(queue.deadline == 10 + Queue.unwantedTime)
        #expect(Self.ended(&queue, at: 10.2) == [:])
        #expect(Self.ended(&queue, at: 10.5) == [1: .dropped])
        #expect(Self.begun(&queue, at: 10.5) == [20])
        queue.end(2, at: 10.6)
        #expect(Self.begun(&queue, at: 10.6) == [21])
        // It may be wanted again.
        queue.want([1])
        queue.end(20, at: 11)
        #expect(Self.begun(&queue, at: 11) == [1])
    }

    @Test func oneThatTakesLongGoesOnBesideTheOthers() {
        var queue = Self.queue(1...6)
        #expect(Self.begun(&queue) == [1, 2])
        queue.end(2, at: 0.1)
        #expect(Self.begun(&queue, at: 0.1) == [3])
        #expect(queue.deadline == Queue.leastPatience)
        #expect(Self.ended(&queue, at: 1) == [:])
        #expect(Self.begun(&queue, at: 1) == [4])
        // Another one has to wait until there is nothing else to do, and until the first is done.
        #expect(Self.ended(&queue, at: 1.2) == [3: .postponed])
        #expect(Self.begun(&queue, at: 1.2) == [5])
        queue.end(4, at: 1.3)
        queue.end(5, at: 1.3)
        #expect(Self.begun(&queue, at: 1.3) == [6])
        queue.end(6, at: 1.4)
        #expect(Self.begun(&queue, at: 1.4) == [])
        queue.want([1, 3, 7])
        #expect(Self.begun(&queue, at: 2) == [7])
        queue.end(1, at: 2)
        queue.end(7, at: 2)
        #expect(Self.begun(&queue, at: 2) == [3])
        #expect(queue.deadline == 2 + Queue.longestTime)
        #expect(Self.ended(&queue, at: 32) == [3: .givenUp])
        #expect(Self.begun(&queue, at: 32) == [])
    }

    @Test func patienceGrowsWhereAllTakeLong() {
        var queue = Self.queue(1...9)
        #expect(Self.begun(&queue) == [1, 2])
        queue.end(1, at: 0.8)
        queue.end(2, at: 0.8)
        // 0.8 / 4, and (3 · 0.2 + 0.8) / 4 = 0.35.
        #expect(Self.begun(&queue, at: 1) == [3, 4])
        #expect(abs((queue.deadline ?? 0) - 2.4) < 1e-9)
        #expect(Self.ended(&queue, at: 2.3) == [:])
        queue.end(3, at: 21)
        #expect(Self.begun(&queue, at: 100) == [5])
        queue.end(4, at: 101)
        #expect(abs((queue.deadline ?? 0) - 108) < 1e-9)
    }

    @Test func whereNoOtherWaitsThereIsNoHurry() {
        var queue = Self.queue(1...2)
        #expect(Self.begun(&queue) == [1, 2])
        #expect(queue.deadline == Queue.longestTime)
        #expect(Self.ended(&queue, at: 20) == [:])
        queue.want([1, 2, 3])
        #expect(queue.deadline == Queue.leastPatience)
        let fates = queue.endOverdue(at: 20).map(\.fate)
        #expect(fates == [.postponed])
        #expect(Self.begun(&queue, at: 20) == [3])
    }
}

@Suite struct RecentlyUsedTests {
    @Test func whatWasNotUsedForLongestGoes() {
        var values = RecentlyUsed<String, Int>(limit: 100)
        values.insert(1, byteCount: 40, for: "a")
        values.insert(2, byteCount: 40, for: "b")
        #expect(values.use("a") == 1)
        values.insert(3, byteCount: 20, for: "c")
        #expect(values.byteCount == 100)
        values.insert(4, byteCount: 1, for: "d")
        #expect(!values.holds("b"))
        #expect(values.holds("a") && values.holds("c") && values.holds("d"))
        // A look is no use.
        #expect(values.holds("a"))
        values.insert(5, byteCount: 50, for: "e")
        #expect(!values.holds("a"))
        #expect(values.byteCount == 71)
        values.insert(6, byteCount: 10, for: "e")
        #expect(values.use("e") == 6)
        #expect(values.byteCount == 31)
        // One that is too large by itself is there until the next one.
        values.insert(7, byteCount: 1000, for: "f")
        #expect(values.use("f") == 7)
        #expect(values.byteCount == 1000)
        values.remove("f")
        #expect(values.use("f") == nil)
        #expect(values.byteCount == 0)
    }
}
