import Foundation
import Geometry
import ScrollView
import Testing

let gridMetrics = GridView.Metrics(cellSize: Size(width: 100, height: 80), gap: 20, topInset: 40)

/// Cells of 100 × 80 with 20 between them in a window 500 × 400: 4 columns from x 20 on, rows 100 apart.
func grid(_ count: Int = 100, selection: Int? = nil) -> GridView {
    let grid = GridView(count: count, metrics: gridMetrics, selection: selection)
    grid.layout(viewSize: Size(width: 500, height: 400), scale: 1, at: 0)
    return grid
}

extension GridView {
    var y: Double { scrollView.contentOffset.y }
    func scroll(to y: Double, at time: Double = 0) {
        scrollView.setContentOffset(Point(x: 0, y: y), animated: false, at: time)
    }
}

@Suite("Grid")
struct GridViewTests {
    // MARK: Layout

    @Test func cellsAreInCentredRows() {
        let grid = grid()
        #expect(grid.columns == 4)
        // 4 · 120 − 20 of 500; the first row under the inset and a gap.
        #expect(grid.rect(of: 0) == Rect(origin: at(20, 60), size: Size(width: 100, height: 80)))
        #expect(grid.rect(of: 3).origin == at(380, 60))
        #expect(grid.rect(of: 4).origin == at(20, 160))
        #expect(grid.rect(of: 99).origin == at(380, 2460))
        #expect(grid.y == -40)
        // 25 rows and the gap above: 2520 − 400.
        #expect(grid.scrollView.layout.offsetRange(.y, at: 1) == -40...2120)
        #expect(grid.scrollView.layout.fits(.x, at: 1))
    }

