import CTestSupport

/// The server's word on what was drawn to: the DAMAGE extension (damageproto 1.1), as much of it as is needed here.
struct DamageExtension {
    /// Request numbers of the protocol.
    private enum Request {
        static let queryVersion: UInt8 = 0
        static let create: UInt8 = 1
        static let subtract: UInt8 = 3
    }

    /// One event when a drawable, untouched since the last `subtract`, is drawn to: ReportLevel NonEmpty.
    private static let reportNonEmpty: UInt32 = 3

    private let server: ServerExtension
    private let damage: UInt32

    /// Watches a window and all in it.
    /// - Parameters:
    ///   - window: its id.
    ///   - connection: of xcb; it has to outlive this value.
    /// - Throws: `SessionError` where the server lacks the extension.
    init(watching window: UInt32, on connection: OpaquePointer) throws {
        server = try ServerExtension("DAMAGE", on: connection)
        damage = xcb_generate_id(connection)
        // A server refuses the other requests of a client that has not said which version it speaks.
        _ = try server.ask(Request.queryVersion, [1, 1])
        server.send(Request.create, [damage, window, Self.reportNonEmpty])
    }

    /// Whether an event tells of drawing.
    func isNotice(_ event: xcb_generic_event_t) -> Bool { event.response_type & 0x7f == server.firstEvent }

    /// Forgets what was drawn: the next drawing is told of again.
    func subtract() { server.send(Request.subtract, [damage, 0, 0]) }
}
