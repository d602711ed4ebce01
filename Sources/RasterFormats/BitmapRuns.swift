import Decoding

/// Rows of runs: RLE4 and RLE8 of Windows, and RLE24 of OS/2.
struct BitmapRuns {
    private let header: BitmapHeader
    /// Where the next byte is read.
    private var place: Int
    /// The stored row that is being filled.
    private var row = 0
    private var x = 0
    /// Pixels of the row; those that no run covers are transparent.
    private var pixels: [UInt32]
    private var isTouched = false

    init(_ header: BitmapHeader) {
        self.header = header
        place = header.pixelStart
        pixels = [UInt32](repeating: 0, count: header.width)
    }

    /// Decodes the rows.
    /// - Parameters:
    ///   - reader: the file.
    ///   - write: takes a stored row; rows that it is not called for are transparent.
    /// - Returns: rows that are there, from the first stored one on: all of them, unless the file ends early.
    /// - Throws: never, since what there is of damaged runs is shown.
    mutating func decode(
        _ reader: ByteReader, write: (_ row: Int, _ pixels: [UInt32]) -> Void
    ) throws(DecodingError) -> Int {
        let height = header.height
        return try reader.withBytes { (bytes) throws(DecodingError) in
            while row < height {
                guard reader.has(2, at: place) else { return end(write) }
                let (count, value) = (Int(bytes[place]), Int(bytes[place + 1]))
                if count > 0 {
                    guard reader.has(header.bits == 24 ? 4 : 2, at: place) else { return end(write) }
                    fill(count, bytes)
                    continue
                }
                place += 2
                switch value {
                case 0: finishRows(1, write)
                case 1:
                    finishRows(1, write)
                    return height
                case 2:
                    guard reader.has(2, at: place) else { return end(write) }
                    x += Int(bytes[place])
                    let rows = Int(bytes[place + 1])
                    place += 2
                    if rows > 0 {
                        let column = x
                        finishRows(rows, write)
                        x = column
                    }
                default: copy(value, bytes)
                }
            }
            return height
        }
    }

    /// A run of one value, or of two by turns.
    private mutating func fill(_ count: Int, _ bytes: Span<UInt8>) {
        let values = bytes[place + 1]
        let first: UInt32
        let second: UInt32
        switch header.bits {
        case 4: (first, second) = (header.palette[Int(values >> 4)], header.palette[Int(values & 15)])
        case 8: (first, second) = (header.palette[Int(values)], header.palette[Int(values)])
        default:
            first = Self.color(bytes, place + 1)
            second = first
        }
        place += header.bits == 24 ? 4 : 2
        // A run ends at the row's end, whatever it says.
        for index in 0..<max(0, min(count, header.width - x)) {
            pixels[x + index] = index & 1 == 0 ? first : second
        }
        x += count
        isTouched = true
    }

    /// Values one after the other, with a byte behind them where their bytes are odd in number.
    private mutating func copy(_ count: Int, _ bytes: Span<UInt8>) {
        let length = (count * header.bits + 7) / 8
        for index in 0..<max(0, min(count, header.width - x)) {
            let bit = index * header.bits
            let start = place + bit / 8
            guard start + max(1, header.bits / 8) <= bytes.count else { break }
            switch header.bits {
            case 4: pixels[x + index] = header.palette[Int(bytes[start] >> (4 - bit & 7) & 15)]
            case 8: pixels[x + index] = header.palette[Int(bytes[start])]
            default: pixels[x + index] = Self.color(bytes, start)
            }
        }
        x += count
        isTouched = true
        place += length + length & 1
    }

    private static func color(_ bytes: Span<UInt8>, _ place: Int) -> UInt32 {
        0xFF00_0000 | UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
    }

    /// Goes on to the start of another row.
    private mutating func finishRows(_ count: Int, _ write: (Int, [UInt32]) -> Void) {
        if isTouched {
            write(row, pixels)
            for index in pixels.indices { pixels[index] = 0 }
            isTouched = false
        }
        row += count
        x = 0
    }

    /// The file has ended: what there is of the row counts, and is the last row where it is whole.
    private mutating func end(_ write: (Int, [UInt32]) -> Void) -> Int {
        guard isTouched else { return row }
        let isWhole = x >= header.width
        let index = row
        finishRows(1, write)
        return isWhole ? index + 1 : index
    }
}
