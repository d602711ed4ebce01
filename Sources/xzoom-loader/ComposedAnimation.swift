import Decoding
import Geometry

/// A file's frames in order, as they are stored.
protocol FrameSource: AnyObject {
    /// What the picture is.
    var header: PictureHeader { get }
    /// How often all frames are shown, 0 for ever.
    var loopCount: Int { get }
    /// What else the file says.
    var facts: PictureFacts { get }
    /// Goes on to the next frame.
    /// - Returns: its outline; `nil` behind the last one.
    /// - Throws: where the file breaks off before its end.
    func nextFrame() throws(DecodingError) -> FrameOutline?
    /// Decodes the pixels of the frame that `nextFrame` gave.
    /// - Parameters:
    ///   - canvas: whose colours they are for.
    ///   - composition: takes the rows.
    /// - Throws: what is wrong with the frame. Rows that were drawn stay.
    func decodeFrame(for canvas: Canvas, into composition: FrameComposition) throws(DecodingError)
    /// Makes the first frame the next one.
    /// - Throws: where the file cannot be read again.
    func rewind() throws(DecodingError)
}

/// Composes the frames of a file; one that has a single frame is a still.
final class ComposedAnimation: AnimationDecoder, StillDecoder {
    /// Bytes for a pixel: the canvas, the composition, and what a frame hides.
    static let bytesPerPixel = 12

    private let source: any FrameSource
    private var composition: FrameComposition?
    /// What is wrong with the last frame; behind it there are no more.
    private var failure: DecodingError?

    var header: PictureHeader { source.header }
    var loopCount: Int { source.loopCount }
    var facts: PictureFacts { source.facts }

    init(_ source: any FrameSource) { self.source = source }

    func nextFrame(into canvas: Canvas) throws(DecodingError) -> Double? {
        if let failure {
            composition?.copy(rows: 0..<header.size.height, to: canvas)
            throw failure
        }
        guard let frame = try source.nextFrame() else { return nil }
        let composition = try madeComposition()
        try composition.begin(frame, on: canvas)
        do throws(DecodingError) {
            try source.decodeFrame(for: canvas, into: composition)
        } catch {
            failure = error
            // Of a later frame what there is is shown, and behind it what is wrong is told.
            guard !composition.isFirst, composition.hasRows else { throw error }
        }
        composition.copy(rows: 0..<header.size.height, to: canvas)
        return frame.delay
    }

    private func madeComposition() throws(DecodingError) -> FrameComposition {
        if let composition { return composition }
        let made = try FrameComposition(size: header.size)
        composition = made
        return made
    }

    func rewind() throws(DecodingError) {
        try source.rewind()
        composition?.reset()
        failure = nil
    }

    func decode(into canvas: Canvas) throws(DecodingError) {
        guard try nextFrame(into: canvas) != nil else { throw DecodingError("there is no picture in it") }
        canvas.rowsReady(0..<header.size.height)
        _ = try source.nextFrame()
    }
}

/// Whether frames may leave a pixel of their picture transparent, at any time.
struct FrameTransparency {
    /// The picture's size.
    let size: PixelSize
    /// The answer for the frames so far.
    private(set) var isPossible = false
    private var isFirst = true

    init(in size: PixelSize) { self.size = size }

    /// Takes the next frame into account.
    mutating func add(_ frame: FrameOutline) {
        isPossible = isPossible || frame.hasAlpha || frame.disposal == .clear
        guard isFirst else { return }
        isFirst = false
        let all = PixelRect<Stored>(x0: 0, y0: 0, x1: size.width, y1: size.height)
        isPossible = isPossible || frame.rect.intersection(all) != all || frame.disposal == .restore
    }
}
