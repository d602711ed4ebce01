/// Writes a message as little-endian 32- and 64-bit words, text last.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: UInt32) { append(value) }

    mutating func put(_ value: UInt64) { append(value) }

    mutating func put(_ value: Double) { append(value.bitPattern) }

    /// Text goes to the end of the message, cut at what a text may hold.
    mutating func putText(_ text: String) {
        bytes.append(contentsOf: text.prefix(utf8Count: Wire.maximumText).utf8)
    }

    /// Each fact with the bytes of its text counted.
    mutating func put(_ facts: [PictureFact]) {
        put(UInt32(facts.count))
        for fact in facts {
            let text = fact.text.prefix(utf8Count: Wire.maximumText).utf8
            put(fact.kind.rawValue)
            put(UInt32(text.count))
            bytes.append(contentsOf: text)
        }
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

    /// A number; never one that is not finite.
    mutating func number() throws(WireError) -> Double {
        let value = Double(bitPattern: try integer())
        guard value.isFinite else { throw .malformed }
        return value
    }

    /// All that is left, as text; what is not UTF-8 becomes U+FFFD.
    mutating func text() throws(WireError) -> String { try text(count: rest.count) }

    /// Facts, of different kinds in rising order.
    mutating func facts() throws(WireError) -> [PictureFact] {
        let count = try word()
        guard (1...Wire.maximumFacts).contains(count) else { throw .malformed }
        var facts: [PictureFact] = []
        for _ in 0..<count {
            guard let kind = PictureFact.Kind(rawValue: try word()), let length = Int(exactly: try word()),
                length > 0, kind.rawValue > facts.last?.kind.rawValue ?? 0
            else { throw .malformed }
            facts.append(PictureFact(kind, try text(count: length)))
        }
        return facts
    }

    private mutating func text(count: Int) throws(WireError) -> String {
        guard count <= Wire.maximumText, count <= rest.count else { throw .malformed }
        defer { rest = rest.dropFirst(count) }
        return String(decoding: rest.prefix(count), as: UTF8.self)
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
package enum WireError: Error {
    case malformed
}

/// The protocol between the viewer and a loader, over one channel.
///
/// The viewer sends a request with the file; the loader answers with the header, or that it cannot. The viewer gives it
/// the display's colours, if they are not sRGB, and canvas 0, of the picture's size or a fraction that the header allows;
/// the loader fills it and tells of rows as they are decoded, and of the end. Where they come in order, the canvas may
/// have memory for a few: the loader waits for the viewer to take those that are in the way of the next. Before the end
/// it may tell once what else it knows of the picture. A loader of an animation or a drawing stays: it is asked for single
/// frames, or parts at a scale, into canvases of later numbers.
package enum Wire {
    /// Raised whenever a message changes.
    package static let version: UInt32 = 4
    /// The most bytes of a message.
    package static let maximumMessage = 16 << 10
    /// The most bytes of a text in it.
    package static let maximumText = 1024
    /// The most facts of a picture.
    package static let maximumFacts: UInt32 = 64
    /// The most bytes of a display's profile.
    package static let maximumProfile = 4 << 20
    /// Canvases have the numbers from 0 to one less.
    package static let maximumCanvases: UInt32 = 64
}

/// What kind of picture a file holds.
public enum PictureKind: UInt32, Sendable {
    /// One raster.
    case still = 0
    /// Frames that follow each other in time; there may turn out to be one only.
    case animation = 1
    /// Shapes, which are drawn at any scale.
    case drawing = 2
}
