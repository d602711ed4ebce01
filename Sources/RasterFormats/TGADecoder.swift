public import Decoding
import Geometry

/// Decodes a Truevision TGA file.
///
/// Alpha counts where the file says that there is some, unless it is 0 everywhere.
public final class TGADecoder: StillDecoder {
    /// What the picture is.
    public let header: PictureHeader
    private let reader: ByteReader
    private let picture: TGAHeader

    /// Reads the header of a file.
    /// - Parameters:
    ///   - input: the file.
    ///   - request: what is wanted of it.
    /// - Throws: where it is no such picture, or too large.
    public init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
        reader = ByteReader(input)
        picture = try TGAHeader(reader)
        let isInOrder = picture.isTopDown || !picture.isPacked
        let size = try request.size(width: picture.width, height: picture.height, isInOrder: isInOrder)
        header = PictureHeader(
            size: size, hasAlpha: picture.alpha != .none, bandHeight: isInOrder ? 1 : 0)
    }

    /// How its pixels are stored.
    public var facts: PictureFacts {
        var facts = PictureFacts()
        switch picture.pixels {
        case .mapped: facts.addDetail("palette of \(picture.map.count)")
        case .gray: facts.addDetail("grayscale")
        case .colors: break
        }
        facts.addPixel(bits: picture.bits)
        if picture.isPacked { facts.addDetail("run-length codes") }
        return facts
    }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) {
        let isOpaque = picture.alpha == .none ? true : try !isAnythingVisible()
        let height = header.size.height
        let writer = RowWriter(.bgra8, .sRGB, for: canvas)
        var row = [UInt32](repeating: 0, count: header.size.width)
        var rows = TGARows(picture)
        try reader.withBytes { (bytes) throws(DecodingError) in
            var written = 0..<0
            for index in 0..<height {
                // Rows that are not packed are taken from the top on, wherever they are.
                let stored =
                    picture.isPacked ? index : shownRow(index, of: height, isTopDown: picture.isTopDown)
                if !picture.isPacked { rows.seek(toRow: stored) }
                guard rows.decode(bytes, into: &row) else {
                    guard picture.isPacked else { continue }
                    break
                }
                finish(&row, isOpaque: isOpaque)
                let y = shownRow(stored, of: height, isTopDown: picture.isTopDown)
                writer.write(row, at: y)
                written =
                    written.isEmpty ? y..<y + 1 : min(written.lowerBound, y)..<max(written.upperBound, y + 1)
                if header.bandHeight > 0 { canvas.rowsReady(y..<y + 1) }
            }
            if header.bandHeight == 0 { canvas.rowsReady(written) }
            guard written.count == height else { throw .endsEarly(row: written.count, of: height) }
        }
    }

    /// Whether a pixel's alpha is above 0.
    private func isAnythingVisible() throws(DecodingError) -> Bool {
        var row = [UInt32](repeating: 0, count: header.size.width)
        var rows = TGARows(picture)
        return try reader.withBytes { (bytes) throws(DecodingError) in
            for _ in 0..<header.size.height {
                guard rows.decode(bytes, into: &row) else { return false }
                if row.contains(where: { $0 >> 24 != 0 }) { return true }
            }
            return false
        }
    }

    /// Makes a stored row one to be shown.
    private func finish(_ row: inout [UInt32], isOpaque: Bool) {
        if picture.isRightToLeft { row.reverse() }
        if isOpaque {
            for x in row.indices { row[x] |= 0xFF00_0000 }
        } else if picture.alpha == .multiplied {
            for x in row.indices { row[x] = Self.divided(row[x]) }
        }
    }

    /// A pixel whose colours were multiplied with its alpha.
    private static func divided(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        guard alpha > 0 else { return 0 }
        let part = { (shift: UInt32) in
            min(255, ((pixel >> shift & 255) * 510 + alpha) / (2 * alpha)) << shift
        }
        return alpha << 24 | part(16) | part(8) | part(0)
    }
}

/// The stored rows of a TGA picture, one after the other.
struct TGARows {
    private let picture: TGAHeader
    private var place: Int
    /// Pixels that are left of a packet.
    private var left = 0
    /// The pixel of a packet that repeats it.
    private var repeated: UInt32?

    init(_ picture: TGAHeader) {
        self.picture = picture
        place = picture.pixelStart
    }

    /// Goes to a row of those that are not packed.
    mutating func seek(toRow row: Int) {
        place = picture.pixelStart + row * picture.width * picture.pixelLength
    }

    /// Decodes the next row to words 0xAARRGGBB.
    /// - Returns: whether all of it is in the file.
    mutating func decode(_ bytes: Span<UInt8>, into row: inout [UInt32]) -> Bool {
        let length = picture.pixelLength
        guard picture.isPacked else {
            guard bytes.count - place >= row.count * length else { return false }
            for x in row.indices { row[x] = pixel(bytes, at: place + x * length) }
            place += row.count * length
            return true
        }
        var x = 0
        while x < row.count {
            if left == 0 {
                guard place < bytes.count else { return false }
                let packet = bytes[place]
                place += 1
                left = Int(packet & 127) + 1
                repeated = nil
                if packet & 128 != 0 {
                    guard bytes.count - place >= length else { return false }
                    repeated = pixel(bytes, at: place)
                    place += length
                }
            }
            // Packets may go on in the next row.
            let count = min(left, row.count - x)
            if let repeated {
                for index in x..<x + count { row[index] = repeated }
            } else {
                guard bytes.count - place >= count * length else { return false }
                for index in 0..<count { row[x + index] = pixel(bytes, at: place + index * length) }
                place += count * length
            }
            x += count
            left -= count
        }
        return true
    }

    private func pixel(_ bytes: Span<UInt8>, at place: Int) -> UInt32 {
        switch picture.pixels {
        case .colors:
            return TGAHeader.color(
                bytes, at: place, bits: picture.bits, keepsAlpha: picture.alpha != .none)
        case .gray:
            let alpha = picture.alpha == .none ? 255 : UInt32(bytes[place + 1])
            return alpha << 24 | UInt32(bytes[place]) * 0x01_0101
        case .mapped:
            let low = Int(bytes[place])
            let number = picture.bits == 16 ? low | Int(bytes[place + 1]) << 8 : low
            let index = number - picture.mapFirst
            // A number that the map lacks is black.
            return picture.map.indices.contains(index) ? picture.map[index] : 0xFF00_0000
        }
    }
}
