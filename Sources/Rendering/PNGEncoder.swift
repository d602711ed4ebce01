import CCairo
public import Geometry

/// Writes pixels as PNG (W3C PNG, third edition) with Cairo's writer, in 8 bits a channel. From any thread.
public enum PNGEncoder {
    /// A text in the file (PNG 11.3.3.2, tEXt).
    public struct Text: Hashable, Sendable {
        /// 1 to 79 characters of ASCII.
        public var keyword: String
        /// Latin-1; other characters, and zeros, become "?".
        public var value: String

        /// A text.
        /// - Precondition: the keyword is one.
        public init(keyword: String, value: String) {
            precondition(
                (1...79).contains(keyword.utf8.count) && keyword.utf8.allSatisfy { (32...126).contains($0) })
            self.keyword = keyword
            self.value = value
        }
    }

    /// Why there is no file.
    public enum Failure: Error, Hashable, Sendable {
        /// It was not wanted any more.
        case cancelled
        /// Cairo could not make it, for this reason.
        case cairo(String)
    }

    /// Writes an image surface.
    /// - Parameters:
    ///   - surface: of an image in memory (`Surface.image`).
    ///   - texts: to be written behind the header.
    ///   - isCancelled: asked again and again while it is written.
    /// - Returns: the file, with an alpha channel only if a pixel is not opaque.
    /// - Throws: where it was cancelled or memory ran out.
    public static func encode(
        _ surface: Surface, texts: [Text] = [], isCancelled: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        cairo_surface_flush(surface.handle)
        guard let bytes = cairo_image_surface_get_data(surface.handle) else {
            throw .cairo("it is no image")
        }
        let stride = Int(cairo_image_surface_get_stride(surface.handle))
        let hasAlpha = cairo_image_surface_get_format(surface.handle) == CAIRO_FORMAT_ARGB32
        return try encode(
            rows: UnsafeRawPointer(bytes), size: surface.size, stride: stride, hasAlpha: hasAlpha,
            texts: texts,
            isCancelled: isCancelled)
    }

    /// Writes rows of pixels.
    /// - Parameters:
    ///   - rows: words of premultiplied 0xAARRGGBB, sRGB.
    ///   - size: columns and rows, at least 1 of each.
    ///   - stride: bytes from one row to the next, a multiple of 4.
    ///   - hasAlpha: whether a pixel may be transparent; else the words' uppermost bytes mean nothing.
    ///   - texts: to be written behind the header.
    ///   - isCancelled: asked again and again while it is written.
    /// - Returns: the file, with an alpha channel only if a pixel is not opaque.
    /// - Throws: where it was cancelled, memory ran out, or it has more than 32767 columns or rows.
    public static func encode(
        rows: UnsafeRawPointer, size: PixelSize, stride: Int, hasAlpha: Bool, texts: [Text] = [],
        isCancelled: () -> Bool = { false }
    ) throws(Failure) -> [UInt8] {
        precondition(stride % 4 == 0 && stride / 4 >= size.width && size.width > 0 && size.height > 0)
        guard
            let (width, height) = Int32(exactly: size.width).flatMap({ width in
                Int32(exactly: size.height).map { (width, $0) }
            }), let stride = Int32(exactly: stride)
        else { throw .cairo("it is too large") }
        let isOpaque = !hasAlpha || Self.isOpaque(rows, size, stride: Int(stride))
        // Cairo only reads it.
        let bytes = UnsafeMutableRawPointer(mutating: rows).assumingMemoryBound(to: UInt8.self)
        let image = cairo_image_surface_create_for_data(
            bytes, isOpaque ? CAIRO_FORMAT_RGB24 : CAIRO_FORMAT_ARGB32, width, height, stride)
        defer { cairo_surface_destroy(image) }
        return try withoutActuallyEscaping(isCancelled) { isCancelled throws(Failure) in
            let output = Output(isCancelled: isCancelled)
            let status = cairo_surface_write_to_png_stream(
                image,
                { output, bytes, count in
                    guard let output, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
                    return Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().take(
                        UnsafeBufferPointer(start: bytes, count: Int(count)))
                }, Unmanaged.passUnretained(output).toOpaque())
            if output.wasCancelled { throw .cancelled }
            guard status == CAIRO_STATUS_SUCCESS else {
                throw .cairo(cairo_status_to_string(status).map { String(cString: $0) } ?? "")
            }
            output.bytes.insert(contentsOf: texts.flatMap(chunk), at: headerEnd)
            return output.bytes
        }
    }

    private static func isOpaque(_ rows: UnsafeRawPointer, _ size: PixelSize, stride: Int) -> Bool {
        (0..<size.height).allSatisfy { row in
            let words = UnsafeBufferPointer(
                start: (rows + row * stride).assumingMemoryBound(to: UInt32.self), count: size.width)
            return words.reduce(UInt32.max, &) >> 24 == 0xFF
        }
    }

    /// What Cairo writes to.
    private final class Output {
        var bytes: [UInt8] = []
        private(set) var wasCancelled = false
        private let isCancelled: () -> Bool

        init(isCancelled: @escaping () -> Bool) { self.isCancelled = isCancelled }

        func take(_ more: UnsafeBufferPointer<UInt8>) -> cairo_status_t {
            wasCancelled = wasCancelled || isCancelled()
            if wasCancelled { return CAIRO_STATUS_WRITE_ERROR }
            bytes.append(contentsOf: more)
            return CAIRO_STATUS_SUCCESS
        }
    }

    /// Behind the signature and the header chunk, which comes first (PNG 5.2, 5.6, 11.2.1).
    private static let headerEnd = 8 + 12 + 13

    /// A tEXt chunk: length, type, keyword, zero, text, checksum of all but the length (PNG 5.3).
    private static func chunk(_ text: Text) -> [UInt8] {
        let value = text.value.unicodeScalars.map { (1...255).contains($0.value) ? UInt8($0.value) : 0x3F }
        let body = Array("tEXt".utf8) + Array(text.keyword.utf8) + [0] + value
        return bigEndian(UInt32(body.count - 4)) + body + bigEndian(checksum(body))
    }

    private static func bigEndian(_ word: UInt32) -> [UInt8] {
        [UInt8(word >> 24), UInt8(word >> 16 & 255), UInt8(word >> 8 & 255), UInt8(word & 255)]
    }

    /// CRC-32 as in PNG, annex D.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { word, _ in word >> 1 ^ (word & 1 == 0 ? 0 : 0xEDB8_8320)
            }
        }
    }
}
