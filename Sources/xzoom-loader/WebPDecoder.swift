import CWebP
import Decoding
import Geometry
import Glibc
import Loading
import Posix

/// Decodes a WebP file with one frame.
final class WebPDecoder: StillDecoder {
    /// The library makes any size; from here on, pictures are as small as an icon.
    private static let greatestReduction = 8

    let header: PictureHeader
    var facts: PictureFacts { file.facts }

    private let file: WebPFile

    /// Opens a file: none of its pixels is decoded.
    /// - Throws: where there is no picture in it, or too large a one.
    static func open(_ file: borrowing FileDescriptor, _ request: DecodingRequest) throws(DecodingError)
        -> OpenPicture
    {
        let file = try WebPFile(file)
        let bytesPerPixel = file.isAnimation ? ComposedAnimation.bytesPerPixel + 4 : 8
        try request.check(file.header.size, bytesPerPixel: bytesPerPixel)
        guard file.frame(1) != nil else {
            throw file.isWhole ? DecodingError("there is no picture in it") : .endsEarly
        }
        guard file.isAnimation else { return .still(WebPDecoder(file)) }
        let animation = ComposedAnimation(WebPFrames(file))
        return file.frame(2) == nil ? .still(animation) : .animation(animation)
    }

    private init(_ file: WebPFile) {
        self.file = file
        var header = file.header
        header.greatestReduction = Self.greatestReduction
        self.header = header
    }

    func decode(into canvas: Canvas) throws(DecodingError) {
        guard let frame = file.frame(1) else { throw .endsEarly }
        let converter = PixelConverter(.bgra8, file.colors, for: canvas)
        let isDirect = converter.isIdentity
        let size = canvas.size
        try decodeWebP(
            frame.data, size: size, fullSize: header.size, isPremultiplied: isDirect,
            into: canvas.row(0), stride: canvas.stride
        ) { rows in
            if !isDirect {
                for y in rows { converter.convert(canvas.row(y), to: canvas.row(y), count: size.width) }
            }
            canvas.rowsReady(rows)
        }
        if !frame.isWhole { throw .endsEarly }
    }
}

/// The frames of an animated WebP file.
final class WebPFrames: FrameSource {
    private let file: WebPFile
    private var number = 0
    private var frame: WebPFile.Frame?
    private var converter: PixelConverter?
    /// Takes a frame's pixels as they are decoded.
    private var pixels: UnsafeMutableRawPointer?

    var header: PictureHeader { file.header }
    var loopCount: Int { file.loopCount }
    var facts: PictureFacts { file.facts }

    init(_ file: WebPFile) { self.file = file }

    deinit { free(pixels) }

    func rewind() { number = 0 }

    func nextFrame() throws(DecodingError) -> FrameOutline? {
        frame = file.frame(number + 1)
        guard let frame else {
            if file.isWhole { return nil }
            throw .endsEarly
        }
        number += 1
        return frame.outline
    }

    func decodeFrame(for canvas: Canvas, into composition: FrameComposition) throws(DecodingError) {
        guard let frame else { return }
        let converter = converter ?? PixelConverter(.bgra8, file.colors, for: canvas)
        self.converter = converter
        let size = PixelSize(width: frame.outline.rect.width, height: frame.outline.rect.height)
        let capacity = header.size.width * header.size.height
        guard size.width * size.height <= capacity else { throw DecodingError("the file is damaged") }
        guard let pixels = pixels ?? malloc(4 * capacity) else { throw .noMemory }
        self.pixels = pixels
        let isDirect = converter.isIdentity
        let stride = 4 * size.width
        try decodeWebP(
            frame.data, size: size, fullSize: size, isPremultiplied: isDirect, into: pixels,
            stride: stride
        ) { rows in
            for y in rows {
                let words = (pixels + y * stride).assumingMemoryBound(to: UInt32.self)
                if !isDirect { converter.convert(words, to: words, count: size.width) }
                composition.draw(words, row: y)
            }
        }
        if !frame.isWhole { throw .endsEarly }
    }
}

/// Decodes the data of a frame.
/// - Parameters:
///   - data: a VP8 chunk, with an ALPH chunk before it or without, or a VP8L chunk. It may break off anywhere.
///   - size: the frame's, or a lesser one that it is scaled to.
///   - fullSize: the frame's.
///   - isPremultiplied: whether colours are multiplied by alpha.
///   - pixels: takes B, G, R, A bytes.
///   - stride: from one row to the next.
///   - tell: is told of rows as they are decoded, in order.
/// - Throws: what is wrong with the data; rows that were told of are right.
private func decodeWebP(
    _ data: UnsafeRawBufferPointer, size: PixelSize, fullSize: PixelSize, isPremultiplied: Bool,
    into pixels: UnsafeMutableRawPointer, stride: Int, tell: (Range<Int>) -> Void
) throws(DecodingError) {
    guard let stride32 = Int32(exactly: stride),
        let config = calloc(1, MemoryLayout<WebPDecoderConfig>.size)?
            .assumingMemoryBound(to: WebPDecoderConfig.self)
    else { throw .noMemory }
    defer { free(config) }
    guard WebPInitDecoderConfig(config) != 0 else { throw .noMemory }
    config.pointee.options.use_scaling = size == fullSize ? 0 : 1
    config.pointee.options.scaled_width = Int32(size.width)
    config.pointee.options.scaled_height = Int32(size.height)
    config.pointee.output.colorspace = isPremultiplied ? MODE_bgrA : MODE_BGRA
    config.pointee.output.is_external_memory = 1
    config.pointee.output.u.RGBA = WebPRGBABuffer(
        rgba: pixels.assumingMemoryBound(to: UInt8.self), stride: stride32, size: stride * size.height)
    guard let decoder = WebPIDecode(nil, 0, config) else { throw .noMemory }
    defer { WebPIDelete(decoder) }
    // Large enough that starting again costs nothing, small enough that the first rows are shown soon.
    let step = max(1 << 16, data.count / 64)
    let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self)
    var (fed, row) = (0, 0)
    var status = VP8_STATUS_SUSPENDED
    while status == VP8_STATUS_SUSPENDED && fed < data.count {
        fed = min(data.count, fed + step)
        status = WebPIUpdate(decoder, start, fed)
        var (end, width, height) = (Int32(0), Int32(0), Int32(0))
        // Before the first row it may not know its size.
        guard WebPIDecGetRGB(decoder, &end, &width, &height, nil) != nil, Int(end) > row else { continue }
        guard Int(width) == size.width, Int(height) == size.height else {
            throw DecodingError("the file is damaged")
        }
        tell(row..<Int(end))
        row = Int(end)
    }
    let place = "row \(row * fullSize.height / size.height) of \(fullSize.height)"
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw .noMemory
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA:
        throw DecodingError("the file ends early (\(place))")
    default: throw DecodingError("the file is damaged (\(place))")
    }
}
