import CCairo
import Foundation

/// Six panels: what JPEG and PNG take over their size, both logarithmic.
struct GrowthPlot {
    let points: [Benchmark.GrowthPoint]
    /// The order of the colours.
    let viewers: [String]

    private typealias Point = Benchmark.GrowthPoint

    private struct Measure: Sendable {
        let title: String
        let value: @Sendable (Point) -> Double
        /// Of the axis.
        let unit: @Sendable (Double) -> String
    }

    private static let measures = [
        Measure(title: "first pixels", value: { $0.first * 1e3 }, unit: milliseconds),
        Measure(title: "complete", value: { $0.complete * 1e3 }, unit: milliseconds),
        Measure(title: "memory at its peak", value: { $0.memory / 1e6 }, unit: { "\(number($0)) MB" }),
    ]

    @Sendable private static func milliseconds(_ value: Double) -> String {
        value < 1000 ? "\(number(value)) ms" : "\(number(value / 1000)) s"
    }

    /// Of Okabe and Ito, who chose them to be told apart by all eyes; xzoom's is the strongest.
    private static let colors: [(Double, Double, Double)] = [
        (0.84, 0.37, 0.00), (0.00, 0.45, 0.70), (0.00, 0.62, 0.45), (0.80, 0.47, 0.65), (0.34, 0.71, 0.91),
        (0.90, 0.62, 0.00), (0.35, 0.35, 0.35),
    ]

    /// Pixels.
    private static let (panelWidth, panelHeight) = (440.0, 320.0)
    private static let (left, top, right, bottom) = (74.0, 44.0, 84.0, 44.0)

    /// Draws it.
    /// - Parameter path: of the PNG.
    /// - Throws: `BenchmarkError.notWritten`.
    func writePNG(to path: String) throws {
        let (width, height) = (Int32(3 * Self.panelWidth), Int32(2 * Self.panelHeight))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)
        defer { cairo_surface_destroy(surface) }
        guard let context = cairo_create(surface) else { throw BenchmarkError.notWritten(path) }
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL)
        for (row, kind) in [Picture.Kind.jpeg, .png].enumerated() {
            for (column, measure) in Self.measures.enumerated() {
                cairo_save(context)
                cairo_translate(context, Double(column) * Self.panelWidth, Double(row) * Self.panelHeight)
                draw(points.filter { $0.kind == kind }, measure, kind == .jpeg ? "JPEG" : "PNG", in: context)
                cairo_restore(context)
            }
        }
        guard cairo_surface_write_to_png(surface, path) == CAIRO_STATUS_SUCCESS else {
            throw BenchmarkError.notWritten(path)
        }
    }

    private func draw(_ points: [Point], _ measure: Measure, _ kind: String, in context: OpaquePointer) {
        guard !points.isEmpty else { return }
        let values = points.map(measure.value)
        let x = Axis(points.map(\.size), from: Self.left, to: Self.panelWidth - Self.right, margin: 1)
        let y = Axis(values, from: Self.panelHeight - Self.bottom, to: Self.top, margin: 1.15)
        text("\(kind): \(measure.title)", at: (Self.left, 26), size: 15, in: context)
        cairo_set_line_width(context, 1)
        for value in y.marks {
            line(
                [(x.start, y.place(value)), (x.end, y.place(value))], color: (0.87, 0.87, 0.87), in: context)
            text(
                measure.unit(value), at: (x.start - 8, y.place(value) + 4), size: 12, aligned: 1, in: context)
        }
        for size in Set(points.map(\.size)) {
            line([(x.place(size), y.start), (x.place(size), y.end)], color: (0.93, 0.93, 0.93), in: context)
            text("\(number(size)) MP", at: (x.place(size), y.start + 18), size: 12, aligned: 0.5, in: context)
        }
        var labels: [(name: String, y: Double, color: (Double, Double, Double))] = []
        for (index, viewer) in viewers.enumerated().reversed() {
            let color = Self.colors[index % Self.colors.count]
            let curve = points.filter { $0.viewer == viewer }.sorted { $0.size < $1.size }
                .map { (x.place($0.size), y.place(measure.value($0))) }
            guard let last = curve.last else { continue }
            cairo_set_line_width(context, index == 0 ? 3 : 1.8)
            line(curve, color: color, in: context)
            for point in curve {
                cairo_arc(context, point.0, point.1, index == 0 ? 4 : 3, 0, 2 * .pi)
                cairo_fill(context)
            }
            labels.append((viewer, last.1, color))
        }
        // Each at its curve's end, and none over another.
        var free = -Double.infinity
        for label in labels.sorted(by: { $0.y < $1.y }) {
            let place = max(label.y, free)
            free = place + 15
            text(label.name, at: (x.end + 10, place + 4), size: 13, color: label.color, in: context)
        }
    }

    private func line(
        _ points: [(Double, Double)], color: (Double, Double, Double), in context: OpaquePointer
    ) {
        cairo_set_source_rgb(context, color.0, color.1, color.2)
        for point in points { cairo_line_to(context, point.0, point.1) }
        cairo_stroke(context)
    }

    /// Writes a text of which the part `aligned` is before the place.
    private func text(
        _ text: String, at place: (Double, Double), size: Double, aligned: Double = 0,
        color: (Double, Double, Double) = (0.2, 0.2, 0.2), in context: OpaquePointer
    ) {
        cairo_set_font_size(context, size)
        var extents = cairo_text_extents_t()
        cairo_text_extents(context, text, &extents)
        cairo_set_source_rgb(context, color.0, color.1, color.2)
        cairo_move_to(context, place.0 - aligned * extents.x_advance, place.1)
        cairo_show_text(context, text)
        cairo_new_path(context)
    }

    /// A logarithmic axis.
    private struct Axis {
        let start: Double
        let end: Double
        private let (low, high): (Double, Double)

        /// An axis from pixel `start` to pixel `end` for some values, and a factor more at both ends.
        init(_ values: [Double], from start: Double, to end: Double, margin: Double) {
            (self.start, self.end) = (start, end)
            low = (values.min() ?? 1) / margin
            high = max((values.max() ?? 1) * margin, low * 1.01)
        }

        func place(_ value: Double) -> Double { start + (end - start) * log(value / low) / log(high / low) }

        /// Round values on it: powers of ten, and what they need between them to be three or more.
        var marks: [Double] {
            let decades = (-3...6).map { pow(10.0, Double($0)) }
            let steps = high / low > 100 ? [1.0] : high / low > 15 ? [1.0, 3] : [1.0, 2, 5]
            return decades.flatMap { decade in steps.map { $0 * decade } }.filter {
                (low...high).contains($0)
            }
        }
    }
}
