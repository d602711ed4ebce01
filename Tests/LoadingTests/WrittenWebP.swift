import Testing

/// WebP files as tests write them, chunk by chunk (RFC 9649).
enum WrittenWebP {
    /// Flags of the extended header.
    enum Flag: UInt8 { case animation = 0x02, exif = 0x08, alpha = 0x10, profile = 0x20 }

    /// An extended file of these chunks.
    static func file(width: Int, height: Int, _ flags: [Flag], _ chunks: [[UInt8]]) -> [UInt8] {
        let header = [flags.reduce(0) { $0 | $1.rawValue }, 0, 0, 0] + triple(width - 1) + triple(height - 1)
        let body = Array("WEBP".utf8) + chunk("VP8X", header) + chunks.flatMap { $0 }
        return Array("RIFF".utf8) + word(body.count) + body
    }

    /// A file of frames at even places, lossless or of a quality.
    static func file(
        _ frames: [StoredFrame], width: Int, height: Int, loops: Int, quality: Int32? = nil
    ) throws -> [UInt8] {
        let animation = chunk("ANIM", [1, 2, 3, 255, UInt8(loops & 255), UInt8(loops >> 8)])
        let chunks = try frames.map { try chunk(of: $0, quality: quality) }
        return file(width: width, height: height, [.animation, .alpha], [animation] + chunks)
    }

    private static func chunk(of frame: StoredFrame, quality: Int32?) throws -> [UInt8] {
        let still = try Written.webP(frame.bytes, width: frame.width, channels: 4, quality: quality)
        let flags = (frame.isBlended ? 0 : 2) | (frame.disposal == .clear ? 1 : 0)
        let place = triple(frame.x / 2) + triple(frame.y / 2)
        let size = triple(frame.width - 1) + triple(frame.height - 1)
        let data = pixelChunks(of: still).flatMap { $0 }
        return chunk("ANMF", place + size + triple(frame.delay * 10) + [UInt8(flags)] + data)
    }

    /// The chunks of a still file that hold its pixels.
    static func pixelChunks(of still: [UInt8]) -> [[UInt8]] {
        var chunks: [[UInt8]] = []
        var place = 12
        while place + 8 <= still.count {
            let length = (0..<4).reduce(0) { $0 | Int(still[place + 4 + $1]) << (8 * $1) }
            let end = min(place + 8 + length + length % 2, still.count)
            let isPixels = ["ALPH", "VP8 ", "VP8L"].contains(
                String(decoding: still[place..<place + 4], as: UTF8.self))
            if isPixels { chunks.append(Array(still[place..<end])) }
            place = end
        }
        return chunks
    }

    static func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        Array(type.utf8) + word(body.count) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private static func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 255) } }

    private static func triple(_ value: Int) -> [UInt8] { Array(word(value).prefix(3)) }
}
