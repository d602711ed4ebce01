public import Decoding
import Geometry

/// Decodes a picture of a Windows icon or cursor file.
///
/// Page 0 is the largest picture, of equally large ones that with most bits of a pixel; the others follow in
/// that order. What a cursor inverts on the screen is transparent.
public final class ICODecoder: StillDecoder {
    /// Opens the PNG file that a part of a file is.
    public typealias PNGOpener = (
        _ input: InputBytes, _ part: Range<Int>, _ request: DecodingRequest
    ) throws(DecodingError) -> any StillDecoder

    /// What the picture is.
    public let header: PictureHeader
    private let picture: any StillDecoder
    /// How its pixels are stored.
    public var facts: PictureFacts { picture.facts }

    /// Reads the directory of a file, and the header of the picture that is asked for.
    /// - Parameters:
    ///   - input: the file.
    ///   - request: what is wanted of it.
    ///   - openPNG: opens pictures that are kept as PNG files.
    /// - Throws: where there is no such picture, or it is too large.
    public init(
        _ input: InputBytes, _ request: DecodingRequest, openPNG: PNGOpener
    ) throws(DecodingError) {
        let reader = ByteReader(input)
        let entries = try IconEntry.all(in: reader)
        guard !entries.isEmpty else { throw DecodingError("there is no picture in it") }
        guard entries.indices.contains(request.page) else {
            throw DecodingError("there are \(entries.count) pictures in it")
        }
        let entry = entries[request.page]
        if entry.isPNG {
            picture = try openPNG(input, entry.part, request)
            try request.check(picture.header.size)
        } else {
            picture = try IconBitmapDecoder(reader, entry, request)
        }
        var header = picture.header
        header.pageCount = entries.count
        self.header = header
    }

    /// Decodes all of it.
    public func decode(into canvas: Canvas) throws(DecodingError) { try picture.decode(into: canvas) }
}

/// One picture of an icon file.
struct IconEntry {
    private static let directoryStart = 6
    private static let length = 16

    /// Where the file has it.
    let part: Range<Int>
    let isPNG: Bool
    let width: Int
    let height: Int
    /// Bits of a pixel.
    let bits: Int

    /// The entries whose headers can be read, the best first.
    static func all(in reader: ByteReader) throws(DecodingError) -> [IconEntry] {
        var entries: [IconEntry] = []
        for index in 0..<(try reader.little16(at: 4)) {
            let place = directoryStart + length * index
            guard reader.has(length, at: place) else { break }
            if let entry = try? IconEntry(reader, at: place) { entries.append(entry) }
        }
        // The order of equal ones stays.
        let order = entries.enumerated().sorted { a, b in
            let (areaA, areaB) = (a.element.width * a.element.height, b.element.width * b.element.height)
            return (areaB, b.element.bits, a.offset) < (areaA, a.element.bits, b.offset)
        }
        return order.map(\.element)
    }

    private init(_ reader: ByteReader, at place: Int) throws(DecodingError) {
        let (count, start) = (
            Int(try reader.little32(at: place + 8)), Int(try reader.little32(at: place + 12))
        )
        guard start < reader.count, start >= Self.directoryStart + Self.length else { throw .endsEarly }
        part = start..<min(reader.count, start + count)
        isPNG = try reader.big32(at: start) == 0x8950_4E47
        if isPNG {
            // The picture's own header says more than the directory, whose sizes are bytes.
            width = Int(try reader.big32(at: start + 16))
            height = Int(try reader.big32(at: start + 20))
            let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][try reader.byte(at: start + 25)] ?? 1
            bits = Int(try reader.byte(at: start + 24)) * channels
        } else {
            let header = try BitmapHeader(reader, at: start, pixelOffset: nil)
            width = header.width
            // The rows of the mask count in the header, but not all writers know that.
            let named = Int(try reader.byte(at: place + 1))
            height = header.height == named ? named : header.height / 2
            bits = header.bits
        }
    }
}

/// Decodes a bitmap of an icon: colours, and behind them a mask that hides pixels.
final class IconBitmapDecoder: StillDecoder {
    let header: PictureHeader
    private let reader: ByteReader
    private let bitmap: BitmapHeader
    private let rows: BitmapRows
    var facts: PictureFacts { bitmap.facts }

    init(_ reader: ByteReader, _ entry: IconEntry, _ request: DecodingRequest) throws(DecodingError) {
        self.reader = reader
        bitmap = try BitmapHeader(reader, at: entry.part.lowerBound, pixelOffset: nil)
        guard bitmap.compression == .none, bitmap.bits <= 32 else {
            throw DecodingError("a compressed icon")
        }
        let size = try request.size(width: entry.width, height: entry.height, isInOrder: false)
        let masks = bitmap.bits == 32 && !bitmap.masks.hasAlpha ? BitmapMasks.icon : bitmap.masks
        rows = try BitmapRows(reader, bitmap, masks: masks, height: size.height)
        header = PictureHeader(size: size, hasAlpha: true)
    }

    func decode(into canvas: Canvas) throws(DecodingError) {
        let (width, height) = (header.size.width, header.size.height)
        let writer = RowWriter(.bgra8, bitmap.colors, for: canvas)
        let maskStride = (width + 31) / 32 * 4
        var row = [UInt32](repeating: 0, count: width)
        var count = 0
        for y in 0..<height {
            let index = shownRow(y, of: height, isTopDown: bitmap.isTopDown)
            guard rows.has(row: index) else { continue }
            try rows.decode(index, into: &row)
            if !rows.usesAlpha {
                try hide(&row, mask: rows.place(of: height) + index * maskStride)
            }
            writer.write(row, at: y)
            canvas.rowsReady(y..<y + 1)
            count += 1
        }
        guard count == height else { throw .endsEarly(row: count, of: height) }
    }

    /// Makes the pixels transparent whose bits are set in a row of the mask; none, where the file has no
    /// mask.
    private func hide(_ row: inout [UInt32], mask place: Int) throws(DecodingError) {
        guard reader.has((row.count + 7) / 8, at: place) else { return }
        try reader.withBytes { (bytes) throws(DecodingError) in
            for x in row.indices where bytes[place + x / 8] << (x & 7) & 0x80 != 0 { row[x] = 0 }
        }
    }
}
