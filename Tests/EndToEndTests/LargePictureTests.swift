import Foundation
import Geometry
import Testing
import XServerSession

extension EndToEnd {
    /// Pictures of which the window shows a fraction: what is decoded, where it is kept, and how it sharpens.
    @Suite struct LargePictures {
        private static let pattern = Pattern(width: 2600, height: 1950)
        private static let raster = pattern.raster()

        /// A folder for one viewer's cache.
        private final class CacheFolder {
            let path = NSTemporaryDirectory() + "xzoom-cache-\(UUID().uuidString)"
            deinit { try? FileManager.default.removeItem(atPath: path) }
            /// Names in it, and in xzoom's folder there.
            var names: [String] {
                ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
            }
        }

        /// The most that a channel of the window differs from the file's, at 100 %.
        private func difference(_ viewing: Viewing) throws -> Int {
            let seen = try viewing.rest()
            let shot = try viewing.pixels()
            let (x, y) = (Int(seen.origin.x.rounded()), Int(seen.origin.y.rounded()))
            var most = 0
            for row in 0..<shot.height {
                for column in 0..<shot.width {
                    let source = ((row - y) * Self.raster.width + column - x) * 3
                    let target = (row * shot.width + column) * 4
                    for channel in 0..<3 {
                        let (found, wanted) = (
                            shot.rgba[target + channel], Self.raster.bytes[source + channel]
                        )
                        most = max(most, abs(Int(found) - Int(wanted)))
                    }
                }
            }
            return most
        }

        private func waitForDifference(_ viewing: Viewing, below limit: Int) throws {
            try waitUntil("sharp pixels") { try difference(viewing) < limit }
        }

        /// Decoded at the size of the window first, then as fine as a zoom needs it, in the same place.
        @Test func jpegSharpensInPlace() throws {
            let path = try Pictures.file("large.jpg") {
                try Self.pattern.writeJPEG(to: $0, quality: 97, subsampled: false)
            }
            let viewing = try Viewing([path], pattern: Self.pattern)
            let fit = try viewing.rest()
            #expect(abs(fit.scale - 640.0 / 2600) < 1e-3)
            try viewing.server.mouse.move(to: viewing.at(100, 80))
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try waitForDifference(viewing, below: 24)
            // Back at the fit it is as it was, and the fine pixels are still there.
            try viewing.server.keyboard.type("0")
            try viewing.settle()
            expect(try viewing.rest(), is: fit)
            try viewing.server.keyboard.type("1")
            try viewing.settle()
            #expect(try difference(viewing) < 24)
            try viewing.quit()
        }

        /// A file that is gone is still the one that is seen.
        @Test func jpegSharpensWithoutItsName() throws {
            let path = try Pictures.file("gone.jpg") {
                try Self.pattern.writeJPEG(to: $0, quality: 97, subsampled: false)
            }
            let viewing = try Viewing([path], pattern: Self.pattern)
            try FileManager.default.removeItem(atPath: path)
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try waitForDifference(viewing, below: 24)
            try viewing.quit()
            #expect(viewing.program.standardError == "")
        }

        /// The finest levels are in a file that has no name, and are what they would be in memory.
        @Test func pixelsOverTheLimitGoToAFile() throws {
            let cache = CacheFolder()
            let viewing = try Viewing(
                [Pictures.png(Self.pattern)], pattern: Self.pattern, options: ["--memory-limit", "4M"],
                environment: ["XDG_CACHE_HOME": cache.path])
            let links = "/proc/\(viewing.program.processIdentifier)/fd"
            let files = try FileManager.default.contentsOfDirectory(atPath: links).compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "\(links)/\($0)")
            }
            #expect(files.contains { $0.hasPrefix("\(cache.path)/xzoom/") && $0.hasSuffix("(deleted)") })
            #expect(cache.names == ["xzoom"])
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try waitForDifference(viewing, below: 1)
            // To a corner, over the borders of blocks and tiles.
            for _ in 0..<20 { try viewing.server.touchpad.scroll(dx: 1200, dy: 1200) }
            try viewing.settle()
            #expect(try difference(viewing) == 0)
            try viewing.quit()
            #expect(cache.names == ["xzoom"])
        }

        /// Where the disk is full, the picture is shown as fine as there is memory for, and it is said.
        @Test func fullDisk() throws {
            let cache = CacheFolder()
            let viewing = try Viewing(
                [Pictures.png(Self.pattern)], pattern: Self.pattern, options: ["--memory-limit", "4M"],
                environment: ["XDG_CACHE_HOME": cache.path],
                launcher: ["/bin/sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh"])
            let fit = try viewing.rest()
            #expect(abs(fit.scale - 640.0 / 2600) < 1e-3)
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try viewing.settle()
            // It is tried once, and said once.
            try viewing.settle(quiet: 1)
            try viewing.quit()
            let words = viewing.program.standardError.components(
                separatedBy: "its finest pixels cannot be kept in")
            #expect(words.count == 2)
        }

        /// A folder that cannot be made is said as well.
        @Test func noFolder() throws {
            let viewing = try Viewing(
                [Pictures.png(Self.pattern)], pattern: Self.pattern, options: ["--memory-limit", "4M"],
                environment: ["XDG_CACHE_HOME": "/dev/null/x"])
            try viewing.server.keyboard.type("1")
            try viewing.waitForScale(1)
            try viewing.settle(quiet: 1)
            try viewing.quit()
            let words = viewing.program.standardError.components(
                separatedBy: "its finest pixels cannot be kept in /dev/null/x")
            #expect(words.count == 2)
        }
    }
}
