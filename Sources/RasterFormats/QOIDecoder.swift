public import Decoding
import Geometry

/// Decodes a QOI file ("The Quite OK Image Format", specification 1.0).
///
/// All pixels are sRGB: the header's word about linear ones is informative only, and Pillow writes it for
/// pixels that are not.
public final class QOIDecoder: StillDecoder {
    private static let pixelStart = 14
    private static let endMark: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]

    /// What the picture is.
    public let header: PictureHeader
    private let reader: ByteReader

    /// Reads the header of a file.
    /// - Parameters:
    ///   - input: the file.
    ///   - request: what is wanted of it.
    /// - Throws: where it is no such picture, or too large.
    public init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
        reader = ByteReader(input)
        let size = try request.size(
            width: Int(try reader.big32(at: 4)), height: Int(try reader.big32(at: 8)), isInOrder: true)
        let channels = try reader.byte(at: 12)
        guard channels == 3 || channels == 4 else { throw DecodingError("\(channels) channels") }
        header = PictureHeader(size: size, hasAlpha: channels == 4, bandHeight: 1)
    }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) {
        let height = header.size.height
        let writer = RowWriter(.bgra8, .sRGB, for: canvas)
        let opaque: UInt32 = header.hasAlpha ? 0 : 0xFF00_0000
        var row = [UInt32](repeating: 0, count: header.size.width)
        var stream = Stream(next: Self.pixelStart, end: try end())
        try reader.withBytes { (bytes) throws(DecodingError) in
            for y in 0..<height {
                for x in row.indices {
                    guard let pixel = stream.nextPixel(in: bytes) else {
                        throw .endsEarly(row: y, of: height)
                    }
                    row[x] = pixel | opaque
                }
                writer.write(row, at: y)
                canvas.rowsReady(y..<y + 1)
            }
        }
    }

    /// Where the pixels end: before the mark, if it has come.
    private func end() throws(DecodingError) -> Int {
        let start = reader.count - Self.endMark.count
        guard start >= Self.pixelStart else { return reader.count }
        let isWhole = try reader.bytes(at: start, count: Self.endMark.count) == Self.endMark
        return isWhole ? start : reader.count
    }

    /// The pixels one after the other, as 0xAARRGGBB.
    private struct Stream {
        var next: Int
        let end: Int
        private var pixel: UInt32 = 0xFF00_0000
        private var run = 0
        private var seen = [UInt32](repeating: 0, count: 64)

        init(next: Int, end: Int) {
            self.next = next
            self.end = end
        }

        /// - Returns: the next pixel; `nil` where the file has no more.
        mutating func nextPixel(in bytes: Span<UInt8>) -> UInt32? {
            if run > 0 {
                run -= 1
                return pixel
            }
            guard next < end else { return nil }
            let tag = bytes[next]
            let length = tag == 0xFF ? 5 : tag == 0xFE ? 4 : tag >> 6 == 2 ? 2 : 1
            guard end - next >= length else { return nil }
            let (red, green, blue) = (UInt8(pixel >> 16 & 255), UInt8(pixel >> 8 & 255), UInt8(pixel & 255))
            switch tag {
            case 0xFF:
                pixel = Self.word(bytes[next + 1], bytes[next + 2], bytes[next + 3], bytes[next + 4])
            case 0xFE: set(bytes[next + 1], bytes[next + 2], bytes[next + 3])
            case 0xC0...:
                // 1 to 62 pixels, of which this is one.
                run = Int(tag & 63)
            case 0x80...:
                let shift = (tag & 63) &- 32
                let more = bytes[next + 1]
                set(
                    red &+ shift &+ (more >> 4) &- 8, green &+ shift, blue &+ shift &+ (more & 15) &- 8)
            case 0x40...:
                set(red &+ (tag >> 4 & 3) &- 2, green &+ (tag >> 2 & 3) &- 2, blue &+ (tag & 3) &- 2)
            default: pixel = seen[Int(tag)]
            }
            next += length
            seen[Self.slot(of: pixel)] = pixel
            return pixel
        }

        private mutating func set(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
            pixel = Self.word(red, green, blue, UInt8(pixel >> 24))
        }

        private static func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
            UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }

        private static func slot(of pixel: UInt32) -> Int {
            let sum =
                (pixel >> 16 & 255) * 3 + (pixel >> 8 & 255) * 5 + (pixel & 255) * 7 + (pixel >> 24) * 11
            return Int(sum % 64)
        }
    }
}
