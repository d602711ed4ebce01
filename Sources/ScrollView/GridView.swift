public import Geometry

/// A scroll view around cells of one size in rows, one of which is selected.
///
/// Usage: build it, call `layout(viewSize:scale:at:)` at the first show and at every resize, hand pans and scrolls to `scrollView`
/// (pinches and zooms not: it has one zoom scale), call its `advance(to:)` when its `nextUpdate` says so, and paint the
/// cells of `visibleIndices(margin:)` at `rect(of:)`. The work does not grow with the number of cells. What
/// `ScrollView` says of times and of unusable numbers holds here too.
public final class GridView {
    /// The lengths of a grid, in units of the scale.
    public struct Metrics: Hashable, Sendable {
        /// The size of a cell; from 1 to 10⁴.
        public var cellSize: Size<View>
        /// The free space between two cells, and around all; from 0 to 10⁴.
        public var gap: Double
        /// The free space above the first row at rest; the cells scroll through it. From 0 to 10⁴.
        public var topInset: Double

        /// The lengths.
        public init(cellSize: Size<View>, gap: Double, topInset: Double = 0) {
            self.cellSize = cellSize
            self.gap = gap
            self.topInset = topInset
        }
    }

    /// The scroll view that holds the content offset.
    public let scrollView: ScrollView
    /// How many cells there are.
    public private(set) var count: Int
    /// The selected cell.
    public private(set) var selection: Int?
    private let metrics: Metrics
    private var form: GridForm

    private static let windowExtents = 1.0...1e6
    private static let scales = 0.1...100.0

    /// A grid, not laid out yet.
    /// - Parameters:
    ///   - count: how many cells.
    ///   - metrics: its lengths.
    ///   - selection: the selected cell, which is in the middle of the first layout.
    /// - Precondition: the count is at most 10⁹, the selection one of the cells, the lengths in their ranges.
    public init(count: Int, metrics: Metrics, selection: Int? = nil) {
        let lengths = 0.0...1e4
        precondition(Axis.allCases.allSatisfy { 1.0...1e4 ~= metrics.cellSize[$0] }, "a cell has a size")
        precondition(lengths ~= metrics.gap && lengths ~= metrics.topInset, "lengths in their ranges")
        Self.check(selection, count)
        self.count = count
        self.selection = selection
        self.metrics = metrics
        form = GridForm(metrics, bounds: Size(width: 0, height: 0), scale: 1)
        scrollView = ScrollView(layout: form.layout(count: count))
    }

    private static func check(_ selection: Int?, _ count: Int) {
        precondition(0...1_000_000_000 ~= count, "a count")
        if let selection { precondition((0..<count).contains(selection), "the selection is a cell") }
    }

    // MARK: Layout

    /// Lays the cells out in a window, in as many columns as there is room for. Afterwards the selected cell is where it
    /// was from the window's top, if it was in view, else the first one that was; a pan goes on.
    /// - Parameters:
    ///   - viewSize: the window's size in view units; ignored unless in 1…10⁶ on both axes.
    ///   - scale: view units per unit of the grid's lengths; ignored unless in 0.1…100.
    ///   - time: when, in seconds.
    public func layout(viewSize: Size<View>, scale: Double, at time: Double) {
        guard Axis.allCases.allSatisfy({ Self.windowExtents.contains(viewSize[$0]) }),
            Self.scales.contains(scale)
        else { return }
        let (old, new) = (form, GridForm(metrics, bounds: viewSize, scale: scale))
        guard isLaidOut else {
            form = new
            scrollView.reset(to: form.layout(count: count), showing: firstPlacement, at: time)
            return
        }
        scrollView.advance(to: time)
        let visible = visibleIndices()
        let kept = selection.flatMap { visible.contains($0) ? $0 : nil } ?? visible.first
        form = new
        var way = 0.0
        if let kept { way = new.top(of: kept) - new.topInset - (old.top(of: kept) - old.topInset) }
        scrollView.reflow(to: form.layout(count: count), movingBy: Vector(dx: 0, dy: way), at: time)
        if let kept, kept == selection, !scrollView.isDragging {
            scrollToVisible(kept, animated: false, at: time)
        }
    }

    /// Whether a layout has been made.
    public var isLaidOut: Bool { form.bounds.width > 0 }
    /// How many cells are in a row.
    public var columns: Int { form.columns }

    /// The selected cell in the middle.
    private var firstPlacement: Placement {
        let free = (form.bounds.height - form.topInset - form.cell.height) / 2
        let y = selection.map { form.top(of: $0) - form.topInset - free } ?? -form.topInset
        return Placement(zoomScale: 1, contentOffset: Point(x: 0, y: y))
    }

    /// Takes other cells. If the selected one was in view, the one selected now is in its place, as far as the ends
    /// allow; otherwise nothing moves. A pan goes on.
    /// - Parameters:
    ///   - count: how many cells there are now.
    ///   - selection: the selected one among them.
    ///   - time: when, in seconds.
    /// - Precondition: the count is at most 10⁹, the selection one of the cells.
    public func update(count: Int, selection: Int?, at time: Double) {
        Self.check(selection, count)
        scrollView.advance(to: time)
        var way = 0.0
        if let selection, let old = self.selection, visibleIndices().contains(old) {
            way = form.top(of: selection) - form.top(of: old)
        }
        self.count = count
        self.selection = selection
        guard isLaidOut else { return }
        scrollView.reflow(to: form.layout(count: count), movingBy: Vector(dx: 0, dy: way), at: time)
    }

