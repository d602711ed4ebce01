import Decoding
import Geometry

/// Takes rows of source pixels to a canvas.
struct RowWriter {
    private let canvas: Canvas
    private let converter: PixelConverter
    private let rowLength: Int

    /// A writer of rows of a layout. A row of `.bgra8` is one of words 0xAARRGGBB as well.
    init(_ layout: PixelLayout, _ colors: SourceColors, for canvas: Canvas) {
        self.canvas = canvas
        converter = PixelConverter(layout, colors, for: canvas)
        rowLength = canvas.size.width * layout.byteCount
    }

    /// Writes a row without telling of it.
    /// - Precondition: the row has all pixels of the canvas's row `y`, which it has.
    func write<Number: BitwiseCopyable>(_ row: [Number], at y: Int) {
        precondition((0..<canvas.size.height).contains(y), "no row of the canvas")
        row.withUnsafeBytes { bytes in
            precondition(bytes.count == rowLength, "a row of another length")
            guard let start = bytes.baseAddress else { return }
            converter.convert(start, to: canvas.row(y), count: canvas.size.width)
        }
    }
}

/// The place in the picture of a stored row, and as well the other way round.
func shownRow(_ index: Int, of height: Int, isTopDown: Bool) -> Int {
    isTopDown ? index : height - 1 - index
}
