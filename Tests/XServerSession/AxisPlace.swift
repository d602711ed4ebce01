import CTestSupport

/// Where the picture is along one axis.
struct AxisPlace {
    /// Screen pixels per image pixel.
    var scale: Double
    /// Screenshot position of the image's edge.
    var start: Double
    /// Root mean square, in levels.
    var residual: Double
}

extension Profile {
    /// Fewer values than this say nothing about a scale.
    private static let leastValues = 10
    /// Levels of residual above which it is not this pattern: a lossy file and a text over it stay below.
    private static let largestResidual = 12.0
    /// Screen pixels of a period below which a wave is left alone: it may have folded into another.
    private static let shortestPeriod = 3.0

    /// Finds the axis' scale and start, first from the ramp, then from the waves. The extent is the image's along this
    /// axis, in image pixels.
    func place(extent: Int) -> AxisPlace? {
        let levels = Double(extent) / Pattern.rampLevels
        let points = count.indices.filter { count[$0] > 0 }.map {
            (Double(first + $0) + 0.5, ramp[$0] * levels, count[$0])
        }
        guard points.count >= Self.leastValues, let coarse = fitLine(points), coarse.slope > 0 else {
            return nil
        }
        let (slow, fast) = Pattern.waves(extent: extent)
        let periods = [slow.period, fast.period].filter { $0 / coarse.slope >= Self.shortestPeriod }
        guard !periods.isEmpty else {
            return AxisPlace(scale: 1 / coarse.slope, start: -coarse.at0 / coarse.slope, residual: 0)
        }
        // A lossy file can move the ramp by more than the fast wave bears, and so can a small part of a large picture: then one
        // of its neighbours fits far better.
        var best = fitWaves(coarse, periods, extent: extent)
        for shift in stride(from: -3.0, through: 3, by: 0.5)
        where shift != 0 && periods.count == 2 && best.map({ $0.residual > 3 }) ?? true {
            let moved = Line(at0: coarse.at0 + shift * fast.period, slope: coarse.slope)
            if let other = fitWaves(moved, periods, extent: extent),
                other.residual < best?.residual ?? .infinity
            {
                best = other
            }
        }
        // A wave that is left alone is residual: its amplitude over the root of two.
        let limit =
            Self.largestResidual + (periods.count == 2 ? 0 : Pattern.Wave.amplitude * 0.5.squareRoot())
        guard let best, best.residual <= limit else { return nil }
        return blocks(near: best, extent: extent) ?? best
    }

    /// Fits the sines, with a gain for each, which reduction dampens; a magnified picture then by its very levels.
    private func fitWaves(_ start: Line, _ periods: [Double], extent: Int) -> AxisPlace? {
        let amplitude = Pattern.Wave.amplitude
        let model = ct_waves(
            at_0: start(Double(first)), per_pixel: start.slope, constant: 0, gain: (amplitude, amplitude),
            period: (periods[0], periods.count > 1 ? periods[1] : 1), waves: Int32(periods.count), table: nil,
            table_length: 0, middle: Double(wave.count) / 2)
        guard var (fitted, residual) = improve(model) else { return nil }
        if fitted.per_pixel < 0.9 && extent > 1 {
            let refined = Pattern.waveLevels(extent: extent).withUnsafeBufferPointer { levels in
                (fitted.table, fitted.table_length) = (levels.baseAddress, Int32(extent))
                (fitted.waves, fitted.gain) = (1, (1, 1))
                return improve(fitted)
            }
            guard let refined else { return nil }
            (fitted, residual) = refined
        }
        return AxisPlace(
            scale: 1 / fitted.per_pixel, start: Double(first) - fitted.at_0 / fitted.per_pixel,
            residual: residual)
    }

    /// Gauss and Newton's steps: the line from pixel to position, a constant and the gains.
    private func improve(_ start: ct_waves) -> (model: ct_waves, residual: Double)? {
        var model = start
        let unknowns = 3 + Int(model.waves)
        var (squares, weights) = (0.0, 0.0)
        for round in 0..<30 {
            var matrix = [Double](repeating: 0, count: 25)
            var right = [Double](repeating: 0, count: 5)
            ct_wave_equations(&model, wave, count, Int32(wave.count), &matrix, &right, &squares, &weights)
            let rows = (0..<unknowns).map { Array(matrix[$0 * 5..<$0 * 5 + unknowns]) }
            guard let change = solveSymmetric(rows, Array(right[..<unknowns])) else { return nil }
            model.at_0 += change[0] - change[1] * model.middle
            model.per_pixel += change[1]
            model.constant += change[2]
            model.gain.0 += change[3]
            if unknowns > 4 { model.gain.1 += change[4] }
            guard model.per_pixel > 0, model.per_pixel.isFinite else { return nil }
            // In screen pixels, at the ends of the profile.
            let moved = (abs(change[0]) + abs(change[1]) * model.middle) / model.per_pixel
            if round > 1 && moved < 1e-4 { break }
        }
        guard weights > 0, model.gain.0 > 0, model.gain.1 > 0 else { return nil }
        return (model, (squares / weights).squareRoot())
    }

    /// Where image pixels are shown as blocks: the line through the blocks' edges; nil where they are not.
    private func blocks(near place: AxisPlace, extent: Int) -> AxisPlace? {
        guard place.scale >= 1.5 else { return nil }
        let edges = blockEdges(near: place, extent: extent)
        // A smooth picture makes 1 / scale of the step from one column to the next, a block's edge all of it.
        let sharpness = edges.reduce(0) { $0 + $1.share } / Double(max(1, edges.count))
        guard edges.count >= Self.leastValues, sharpness > (1 + 1 / place.scale) / 2 else { return nil }
        let points = edges.map { ($0.pixel, $0.column) }
        guard let line = fitLine(points.map { ($0.0, $0.1, 1) }) else { return nil }
        let even = fitLineEvenly(points, near: line.slope, reach: 4 / Double(points.count))
        // Edges are rounded to whole columns: half a column of error and no more, where each was found.
        let found = even.error <= 0.5 ? even.line : line
        return AxisPlace(scale: found.slope, start: found.at0, residual: place.residual)
    }

    /// An edge between two image pixels that differ.
    private struct Edge {
        /// The image pixel behind the edge.
        let pixel: Double
        /// The screenshot column (row) whose left (top) edge it is.
        let column: Double
        /// How much of the step happens there.
        let share: Double
    }

    private func blockEdges(near place: AxisPlace, extent: Int) -> [Edge] {
        let levels = Pattern.waveLevels(extent: extent)
        let low = (Double(first) - place.start) / place.scale
        let high = (Double(first + wave.count) - place.start) / place.scale
        return stride(from: max(1, low.rounded(.up)), to: min(high, Double(extent)), by: 1).compactMap {
            pixel in
            let step = levels[Int(pixel)] - levels[Int(pixel) - 1]
            let expected = place.start + pixel * place.scale - Double(first)
            let around = Int((expected - 1).rounded())...Int((expected + 1).rounded())
            // Two levels stand out from what a lossy file changes.
            guard abs(step) >= 2, around.lowerBound >= 1, around.upperBound < wave.count,
                around.allSatisfy({ count[$0] > 0 && count[$0 - 1] > 0 })
            else { return nil }
            func share(_ index: Int) -> Double { (wave[index] - wave[index - 1]) / step }
            return around.max { share($0) < share($1) }.map {
                Edge(pixel: pixel, column: Double(first + $0), share: share($0))
            }
        }
    }
}
