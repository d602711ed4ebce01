import Decoding
import Geometry
import Glibc
import Posix

/// The frames of an animated PNG file.
final class APNGFrames: FrameSource {
    let header: PictureHeader
    var loopCount: Int { file.loopCount }
    var facts: PictureFacts {
        var facts = (try? PNGStream(file.head(withRemarks: true)))?.facts ?? PictureFacts()
        facts.addFrames(file.frames.count)
        return facts
    }

    private let file: APNGFile
    private var next = 0
    /// Takes the pixels of a frame that is laid over others.
    private var pixels: UnsafeMutableRawPointer?

    /// Opens a PNG file, animated or not: none of its pixels is decoded.
    /// - Throws: where there is no picture in it, or too large a one.
    static func open(_ file: consuming FileDescriptor, _ request: DecodingRequest) throws(DecodingError)
        -> OpenPicture
    {
        guard APNGFile.isAnimated(file) else { return .still(try PNGDecoder(file)) }
        let parts = APNGFile(try InputBytes(reading: file))
        let frames = parts.frames
        // One without frames, or with the picture itself as the only one, is as good as not animated.
        guard let first = frames.first, frames.count > 1 || !first.isDefault else {
            return .still(try PNGDecoder(file))
        }
        let animation = ComposedAnimation(try APNGFrames(parts, request))
        return frames.count > 1 ? .animation(animation) : .still(animation)
    }

    private init(_ file: APNGFile, _ request: DecodingRequest) throws(DecodingError) {
        self.file = file
        let head = try PNGStream(file.head(withRemarks: false))
        try request.check(head.size, bytesPerPixel: ComposedAnimation.bytesPerPixel + 4)
        var transparency = FrameTransparency(in: head.size)
        for frame in file.frames {
            var outline = frame.outline
            outline.hasAlpha = head.layout.hasAlpha
            transparency.add(outline)
        }
        header = PictureHeader(
            size: head.size, orientation: head.orientation, hasAlpha: transparency.isPossible)
    }

    deinit { free(pixels) }

    func rewind() { next = 0 }

    func nextFrame() throws(DecodingError) -> FrameOutline? {
        guard next < file.frames.count else {
            if file.isWhole { return nil }
            throw .endsEarly
        }
        next += 1
        return file.frames[next - 1].outline
    }

    func decodeFrame(for canvas: Canvas, into composition: FrameComposition) throws(DecodingError) {
        let stream = try PNGStream(file.stream(ofFrame: next - 1))
        if composition.isFirst && stream.size == header.size {
            // As a still: its rows are shown as they come, those of an interlaced one coarse to fine.
            defer {
                for y in 0..<stream.decodedRows { composition.draw(canvas.row(y), row: y) }
            }
            try stream.decode(into: canvas)
            return
        }
        // No frame is larger than the picture.
        guard let pixels = pixels ?? malloc(4 * header.size.width * header.size.height) else {
            throw .noMemory
        }
        self.pixels = pixels
        let target = Canvas(
            pixels: pixels, size: stream.size, stride: 4 * stream.size.width,
            displayProfile: canvas.displayProfile)
        target.clear()
        defer {
            for y in 0..<stream.decodedRows { composition.draw(target.row(y), row: y) }
        }
        try stream.decode(into: target)
    }
}
