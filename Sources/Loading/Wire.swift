/// Writes a message as little-endian 32- and 64-bit words, text last.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: UInt32) { append(value) }

    mutating func put(_ value: UInt64) { append(value) }

    /// Text goes to the end of the message, cut at what a message may hold.
    mutating func putText(_ text: String) {
        bytes.append(contentsOf: text.utf8.prefix(Wire.maximumMessage - bytes.count))
    }

    private mutating func append<I: FixedWidthInteger>(_ value: I) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
}

/// Reads what `WireWriter` wrote. The other side may have written anything: each read says whether it was there.
struct WireReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func word() throws(WireError) -> UInt32 { try integer() }

    mutating func longWord() throws(WireError) -> UInt64 { try integer() }

    /// All that is left, as text; what is not UTF-8 becomes U+FFFD.
    mutating func text() -> String {
        defer { rest = [] }
        return String(decoding: rest, as: UTF8.self)
    }

    func end() throws(WireError) {
        guard rest.isEmpty else { throw .malformed }
    }

    private mutating func integer<I: FixedWidthInteger>() throws(WireError) -> I {
        let size = MemoryLayout<I>.size
        guard rest.count >= size else { throw .malformed }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reversed().reduce(0) { $0 << 8 | I($1) }
    }
}

/// A message that is not of the protocol.
enum WireError: Error {
    case malformed
}

/// The protocol between the viewer and a loader, over one channel: a request with the file; the loader's header; the
/// canvas, memory of the size that the header asks for; rows as they are decoded; the end.
enum Wire {
    /// Raised whenever a message changes.
    static let version: UInt32 = 1
    /// The most bytes of a message.
    static let maximumMessage = 1024
}

/// What the viewer tells a loader.
enum LoaderRequest: Hashable {
    /// Decode the file that comes with the message, from its first byte.
    case open(ImageFormat)
    /// The memory file that comes with the message takes the rows: premultiplied pixels of four bytes (B, G, R, A),
    /// `stride` bytes a row.
    case canvas(stride: UInt64, byteCount: UInt64)

    func encoded() -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .open(let format):
            writer.put(UInt32(1))
            writer.put(Wire.version)
            writer.put(format.rawValue)
        case .canvas(let stride, let byteCount):
            writer.put(UInt32(2))
            writer.put(stride)
            writer.put(byteCount)
        }
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.word() {
        case 1:
            guard try reader.word() == Wire.version else { throw .malformed }
            guard let format = ImageFormat(rawValue: try reader.word()) else { throw .malformed }
            self = .open(format)
        case 2:
            self = .canvas(stride: try reader.longWord(), byteCount: try reader.longWord())
        default: throw .malformed
        }
        try reader.end()
    }
}

/// What a loader tells the viewer.
enum LoaderReply: Hashable {
    /// The picture's stored size in pixels, the raw value of its orientation, and whether a pixel may be transparent.
    case header(width: UInt32, height: UInt32, orientation: UInt32, hasAlpha: Bool)
    /// Rows `first ..< end` of the canvas are there, or are there anew in a better version.
    case rows(first: UInt32, end: UInt32)
    /// No more rows will come. The text says what was wrong with the file, and is empty where nothing was.
    case finished(String)
    /// Nothing can be shown, and why.
    case failed(String)

    func encoded() -> [UInt8] {
        var writer = WireWriter()
        switch self {
        case .header(let width, let height, let orientation, let hasAlpha):
            [1, width, height, orientation, hasAlpha ? 1 : 0].forEach { writer.put($0) }
        case .rows(let first, let end):
            [2, first, end].forEach { writer.put($0) }
        case .finished(let text):
            writer.put(UInt32(3))
            writer.putText(text)
        case .failed(let text):
            writer.put(UInt32(4))
            writer.putText(text)
        }
        return writer.bytes
    }

    init(decoding bytes: [UInt8]) throws(WireError) {
        var reader = WireReader(bytes)
        switch try reader.word() {
        case 1:
            let (width, height) = (try reader.word(), try reader.word())
            let (orientation, alpha) = (try reader.word(), try reader.word())
            guard alpha <= 1 else { throw .malformed }
            self = .header(width: width, height: height, orientation: orientation, hasAlpha: alpha == 1)
        case 2: self = .rows(first: try reader.word(), end: try reader.word())
        case 3: self = .finished(reader.text())
        case 4: self = .failed(reader.text())
        default: throw .malformed
        }
        try reader.end()
    }
}
