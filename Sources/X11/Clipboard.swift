import CX11

/// Asks for the clipboard's content: first what there is, then the best of it, then the next best where that fails.
final class Clipboard {
    private let connection: Connection
    private let window: WindowID
    private let reader: SelectionReader
    /// What is asked for now; `nil` for what there is, or nothing.
    private var choice: PasteFormat?
    private var rest: [PasteFormat] = []
    private var isAskingForTargets = false
    private var limit = 0
    private var lastFailure: String?

    /// The most names that are read of what there is.
    private static let mostTargets = 512
    /// The most bytes of anything that is not a picture.
    private static let longestText = 8 << 20

    init(connection: Connection, window: WindowID) {
        self.connection = connection
        self.window = window
        reader = SelectionReader(connection: connection, window: window, property: .clipboardData)
    }

    /// When `expire` is to be called, in seconds.
    var deadline: Double? { reader.deadline }

    /// Begins.
    /// - Parameters:
    ///   - limit: the most bytes of a picture that are taken.
    ///   - now: in seconds.
    func request(limit: Int, now: Double) {
        self.limit = limit
        (choice, rest, lastFailure) = (nil, [], nil)
        isAskingForTargets = true
        ask(for: connection.atoms[.targets], now: now)
    }

    /// Takes an event of the server.
    func handle(_ event: XEvent, now: Double, into events: inout [WindowEvent]) {
        if let outcome = reader.handle(event, now: now) { take(outcome, now: now, into: &events) }
    }

    /// Gives up what takes too long.
    func expire(at now: Double, into events: inout [WindowEvent]) {
        guard let outcome = reader.expire(at: now) else { return }
        // An owner that does not answer will not answer another question.
        rest = []
        take(outcome, now: now, into: &events)
    }

    private func ask(for target: Atom, now: Double) {
        let time = connection.serverTime(by: window)
        let isPicture = if case .picture? = choice { true } else { false }
        reader.ask(
            connection.atoms[.clipboard], as: target, time: time,
            limit: isPicture ? limit : min(limit, Self.longestText), now: now)
    }

    private func take(_ outcome: SelectionReader.Outcome, now: Double, into events: inout [WindowEvent]) {
        if isAskingForTargets {
            isAskingForTargets = false
            switch outcome {
            case .data(let bytes, _): rest = PasteFormat.choices(from: names(in: bytes))
            case .refused:
                guard XGetSelectionOwner(connection.display, connection.atoms[.clipboard]) != 0 else {
                    return events.append(.pasted(.nothing("the clipboard is empty")))
                }
                rest = PasteFormat.guesses
            case .failed(let reason): lastFailure = reason
            }
        } else if case .data(let bytes, let type) = outcome {
            if let content = choice?.content(of: bytes, isLatin1: type == connection.atoms[.string]) {
                choice = nil
                return events.append(.pasted(content))
            }
        } else if case .failed(let reason) = outcome {
            lastFailure = reason
        }
        guard !rest.isEmpty else {
            choice = nil
            let reason = lastFailure.map { "the clipboard cannot be read: \($0)" }
            return events.append(
                .pasted(.nothing(reason ?? "there is neither a file nor a picture in the clipboard")))
        }
        let next = rest.removeFirst()
        choice = next
        ask(for: connection.atom(named: next.target), now: now)
    }

    /// The names of a list of atoms.
    private func names(in longs: [UInt8]) -> [String] {
        let atoms = connection.longs(in: longs).prefix(Self.mostTargets)
        return connection.names(of: atoms.map { Atom(bitPattern: $0) })
    }
}
