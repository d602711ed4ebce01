/// What a loader tells the viewer.
package enum LoaderReply: Hashable {
    /// What a picture is, before any pixel.
    package struct Header: Hashable {
        /// The stored size in pixels, or in units of a drawing.
        package var width, height: UInt32
        /// A canvas may have a pixel for every 2ⁿ × 2ⁿ of them, those at the far edges for fewer, for n from 0 to this.
        package var greatestReduction: UInt32
        /// The raw value of `Orientation`.
        package var orientation: UInt32
        /// Whether a pixel may be transparent.
        package var hasAlpha: Bool
        /// The raw value of `PictureKind`.
        package var kind: UInt32
        /// Pages of the file, at least 1.
        package var pageCount: UInt32
        /// Rows that are written at a time, where they come once and in order; 0 where a canvas must hold all rows.
        package var bandHeight: UInt32

        /// A header of these parts.
        package init(
            width: UInt32, height: UInt32, greatestReduction: UInt32, orientation: UInt32, hasAlpha: Bool,
            kind: UInt32, pageCount: UInt32, bandHeight: UInt32
        ) {
            self.width = width
            self.height = height
            self.greatestReduction = greatestReduction
            self.orientation = orientation
            self.hasAlpha = hasAlpha
            self.kind = kind
            self.pageCount = pageCount
            self.bandHeight = bandHeight
        }
    }

    case header(Header)
    /// Rows `first ..< end` of canvas 0 are there, or are there anew in a better version.
    case rows(first: UInt32, end: UInt32)
    /// No more rows of canvas 0 will come. The text says what was wrong with the file, and is empty where nothing was.
    case finished(String)
    /// Nothing can be shown, or no more, and why.
    case failed(String)
    /// The frame that was asked for is in its canvas; it is due `start` seconds behind the first.
    case frame(index: UInt32, canvas: UInt32, start: Double)
    /// There is no frame of the index asked for: there are `count`, which take `duration` seconds; they are shown `loops`
    /// times, 0 for ever. The text says what is wrong with the file behind them, and is empty where nothing is.
    case noFrame(count: UInt32, duration: Double, loops: UInt32, String)
    /// What was asked for is drawn.
    case drawn(canvas: UInt32)
    /// What was asked to be described, in lines.
    case description(String)
    /// A picture of these columns and rows takes more memory to decode than there may be.
    case tooLarge(width: UInt32, height: UInt32)
    /// What else the file says of the picture: of each kind at most one, in the order of their numbers; at least one.
    case facts([PictureFact])

    /// The message's bytes.
    package func encoded() -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .header(let header):
            let size = [1, header.width, header.height, header.greatestReduction, header.orientation]
            let rest = [header.hasAlpha ? 1 : 0, header.kind, header.pageCount, header.bandHeight]
            (size + rest).forEach { writer.put($0) }
        case .rows(let first, let end):
            [2, first, end].forEach { writer.put($0) }
        case .finished(let text):
            writer.put(UInt32(3))
            writer.putText(text)
        case .failed(let text):
            writer.put(UInt32(4))
            writer.putText(text)
        case .frame(let index, let canvas, let start):
            [5, index, canvas].forEach { writer.put($0) }
            writer.put(start)
        case .noFrame(let count, let duration, let loops, let text):
            [6, count, loops].forEach { writer.put($0) }
            writer.put(duration)
            writer.putText(text)
        case .drawn(let canvas):
            [7, canvas].forEach { writer.put($0) }
        case .description(let text):
            writer.put(UInt32(8))
            writer.putText(text)
        case .tooLarge(let width, let height):
            [9, width, height].forEach { writer.put($0) }
        case .facts(let facts):
            writer.put(UInt32(10))
            writer.put(facts)
        }
        return writer.bytes
    }

    /// The message of these bytes.
    /// - Throws: where they are no message.
    package init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.word() {
        case 1:
            let (width, height) = (try reader.word(), try reader.word())
            let (greatestReduction, orientation) = (try reader.word(), try reader.word())
            let alpha = try reader.word()
            guard alpha <= 1 else { throw .malformed }
            let (kind, pageCount) = (try reader.word(), try reader.word())
            self = .header(
                Header(
                    width: width, height: height, greatestReduction: greatestReduction,
                    orientation: orientation, hasAlpha: alpha == 1, kind: kind, pageCount: pageCount,
                    bandHeight: try reader.word()))
        case 2: self = .rows(first: try reader.word(), end: try reader.word())
        case 3: self = .finished(try reader.text())
        case 4: self = .failed(try reader.text())
        case 5:
            let (index, canvas) = (try reader.word(), try reader.word())
            self = .frame(index: index, canvas: canvas, start: try reader.number())
        case 6:
            let (count, loops) = (try reader.word(), try reader.word())
            let duration = try reader.number()
            self = .noFrame(count: count, duration: duration, loops: loops, try reader.text())
        case 7: self = .drawn(canvas: try reader.word())
        case 8: self = .description(try reader.text())
        case 9: self = .tooLarge(width: try reader.word(), height: try reader.word())
        case 10: self = .facts(try reader.facts())
        default: throw .malformed
        }
        try reader.end()
    }
}
