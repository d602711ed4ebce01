import Decoding
import Geometry
import Glibc

/// What becomes of a frame when its time is over.
enum FrameDisposal {
    /// The next frame is drawn over it.
    case keep
    /// Its rectangle becomes transparent.
    case clear
    /// Its rectangle becomes what it was before the frame.
    case restore
}

/// Where a frame of an animation goes, and how.
struct FrameOutline {
    /// Its place in the picture, past whose edges it may reach.
    var rect: PixelRect<Stored>
    /// How long it is shown, in seconds as the file has it.
    var delay: Double
    /// What becomes of it.
    var disposal: FrameDisposal
    /// Whether what was there before shows through it; else it is replaced, transparency and all.
    var isBlended: Bool
    /// Whether a pixel of it may be transparent.
    var hasAlpha: Bool
}

/// The picture that the frames of an animation make, each drawn on what those before it have left.
final class FrameComposition {
    /// Columns and rows.
    let size: PixelSize
    /// Whether the frame that is drawn is the first. Nothing is under it, so that it may be drawn coarse to fine.
    private(set) var isFirst = true
    /// Whether a row of the frame has been drawn.
    private(set) var hasRows = false

    private let pixels: UnsafeMutablePointer<UInt32>
    /// What was in the frame's rectangle before it, at the same places; `nil` until a frame asks for it.
    private var backup: UnsafeMutablePointer<UInt32>?
    private var frame: FrameOutline?
    /// The part of the frame that is in the picture.
    private var visible = PixelRect<Stored>(x0: 0, y0: 0, x1: 0, y1: 0)
    private var canvas: Canvas?

    /// A transparent picture.
    /// - Throws: where there is no memory for it.
    init(size: PixelSize) throws(DecodingError) {
        guard let start = calloc(size.width * size.height, 4) else { throw .noMemory }
        self.size = size
        pixels = start.bindMemory(to: UInt32.self, capacity: size.width * size.height)
    }

    deinit {
        free(pixels)
        free(backup)
    }

    /// Makes the picture transparent again, and the next frame the first.
    func reset() {
        pixels.update(repeating: 0, count: size.width * size.height)
        frame = nil
        isFirst = true
    }

    /// Disposes of the frame before, and begins the next one.
    /// - Parameters:
    ///   - next: the frame.
    ///   - canvas: where its rows are shown as they come, if it is the first.
    /// - Throws: where there is no memory for what it hides.
    func begin(_ next: FrameOutline, on canvas: Canvas) throws(DecodingError) {
        if let frame { dispose(of: frame) }
        isFirst = frame == nil
        hasRows = false
        frame = next
        self.canvas = isFirst ? canvas : nil
        visible = next.rect.intersection(PixelRect(x0: 0, y0: 0, x1: size.width, y1: size.height))
        guard next.disposal == .restore, !visible.isEmpty else { return }
        if backup == nil {
            guard let start = malloc(size.width * size.height * 4) else { throw .noMemory }
            backup = start.bindMemory(to: UInt32.self, capacity: size.width * size.height)
        }
        if let backup { copyVisible(from: pixels, to: backup) }
    }

    private func dispose(of frame: FrameOutline) {
        guard !visible.isEmpty else { return }
        switch frame.disposal {
        case .keep: break
        case .clear:
            for y in visible.y0..<visible.y1 {
                (pixels + y * size.width + visible.x0).update(repeating: 0, count: visible.width)
            }
        case .restore: if let backup { copyVisible(from: backup, to: pixels) }
        }
    }

    private func copyVisible(from: UnsafeMutablePointer<UInt32>, to: UnsafeMutablePointer<UInt32>) {
        for y in visible.y0..<visible.y1 {
            let start = y * size.width + visible.x0
            (to + start).update(from: from + start, count: visible.width)
        }
    }

    /// Draws a row of the frame.
    /// - Parameters:
    ///   - words: its premultiplied pixels, all columns of the frame.
    ///   - y: the row in the frame.
    ///   - height: rows that it fills for now; more than 1 only in the first frame.
    func draw(_ words: UnsafePointer<UInt32>, row y: Int, height: Int = 1) {
        guard let frame else { return }
        hasRows = true
        let (first, end) = (frame.rect.y0 + y, frame.rect.y0 + y + height)
        let rows = max(first, visible.y0)..<max(first, visible.y0, min(end, visible.y1))
        guard !rows.isEmpty, !visible.isEmpty else { return }
        let source = words + (visible.x0 - frame.rect.x0)
        for y in rows {
            let target = pixels + y * size.width + visible.x0
            if frame.isBlended && !isFirst {
                blend(source, over: target, count: visible.width)
            } else {
                target.update(from: source, count: visible.width)
            }
        }
        guard let canvas else { return }
        copy(rows: rows, to: canvas)
        canvas.rowsReady(rows)
    }

    /// Copies rows of the picture.
    func copy(rows: Range<Int>, to canvas: Canvas) {
        for y in rows { canvas.row(y).update(from: pixels + y * size.width, count: size.width) }
    }
}

/// Draws premultiplied pixels over others: source + target · (255 − alpha) / 255, rounded, in each part (Porter and Duff).
private func blend(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, count: Int
) {
    for x in 0..<count {
        let word = source[x]
        let alpha = word >> 24
        if alpha == 255 {
            target[x] = word
        } else if word != 0 {
            // Two parts at a time, 16 bits for each: (t + (t >> 8)) >> 8 with t = c · a + 128 is exact for 8 bits.
            let (rest, mask) = (255 - alpha, UInt32(0x00FF_00FF))
            var even = (target[x] & mask) * rest + 0x0080_0080
            var odd = (target[x] >> 8 & mask) * rest + 0x0080_0080
            even = (even + (even >> 8 & mask)) >> 8 & mask
            odd = (odd + (odd >> 8 & mask)) & ~mask
            target[x] = word &+ (even | odd)
        }
    }
}
