public import Decoding
import Geometry

/// Decodes a farbfeld file (farbfeld(5)): 16 bits of red, green, blue and alpha, the high byte first.
public final class FarbfeldDecoder: StillDecoder {
    private static let pixelStart = 16

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
            width: Int(try reader.big32(at: 8)), height: Int(try reader.big32(at: 12)), isInOrder: true)
        header = PictureHeader(size: size, hasAlpha: true, bandHeight: 1)
    }

    /// How its pixels are stored.
    public var facts: PictureFacts {
        var facts = PictureFacts()
        facts.addBits(16)
        return facts
    }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) {
        let (width, height) = (header.size.width, header.size.height)
        let writer = RowWriter(.rgba16, .sRGB, for: canvas)
        var row = [UInt16](repeating: 0, count: width * 4)
        try reader.withBytes { (bytes) throws(DecodingError) in
            for y in 0..<height {
                let start = Self.pixelStart + y * width * 8
                guard reader.has(width * 8, at: start) else { throw .endsEarly(row: y, of: height) }
                for index in row.indices {
                    let place = start + 2 * index
                    row[index] = UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1])
                }
                writer.write(row, at: y)
                canvas.rowsReady(y..<y + 1)
            }
        }
    }
}
