import Geometry

/// A straight line over pixels.
struct Line {
    var at0: Double
    var slope: Double
    func callAsFunction(_ x: Double) -> Double { at0 + slope * x }
}

/// Where red and green say that the picture is: levels over screenshot pixels.
struct Ramps {
    var red: Line
    var green: Line
}

/// A pixel that may belong to the pattern.
private struct Sample {
    let x: Double
    let y: Double
    let red: Double
    let green: Double
}

extension Pattern {
    /// Levels by which a pixel may differ from the ramps: the dither, a lossy file and scaling.
    static let rampTolerance = 5.0

    /// The lines of red over x and green over y that most candidates agree with.
    func findRamps(in screenshot: Screenshot) -> Ramps? {
        let samples = candidates(in: screenshot)
        guard samples.count >= 60, var best = vote(samples) else { return nil }
        // Least squares over those that agree, twice: the vote's lines go through two pixels only.
        for _ in 0..<3 {
            let agreeing = samples.filter { agrees($0, with: best) }
            guard agreeing.count >= 60, agreeing.count * 5 >= samples.count,
                let red = fitLine(agreeing.map { ($0.x, $0.red, 1) }),
                let green = fitLine(agreeing.map { ($0.y, $0.green, 1) })
            else { return nil }
            best = Ramps(red: red, green: green)
        }
        guard best.red.slope > 0, best.green.slope > 0 else { return nil }
        return best
    }

    private func agrees(_ sample: Sample, with ramps: Ramps) -> Bool {
        abs(sample.red - ramps.red(sample.x)) <= Self.rampTolerance
            && abs(sample.green - ramps.green(sample.y)) <= Self.rampTolerance
    }

    /// A grid of pixels without the plain ones (surround) and the grey ones (checkerboard, text).
    private func candidates(in shot: Screenshot) -> [Sample] {
        // The waves change within this many pixels at every scale that is registered.
        let reach = 24
        let step = max(1, Int((Double(shot.width * shot.height) / 6000).squareRoot()))
        return shot.rgba.withUnsafeBufferPointer { rgba in
            var samples: [Sample] = []
            for y in stride(from: step / 2, to: shot.height, by: step) {
                for x in stride(from: step / 2, to: shot.width, by: step) {
                    let start = (y * shot.width + x) * 4
                    let (red, green, blue) = (Int(rgba[start]), Int(rgba[start + 1]), Int(rgba[start + 2]))
                    if abs(red - green) <= 2 && abs(green - blue) <= 2 { continue }
                    let across = x >= reach ? start - reach * 4 : start + min(reach, shot.width - 1 - x) * 4
                    let down = (y >= reach ? y - reach : min(y + reach, shot.height - 1)) * shot.width + x
                    if Int(rgba[across + 2]) == blue && Int(rgba[down * 4 + 2]) == blue { continue }
                    samples.append(
                        Sample(x: Double(x) + 0.5, y: Double(y) + 0.5, red: Double(red), green: Double(green))
                    )
                }
            }
            return samples
        }
    }

    /// Random sample consensus: pairs of pixels propose lines, a part of the others votes. The sequence is fixed.
    private func vote(_ samples: [Sample]) -> Ramps? {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407  // Knuth, MMIX
            return Int((state >> 33) % UInt64(count))
        }
        let voters = (0..<min(400, samples.count)).map { _ in samples[next(samples.count)] }
        var best: (votes: Int, ramps: Ramps)?
        for _ in 0..<300 {
            let (a, b) = (samples[next(samples.count)], samples[next(samples.count)])
            guard abs(a.x - b.x) >= 12, abs(a.y - b.y) >= 12 else { continue }
            let (red, green) = ((b.red - a.red) / (b.x - a.x), (b.green - a.green) / (b.y - a.y))
            guard red >= 0, green >= 0 else { continue }
            let ramps = Ramps(
                red: Line(at0: a.red - red * a.x, slope: red),
                green: Line(at0: a.green - green * a.y, slope: green))
            let votes = voters.count { agrees($0, with: ramps) }
            if votes > best?.votes ?? 0 { best = (votes, ramps) }
            // Where nearly all agree, no other lines can have more votes than these, but for chance.
            if votes * 20 >= voters.count * 19 { break }
        }
        return best?.ramps
    }
}
