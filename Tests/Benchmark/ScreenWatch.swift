import CTestSupport
import Foundation
import Geometry
import XServerSession

/// What some thin rows of the screen showed at one moment.
struct Sight {
    /// One row of pixels.
    struct Row: Equatable {
        /// Of all its pixels.
        let fingerprint: UInt64
        /// How many colours it has, counted up to `countedColors`.
        let colors: Int
    }

    /// More colours than any placeholder has: a background, a checkerboard, a frame, a line of text.
    static let countedColors = 40

    /// Monotonic seconds at which the pixels were here.
    let time: Double
    let rows: [Row]

    /// Whether a row shows some of a picture: it is not as it was before, and more colourful than any placeholder.
    func showsPicture(before: Sight) -> Bool {
        rows.indices.contains { rows[$0] != before.rows[$0] && rows[$0].colors >= Self.countedColors }
    }
}

/// Watches a server's screen with little work for the server: it waits to be told of drawing, then reads a few thin rows.
final class ScreenWatch {
    /// Rows that are looked at: near enough for each tile of a picture to be hit.
    private static let rowCount = 16

    private let connection: OpaquePointer
    private let root: xcb_window_t
    private let size: PixelSize
    private let damage: DamageExtension
    private let resources: ServerExtension
    private let rows: [Int]
    /// Such as 12101007 for 21.1.7, the vendor's own numbering.
    let serverRelease: UInt32

    /// Connects to a server.
    /// - Parameter displayName: such as `:0`.
    /// - Throws: `SessionError`.
    init(_ displayName: String) throws {
        guard let connection = xcb_connect(displayName, nil) else {
            throw SessionError.serverSilent(displayName)
        }
        guard xcb_connection_has_error(connection) == 0, let setup = xcb_get_setup(connection),
            let screen = xcb_setup_roots_iterator(setup).data?.pointee
        else {
            xcb_disconnect(connection)
            throw SessionError.serverSilent(displayName)
        }
        self.connection = connection
        serverRelease = setup.pointee.release_number
        root = screen.root
        size = PixelSize(width: Int(screen.width_in_pixels), height: Int(screen.height_in_pixels))
        let height = size.height
        // The last row but one as well: a picture that comes from the top is complete with it.
        rows = (0..<Self.rowCount).map { (2 * $0 + 1) * height / (2 * Self.rowCount) } + [height - 2]
        do {
            damage = try DamageExtension(watching: root, on: connection)
            resources = try ServerExtension("X-Resource", on: connection)
        } catch {
            xcb_disconnect(connection)
            throw error
        }
    }

    deinit { xcb_disconnect(connection) }

    /// Waits for something to be drawn since the last call.
    /// - Parameter deadline: monotonic seconds.
    /// - Returns: when it was told, in monotonic seconds; `nil` where nothing came.
    /// - Throws: `SessionError` where the server is gone.
    func nextDrawing(until deadline: Double) throws -> Double? {
        while true {
            xcb_flush(connection)
            while let event = xcb_poll_for_event(connection) {
                let isNotice = damage.isNotice(event.pointee)
                free(event)
                guard isNotice else { continue }
                damage.subtract()
                xcb_flush(connection)
                return monotonicSeconds()
            }
            guard xcb_connection_has_error(connection) == 0 else {
                throw SessionError.serverSilent("connection lost while watching the screen")
            }
            let left = deadline - monotonicSeconds()
            guard left > 0 else { return nil }
            var entry = pollfd(fd: xcb_get_file_descriptor(connection), events: Int16(POLLIN), revents: 0)
            _ = poll(&entry, 1, Int32((left * 1000).rounded(.up)))
        }
    }

    /// Counts drawings until there is none for a while.
    /// - Parameters:
    ///   - quiet: seconds without one.
    ///   - deadline: monotonic seconds.
    /// - Returns: how many there were.
    /// - Throws: `SessionError` where the server is gone.
    @discardableResult
    func drawings(quiet: Double, until deadline: Double) throws -> Int {
        var count = 0
        while try nextDrawing(until: min(deadline, monotonicSeconds() + quiet)) != nil { count += 1 }
        return count
    }

    /// Reads the rows.
    /// - Returns: what they show.
    /// - Throws: `SessionError`.
    func look() throws -> Sight {
        let cookies = rows.map {
            xcb_get_image(
                connection, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), root, 0, Int16($0), UInt16(size.width),
                1, ~0)
        }
        var seen: [Sight.Row] = []
        for cookie in cookies {
            guard let reply = xcb_get_image_reply(connection, cookie, nil) else {
                throw SessionError.serverSilent("GetImage")
            }
            defer { free(reply) }
            guard Int(xcb_get_image_data_length(reply)) >= size.width * 4,
                let data = xcb_get_image_data(reply)
            else {
                throw SessionError.serverSilent("a screen of another depth than 24")
            }
            seen.append(row(data))
        }
        return Sight(time: monotonicSeconds(), rows: seen)
    }

    /// The bytes of all pixmaps that a client has in the server.
    /// - Parameter window: one of the client's windows.
    /// - Returns: bytes; those of memory that it shares with the server count as well.
    /// - Throws: `SessionError`.
    func pixmapBytes(ofOwner window: UInt32) throws -> Double {
        // QueryClientPixmapBytes of X-Resource 1.0: the low 32 bits, then the high ones.
        let answer = try resources.ask(3, [window])
        return Double(answer[0]) + Double(answer[1]) * 4_294_967_296
    }

    private func row(_ data: UnsafePointer<UInt8>) -> Sight.Row {
        var colors: [UInt32] = []
        let pixels = UnsafeRawBufferPointer(start: data, count: size.width * 4).bindMemory(to: UInt32.self)
        for pixel in pixels where colors.count < Sight.countedColors {
            let color = pixel & 0xFF_FFFF
            if !colors.contains(color) { colors.append(color) }
        }
        return Sight.Row(fingerprint: ct_fingerprint(data, size.width), colors: colors.count)
    }
}
