import Foundation

/// Repeated measures of one thing.
struct Summary {
    private let sorted: [Double]

    init(_ values: [Double]) { sorted = values.sorted() }

    var median: Double {
        guard !sorted.isEmpty else { return .nan }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The median, and the least and the greatest in brackets.
    func text(_ factor: Double = 1) -> String {
        guard let least = sorted.first, let most = sorted.last else { return "–" }
        return "\(number(median * factor)) (\(number(least * factor))–\(number(most * factor)))"
    }
}

/// A number with three digits or so, all of those before the point.
func number(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    if size == size.rounded() && size < 10_000 { return String(Int(value)) }
    return String(format: size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3f", value)
}

/// A quotient.
func ratio(_ a: Double, _ b: Double) -> String { b > 0 && a.isFinite ? "× \(number(a / b))" : "–" }
