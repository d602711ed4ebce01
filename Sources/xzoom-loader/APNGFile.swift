import Decoding
import Geometry
import Posix

/// An animated PNG file taken apart into its frames, each of which makes a PNG stream of its own (W3C PNG, third edition,
/// section 4.9). Sequence numbers do not count, chunks are taken as they come; the file may break off anywhere.
struct APNGFile {
    /// A frame as it is stored.
    struct Frame {
        /// Where it goes, and how.
        var outline: FrameOutline
        /// Whether it is the picture that decoders of stills show.
        fileprivate(set) var isDefault: Bool
        fileprivate var data: [Chunk] = []
    }

    fileprivate struct Chunk {
        /// Where its content is, as far as the file has it.
        var content: Range<Int>
        /// How long it is said to be.
        var length: Int
        var type: String
    }

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// Chunks before the pixels on which their colours depend.
    private static let sharedTypes: Set = ["PLTE", "tRNS", "cICP", "iCCP", "sRGB", "gAMA", "cHRM"]
    /// More chunks than any file has before its pixels.
    private static let mostChunks = 1000
    /// Texts of which more are not looked at.
    private static let mostRemarks = 100

    /// All frames that have pixels, in order.
    private(set) var frames: [Frame] = []
    /// How often they are shown, 0 for ever.
    private(set) var loopCount = 1
    /// Whether the end mark is there.
    private(set) var isWhole = false

    private let input: InputBytes
    private var header: [UInt8] = []
    private var shared: [Chunk] = []
    private var exif: Chunk?
    /// What else is said of the picture as a whole.
    private var remarks: [Chunk] = []
    /// What the last frame control chunk says, until pixels follow.
    private var pending: FrameOutline?
    /// Whether chunks of pixels are the last frame's.
    private var isFrameOpen = false

    /// Whether a PNG file says before its pixels that it is animated. Of one that does not little is read.
    /// - Parameter file: the file, whose offset stays.
    /// - Returns: whether it has an animation control chunk there.
    static func isAnimated(_ file: borrowing FileDescriptor) -> Bool {
        let start = (try? file.read(count: 4096, at: 0)) ?? []
        var place = signature.count
        for _ in 0..<mostChunks {
            let head =
                place + 8 <= start.count
                ? Array(start[place..<place + 8]) : (try? file.read(count: 8, at: place)) ?? []
            guard head.count == 8 else { return false }
            switch String(decoding: head[4...], as: UTF8.self) {
            case "acTL": return true
            case "IDAT", "IEND": return false
            default: place += 12 + bigEndian(head[..<4])
            }
        }
        return false
    }

    /// Looks for the frames of a file; none of their pixels is decoded.
    init(_ input: InputBytes) {
        self.input = input
        var place = Self.signature.count
        while !isWhole && place + 8 <= input.bytes.count {
            let length = number(at: place)
            let type = String(decoding: input.bytes[place + 4..<place + 8], as: UTF8.self)
            let content = place + 8..<min(place + 8 + length, input.bytes.count)
            take(Chunk(content: content, length: length, type: type))
            place += 12 + length
        }
    }

    private mutating func take(_ chunk: Chunk) {
        switch chunk.type {
        case "IHDR": if header.isEmpty { header = Array(input.bytes[chunk.content]) }
        case "acTL": if chunk.content.count == 8 { loopCount = number(at: chunk.content.lowerBound + 4) }
        case "fcTL":
            pending = outline(chunk.content)
            isFrameOpen = false
        case "IDAT": takePixels(chunk, isDefault: true)
        case "fdAT":
            // A sequence number comes before the pixels.
            guard chunk.content.count >= 4 else { return }
            let rest = chunk.content.dropFirst(4)
            takePixels(Chunk(content: rest, length: chunk.length - 4, type: "IDAT"), isDefault: false)
        case "eXIf": exif = chunk
        case "pHYs", "tEXt", "zTXt", "iTXt":
            if remarks.count < Self.mostRemarks { remarks.append(chunk) }
        case "IEND": isWhole = true
        default:
            let isMissing = !shared.contains { $0.type == chunk.type }
            if isMissing && Self.sharedTypes.contains(chunk.type) { shared.append(chunk) }
        }
    }

