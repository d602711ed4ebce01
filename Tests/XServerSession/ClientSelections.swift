import CTestSupport
import Foundation

/// What another program's selection was answered with.
public struct SelectionAnswer: Hashable, Sendable {
    /// The name of its type.
    public let type: String
    /// Its bytes; those of numbers are in this machine's order.
    public let bytes: [UInt8]
    /// In how many parts it came by INCR; 0 where it came at once.
    public let parts: Int
    /// The size that an INCR announced.
    public let announced: Int?

    /// The items of a 32-bit value.
    public var words: [UInt32] {
        bytes.withUnsafeBytes { buffer in
            (0..<buffer.count / 4).map { buffer.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }
}

/// What a client offers by a selection.
struct OwnedSelection {
    var contents: [String: [UInt8]]
    /// More than so many bytes go by INCR, in parts of so many.
    var partSize: Int
    /// How many parts it gives before it falls silent.
    var mostParts: Int
    /// Whether it falls silent at once.
    var isSilent: Bool
    /// What it was silent to.
    var unanswered: [xcb_selection_request_event_t] = []
    var listsTargets: Bool
}

struct OutgoingKey: Hashable {
    let window: UInt32
    let property: UInt32
}

struct OutgoingParts {
    var rest: ArraySlice<UInt8>
    let type: xcb_atom_t
    let partSize: Int
    var partsLeft: Int
}

/// What a client has asked for.
struct SelectionQuestion {
    let property: xcb_atom_t
    var isIncremental = false
    var type: xcb_atom_t = 0
    var bytes: [UInt8] = []
    var announced: Int?
    var parts = 0
    var mostParts: Int
    /// Whether all is there; with `isRefused`, or none will come.
    var isDone = false
    var isRefused = false
}

extension DesktopClient {
    /// Offers something by a selection.
    /// - Parameters:
    ///   - selection: such as `CLIPBOARD`.
    ///   - contents: bytes by the names of targets.
    ///   - partSize: more than so many bytes go by INCR, in parts of so many.
    ///   - mostParts: after how many parts it falls silent.
    ///   - isSilent: whether it answers nothing.
    ///   - listsTargets: whether it answers TARGETS.
    /// - Throws: `SessionError`.
    public func own(
        _ selection: String, _ contents: [String: [UInt8]], partSize: Int = 1 << 17, mostParts: Int = .max,
        isSilent: Bool = false, listsTargets: Bool = true
    ) throws {
        let atom = try connection.atom(selection)
        xcb_set_selection_owner(connection.handle, window.identifier, atom, 0)
        try connection.synchronize()
        offers[atom] = OwnedSelection(
            contents: contents, partSize: partSize, mostParts: mostParts, isSilent: isSilent,
            listsTargets: listsTargets)
    }

    /// Whether it owns a selection still, as far as it was told.
    /// - Parameter selection: such as `CLIPBOARD`.
    /// - Returns: whether nobody has taken it.
    /// - Throws: `SessionError`.
    public func owns(_ selection: String) throws -> Bool { offers[try connection.atom(selection)] != nil }

    /// How many requests for a selection it was silent to.
    public func unansweredCount(_ selection: String) throws -> Int {
        offers[try connection.atom(selection)]?.unanswered.count ?? 0
    }

    /// Answers what it was silent to.
    /// - Parameter selection: such as `CLIPBOARD`.
    /// - Throws: `SessionError`.
    public func breakSilence(_ selection: String) throws {
        let atom = try connection.atom(selection)
        guard let requests = offers[atom]?.unanswered else { return }
        offers[atom]?.unanswered = []
        offers[atom]?.isSilent = false
        for request in requests { try answer(request) }
        xcb_flush(connection.handle)
    }

    /// Asks for a selection, and takes what comes.
    /// - Parameters:
    ///   - selection: such as `CLIPBOARD`.
    ///   - target: as what.
    ///   - property: where the answer goes; of several that are asked for at once each needs its own.
    ///   - timeout: in seconds.
    /// - Returns: the answer; nil where it was refused.
    /// - Throws: `SessionError.timedOut` where none comes.
    public func ask(
        _ selection: String, as target: String, into property: String = "ANSWER", timeout: Double = 10
    ) throws -> SelectionAnswer? {
        try beginAsking(selection, as: target, into: property)
        try wait(for: "the answer to \(target)", timeout: timeout) { question?.isDone == true }
        return try takeAnswer()
    }

    /// Asks for a selection without waiting; `answer` tells when it is there.
    /// - Parameters:
    ///   - selection: such as `CLIPBOARD`.
    ///   - target: as what.
    ///   - property: where the answer goes.
    ///   - mostParts: after how many parts of an INCR it takes no more.
    /// - Throws: `SessionError`.
    public func beginAsking(
        _ selection: String, as target: String, into property: String = "ANSWER", mostParts: Int = .max
    ) throws {
        let atom = try connection.atom(property)
        question = SelectionQuestion(property: atom, mostParts: mostParts)
        xcb_convert_selection(
            connection.handle, window.identifier, try connection.atom(selection),
            try connection.atom(target), atom, 0)
        try connection.synchronize()
    }

    /// Whether what `beginAsking` asked for is there, or refused.
    public var isAnswered: Bool { question?.isDone == true }
    /// How many parts of it have come.
    public var partsTaken: Int { question?.parts ?? 0 }

    /// What `beginAsking` asked for.
    /// - Returns: nil where it was refused, or is not there yet.
    /// - Throws: `SessionError`.
    public func takeAnswer() throws -> SelectionAnswer? {
        guard let question, question.isDone, !question.isRefused else { return nil }
        return SelectionAnswer(
            type: try connection.atomName(question.type), bytes: question.bytes, parts: question.parts,
            announced: question.announced)
    }

    /// Asks for several targets by one MULTIPLE.
    /// - Parameters:
    ///   - selection: such as `CLIPBOARD`.
    ///   - targets: their names.
    /// - Returns: the bytes of those that were given at once; nil for the others, with whether the list says None for them.
    /// - Throws: `SessionError`.
    public func askMultiple(_ selection: String, as targets: [String]) throws -> [(
        bytes: [UInt8]?, isNone: Bool
    )] {
        let properties = targets.indices.map { "ANSWER_\($0)" }
        let pairs = try zip(targets, properties).flatMap {
            [try connection.atom($0), try connection.atom($1)]
        }
        try set("ANSWER", type: "ATOM_PAIR", format: 32, words: pairs)
        let list = try ask(selection, as: "MULTIPLE")?.words ?? []
        return try targets.indices.map { index in
            let isNone = list.count <= index * 2 || list[index * 2] == 0
            return (try takeProperty(connection.atom(properties[index]))?.bytes, isNone)
        }
    }

    // MARK: As the owner

    func answer(_ request: xcb_selection_request_event_t) throws {
        guard let offer = offers[request.selection] else { return }
        if offer.isSilent { return _ = offers[request.selection]?.unanswered.append(request) }
        let name = try connection.atomName(request.target)
        var reply = xcb_selection_notify_event_t()
        reply.response_type = UInt8(XCB_SELECTION_NOTIFY)
        reply.time = request.time
        reply.requestor = request.requestor
        reply.selection = request.selection
        reply.target = request.target
        if name == "TARGETS", offer.listsTargets {
            let atoms = try (["TARGETS"] + offer.contents.keys.sorted()).map(connection.atom)
            change(request.property, of: request.requestor, type: XCB_ATOM_ATOM.rawValue, format: 32, atoms)
            reply.property = request.property
        } else if let bytes = offer.contents[name] {
            if bytes.count > offer.partSize {
                let mask = [XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue]
                xcb_change_window_attributes(
                    connection.handle, request.requestor, XCB_CW_EVENT_MASK.rawValue, mask)
                outgoing[OutgoingKey(window: request.requestor, property: request.property)] = OutgoingParts(
                    rest: bytes[...], type: request.target, partSize: offer.partSize,
                    partsLeft: offer.mostParts)
                change(
                    request.property, of: request.requestor, type: try connection.atom("INCR"), format: 32,
                    [UInt32(bytes.count)])
            } else {
                change(request.property, of: request.requestor, type: request.target, format: 8, bytes)
            }
            reply.property = request.property
        }
        send(&reply, to: request.requestor)
    }

    private func change<Item: BitwiseCopyable>(
        _ property: xcb_atom_t, of other: UInt32, type: xcb_atom_t, format: UInt8, _ items: [Item]
    ) {
        xcb_change_property(
            connection.handle, UInt8(XCB_PROP_MODE_REPLACE.rawValue), other, property, type, format,
            UInt32(items.count), items)
    }

    // MARK: As the requestor

    func take(_ event: xcb_selection_notify_event_t) throws {
        if try takeDropAnswer(event) { return }
        guard question != nil, question?.isDone == false else { return }
        guard event.property != 0 else {
            question?.isDone = true
            question?.isRefused = true
            return
        }
        guard event.property == question?.property, let value = try takeProperty(event.property) else {
            return
        }
        if value.type == (try connection.atom("INCR")) {
            question?.isIncremental = true
            question?.announced = value.bytes.withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
        } else {
            question?.type = value.type
            question?.bytes = value.bytes
            question?.isDone = true
        }
    }

    func take(_ event: xcb_property_notify_event_t) throws {
        if UInt32(event.state) == XCB_PROPERTY_DELETE.rawValue {
            let key = OutgoingKey(window: event.window, property: event.atom)
            guard var parts = outgoing[key], parts.partsLeft > 0 else { return }
            let part = Array(parts.rest.prefix(parts.partSize))
            parts.rest = parts.rest.dropFirst(part.count)
            parts.partsLeft -= 1
            outgoing[key] = part.isEmpty ? nil : parts
            change(event.atom, of: event.window, type: parts.type, format: 8, part)
            return
        }
        guard let asked = question, asked.isIncremental, !asked.isDone, event.window == window.identifier,
            event.atom == asked.property, asked.parts < asked.mostParts,
            let value = try takeProperty(event.atom)
        else { return }
        if value.bytes.isEmpty {
            question?.isDone = true
        } else {
            question?.type = value.type
            question?.bytes += value.bytes
            question?.parts += 1
        }
    }
}
