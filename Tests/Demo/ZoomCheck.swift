import Geometry
import XServerSession

/// Tells from the pixels of two screenshots whether the second shows a part of the first, magnified.
struct ZoomCheck {
    /// Cells that both views are compared in, so that the detail which only the magnified view has does not count.
    private static let cells = (columns: 64, rows: 40)
    /// Magnifications that are tried.
    private static let scales = stride(from: 1.0, through: 12, by: 0.25)
    /// The least of them that is a zoom.
    private static let leastZoom = 1.5
    /// Screen pixels that the middle of the magnified part may be away from where it is expected.
    private static let reach = 3
    /// The part of the view's contrast that may be left unexplained: it matches with a correlation of 0.87.
    private static let unexplained = 0.5
    /// Levels of difference that are none: rounding and reduction.
    private static let leastDifference = 2.0
    /// The least part of the window that changes in a zoom.
    private static let leastChange = 0.01

    private let window: PixelRect<Screen>
    private let before: Screenshot
    private let sums: SummedBrightness
    private let picture: PixelRect<Screen>

    /// Looks at the view before the zoom.
    /// - Parameters:
    ///   - before: a screenshot that holds the window.
    ///   - window: where it is.
    init(before: Screenshot, window: PixelRect<Screen>) {
        self.window = window
        self.before = before
        sums = SummedBrightness(before)
        picture = Self.pictureBounds(in: before, window: window)
    }

    /// A place in the window if the picture is there, else the picture's middle.
    func place(at share: (x: Double, y: Double)) -> Point<Screen> {
        let x = Double(window.x0) + (Double(window.width) * share.x).rounded()
        let y = Double(window.y0) + (Double(window.height) * share.y).rounded()
        let isInside =
            (picture.x0..<picture.x1).contains(Int(x)) && (picture.y0..<picture.y1).contains(Int(y))
        guard !isInside else { return Point(x: x, y: y) }
        return Point(x: Double(picture.x0 + picture.x1) / 2, y: Double(picture.y0 + picture.y1) / 2)
    }

    /// What is wrong with the view after a zoom about a point.
    /// - Parameters:
    ///   - after: a screenshot of the same place.
    ///   - point: what was to be brought to the window's middle.
    /// - Returns: `nil` where it is zoomed.
    func fault(in after: Screenshot, around point: Point<Screen>) -> String? {
        let change = changedShare(in: after)
        guard change >= Self.leastChange else {
            return "\(percent(change)) of the window's pixels changed"
        }
        let view = means(in: SummedBrightness(after), of: Rect(window))
        let mean = view.reduce(0, +) / Double(view.count)
        let contrast = rootMeanSquare(view.map { $0 - mean })
        let matches = Self.scales.map {
            (scale: $0, difference: difference(from: view, at: $0, about: point))
        }
        guard let best = matches.min(by: { $0.difference < $1.difference }),
            best.difference <= max(Self.leastDifference, Self.unexplained * contrast)
        else {
            return "what is shown now is no part of what was shown around \(Int(point.x)), \(Int(point.y))"
        }
        guard best.scale >= Self.leastZoom else { return "the magnification is \(best.scale)" }
        return nil
    }

    /// How far the view is from the part of the earlier view that a magnification would show, in levels.
    private func difference(from view: [Double], at scale: Double, about point: Point<Screen>) -> Double {
        let size = Size<Screen>(width: Double(window.width) / scale, height: Double(window.height) / scale)
        let x = Self.start(point.x, size.width, Double(picture.x0), Double(picture.x1))
        let y = Self.start(point.y, size.height, Double(picture.y0), Double(picture.y1))
        var least = Double.infinity
        for dx in -Self.reach...Self.reach {
            for dy in -Self.reach...Self.reach {
                let origin = Point<Screen>(x: x + Double(dx), y: y + Double(dy))
                let part = means(in: sums, of: Rect(origin: origin, size: size))
                least = min(least, rootMeanSquare(zip(part, view).map { $0 - $1 }))
            }
        }
        return least
    }

    /// Where an extent about a position begins that stays between two edges, or is centred on them where it is longer.
    private static func start(_ position: Double, _ extent: Double, _ low: Double, _ high: Double) -> Double {
        extent > high - low ? (low + high - extent) / 2 : min(max(position - extent / 2, low), high - extent)
    }

    private func means(in sums: SummedBrightness, of rect: Rect<Screen>) -> [Double] {
        let (columns, rows) = Self.cells
        let (width, height) = (rect.size.width / Double(columns), rect.size.height / Double(rows))
        return (0..<columns * rows).map { cell in
            let x = rect.minX + Double(cell % columns) * width
            let y = rect.minY + Double(cell / columns) * height
            return sums.mean(
                in: Rect(origin: Point(x: x, y: y), size: Size(width: width, height: height)))
        }
    }

    private func changedShare(in after: Screenshot) -> Double {
        var changed = 0
        for index in stride(from: 0, to: min(before.rgba.count, after.rgba.count), by: 4)
        where (0..<3).contains(where: { before.rgba[index + $0] != after.rgba[index + $0] }) {
            changed += 1
        }
        return Double(changed) / Double(max(1, window.width * window.height))
    }

    /// What is not the background around the picture, which is the colour in the window's corner; all where nothing is.
    private static func pictureBounds(in shot: Screenshot, window: PixelRect<Screen>) -> PixelRect<Screen> {
        let background = shot[window.x0, window.y0]
        let (left, top) = (Int(shot.origin.x), Int(shot.origin.y))
        var bounds = PixelRect<Screen>(x0: window.x1, y0: window.y1, x1: window.x0, y1: window.y0)
        for y in window.y0..<window.y1 {
            for x in window.x0..<window.x1 {
                let index = ((y - top) * shot.width + x - left) * 4
                guard (0..<3).contains(where: { shot.rgba[index + $0] != background[$0] }) else { continue }
                bounds = PixelRect(
                    x0: min(bounds.x0, x), y0: min(bounds.y0, y), x1: max(bounds.x1, x + 1),
                    y1: max(bounds.y1, y + 1))
            }
        }
        return bounds.isEmpty ? window : bounds
    }

    private func percent(_ share: Double) -> String { "\((share * 1000).rounded() / 10) %" }

    private func rootMeanSquare(_ values: [Double]) -> Double {
        (values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count))).squareRoot()
    }
}

extension Rect where Space == Screen {
    /// The same rectangle in whole pixels.
    fileprivate init(_ rect: PixelRect<Screen>) {
        self.init(
            origin: Point(x: Double(rect.x0), y: Double(rect.y0)),
            size: Size(width: Double(rect.width), height: Double(rect.height)))
    }
}
