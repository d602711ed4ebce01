import Geometry

/// Where the cells of a grid are in its content, in whole view units, so that at rest pictures are not blurred.
struct GridForm {
    let bounds: Size<View>
    let cell: Size<View>
    let gap: Double
    let topInset: Double
    let columns: Int
    /// Left of the first column; the columns are centred.
    let left: Double

    init(_ metrics: GridView.Metrics, bounds: Size<View>, scale: Double) {
        self.bounds = bounds
        cell = Size(
            width: max(1, (metrics.cellSize.width * scale).rounded()),
            height: max(1, (metrics.cellSize.height * scale).rounded()))
        gap = (metrics.gap * scale).rounded()
        topInset = (metrics.topInset * scale).rounded()
        // Each column with the gap before it, and one more at the right.
        columns = max(1, Int((bounds.width - gap) / (cell.width + gap)))
        let width = Double(columns) * (cell.width + gap) - gap
        left = ((bounds.width - width) / 2).rounded(.down)
    }

    /// From one row's top to the next one's.
    var pitch: Double { cell.height + gap }
    /// How many rows there is room for in the window, at least 1.
    var rowsInView: Int { max(1, Int((bounds.height - topInset - gap) / pitch)) }

    /// How many rows so many cells make.
    func rows(of count: Int) -> Int { count / columns + (count % columns == 0 ? 0 : 1) }
    /// The top of a cell, in content space.
    func top(of index: Int) -> Double { gap + Double(index / columns) * pitch }

    /// The layout of so many cells: one zoom scale, and nothing to scroll sideways.
    func layout(count: Int) -> ScrollLayout {
        let height = gap + Double(rows(of: count)) * pitch
        let topInset = topInset
        return ScrollLayout(
            // Before the first layout there is no window, and still nothing to scroll sideways.
            contentSize: Size(width: max(1e-6, bounds.width), height: max(1, min(1e12, height))),
            bounds: bounds,
            contentInset: { _, _ in Insets(top: topInset) })
    }
}
