import CTestSupport
import Foundation
import XServerSession

/// Requests of an X extension on the wire, for those that xcb has in libraries of their own only.
final class ServerExtension {
    private let connection: OpaquePointer
    private let name: UnsafeMutablePointer<CChar>
    private let record: UnsafeMutablePointer<xcb_extension_t>
    /// The number of its first event.
    let firstEvent: UInt8

    /// Looks for an extension.
    /// - Parameters:
    ///   - text: its name, such as `DAMAGE`.
    ///   - connection: of xcb; it has to outlive this value.
    /// - Throws: `SessionError` where the server lacks the extension.
    init(_ text: String, on connection: OpaquePointer) throws {
        self.connection = connection
        guard let name = strdup(text) else { throw SessionError.system("strdup", errno: errno) }
        self.name = name
        // xcb finds the extension by the address of this record.
        record = .allocate(capacity: 1)
        record.initialize(to: xcb_extension_t(name: name, global_id: 0))
        let data = xcb_get_extension_data(connection, record)
        firstEvent = data?.pointee.first_event ?? 0
        guard data?.pointee.present == 1 else {
            throw SessionError.serverSilent("it has no \(text) extension")
        }
    }

    deinit {
        record.deallocate()
        free(name)
    }

    /// Sends a request that has no answer.
    /// - Parameters:
    ///   - request: its number in the extension.
    ///   - words: what follows the header.
    func send(_ request: UInt8, _ words: [UInt32]) { _ = send(request, words, hasReply: false) }

    /// Sends a request, and waits for the answer.
    /// - Parameters:
    ///   - request: its number in the extension.
    ///   - words: what follows the header.
    /// - Returns: the answer's six words after its header.
    /// - Throws: `SessionError` where the server refuses.
    func ask(_ request: UInt8, _ words: [UInt32]) throws -> [UInt32] {
        let sequence = send(request, words, hasReply: true)
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        guard let reply = xcb_wait_for_reply(connection, sequence, &error) else {
            defer { free(error) }
            throw SessionError.requestRefused(
                String(cString: name), code: Int(error?.pointee.error_code ?? 0))
        }
        defer { free(reply) }
        // An answer has 32 bytes or more, 8 of them header.
        return (2..<8).map { reply.load(fromByteOffset: 4 * $0, as: UInt32.self) }
    }

    /// Sends a request, to which xcb adds the extension's number and the length.
    private func send(_ request: UInt8, _ words: [UInt32], hasReply: Bool) -> UInt32 {
        var message: [UInt32] = [0] + words
        return message.withUnsafeMutableBytes { bytes in
            // xcb writes to the two parts before the first.
            var parts = [iovec](repeating: iovec(), count: 3)
            parts[2] = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            var description = xcb_protocol_request_t(
                count: 1, ext: record, opcode: request, isvoid: hasReply ? 0 : 1)
            return parts.withUnsafeMutableBufferPointer { parts in
                guard let start = parts.baseAddress else { return 0 }
                return xcb_send_request(connection, 0, start + 2, &description)
            }
        }
    }
}
