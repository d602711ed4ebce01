import Glibc
public import Posix
import Synchronization

/// Why no text can be set.
public struct TypesetterError: Error, Hashable, Sendable {
    /// In words for people.
    public let reason: String
}

/// Sets labels on a thread of its own, which loads Pango for the first one. Of several labels for the same slot that wait, the
/// newest is set.
public final class Typesetter<Slot: Hashable & Sendable> {
    /// What came of an order.
    public enum Outcome: Sendable {
        /// `nil` where nothing of it could be shown.
        case typeset(Label, Slot, TypesetLabel?)
        /// Nothing will ever be set.
        case failed(TypesetterError)
    }

    private let worker: Worker
    private let outcomes: Mailbox<Outcome>
    private let shop = Shop()

    /// What the worker works with.
    private final class Shop: Sendable {
        let orders = Mutex<[Slot: Label]>([:])
        /// Locked by the worker alone.
        let setter = Mutex<Result<LabelSetter, TypesetterError>?>(nil)

        func fill(_ slot: Slot) -> Outcome? {
            // A newer order for the slot was filled in the place of this one.
            guard let label = orders.withLock({ $0.removeValue(forKey: slot) }) else { return nil }
            return setter.withLock { setter in
                let opened = setter ?? Self.open()
                setter = opened
                switch opened {
                case .success(let setter): return .typeset(label, slot, setter.set(label))
                case .failure(let error): return .failed(error)
                }
            }
        }

        private static func open() -> Result<LabelSetter, TypesetterError> {
            // Pictures and gestures come first. On Linux, it is the calling thread's priority (setpriority(2)).
            _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10)
            return Result { () throws(TypesetterError) in try LabelSetter() }
        }
    }

    /// Starts the thread, which loads nothing yet.
    /// - Throws: the system's error.
    public init() throws(PosixError) {
        outcomes = try Mailbox()
        worker = try Worker(name: "xzoom-text")
    }

    /// Readable while there may be outcomes, for poll(2).
    public var rawValue: Int32 { outcomes.rawValue }

    /// Orders a label, in the place of one for the same slot that has not been begun.
    public func order(_ label: Label, for slot: Slot) {
        shop.orders.withLock { $0[slot] = label }
        let (shop, outcomes) = (shop, outcomes)
        worker.perform { if let outcome = shop.fill(slot) { outcomes.post(outcome) } }
    }

    /// Takes what has been set since the last call, the oldest first.
    public func takeOutcomes() -> [Outcome] { outcomes.takeAll() }
}
