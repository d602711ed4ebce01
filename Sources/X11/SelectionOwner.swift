import CX11

/// Gives other programs what they ask of our selections (ICCCM 2): the clipboard, and what is dragged.
final class SelectionOwner {
    private struct Ownership {
        let content: SelectionContent
        let since: Time
    }

    /// A request, and what has become of its parts; one that is not MULTIPLE has one part.
    private struct Conversion {
        let event: XSelectionRequestEvent
        let isMultiple: Bool
        var parts: [(target: Atom, property: Atom, isDone: Bool?)]
    }

    /// Seconds that a receiver may take for a part.
    private static let patience = 10.0
    private static let largestPart = 256 << 10
    private static let mostParts = 64
    private static let mostWaiting = 32

    private let connection: Connection
    private let window: WindowID
    private var owned: [Atom: Ownership] = [:]
    private var conversions: [Int: Conversion] = [:]
    private var nextNumber = 0
    /// Requests for the picture, with the part of a conversion that each is for.
    private var pictures: [PictureRequest: (conversion: Int, part: Int)] = [:]
    private var transfers: OutgoingTransfers

    init(connection: Connection, window: WindowID) {
        self.connection = connection
        self.window = window
        let display = connection.display
        // In units of four bytes, with the request's own words in it.
        let longest = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display)) * 4 - 64
        transfers = OutgoingTransfers(partSize: min(Self.largestPart, longest), patience: Self.patience)
    }

    /// When `expire` is to be called, in seconds.
    var deadline: Double? { transfers.deadline }

    /// Whether another program waits for something, or takes it.
    var isGiving: Bool { !conversions.isEmpty || transfers.deadline != nil }

    /// Becomes the owner of a selection.
    /// - Returns: whether the server has made it so.
    func own(_ selection: Atoms.Name, _ content: SelectionContent) -> Bool {
        let (display, atom) = (connection.display, connection.atoms[selection])
        let time = connection.serverTime(by: window)
        XSetSelectionOwner(display, atom, window, time)
        guard XGetSelectionOwner(display, atom) == window else { return false }
        owned[atom] = Ownership(content: content, since: time)
        return true
    }

    /// What it has; `nil` where it is not the owner.
    func content(of selection: Atoms.Name) -> SelectionContent? {
        owned[connection.atoms[selection]]?.content
    }

    /// Takes an event of the server.
    /// - Returns: whether it was about this alone.
    func handle(_ event: XEvent, now: Double, into events: inout [WindowEvent]) -> Bool {
        switch event.type {
        case SelectionRequest where event.xselectionrequest.owner == window:
            begin(event.xselectionrequest, now: now, into: &events)
        case SelectionClear where event.xselectionclear.window == window:
            let atom = event.xselectionclear.selection
            guard let old = owned[atom], !isBefore(event.xselectionclear.time, old.since) else { return true }
            owned[atom] = nil
            if atom == connection.atoms[.clipboard] { events.append(.offerEnded) }
        case PropertyNotify where event.xproperty.state == PropertyDelete:
            let receiver = OutgoingTransfers.Receiver(
                window: event.xproperty.window, property: event.xproperty.atom)
            guard let next = transfers.next(for: receiver, at: now) else { return false }
            change(receiver.property, of: receiver.window, to: Array(next.part), type: next.type)
            if next.part.isEmpty { leave(receiver.window) }
        case DestroyNotify:
            transfers.forget(event.xdestroywindow.window)
            return false
        default: return false
        }
        return true
    }

    /// Forgets those that take nothing.
    func expire(at now: Double) { transfers.expire(at: now).forEach(leave) }

    /// Answers a request for the picture: by a PNG file, or `nil` where there is none.
    func answer(_ request: PictureRequest, with bytes: [UInt8]?, now: Double) {
        guard let place = pictures.removeValue(forKey: request),
            var conversion = conversions[place.conversion]
        else { return }
        let isDone =
            bytes.map {
                give(
                    $0, type: connection.atoms[.png], to: conversion.event.requestor,
                    conversion.parts[place.part].property, now: now)
            } ?? false
        conversion.parts[place.part].isDone = isDone
        conversions[place.conversion] = conversion
        finish(place.conversion)
    }

    // MARK: Requests

    private func begin(_ event: XSelectionRequestEvent, now: Double, into events: inout [WindowEvent]) {
        let isMultiple = event.target == connection.atoms[.multiple]
        // Old programs leave the property to us.
        let property = event.property == 0 && !isMultiple ? event.target : event.property
        var conversion = Conversion(event: event, isMultiple: isMultiple, parts: [])
        if isMultiple, property != 0 {
            let pairs = connection.cardinals(of: property, on: event.requestor, most: Self.mostParts * 2)
            conversion.parts = stride(from: 1, to: pairs.count, by: 2).map {
                (Atom(bitPattern: pairs[$0 - 1]), Atom(bitPattern: pairs[$0]), nil)
            }
        } else if !isMultiple {
            conversion.parts = [(event.target, property, nil)]
        }
        let number = nextNumber
        nextNumber += 1
        let ownership = owned[event.selection].flatMap {
            event.time != 0 && isBefore(event.time, $0.since) ? nil : $0
        }
        for index in conversion.parts.indices {
            let part = conversion.parts[index]
            guard let ownership, part.property != 0 else {
                conversion.parts[index].isDone = false
                continue
            }
            let name = connection.atoms.name(of: part.target)
            switch name.flatMap(ownership.content.answer) {
            case .bytes(let bytes, let type):
                conversion.parts[index].isDone = give(
                    bytes, type: connection.atoms[type], to: event.requestor, part.property, now: now)
            case .picture where pictures.count < Self.mostWaiting:
                let request = PictureRequest(number: number << 8 | index)
                pictures[request] = (number, index)
                events.append(.pictureRequested(request))
            default:
                conversion.parts[index].isDone = describe(
                    ownership, as: name, to: event.requestor, part.property)
            }
        }
        conversions[number] = conversion
        finish(number)
    }

    /// Answers what every owner knows.
    private func describe(
        _ ownership: Ownership, as name: Atoms.Name?, to requestor: WindowID, _ property: Atom
    )
        -> Bool
    {
        switch name {
        case .targets:
            let names: [Atoms.Name] = [.targets, .timestamp, .multiple] + ownership.content.targets
            let atoms = names.map { Int(connection.atoms[$0]) }
            connection.change(property, of: requestor, type: Atom(XA_ATOM), longs: atoms)
        case .timestamp:
            connection.change(
                property, of: requestor, type: Atom(XA_INTEGER), longs: [Int(ownership.since)])
        default: return false
        }
        return true
    }

    /// Tells the requestor once all parts are done.
    private func finish(_ number: Int) {
        guard let conversion = conversions[number], conversion.parts.allSatisfy({ $0.isDone != nil }) else {
            return
        }
        conversions[number] = nil
        let event = conversion.event
        var property: Atom = 0
        if conversion.isMultiple, event.property != 0 {
            // What cannot be had is named None in the list.
            let pairs = conversion.parts.flatMap {
                [$0.isDone == true ? Int($0.target) : 0, Int($0.property)]
            }
            connection.change(
                event.property, of: event.requestor, type: connection.atoms[.atomPair], longs: pairs)
            property = event.property
        } else if conversion.parts.first?.isDone == true {
            property = conversion.parts[0].property
        }
        var answer = XEvent()
        answer.xselection.type = SelectionNotify
        answer.xselection.requestor = event.requestor
        answer.xselection.selection = event.selection
        answer.xselection.target = event.target
        answer.xselection.property = property
        answer.xselection.time = event.time
        XSendEvent(connection.display, event.requestor, 0, 0, &answer)
    }

    /// Gives bytes at once, or begins to give them in parts.
    private func give(
        _ bytes: [UInt8], type: Atom, to requestor: WindowID, _ property: Atom, now: Double
    ) -> Bool {
        guard bytes.count > transfers.partSize else {
            change(property, of: requestor, to: bytes, type: type)
            return true
        }
        let receiver = OutgoingTransfers.Receiver(window: requestor, property: property)
        guard transfers.begin(bytes, type: type, to: receiver, at: now) else { return false }
        if isForeign(requestor) {
            XSelectInput(connection.display, requestor, PropertyChangeMask | StructureNotifyMask)
        }
        connection.change(property, of: requestor, type: connection.atoms[.incr], longs: [bytes.count])
        return true
    }

    private func change(_ property: Atom, of window: WindowID, to bytes: [UInt8], type: Atom) {
        XChangeProperty(
            connection.display, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
    }

    /// Looks no longer at a window that has got all.
    private func leave(_ requestor: WindowID) {
        guard isForeign(requestor), !transfers.isReceiving(requestor) else { return }
        XSelectInput(connection.display, requestor, 0)
    }

    /// Whether a window's events are wanted for the transfers alone.
    private func isForeign(_ requestor: WindowID) -> Bool {
        requestor != window && requestor != connection.root && requestor != connection.settingsOwner
    }

    /// Whether a time of the server is before another; they wrap around after 49 days.
    private func isBefore(_ time: Time, _ other: Time) -> Bool {
        Int32(truncatingIfNeeded: Int(bitPattern: time) &- Int(bitPattern: other)) < 0
    }
}
