import Decoding
import Geometry

/// The bytes of a file, at places that are checked: a place outside is an error, never a read.
struct ByteReader {
    private let input: InputBytes

    init(_ input: InputBytes) { self.input = input }

    /// Bytes of the file.
    var count: Int { input.bytes.count }

    /// Whether `length` bytes are there from a place on.
    func has(_ length: Int, at place: Int) -> Bool {
        place >= 0 && length >= 0 && place <= count && length <= count - place
    }

    /// All bytes of the file.
    func withBytes<Result>(
        _ body: (Span<UInt8>) throws(DecodingError) -> Result
    ) throws(DecodingError) -> Result {
        try body(input.bytes.bindMemory(to: UInt8.self).span)
    }

    /// The bytes of a part of the file.
    func bytes(at place: Int, count: Int) throws(DecodingError) -> [UInt8] {
        guard has(count, at: place) else { throw .endsEarly }
        return Array(input.bytes[place..<place + count])
    }

    func byte(at place: Int) throws(DecodingError) -> UInt8 {
        guard has(1, at: place) else { throw .endsEarly }
        return input.bytes[place]
    }

    func little16(at place: Int) throws(DecodingError) -> Int {
        Int(UInt16(littleEndian: try load(at: place)))
    }

    func little32(at place: Int) throws(DecodingError) -> UInt32 {
        UInt32(littleEndian: try load(at: place))
    }

    func big32(at place: Int) throws(DecodingError) -> UInt32 { UInt32(bigEndian: try load(at: place)) }

    private func load<Number: FixedWidthInteger & BitwiseCopyable>(
        at place: Int
    ) throws(DecodingError) -> Number {
        guard has(MemoryLayout<Number>.size, at: place) else { throw .endsEarly }
        return input.bytes.loadUnaligned(fromByteOffset: place, as: Number.self)
    }
}

extension DecodingRequest {
    /// The most pixels that are thought of: with it no place in a file overflows, and no memory has so many.
    private static let mostPixels = 1 << 44

    /// The size of a picture.
    /// - Parameters:
    ///   - width: columns.
    ///   - height: rows.
    ///   - isInOrder: whether rows come in order, so that a few of them need memory; else all do.
    /// - Returns: the size.
    /// - Throws: where it is none, or takes too much memory.
    func size(width: Int, height: Int, isInOrder: Bool) throws(DecodingError) -> PixelSize {
        guard width > 0, height > 0 else {
            throw DecodingError("\(width) × \(height) pixels are no picture")
        }
        let size = PixelSize(width: width, height: height)
        if !isInOrder { try check(size) }
        guard width <= Self.mostPixels / height, width <= memoryLimit / 4 else { throw .tooLarge(size) }
        return size
    }
}

extension DecodingError {
    /// The file ends within a picture, when `row` of its rows are there.
    static func endsEarly(row: Int, of rows: Int) -> DecodingError {
        DecodingError("\(endsEarly.message) (row \(row) of \(rows))")
    }
}

extension PictureFacts {
    /// Adds how many bits a pixel has.
    mutating func addPixel(bits: Int) { addDetail("\(bits) \(bits == 1 ? "bit" : "bits") per pixel") }
}