    @Test(arguments: [(139.0, 1), (259, 1), (260, 2), (379, 2), (380, 3), (10, 1), (1e6, 8333)])
    func columnsByWidth(width: Double, columns: Int) {
        let grid = grid()
        grid.layout(viewSize: Size(width: width, height: 400), scale: 1, at: 0)
        #expect(grid.columns == columns)
        let (left, right) = (grid.rect(of: 0).minX, width - grid.rect(of: min(99, columns - 1)).maxX)
        if columns < 100 { #expect(left == right || left == right - 1) }
    }

    @Test func lengthsAreWholePixels() {
        let grid = GridView(
            count: 9, metrics: GridView.Metrics(cellSize: Size(width: 99.9, height: 33), gap: 5))
        grid.layout(viewSize: Size(width: 500, height: 400), scale: 1.5, at: 0)
        // 149.85, 49.5 and 7.5; 3 columns with the gaps around are 482.
        #expect(grid.columns == 3)
        #expect(grid.rect(of: 0) == Rect(origin: at(17, 8), size: Size(width: 150, height: 50)))
        #expect(grid.rect(of: 4).origin == at(175, 66))
    }

    @Test func unusableSizesAreIgnored() {
        let grid = grid()
        for size: Size<View> in [
            Size(width: 0, height: 1), Size(width: .nan, height: 1), Size(width: 9, height: .infinity),
        ] { grid.layout(viewSize: size, scale: 1, at: 1) }
        for scale in [0, .nan, 1e9, -1] {
            grid.layout(viewSize: Size(width: 900, height: 900), scale: scale, at: 1)
        }
        #expect(grid.columns == 4)
    }

    @Test func theSelectionIsInTheMiddleAtFirst() {
        // Row 12: its middle, 20 + 1200 + 40, in that of what is below the inset, 220.
        #expect(grid(selection: 50).y == 1040)
        #expect(grid(selection: 1).y == -40)
        #expect(grid(selection: 99).y == 2120)
        #expect(grid(7, selection: 6).y == -40)
    }

    @Test func withoutCellsNothingIsThere() {
        let grid = grid(0)
        #expect(grid.visibleIndices() == 0..<0)
        #expect(grid.index(at: at(50, 90)) == nil)
        grid.moveSelection(.down, at: 1)
        #expect(grid.selection == nil)
        grid.layout(viewSize: Size(width: 300, height: 300), scale: 2, at: 1)
        #expect(grid.y == -80)
        grid.update(count: 3, selection: 2, at: 2)
        // One column now: the rows are at 120, 320 and 520.
        #expect(grid.visibleIndices() == 0..<1)
    }

    // MARK: What is where

    @Test func theCellAtAPoint() {
        let grid = grid(6)
        #expect(grid.index(at: at(20, 60)) == 0)
        #expect(grid.index(at: at(119.9, 139.9)) == 0)
        for (x, y) in [(19.9, 60.0), (20, 59.9), (120, 60), (20, 140), (480, 60), (-500, -500), (.nan, 60)] {
            #expect(grid.index(at: at(x, y)) == nil)
        }
        #expect(grid.index(at: at(150, 170)) == 5)
        // Behind the last of the last row.
        #expect(grid.index(at: at(270, 170)) == nil)
        #expect(grid.index(at: at(20, 1e300)) == nil)
    }

    @Test func everyCellIsFoundWhereItIs() {
        let grid = grid(1003)
        for y in [-40, 333.5, 24_000] {
            grid.scroll(to: y)
            for index in grid.visibleIndices() {
                #expect(grid.index(at: grid.rect(of: index).center) == index)
            }
        }
    }

    @Test func theCellsInView() {
        let grid = grid(99)
        // Rows at 60, 160, 260, 360.
        #expect(grid.visibleIndices() == 0..<16)
        grid.scroll(to: 100)
        // Row 0 ends on the window's top; row 5 would begin at 420.
        #expect(grid.visibleIndices() == 4..<20)
        grid.scroll(to: 99.9)
        #expect(grid.visibleIndices() == 0..<20)
        grid.scroll(to: 120.1)
        #expect(grid.visibleIndices() == 4..<24)
        grid.scroll(to: 2120)
        #expect(grid.visibleIndices() == 84..<99)
        #expect(grid.visibleIndices(margin: 100) == 80..<99)
        #expect(grid.visibleIndices(margin: 1e300) == 0..<99)
        for margin in [-Double.infinity, .nan, -5] { #expect(grid.visibleIndices(margin: margin) == 84..<99) }
    }

    @Test func aHundredThousandCellsCostNoMore() {
        let grid = grid(100_000, selection: 70_000)
        #expect(grid.visibleIndices().contains(70_000))
        grid.moveSelection(.end, animated: false, at: 1)
        // 25,000 rows and the gap above.
        #expect(grid.y == 2_500_020 - 400)
        #expect(grid.visibleIndices() == 99_984..<100_000)
        #expect(grid.rect(of: 99_999).maxY == 380)
    }

    // MARK: Selection

    @Test(arguments: [
        (0, GridView.Step.left, 0), (5, .left, 4), (4, .left, 3), (3, .right, 4), (98, .right, 98),
        (2, .up, 2), (6, .up, 2), (6, .down, 10), (95, .down, 98), (94, .down, 98), (97, .down, 97),
        // 3 rows are below the inset.
        (1, .pageUp, 1), (9, .pageUp, 1), (17, .pageUp, 5), (17, .pageDown, 29), (91, .pageDown, 98),
        (90, .pageDown, 98), (50, .home, 0), (50, .end, 98),
    ])
    func keysMoveIt(start: Int, step: GridView.Step, end: Int) {
        let grid = grid(99, selection: start)
        grid.moveSelection(step, at: 1)
        #expect(grid.selection == end)
        grid.scrollView.advance(to: 2)
        let rect = grid.rect(of: end)
        #expect(rect.minY >= 60 && rect.maxY <= 380)
    }

    @Test func withoutOneTheFirstInViewIsSelected() {
        let grid = grid()
        grid.scroll(to: 500)
        grid.moveSelection(.down, at: 1)
        // Row 4 ends at 500, row 5 is at 20.
        #expect(grid.selection == 20)
        #expect(grid.scrollView.nextUpdate == .everyFrame)
        grid.scrollView.advance(to: 2)
        #expect(grid.rect(of: 20).minY == 60)
    }

    @Test func scrollingGoesNoFartherThanNeeded() {
        let grid = grid(selection: 0)
        grid.moveSelection(.down, at: 1)
        grid.moveSelection(.down, at: 1)
        #expect(grid.scrollView.nextUpdate == .none)
        grid.moveSelection(.down, at: 1)
        // Row 3 ends at 440 and has a gap below it.
        #expect(grid.scrollView.destination.contentOffset.y == 20 + 380 + 20 - 400)
        grid.scrollView.advance(to: 1.125)
        #expect(near(grid.y, -10))
        // The next goes on from where that one is going.
        grid.moveSelection(.down, at: 1.125)
        #expect(grid.scrollView.destination.contentOffset.y == 120)
        grid.scrollView.advance(to: 2)
        #expect(grid.y == 120)
        grid.select(4, animated: false, at: 3)
        #expect(grid.y == 60)
        grid.select(nil, at: 3)
        #expect(grid.selection == nil)
    }

    @Test func aCellHigherThanTheWindowShowsItsTop() {
        let grid = grid(selection: 0)
        grid.layout(viewSize: Size(width: 500, height: 90), scale: 1, at: 1)
        grid.select(40, animated: false, at: 1)
        #expect(grid.rect(of: 40).minY == 60)
    }

    // MARK: Scrolling

    @Test func itScrollsAsAScrollViewDoes() {
        let grid = grid()
        grid.scrollView.beginPan(at: 1)
        grid.scrollView.changePan(translation: Vector(dx: 70, dy: -200), at: 1.1)
        #expect(grid.scrollView.contentOffset == Point(x: 0, y: 160))
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: 100), at: 1.2)
        let band = (1 - 1 / (0.1375 + 1)) * 400
        #expect(near(grid.y, -40 - band))
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: -200), at: 1.3)
        grid.scrollView.endPan(velocity: Vector(dx: 0, dy: -1000), at: 1.3)
        grid.scrollView.advance(to: 9)
        // 499.5 units and half a unit from it.
        let way = -1 / log(0.998) - 0.5
        #expect(near(grid.y, 160 + way))
        grid.scrollView.scroll(by: Vector(dx: 5, dy: 1e9), animated: false, at: 10)
        #expect(grid.scrollView.contentOffset == Point(x: 0, y: 2120))
    }

    @Test func fewCellsDoNotScroll() {
        let grid = grid(12)
        grid.scrollView.beginPan(at: 1)
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: -200), at: 1.1)
        #expect(grid.y == -40)
    }
}
