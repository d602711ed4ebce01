import Geometry
import Loading
import Testing

/// A frame that a test puts into a file.
struct StoredFrame {
    enum Disposal: Int { case keep, clear, restore }

    var x = 0
    var y = 0
    var width: Int
    /// R, G, B, A, not multiplied.
    var pixels: [[Int]]
    /// In hundredths of a second.
    var delay = 10
    var disposal = Disposal.keep
    var isBlended = true

    var height: Int { pixels.count / width }
    var bytes: [UInt8] { pixels.flatMap { $0.map { UInt8($0) } } }

    /// A frame of one colour.
    static func plain(
        _ color: [Int], x: Int = 0, y: Int = 0, width: Int, height: Int, disposal: Disposal = .keep,
        isBlended: Bool = true
    ) -> StoredFrame {
        StoredFrame(
            x: x, y: y, width: width, pixels: Array(repeating: color, count: width * height),
            disposal: disposal, isBlended: isBlended)
    }

    /// An opaque frame of noise, the same for the same seed.
    static func noise(width: Int, height: Int, seed: UInt64) -> StoredFrame {
        var numbers = SeededNumbers(state: seed)
        var pixels: [[Int]] = []
        for _ in 0..<width * height {
            let words = numbers.next()
            pixels.append([Int(words & 255), Int(words >> 8 & 255), Int(words >> 16 & 255), 255])
        }
        return StoredFrame(width: width, pixels: pixels)
    }

    /// What is seen with each frame of a picture, premultiplied 0xAARRGGBB, by the book and in a simple way.
    static func composed(_ frames: [StoredFrame], width: Int, height: Int) -> [[UInt32]] {
        var picture = [UInt32](repeating: 0, count: width * height)
        return frames.map { frame in
            let before = picture
            let places = (0..<frame.pixels.count).map {
                (frame.x + $0 % frame.width, frame.y + $0 / frame.width)
            }
            for (color, (x, y)) in zip(frame.pixels, places) where x < width && y < height {
                let word = premultiplied(color[0], color[1], color[2], color[3])
                let under = frame.isBlended ? picture[y * width + x] : 0
                picture[y * width + x] = [0, 8, 16, 24].reduce(0) { sum, shift in
                    let hidden = Double(Int(under >> shift & 255) * (255 - color[3])) / 255
                    return sum | ((word >> shift & 255) + UInt32(hidden.rounded())) << shift
                }
            }
            let shown = picture
            for (x, y) in places where x < width && y < height && frame.disposal != .keep {
                picture[y * width + x] = frame.disposal == .clear ? 0 : before[y * width + x]
            }
            return shown
        }
    }

    /// Frames at random places, the same for the same seed; the first covers the picture. Pixels have one of the alphas,
    /// places are multiples of a step, and frames may reach so many pixels past the right and lower edge.
    static func random(
        _ count: Int, width: Int, height: Int, seed: UInt64, alphas: [Int], step: Int = 1, overhang: Int = 0,
        disposals: [Disposal] = [.keep, .clear, .restore], blends: [Bool] = [true]
    ) -> [StoredFrame] {
        var numbers = SeededNumbers(state: seed)
        func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
        return (0..<count).map { index in
            let x = index == 0 ? 0 : number(0...(width - 1) / step) * step
            let y = index == 0 ? 0 : number(0...(height - 1) / step) * step
            let (right, lower) = (width - x + overhang, height - y + overhang)
            let size = index == 0 ? (width, height) : (number(1...right), number(1...lower))
            // Few colours, as for a palette.
            let pixels = (0..<size.0 * size.1).map { _ in
                let color = number(0...2)
                return [
                    color * 100, 200 - color * 70, color * color * 60, alphas[number(0...alphas.count - 1)],
                ]
            }
            return StoredFrame(
                x: x, y: y, width: size.0, pixels: pixels, delay: number(2...30),
                disposal: disposals[number(0...disposals.count - 1)],
                isBlended: blends[number(0...blends.count - 1)])
        }
    }
}

extension LoadedFrames {
    /// Expects what frames as stored look like, whole and in time, and that they come again.
    func expect(_ stored: [StoredFrame], loops: Int) {
        guard let size = raster?.size else {
            Issue.record("\(String(describing: error))")
            return
        }
        let wanted = StoredFrame.composed(stored, width: size.width, height: size.height)
        #expect(kind == .animation)
        #expect((count, frames.count) == (stored.count, stored.count))
        #expect(self.loops == loops)
        #expect((firstWarning, warning, error) == (nil, nil, nil))
        #expect(firstCanvas == wanted.first)
        var start = 0
        for (index, (frame, pixels)) in zip(frames, wanted).enumerated() {
            #expect(frame.pixels == pixels, "frame \(index)")
            #expect(abs(frame.start - Double(start) / 100) < 1e-9, "frame \(index)")
            start += stored[index].delay
        }
        #expect(abs((duration ?? 0) - Double(start) / 100) < 1e-9)
    }
}
