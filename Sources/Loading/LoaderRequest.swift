/// What the viewer tells a loader.
package enum LoaderRequest: Hashable {
    /// Decode the file that comes with the message, from its first byte.
    /// - `page`: of those in the file, from 0 on.
    /// - `memoryLimit`: the most bytes that the pixels of the picture may take.
    case open(ImageFormat, page: UInt32, memoryLimit: UInt64)
    /// The memory file that comes with the message holds the display's ICC profile.
    case display(byteCount: UInt64)
    /// The memory file that comes with the message takes rows of premultiplied pixels of four bytes (B, G, R, A).
    case canvas(Canvas)
    /// Decode a frame of the animation, counted from 0, into a canvas of the picture's size.
    case frame(index: UInt32, canvas: UInt32)
    /// Draw what is seen where a unit of the drawing covers `scale` pixels, from pixel (x, y) of the whole on, into
    /// the columns and rows of a canvas.
    case draw(scale: Double, x: UInt32, y: UInt32, canvas: UInt32)
    /// Tell what libraries there are and how the sandbox is, and nothing else.
    case describe
    /// Rows of canvas 0 below `end` are needed no more: others may come in their place.
    case taken(end: UInt32)

    /// The shape of a canvas.
    package struct Canvas: Hashable {
        /// 0 for the picture, others for its frames and parts.
        package var number: UInt32
        /// Columns and rows.
        package var width, height: UInt32
        /// Bytes from one row to the next.
        package var stride: UInt64
        /// A pixel is for 2ⁿ × 2ⁿ of the picture.
        package var reduction: UInt32
        /// Rows that there is memory for: row y comes where row y − capacity was.
        package var capacity: UInt32

        /// The canvas of these parts.
        package init(
            number: UInt32, width: UInt32, height: UInt32, stride: UInt64, reduction: UInt32 = 0,
            capacity: UInt32
        ) {
            self.number = number
            self.width = width
            self.height = height
            self.stride = stride
            self.reduction = reduction
            self.capacity = capacity
        }
    }

    /// The message's bytes.
    package func encoded() -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .open(let format, let page, let memoryLimit):
            [1, Wire.version, format.rawValue, page].forEach { writer.put($0) }
            writer.put(memoryLimit)
        case .display(let byteCount):
            writer.put(UInt32(2))
            writer.put(byteCount)
        case .canvas(let canvas):
            [3, canvas.number, canvas.width, canvas.height].forEach { writer.put($0) }
            writer.put(canvas.stride)
            [canvas.reduction, canvas.capacity].forEach { writer.put($0) }
        case .frame(let index, let canvas):
            [4, index, canvas].forEach { writer.put($0) }
        case .draw(let scale, let x, let y, let canvas):
            writer.put(UInt32(5))
            writer.put(scale)
            [x, y, canvas].forEach { writer.put($0) }
        case .describe: [6, Wire.version].forEach { writer.put($0) }
        case .taken(let end): [7, end].forEach { writer.put($0) }
        }
        return writer.bytes
    }

    /// The message of these bytes.
    /// - Throws: where they are no message.
    package init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.word() {
        case 1:
            guard try reader.word() == Wire.version else { throw .malformed }
            guard let format = ImageFormat(rawValue: try reader.word()) else { throw .malformed }
            self = .open(format, page: try reader.word(), memoryLimit: try reader.longWord())
        case 2: self = .display(byteCount: try reader.longWord())
        case 3:
            let number = try reader.word()
            let (width, height) = (try reader.word(), try reader.word())
            let stride = try reader.longWord()
            self = .canvas(
                Canvas(
                    number: number, width: width, height: height, stride: stride,
                    reduction: try reader.word(), capacity: try reader.word()))
        case 4: self = .frame(index: try reader.word(), canvas: try reader.word())
        case 5:
            let scale = try reader.number()
            let (x, y) = (try reader.word(), try reader.word())
            self = .draw(scale: scale, x: x, y: y, canvas: try reader.word())
        case 6:
            guard try reader.word() == Wire.version else { throw .malformed }
            self = .describe
        case 7: self = .taken(end: try reader.word())
        default: throw .malformed
        }
        try reader.end()
    }
}
