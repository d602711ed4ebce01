import CTestSupport
import Foundation
public import Geometry

/// What was on a part of the screen at one moment.
public struct Screenshot: Sendable, CustomStringConvertible {
    /// Where its first pixel is on the screen.
    public let origin: Point<Screen>
    /// Columns.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Red, green, blue and 255 of each pixel, row by row without padding.
    public let rgba: [UInt8]

    /// A picture of a part of a screen.
    /// - Parameters:
    ///   - origin: where its first pixel is on the screen.
    ///   - width: columns.
    ///   - height: rows.
    ///   - rgba: 4 bytes a pixel, row by row without padding.
    public init(origin: Point<Screen> = .zero, width: Int, height: Int, rgba: [UInt8]) {
        precondition(rgba.count == width * height * 4, "four bytes a pixel")
        (self.origin, self.width, self.height, self.rgba) = (origin, width, height, rgba)
    }

    /// Its size and place, without the pixels.
    public var description: String { "screenshot \(width)×\(height) at \(origin.x), \(origin.y)" }

    /// The colour of a pixel.
    /// - Parameters:
    ///   - x: column on the screen.
    ///   - y: row on the screen.
    /// - Returns: red, green and blue.
    public subscript(x: Int, y: Int) -> [UInt8] {
        let (column, row) = (x - Int(origin.x), y - Int(origin.y))
        precondition((0..<width).contains(column) && (0..<height).contains(row), "outside the screenshot")
        let start = (row * width + column) * 4
        return Array(rgba[start..<start + 3])
    }

    /// Writes it as PNG.
    /// - Parameter path: of the file.
    /// - Throws: `SessionError.pictureNotWritten`.
    public func writePNG(to path: String) throws {
        try Raster(width: width, height: height, channels: 4, bytes: rgba).writePNG(to: path, compression: 3)
    }
}

extension XServer {
    /// The whole screen.
    public var bounds: PixelRect<Screen> { PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height) }

    /// Reads the screen back.
    /// - Parameter area: the part, clipped to the screen; nil for all.
    /// - Returns: its pixels.
    /// - Throws: `SessionError`.
    public func screenshot(of area: PixelRect<Screen>? = nil) throws -> Screenshot {
        let area = (area ?? bounds).intersection(bounds)
        let rgba = try withPixels(of: area) { pixels, count in
            [UInt8](unsafeUninitializedCapacity: count * 4) { buffer, filled in
                if let start = buffer.baseAddress { ct_bgrx_to_rgba(pixels, start, count) }
                filled = count * 4
            }
        }
        let origin = Point<Screen>(x: Double(area.x0), y: Double(area.y0))
        return Screenshot(origin: origin, width: area.width, height: area.height, rgba: rgba)
    }

    /// A number that changes when a pixel changes.
    /// - Parameter area: the part of the screen looked at; nil for all.
    /// - Returns: a hash of the colours.
    /// - Throws: `SessionError`.
    public func fingerprint(of area: PixelRect<Screen>? = nil) throws -> UInt64 {
        try withPixels(of: (area ?? bounds).intersection(bounds)) { ct_fingerprint($0, $1) }
    }

    /// Waits until nothing on the screen has changed for a while.
    /// - Parameters:
    ///   - quiet: seconds without a change.
    ///   - area: the part of the screen looked at; nil for all.
    ///   - timeout: in seconds.
    /// - Throws: `SessionError`, `timedOut` where it goes on changing.
    public func waitSettled(
        quiet: Double = 0.3, in area: PixelRect<Screen>? = nil, timeout: Double = 10
    ) throws {
        var last = try fingerprint(of: area)
        var since = monotonicSeconds()
        try waitUntil("the screen to come to rest", timeout: timeout, interval: 0.02) {
            let now = try fingerprint(of: area)
            if now != last { (last, since) = (now, monotonicSeconds()) }
            return monotonicSeconds() - since >= quiet
        }
    }

    /// Calls a function with the server's own pixels, 4 bytes each: blue, green, red, unused.
    private func withPixels<Result>(
        of area: PixelRect<Screen>, _ body: (UnsafePointer<UInt8>, Int) throws -> Result
    ) throws -> Result {
        precondition(!area.isEmpty, "nothing of it is on the screen")
        let cookie = xcb_get_image(
            connection.handle, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), connection.root, Int16(area.x0),
            Int16(area.y0), UInt16(area.width), UInt16(area.height), ~0)
        let reply = try connection.reply(cookie.sequence, xcb_get_image_reply_t.self, "GetImage")
        let count = area.width * area.height
        guard Int(xcb_get_image_data_length(reply.pointer)) >= count * 4,
            let data = xcb_get_image_data(reply.pointer)
        else { throw SessionError.serverSilent("a screen of another depth than 24") }
        return try body(data, count)
    }
}
