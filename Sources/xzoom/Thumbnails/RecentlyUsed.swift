/// Values that take memory, of which those that were not used for the longest time go where it becomes too much.
struct RecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        let value: Value
        let byteCount: Int
        var use: Int
    }

    /// The most bytes of all.
    let limit: Int
    private(set) var byteCount = 0
    private var entries: [Key: Entry] = [:]
    private var useCount = 0

    init(limit: Int) { self.limit = limit }

    /// Whether there is a value; that is no use of it.
    func holds(_ key: Key) -> Bool { entries[key] != nil }

    /// Takes a value to use it.
    mutating func use(_ key: Key) -> Value? {
        useCount += 1
        entries[key]?.use = useCount
        return entries[key]?.value
    }

    /// Adds a value, or puts it in the place of an older one.
    mutating func insert(_ value: Value, byteCount: Int, for key: Key) {
        remove(key)
        useCount += 1
        entries[key] = Entry(value: value, byteCount: byteCount, use: useCount)
        self.byteCount += byteCount
        while self.byteCount > limit, entries.count > 1,
            let oldest = entries.min(by: { $0.value.use < $1.value.use })
        {
            remove(oldest.key)
        }
    }

    /// Gives up a value.
    mutating func remove(_ key: Key) { byteCount -= entries.removeValue(forKey: key)?.byteCount ?? 0 }

    /// Gives up all.
    mutating func removeAll() { self = RecentlyUsed(limit: limit) }
}
