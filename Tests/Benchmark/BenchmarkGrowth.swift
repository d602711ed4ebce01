import Foundation
import XServerSession

extension Benchmark {
    /// Megapixels of the pictures whose growth is measured; the last where large ones are.
    private static let sizes = [1.0, 4, 16, 64, 256]

    /// What one viewer takes for one picture.
    struct GrowthPoint {
        let viewer: String
        let kind: Picture.Kind
        /// Megapixels.
        let size: Double
        /// Seconds.
        let first: Double
        let complete: Double
        /// Bytes.
        let memory: Double
    }

    func printGrowth() throws {
        say("\nGrowth: ms from exec to the picture on the screen, MB of viewer and loaders together (PSS)\n")
        var points: [GrowthPoint] = []
        let sizes = Self.sizes.filter { $0 < 100 || command.includesLarge }
        for kind in [Picture.Kind.jpeg, .png] {
            for size in sizes {
                let picture = try Picture(Picture.growing(megapixels: size, kind: kind))
                try picture.readAhead()
                let times = try interleave(viewers, runs: min(command.runs, 3), warmsUp: size < 30) {
                    try stage.open($0, picture)
                }
                let memory = try interleave(viewers, runs: 1, warmsUp: false) {
                    try stage.memory($0, picture)
                }
                for subject in viewers {
                    guard let openings = times[subject.name], let peak = memory[subject.name]?.first else {
                        continue
                    }
                    points.append(
                        GrowthPoint(
                            viewer: subject.name, kind: kind, size: size,
                            first: Summary(openings.map(\.firstPixel)).median,
                            complete: Summary(openings.map(\.complete)).median, memory: peak.together))
                }
            }
        }
        say(markdown(points))
        try GrowthPlot(points: points, viewers: viewers.map(\.name)).writePNG(to: command.plot)
        say("\nThe plot: \(command.plot)")
    }

    /// A row a picture, as README has it.
    private func markdown(_ points: [GrowthPoint]) -> String {
        let names = viewers.map(\.name).filter { name in points.contains { $0.viewer == name } }
        var lines = [
            "| first pixels, complete, memory | \(names.joined(separator: " | ")) |",
            "| --- |\(String(repeating: " --- |", count: names.count))",
        ]
        for kind in [Picture.Kind.jpeg, .png] {
            for size in Self.sizes {
                let row = points.filter { $0.kind == kind && $0.size == size }
                guard !row.isEmpty else { continue }
                let cells = names.map { name in
                    row.first { $0.viewer == name }.map {
                        "\(number($0.first * 1e3)) ms, \(number($0.complete * 1e3)) ms, "
                            + "\(number($0.memory * Self.megabyte)) MB"
                    } ?? "–"
                }
                lines.append(
                    "| \(number(size)) MP \(kind == .jpeg ? "JPEG" : "PNG") | \(cells.joined(separator: " | ")) |"
                )
            }
        }
        return lines.joined(separator: "\n")
    }
}
