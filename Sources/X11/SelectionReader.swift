import CX11

/// Asks for a selection's content as one target, at once or in parts (ICCCM 2.4 and 2.7.2), one request at a time.
final class SelectionReader {
    /// What became of a request.
    enum Outcome {
        /// The bytes, or the numbers of 32 bit as Xlib's longs, and their type.
        case data([UInt8], type: Atom)
        /// The owner does not have it, or there is none.
        case refused
        /// The reason for people.
        case failed(String)
    }

    private enum State {
        case idle
        case asked(selection: Atom, target: Atom, time: Time, deadline: Double)
        case receiving(IncomingTransfer, type: Atom?, deadline: Double)
    }

    /// Seconds that the owner may take for the answer: it may have to encode a picture.
    private static let patience = 10.0
    /// Seconds that it may take from part to part.
    private static let patienceForPart = 5.0

    private let connection: Connection
    private let window: WindowID
    /// Where the answer goes.
    private let property: Atom
    private var limit = 0
    private var state = State.idle

    init(connection: Connection, window: WindowID, property: Atoms.Name) {
        self.connection = connection
        self.window = window
        self.property = connection.atoms[property]
    }

    /// When `expire` is to be called, in seconds.
    var deadline: Double? {
        switch state {
        case .idle: nil
        case .asked(_, _, _, let deadline), .receiving(_, _, let deadline): deadline
        }
    }

    /// Asks; what was asked before is given up.
    /// - Parameters:
    ///   - selection: which.
    ///   - target: as what.
    ///   - time: the server's, by which the answer is known.
    ///   - limit: the most bytes that are taken.
    ///   - now: in seconds.
    ///   - parameters: what the request is about, where its target wants to know that.
    func ask(
        _ selection: Atom, as target: Atom, time: Time, limit: Int, now: Double, parameters: [Atom] = []
    ) {
        self.limit = limit
        XDeleteProperty(connection.display, window, property)
        if !parameters.isEmpty {
            connection.change(property, of: window, type: Atom(XA_ATOM), longs: parameters.map { Int($0) })
        }
        XConvertSelection(connection.display, selection, target, property, window, time)
        state = .asked(selection: selection, target: target, time: time, deadline: now + Self.patience)
    }

    /// Takes an event of the server.
    /// - Returns: the outcome, where it is there with this event.
    func handle(_ event: XEvent, now: Double) -> Outcome? {
        switch (event.type, state) {
        case (SelectionNotify, .asked(let selection, let target, let time, _)):
            let answer = event.xselection
            guard answer.requestor == window, answer.selection == selection, answer.target == target,
                answer.time == time || answer.time == 0
            else { return nil }
            guard answer.property == property else { return finish(.refused) }
            return readAnswer(now: now)
        case (PropertyNotify, .receiving(let transfer, let type, _)):
            let change = event.xproperty
            guard change.window == window, change.atom == property, change.state == PropertyNewValue else {
                return nil
            }
            return readPart(of: transfer, type: type, now: now)
        default: return nil
        }
    }

    /// Gives up what takes too long.
    func expire(at now: Double) -> Outcome? {
        guard let deadline, deadline <= now else { return nil }
        XDeleteProperty(connection.display, window, property)
        return finish(.failed("the program that has it does not answer"))
    }

    private func finish(_ outcome: Outcome) -> Outcome {
        state = .idle
        return outcome
    }

    private func readAnswer(now: Double) -> Outcome? {
        switch connection.takeProperty(property, of: window, limit: limit) {
        case .none: return finish(.refused)
        case .tooLarge(let count): return finish(tooLarge(count))
        case .value(_, let type, _) where type == connection.atoms[.incr]:
            // Its removal, which reading it was, asks for the first part.
            let transfer = IncomingTransfer(limit: limit)
            state = .receiving(transfer, type: nil, deadline: now + Self.patienceForPart)
            return nil
        case .value(let bytes, let type, _): return finish(.data(bytes, type: type))
        }
    }

    private func readPart(of transfer: IncomingTransfer, type: Atom?, now: Double) -> Outcome? {
        // A copy would be made of all that has come, were it in two places.
        state = .idle
        var transfer = transfer
        switch connection.takeProperty(property, of: window, limit: limit) {
        case .none:
            state = .receiving(transfer, type: type, deadline: now + Self.patienceForPart)
            return nil
        case .tooLarge(let count): return tooLarge(count)
        case .value(let part, let partType, _):
            if part.isEmpty { return .data(transfer.bytes, type: type ?? partType) }
            guard transfer.append(part) else { return tooLarge(nil) }
            state = .receiving(transfer, type: type ?? partType, deadline: now + Self.patienceForPart)
            return nil
        }
    }

    private func tooLarge(_ count: Int?) -> Outcome {
        let limit = "more than \(limit >> 20) MiB"
        return .failed(count.map { "it is \($0 >> 20) MiB large, \(limit)" } ?? "it is \(limit) large")
    }
}
