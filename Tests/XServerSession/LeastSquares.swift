/// The line through weighted points with the least squared error.
/// - Parameter points: x, y and weight.
/// - Returns: nil where they do not define one.
func fitLine(_ points: [(Double, Double, Double)]) -> Line? {
    var (w, x, y) = (0.0, 0.0, 0.0)
    for point in points {
        w += point.2
        x += point.2 * point.0
        y += point.2 * point.1
    }
    guard w > 0 else { return nil }
    (x, y) = (x / w, y / w)
    var (xx, xy) = (0.0, 0.0)
    for point in points {
        xx += point.2 * (point.0 - x) * (point.0 - x)
        xy += point.2 * (point.0 - x) * (point.1 - y)
    }
    guard xx > 0 else { return nil }
    return Line(at0: y - xy / xx * x, slope: xy / xx)
}

/// Solves symmetric normal equations by Gauss's elimination with pivots.
/// - Parameters:
///   - matrix: its upper triangle is read.
///   - right: the right side.
/// - Returns: the unknowns; nil where the equations do not define them.
func solveSymmetric(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
    let n = right.count
    // The unknowns have very different units: with a unit diagonal the pivots compare.
    let units = (0..<n).map { matrix[$0][$0] > 0 ? 1 / matrix[$0][$0].squareRoot() : 0 }
    var a = (0..<n).map { i in (0..<n).map { j in matrix[min(i, j)][max(i, j)] * units[i] * units[j] } }
    var b = (0..<n).map { right[$0] * units[$0] }
    for column in 0..<n {
        guard let pivot = (column..<n).max(by: { abs(a[$0][column]) < abs(a[$1][column]) }),
            abs(a[pivot][column]) > 1e-12
        else { return nil }
        a.swapAt(column, pivot)
        b.swapAt(column, pivot)
        for row in (column + 1)..<n {
            let factor = a[row][column] / a[column][column]
            for j in column..<n { a[row][j] -= factor * a[column][j] }
            b[row] -= factor * b[column]
        }
    }
    for row in (0..<n).reversed() {
        for j in (row + 1)..<n { b[row] -= a[row][j] * b[j] }
        b[row] /= a[row][row]
    }
    return (0..<n).map { b[$0] * units[$0] }
}

/// The line with the least largest error, which whole numbers made by rounding call for: the spread of y − slope · x is
/// convex in the slope.
/// - Parameters:
///   - points: x and y.
///   - slope: near the one sought.
///   - reach: how far it may be off.
/// - Returns: the line and its largest error.
func fitLineEvenly(_ points: [(Double, Double)], near slope: Double, reach: Double) -> (
    line: Line, error: Double
) {
    func extremes(_ slope: Double) -> (Double, Double) {
        points.reduce((.infinity, -.infinity)) { found, point in
            let rest = point.1 - slope * point.0
            return (min(found.0, rest), max(found.1, rest))
        }
    }
    var (low, high) = (slope - reach, slope + reach)
    for _ in 0..<60 {
        let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
        let (spreadA, spreadB) = (extremes(a), extremes(b))
        if spreadA.1 - spreadA.0 < spreadB.1 - spreadB.0 { high = b } else { low = a }
    }
    let best = (low + high) / 2
    let (least, most) = extremes(best)
    return (Line(at0: (least + most) / 2, slope: best), (most - least) / 2)
}
