import Decoding
import Geometry
import Loading
import Posix

/// The frames of a GIF file.
final class GIFFrames: FrameSource {
    /// First row and step of each pass of an interlaced image, and the rows that one of the pass stands for until the
    /// others come (GIF89a, appendix E).
    private static let passes = [(0, 8, 8), (4, 8, 4), (2, 4, 2), (1, 2, 1)]

    private(set) var header: PictureHeader
    private(set) var loopCount = 1

    private let stream: GIFStream
    private let isMovedToOrigin: Bool
    private var image: GIFStream.Image?
    private var isFirst = true
    /// How many there are.
    private var count = 0
    /// Whether the rows of one are stored in four passes.
    private var isInterlaced = false

    /// Opens a file: all its blocks are looked at, none of its pixels is decoded.
    /// - Throws: where there is no picture in it, or too large a one.
    static func open(_ file: borrowing FileDescriptor, _ request: DecodingRequest) throws(DecodingError)
        -> OpenPicture
    {
        let stream = try GIFStream(InputBytes(reading: file))
        guard let first = try stream.next()?.outline.rect else {
            throw DecodingError("there is no picture in it")
        }
        // A screen that cannot hold the first image is an old writer's mistake: the image is the picture, as in browsers.
        let screen = stream.screen
        let isTooSmall = screen.width < max(1, first.width) || screen.height < max(1, first.height)
        let (width, height) = isTooSmall ? (first.width, first.height) : screen
        guard width > 0, height > 0 else { throw DecodingError("there is no picture in it") }
        let size = PixelSize(width: width, height: height)
        try request.check(size, bytesPerPixel: ComposedAnimation.bytesPerPixel)
        let frames = try GIFFrames(stream, size: size, isMovedToOrigin: isTooSmall)
        let animation = ComposedAnimation(frames)
        return frames.count > 1 ? .animation(animation) : .still(animation)
    }

    private init(_ stream: GIFStream, size: PixelSize, isMovedToOrigin: Bool) throws(DecodingError) {
        self.stream = stream
        self.isMovedToOrigin = isMovedToOrigin
        header = PictureHeader(size: size, hasAlpha: true)
        var transparency = FrameTransparency(in: size)
        do throws(DecodingError) {
            try rewind()
            while let outline = try nextFrame() {
                transparency.add(outline)
                count += 1
                isInterlaced = isInterlaced || image?.isInterlaced == true
            }
        } catch {
            // It is met again, and told, when the frames are shown.
        }
        header.hasAlpha = transparency.isPossible
        loopCount = stream.loopCount
        try rewind()
    }

    var facts: PictureFacts {
        var facts = PictureFacts()
        let colors = stream.colorCount
        if colors > 0 { facts.addDetail("palette of \(colors)") }
        if isInterlaced { facts.addDetail("interlaced") }
        facts.addFrames(count)
        facts.add(.comment, bytes: stream.comment)
        return facts
    }

    func rewind() throws(DecodingError) {
        try stream.rewind()
        isFirst = true
    }

    func nextFrame() throws(DecodingError) -> FrameOutline? {
        image = try stream.next()
        guard var outline = image?.outline else { return nil }
        if isFirst && isMovedToOrigin {
            outline.rect = PixelRect(x0: 0, y0: 0, x1: outline.rect.width, y1: outline.rect.height)
        }
        isFirst = false
        return outline
    }

    func decodeFrame(for canvas: Canvas, into composition: FrameComposition) throws(DecodingError) {
        guard let image, !image.outline.rect.isEmpty else { return }
        let (width, height) = (image.outline.rect.width, image.outline.rect.height)
        let palette = stream.palette(transparentIndex: image.transparentIndex)
        var colors = [UInt32](repeating: 0, count: 256)
        PixelConverter(.rgba8, .sRGB, for: canvas).convert(palette, to: &colors, count: 256)
        var indices = [UInt8](repeating: 0, count: width)
        var words = [UInt32](repeating: 0, count: width)
        var count = 0
        for (first, step, fill) in image.isInterlaced ? Self.passes : [(0, 1, 1)] {
            for y in stride(from: first, to: height, by: step) {
                do throws(DecodingError) {
                    try stream.readRow(into: &indices, width: width, isLast: count == height - 1)
                } catch {
                    throw DecodingError("\(error.message) (row \(count) of \(height))")
                }
                count += 1
                for x in 0..<width { words[x] = colors[Int(indices[x])] }
                composition.draw(words, row: y, height: composition.isFirst ? min(fill, height - y) : 1)
            }
        }
    }
}