    private mutating func takePixels(_ chunk: Chunk, isDefault: Bool) {
        if var outline = pending {
            if isDefault {
                let size = (number(header, at: 0), number(header, at: 4))
                outline.rect = PixelRect(x0: 0, y0: 0, x1: size.0, y1: size.1)
            }
            frames.append(Frame(outline: outline, isDefault: isDefault))
            pending = nil
            isFrameOpen = true
        }
        let last = frames.count - 1
        guard isFrameOpen, frames[last].isDefault == isDefault else { return }
        frames[last].data.append(chunk)
    }

    /// What a frame control chunk says; `nil` where it makes no sense.
    private func outline(_ content: Range<Int>) -> FrameOutline? {
        guard content.count == 26 else { return nil }
        let field = { (index: Int) in number(at: content.lowerBound + 4 * index) }
        let (width, height, x, y) = (field(1), field(2), field(3), field(4))
        guard width > 0, height > 0, x + width <= number(header, at: 0), y + height <= number(header, at: 4)
        else { return nil }
        let rest = input.bytes[content].dropFirst(20)
        let (numerator, denominator) = (
            Self.bigEndian(rest.prefix(2)), Self.bigEndian(rest.dropFirst(2).prefix(2))
        )
        let disposals: [UInt8: FrameDisposal] = [1: .clear, 2: .restore]
        return FrameOutline(
            rect: PixelRect(x0: x, y0: y, x1: x + width, y1: y + height),
            delay: Double(numerator) / Double(denominator == 0 ? 100 : denominator),
            disposal: disposals[input.bytes[content.lowerBound + 24]] ?? .keep,
            isBlended: input.bytes[content.lowerBound + 25] == 1, hasAlpha: true)
    }

    /// A PNG stream of the picture's size, colours and orientation, without pixels, and with what else is said of it or without.
    func head(withRemarks: Bool) -> [UInt8] {
        var stream = start(header)
        if let exif { append(exif, to: &stream) }
        for chunk in withRemarks ? remarks : [] where chunk.content.count == chunk.length {
            append(chunk, to: &stream)
        }
        Self.append("IDAT", [], to: &stream)
        return stream
    }

    /// A PNG stream of a frame's pixels. That of the last one has no end mark where the file has none.
    func stream(ofFrame index: Int) -> [UInt8] {
        let frame = frames[index]
        let size = [frame.outline.rect.width, frame.outline.rect.height].flatMap(Self.bytes)
        var stream = start(size + header.dropFirst(8))
        for chunk in frame.data { append(chunk, to: &stream) }
        if isWhole || index < frames.count - 1 { Self.append("IEND", [], to: &stream) }
        return stream
    }

    private func start(_ header: [UInt8]) -> [UInt8] {
        var stream = Self.signature
        Self.append("IHDR", header, to: &stream)
        for chunk in shared { append(chunk, to: &stream) }
        return stream
    }

    /// A chunk with a checksum of its own; without one where the file breaks off in it.
    private func append(_ chunk: Chunk, to stream: inout [UInt8]) {
        guard chunk.content.count < chunk.length else {
            return Self.append(chunk.type, input.bytes[chunk.content], to: &stream)
        }
        stream += Self.bytes(chunk.length) + Array(chunk.type.utf8)
        stream += input.bytes[chunk.content]
    }

    private static func append(_ type: String, _ content: some Collection<UInt8>, to stream: inout [UInt8]) {
        stream += bytes(content.count)
        let start = stream.count
        stream += Array(type.utf8)
        stream += content
        stream += bytes(Int(checksum(stream[start...])))
    }

    private func number(at place: Int) -> Int { Self.bigEndian(input.bytes[place..<place + 4]) }

    private func number(_ bytes: [UInt8], at place: Int) -> Int {
        Self.bigEndian(bytes.dropFirst(place).prefix(4))
    }

    private static func bigEndian(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    /// The cyclic redundancy code of a byte (ISO/IEC 15948, annex D).
    private static let codes: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { code, _ in code & 1 == 1 ? 0xEDB8_8320 ^ code >> 1 : code >> 1 }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        codes.withUnsafeBufferPointer { codes in
            ~bytes.reduce(UInt32.max) { code, byte in
                codes[Int(UInt8(truncatingIfNeeded: code) ^ byte)] ^ code >> 8
            }
        }
    }
}
