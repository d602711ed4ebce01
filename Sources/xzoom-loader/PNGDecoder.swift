import Decoding
import Geometry
import Posix

/// Decodes a PNG file.
final class PNGDecoder: StillDecoder {
    let header: PictureHeader
    var facts: PictureFacts { stream.facts }
    private let stream: PNGStream

    /// Reads the header of a file, which stands at its first byte.
    convenience init(_ file: consuming FileDescriptor) throws(DecodingError) {
        self.init(try PNGStream(file))
    }

    /// Reads the header of a file that is a part of another.
    convenience init(
        _ input: InputBytes, _ part: Range<Int>, _ request: DecodingRequest
    ) throws(DecodingError) {
        self.init(try PNGStream(Array(input.bytes[part])))
    }

    private init(_ stream: PNGStream) {
        self.stream = stream
        header = PictureHeader(
            size: stream.size, orientation: stream.orientation, hasAlpha: stream.layout.hasAlpha,
            bandHeight: stream.passes == 1 ? PNGStream.strip : 0)
    }

    func decode(into canvas: Canvas) throws(DecodingError) { try stream.decode(into: canvas) }
}
