import CBenchmark
import CPixman
import Foundation
import XServerSession

extension Benchmark {
    private static let floorRuns = 3

    func printFloors() throws {
        say(
            "\nFloors: the libraries alone, on one thread: CPU ms into memory for all rows, and into the same few again and again"
        )
        var table = Table(["picture", "what", "into all", "into rows"])
        for entry in Picture.opened where entry.kind != .oneBit && (!entry.isLarge || command.includesLarge) {
            let picture = try Picture(entry)
            if entry.kind == .jpeg {
                for denominator: Int32 in [1, 2, 4, 8] {
                    let times: [Double] = [1, 0].map { keep in
                        Self.time { cb_decode_jpeg(picture.path, denominator, keep) != 0 }
                    }
                    table.add([picture.name, "libjpeg at 1/\(denominator)"] + times.map { number($0) })
                }
            } else {
                let times: [Double] = [1, 0].map { keep in
                    Self.time { cb_decode_png(picture.path, keep) != 0 }
                }
                table.add([picture.name, "libpng"] + times.map { number($0) })
                table.add([picture.name, "zlib", "", number(Self.time { cb_inflate_png(picture.path) != 0 })])
            }
        }
        say(table.text)
        say("\nA frame of 1280 × 800 in memory: CPU ms")
        var scaling = Table(["what", "ms"], words: 1)
        for (name, scale, filter) in [
            ("pixman at 32 %, bilinear", 0.32, PIXMAN_FILTER_BILINEAR),
            ("at 90 %, bilinear", 0.9, PIXMAN_FILTER_BILINEAR),
            ("at 200 %, bilinear", 2, PIXMAN_FILTER_BILINEAR),
            ("at 200 %, nearest", 2, PIXMAN_FILTER_NEAREST),
            ("at 100 %", 1, PIXMAN_FILTER_NEAREST),
        ] {
            scaling.add([name, number(Self.scale(scale, filter))])
        }
        scaling.add(["memcpy", number(Self.copy())])
        say(scaling.text)
    }

    /// The least CPU time of some runs, in ms.
    private static func time(_ work: () -> Bool) -> Double {
        (0..<floorRuns).map { _ in
            let start = cpuSeconds()
            return work() ? (cpuSeconds() - start) * 1e3 : .nan
        }.min() ?? .nan
    }

    private static func cpuSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Paints frames from a picture of 12 megapixels.
    private static func scale(_ scale: Double, _ filter: pixman_filter_t) -> Double {
        let (width, height, frames) = (4000, 3000, 10)
        guard
            let source = pixman_image_create_bits(PIXMAN_x8r8g8b8, Int32(width), Int32(height), nil, 0),
            let target = pixman_image_create_bits(PIXMAN_x8r8g8b8, 1280, 800, nil, 0)
        else { return .nan }
        defer {
            pixman_image_unref(source)
            pixman_image_unref(target)
        }
        guard let pixels = pixman_image_get_data(source) else { return .nan }
        for index in 0..<width * height {
            pixels[index] = UInt32(truncatingIfNeeded: index &* 2_654_435_761) >> 8
        }
        pixman_image_set_filter(source, filter, nil, 0)
        return time {
            for frame in 0..<frames {
                var transform = pixman_transform()
                let unit = fixed(1 / scale)
                pixman_transform_init_scale(&transform, unit, unit)
                // A little further each time.
                transform.matrix.0.2 = fixed(Double(frame) * 0.37)
                pixman_image_set_transform(source, &transform)
                pixman_image_composite32(PIXMAN_OP_SRC, source, nil, target, 0, 0, 0, 0, 0, 0, 1280, 800)
            }
            return true
        } / Double(frames)
    }

    /// Pixman's number with 16 bits behind the point.
    private static func fixed(_ value: Double) -> pixman_fixed_t { pixman_fixed_t((value * 65536).rounded()) }

    private static func copy() -> Double {
        let (bytes, frames) = (1280 * 800 * 4, 100)
        let source = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let target = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        defer {
            source.deallocate()
            target.deallocate()
        }
        memset(source, 1, bytes)
        return time {
            for _ in 0..<frames { memcpy(target, source, bytes) }
            return target.load(as: UInt8.self) == 1
        } / Double(frames)
    }
}
