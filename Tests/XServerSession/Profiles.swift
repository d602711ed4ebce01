import CTestSupport

/// The pattern along one axis: means over the other.
struct Profile {
    /// The screenshot position of the first value's left (top) edge.
    let first: Int
    /// Red along x, green along y.
    var ramp: [Double]
    /// Blue's part that depends on this axis, with any constant.
    var wave: [Double]
    /// Pixels behind each value; 0 where there is no value.
    var count: [Double]

    init(first: Int, length: Int) {
        self.first = first
        ramp = Array(repeating: 0, count: length)
        wave = ramp
        count = ramp
    }
}

/// The two profiles of a pattern's visible part.
struct Profiles {
    var columns: Profile
    var rows: Profile

    init?(of pattern: Pattern, in shot: Screenshot, at ramps: Ramps) {
        func visible(_ line: Line, _ extent: Int, _ limit: Int) -> Range<Int>? {
            let start = -line.at0 / line.slope
            let end = (Pattern.rampLevels - line.at0) / line.slope
            // Scaling mixes the edge pixels with what is around, and the ramps are right to half a level.
            let margin = 1 + (end - start) / Double(extent) + 0.5 / line.slope
            let edge = min(margin, (end - start) / 10)
            let first = start + edge < 0 ? 0 : Int((start + edge).rounded(.up))
            let last = end - edge > Double(limit) ? limit : Int((end - edge).rounded(.down))
            return last - first >= 10 ? first..<last : nil
        }
        guard let x = visible(ramps.red, pattern.width, shot.width),
            let y = visible(ramps.green, pattern.height, shot.height)
        else { return nil }
        var columns = Profile(first: x.lowerBound, length: x.count)
        var rows = Profile(first: y.lowerBound, length: y.count)
        shot.rgba.withUnsafeBufferPointer { rgba in
            guard let start = rgba.baseAddress else { return }
            var area = ct_profile_area(
                rgba: start, width: shot.width, x0: Int32(x.lowerBound), y0: Int32(y.lowerBound),
                x1: Int32(x.upperBound), y1: Int32(y.upperBound), red_at_0: ramps.red.at0,
                red_per_pixel: ramps.red.slope, green_at_0: ramps.green.at0,
                green_per_pixel: ramps.green.slope,
                tolerance: Pattern.rampTolerance)
            ct_profiles(
                &area, &columns.ramp, &columns.wave, &columns.count, &rows.ramp, &rows.wave, &rows.count)
        }
        (self.columns, self.rows) = (columns, rows)
    }
}
