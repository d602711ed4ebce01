import CTestSupport
import Foundation
public import Geometry

/// What was dropped on a client's window.
public struct TakenDrop: Hashable, Sendable {
    /// The bytes of `text/uri-list`.
    public let list: [UInt8]
    /// The names of the types that the drag had.
    public let types: [String]
    /// Where, on the screen.
    public let x: Int
    /// The same downward.
    public let y: Int
}

/// A drag over a client's window.
struct DragVisit {
    let source: UInt32
    let types: [String]
    var x = 0
    var y = 0
    var isDropped = false
}

extension DesktopClient {
    /// Whether a drag is over its window.
    public var isVisited: Bool { visit != nil }

    /// Drags something over another program's window, by the messages alone: the pointer does not move.
    /// - Parameters:
    ///   - contents: bytes by the names of types.
    ///   - other: the window.
    ///   - point: where, on the screen.
    ///   - version: of XDND.
    /// - Returns: whether the window would take it; nil where it does not answer.
    /// - Throws: `SessionError`.
    public func drag(
        _ contents: [String: [UInt8]], over other: Window, at point: Point<Screen>, version: UInt32 = 5
    ) throws -> Bool? {
        try own("XdndSelection", contents)
        let types = contents.keys.sorted()
        let atoms = try types.map(connection.atom)
        try set("XdndTypeList", type: "ATOM", format: 32, words: atoms)
        let three = (atoms + [0, 0, 0]).prefix(3)
        try send(
            "XdndEnter", [window.identifier, version << 24 | (atoms.count > 3 ? 1 : 0)] + three,
            to: other.identifier)
        return try moveDrag(over: other, to: point)
    }

    /// Moves what is dragged.
    /// - Parameters:
    ///   - other: the window.
    ///   - point: where, on the screen.
    /// - Returns: whether the window would take it; nil where it does not answer.
    /// - Throws: `SessionError`.
    public func moveDrag(over other: Window, to point: Point<Screen>) throws -> Bool? {
        status = nil
        let place = UInt32(Int(point.x)) << 16 | UInt32(Int(point.y))
        let action = try connection.atom("XdndActionCopy")
        try send("XdndPosition", [window.identifier, 0, place, 0, action], to: other.identifier)
        do {
            try wait(for: "the window's answer", timeout: 1) { status != nil }
        } catch SessionError.timedOut {
            return nil
        }
        return status?.isWanted
    }

    /// Leaves the window with what is dragged.
    /// - Parameter other: the window.
    /// - Throws: `SessionError`.
    public func leave(_ other: Window) throws {
        try send("XdndLeave", [window.identifier], to: other.identifier)
        try connection.synchronize()
    }

    /// Drops what was dragged over another program's window.
    /// - Parameters:
    ///   - other: the window.
    ///   - timeout: in seconds.
    /// - Returns: whether it was taken.
    /// - Throws: `SessionError`.
    public func drop(on other: Window, timeout: Double = 10) throws -> Bool {
        finished = nil
        try send("XdndDrop", [window.identifier, 0, 0], to: other.identifier)
        try wait(for: "the end of the drop", timeout: timeout) { finished != nil }
        return finished == true
    }

    func take(_ message: xcb_client_message_event_t) throws {
        let words = message.data.data32
        switch try connection.atomName(message.type) {
        case "XdndStatus": status = (words.1 & 1 != 0, words.4)
        case "XdndFinished": finished = words.1 & 1 != 0
        case "XdndEnter":
            var atoms = [words.2, words.3, words.4].filter { $0 != 0 }
            if words.1 & 1 != 0 { atoms = try connection.words("XdndTypeList", of: words.0) }
            visit = DragVisit(source: words.0, types: try atoms.map(connection.atomName))
        case "XdndPosition":
            visit?.x = Int(words.2 >> 16)
            visit?.y = Int(words.2 & 0xFFFF)
            let action = takesDrops ? try connection.atom("XdndActionCopy") : 0
            try send("XdndStatus", [window.identifier, takesDrops ? 3 : 2, 0, 0, action], to: words.0)
        case "XdndLeave": visit = nil
        case "XdndDrop":
            visit?.isDropped = true
            xcb_convert_selection(
                connection.handle, window.identifier, try connection.atom("XdndSelection"),
                try connection.atom("text/uri-list"), try connection.atom("DROP"), words.2)
        default: break
        }
    }

    /// Takes the answer to a drop on its window.
    func takeDropAnswer(_ event: xcb_selection_notify_event_t) throws -> Bool {
        guard let visit, visit.isDropped, event.selection == (try connection.atom("XdndSelection")) else {
            return false
        }
        self.visit = nil
        let value = event.property == 0 ? nil : try takeProperty(event.property)
        if let value {
            drops.append(TakenDrop(list: value.bytes, types: visit.types, x: visit.x, y: visit.y))
        }
        let action = value == nil ? 0 : try connection.atom("XdndActionCopy")
        try send("XdndFinished", [window.identifier, value == nil ? 0 : 1, action], to: visit.source)
        return true
    }
}