    // MARK: Where the cells are

    /// Where a cell is in the window; it may lie outside.
    /// - Precondition: it is one of the cells.
    public func rect(of index: Int) -> Rect<View> {
        precondition((0..<count).contains(index), "a cell")
        let left = form.left + Double(index % form.columns) * (form.cell.width + form.gap)
        return Rect(
            origin: Point(x: left, y: form.top(of: index) - scrollView.contentOffset.y), size: form.cell)
    }

    /// The cell at a window point; nil between cells, and where there is none.
    public func index(at point: Point<View>) -> Int? {
        guard isLaidOut, let point = point.bounded else { return nil }
        let x = point.x - form.left
        let y = point.y + scrollView.contentOffset.y - form.gap
        let column = (x / (form.cell.width + form.gap)).rounded(.down)
        let row = (y / form.pitch).rounded(.down)
        guard 0..<Double(form.columns) ~= column, 0..<Double(form.rows(of: count)) ~= row,
            x - column * (form.cell.width + form.gap) < form.cell.width,
            y - row * form.pitch < form.cell.height
        else { return nil }
        let index = Int(row) * form.columns + Int(column)
        return index < count ? index : nil
    }

    /// The cells of the rows that are at least partly in the window.
    /// - Parameter margin: how far above and below the window counts as well, in view units.
    /// - Returns: their indices; none before the first layout.
    public func visibleIndices(margin: Double = 0) -> Range<Int> {
        guard isLaidOut, count > 0 else { return 0..<0 }
        let margin = margin.isFinite ? max(0, min(1e9, margin)) : 0
        let top = scrollView.contentOffset.y - margin - form.gap
        let bottom = scrollView.contentOffset.y + form.bounds.height + margin - form.gap
        let first = max(0, ((top - form.cell.height) / form.pitch).rounded(.down) + 1)
        let end = min(Double(form.rows(of: count)), (bottom / form.pitch).rounded(.up))
        guard first < end else { return 0..<0 }
        return Int(first) * form.columns..<min(count, Int(end) * form.columns)
    }

    // MARK: Selection

    /// A way that keys move the selection.
    public enum Step: Hashable, Sendable {
        /// To the cell before or behind, over the ends of rows too.
        case left, right
        /// To the row above or below.
        case up, down
        /// By as many rows as are in the window.
        case pageUp, pageDown
        /// To the first cell or the last.
        case home, end
    }

    /// Selects a cell and scrolls it into view.
    /// - Parameters:
    ///   - index: the cell; nil selects none.
    ///   - animated: whether scrolling takes 250 ms.
    ///   - time: when, in seconds.
    /// - Precondition: it is one of the cells.
    public func select(_ index: Int?, animated: Bool = true, at time: Double) {
        Self.check(index, count)
        selection = index
        if let index { scrollToVisible(index, animated: animated, at: time) }
    }

    /// Moves the selection and scrolls it into view. Without a selection the first cell in view is selected.
    /// - Parameters:
    ///   - step: where to.
    ///   - animated: whether scrolling takes 250 ms.
    ///   - time: when, in seconds.
    public func moveSelection(_ step: Step, animated: Bool = true, at time: Double) {
        guard count > 0 else { return }
        scrollView.advance(to: time)
        guard let selection else { return select(visibleIndices().first ?? 0, animated: animated, at: time) }
        let target =
            switch step {
            case .left: max(0, selection - 1)
            case .right: min(count - 1, selection + 1)
            case .up: index(selection, rowsDown: -1)
            case .down: index(selection, rowsDown: 1)
            case .pageUp: index(selection, rowsDown: -form.rowsInView)
            case .pageDown: index(selection, rowsDown: form.rowsInView)
            case .home: 0
            case .end: count - 1
            }
        select(target, animated: animated, at: time)
    }

    /// The cell in the same column of another row; the last where that row does not reach so far.
    private func index(_ index: Int, rowsDown: Int) -> Int {
        let row = max(0, min(form.rows(of: count) - 1, index / form.columns + rowsDown))
        return min(count - 1, row * form.columns + index % form.columns)
    }

    /// Scrolls no farther than to have a cell in view with the gap around it; one that is higher than the window, its top.
    /// - Parameters:
    ///   - index: the cell.
    ///   - animated: whether it takes 250 ms.
    ///   - time: when, in seconds.
    /// - Precondition: it is one of the cells.
    public func scrollToVisible(_ index: Int, animated: Bool, at time: Double) {
        Self.check(index, count)
        guard isLaidOut else { return }
        scrollView.advance(to: time)
        let offset = scrollView.destination.contentOffset.y
        let highest = form.top(of: index) - form.gap - form.topInset
        let lowest = form.top(of: index) + form.cell.height + form.gap - form.bounds.height
        let target = min(highest, max(lowest, offset))
        guard target != offset else { return }
        scrollView.setContentOffset(Point(x: 0, y: target), animated: animated, at: time)
    }
}
