import Geometry
import ScrollView
import Testing

@Suite("Changes of a grid")
struct GridChangeTests {
    @Test func aResizeKeepsTheSelectedCellsPlace() {
        let grid = grid(selection: 50)
        #expect(grid.rect(of: 50).minY == 180)
        grid.layout(viewSize: Size(width: 300, height: 400), scale: 1, at: 1)
        #expect(grid.columns == 2)
        #expect(grid.rect(of: 50).minY == 180)
        // Too low to keep it where it was.
        grid.layout(viewSize: Size(width: 900, height: 200), scale: 1, at: 1)
        #expect(grid.rect(of: 50).maxY == 180)
        grid.layout(viewSize: Size(width: 900, height: 600), scale: 2, at: 1)
        let rect = grid.rect(of: 50)
        #expect(rect.minY >= 120 && rect.maxY <= 560)
    }

    @Test func aResizeKeepsTheFirstCellInViewOtherwise() {
        let grid = grid(selection: 99)
        grid.scroll(to: 510)
        #expect(grid.visibleIndices().first == 20)
        let top = grid.rect(of: 20).minY
        grid.layout(viewSize: Size(width: 300, height: 400), scale: 1, at: 1)
        #expect(grid.rect(of: 20).minY == top)
        #expect(grid.selection == 99)
    }

    @Test func aResizeDuringAPanGoesOnWithIt() {
        let grid = grid(selection: 50)
        grid.scrollView.beginPan(at: 1)
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: 30), at: 1)
        let top = grid.rect(of: 50).minY
        grid.layout(viewSize: Size(width: 300, height: 400), scale: 1, at: 1)
        #expect(grid.rect(of: 50).minY == top)
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: -70), at: 1.1)
        #expect(grid.rect(of: 50).minY == top - 100)
        #expect(grid.scrollView.isDragging)
        grid.scrollView.cancelPan(at: 1.2)
        grid.scrollView.advance(to: 9)
        #expect(grid.rect(of: 50).minY == 180)
    }

    @Test func otherCellsLeaveTheSelectedOneInItsPlace() {
        let grid = grid(selection: 50)
        // Nine come before it: it goes two rows down in the content.
        grid.update(count: 109, selection: 59, at: 1)
        #expect(grid.rect(of: 59).minY == 180)
        #expect(grid.y == 1240)
        // All behind it go: it is in the last row, and there is no place below.
        grid.update(count: 60, selection: 59, at: 1)
        #expect(grid.y == 1520 - 400)
        // Out of view nothing moves.
        grid.scroll(to: 0)
        grid.update(count: 100, selection: 99, at: 1)
        #expect(grid.y == 0)
        #expect(grid.selection == 99)
        grid.update(count: 2, selection: nil, at: 1)
        #expect(grid.y == -40)
    }

    @Test func changesDuringAPanGoOnWithIt() {
        let grid = grid(selection: 50)
        grid.scrollView.beginPan(at: 1)
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: 30), at: 1)
        grid.update(count: 104, selection: 54, at: 1)
        #expect(grid.rect(of: 54).minY == 210)
        grid.scrollView.changePan(translation: Vector(dx: 0, dy: 20), at: 1)
        #expect(grid.rect(of: 54).minY == 200)
    }

    @Test(arguments: 0..<8)
    func whateverComesItStaysFiniteAndInRange(seed: Int) {
        var numbers = Numbers(state: UInt64(seed))
        let odd = [0, .nan, .infinity, -.infinity, 1e300, -1e300, 1e12]
        func value(_ range: ClosedRange<Double>) -> Double {
            Int.random(in: 0..<10, using: &numbers) == 0
                ? odd.randomElement(using: &numbers) ?? 0 : .random(in: range, using: &numbers)
        }
        let steps: [GridView.Step] = [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end]
        let grid = GridView(count: 10, metrics: gridMetrics)
        let recorder = Recorder()
        grid.scrollView.delegate = recorder
        var time = 0.0
        for _ in 0..<3000 {
            time += Double.random(in: 0...0.1, using: &numbers)
            let way = Vector<View>(dx: value(-900...900), dy: value(-900...900))
            let cell = grid.count > 0 ? Int.random(in: 0..<grid.count, using: &numbers) : nil
            switch Int.random(in: 0..<14, using: &numbers) {
            case 0: grid.scrollView.beginPan(at: time)
            case 1, 2, 3: grid.scrollView.changePan(translation: way, at: time)
            case 4: grid.scrollView.endPan(velocity: way, at: time)
            case 5: grid.scrollView.cancelPan(at: time)
            case 6: grid.scrollView.scroll(by: Vector(dx: way.dx, dy: way.dy), animated: false, at: time)
            case 7: grid.layout(viewSize: Size(width: abs(way.dx), height: abs(way.dy)), scale: 1, at: time)
            case 8: grid.moveSelection(steps.randomElement(using: &numbers) ?? .left, at: time)
            case 9: grid.select(cell, animated: Bool.random(using: &numbers), at: time)
            case 10:
                let count = Int.random(in: 0...1000, using: &numbers)
                grid.update(count: count, selection: count > 0 ? count / 2 : nil, at: time)
            case 11:
                grid.scrollView.touchDown(at: time)
                grid.scrollView.touchUp(at: time)
            case 12: if let cell { grid.scrollToVisible(cell, animated: true, at: time) }
            default: grid.scrollView.advance(to: time)
            }
            #expect(grid.scrollView.contentOffset.isFinite && abs(grid.scrollView.contentOffset.x) <= 1e-6)
            #expect(grid.scrollView.zoomScale == 1)
            let visible = grid.visibleIndices()
            #expect(visible.isEmpty || (visible.lowerBound >= 0 && visible.upperBound <= grid.count))
            #expect(grid.selection.map { (0..<grid.count).contains($0) } ?? true)
            if let found = grid.index(at: at(way.dx, way.dy)) {
                let rect = grid.rect(of: found)
                #expect(way.dx >= rect.minX && way.dx < rect.maxX && way.dy >= rect.minY - 1e-6)
                #expect(way.dy < rect.maxY + 1e-6)
            }
        }
        grid.scrollView.endPan(velocity: .zero, at: time)
        grid.scrollView.advance(to: 1e6)
        #expect(grid.scrollView.nextUpdate == .none)
        let dragged = recorder.calls.filter { $0 == "will begin dragging" }.count
        #expect(dragged == recorder.calls.filter { $0.hasPrefix("did end dragging") }.count)
    }
}
