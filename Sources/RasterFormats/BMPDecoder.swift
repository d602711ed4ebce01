public import Decoding
import Geometry

/// Decodes a Windows or OS/2 bitmap file.
///
/// Pixels that runs leave out are transparent, as in web browsers. Alpha counts where the header has a mask
/// for it, unless it is 0 everywhere.
public final class BMPDecoder: StillDecoder {
    private static let fileHeaderLength = 14

    /// What the picture is.
    public let header: PictureHeader
    private let reader: ByteReader
    private let bitmap: BitmapHeader
    private let rows: BitmapRows

    /// Reads the header of a file.
    /// - Parameters:
    ///   - input: the file.
    ///   - request: what is wanted of it.
    /// - Throws: where it is no such picture, or too large.
    public init(_ input: InputBytes, _ request: DecodingRequest) throws(DecodingError) {
        reader = ByteReader(input)
        // An array of bitmaps of OS/2 has a header of the same length; its first bitmap is shown.
        let isArray = try reader.bytes(at: 0, count: 2) == Array("BA".utf8)
        let start = isArray ? Self.fileHeaderLength : 0
        let pixelOffset = Int(try reader.little32(at: start + 10))
        bitmap = try BitmapHeader(
            reader, at: start + Self.fileHeaderLength, pixelOffset: pixelOffset)
        let size = try request.size(
            width: bitmap.width, height: bitmap.height, isInOrder: bitmap.compression != .runs)
        rows = try BitmapRows(reader, bitmap, masks: bitmap.masks, height: size.height)
        header = PictureHeader(
            size: size, hasAlpha: rows.usesAlpha || bitmap.compression == .runs,
            bandHeight: bitmap.compression == .runs ? 0 : 1)
    }

    /// How its pixels are stored.
    public var facts: PictureFacts { bitmap.facts }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) {
        switch (bitmap.compression, bitmap.bits) {
        case (.runs, _): try decodeRuns(into: canvas)
        case (.fax, _): throw DecodingError("Huffman codes are not read")
        case (_, 64):
            let row = [Float](repeating: 0, count: bitmap.width * 4)
            try decodeRows(row, .rgbaFloat, into: canvas) { (index, row) throws(DecodingError) in
                try rows.decode(index, into: &row)
            }
        default:
            let row = [UInt32](repeating: 0, count: bitmap.width)
            try decodeRows(row, .bgra8, into: canvas) { (index, row) throws(DecodingError) in
                try rows.decode(index, into: &row)
            }
        }
    }

    /// Decodes rows from the top of the picture on, wherever they are stored.
    private func decodeRows<Number: BitwiseCopyable>(
        _ row: [Number], _ layout: PixelLayout, into canvas: Canvas,
        decode: (_ index: Int, _ row: inout [Number]) throws(DecodingError) -> Void
    ) throws(DecodingError) {
        let height = header.size.height
        let writer = RowWriter(layout, bitmap.colors, for: canvas)
        var row = row
        var count = 0
        for y in 0..<height {
            let index = shownRow(y, of: height, isTopDown: bitmap.isTopDown)
            guard rows.has(row: index) else { continue }
            try decode(index, &row)
            writer.write(row, at: y)
            canvas.rowsReady(y..<y + 1)
            count += 1
        }
        guard count == height else { throw .endsEarly(row: count, of: height) }
    }

    private func decodeRuns(into canvas: Canvas) throws(DecodingError) {
        let height = header.size.height
        let writer = RowWriter(.bgra8, bitmap.colors, for: canvas)
        var runs = BitmapRuns(bitmap)
        var first: Int?
        let count = try runs.decode(reader) { [bitmap] row, pixels in
            let y = shownRow(row, of: height, isTopDown: bitmap.isTopDown)
            writer.write(pixels, at: y)
            if first == nil { first = row }
        }
        // Most start at the bottom, and the viewer shows pictures from their top on.
        if count == height || first != nil { canvas.rowsReady(0..<height) }
        guard count == height else { throw .endsEarly(row: count, of: height) }
    }
}
