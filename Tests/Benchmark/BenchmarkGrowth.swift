import Foundation
import XServerSession

extension Benchmark {
    /// Megapixels of the pictures whose growth is measured.
    private static let sizes = [1.0, 4, 16, 64]

    func printGrowth() throws {
        say(
            "\nGrowth: ms from exec to the complete picture, MB of viewer and loaders together, and both a megapixel"
        )
        var table = Table(["picture", "viewer", "first pixels", "complete", "a MP", "memory", "a MP"])
        for format in Picture.Format.allCases {
            for size in Self.sizes {
                let picture = try Picture.photo(megapixels: size, format: format)
                let times = try interleave(viewers, runs: min(command.runs, Self.memoryRuns)) {
                    try stage.open($0, picture)
                }
                for subject in viewers {
                    let memory = try stage.memory(subject, picture).together * Self.megabyte
                    let openings = times[subject.name] ?? []
                    let first = Summary(openings.map(\.firstPixel)).text(Self.milliseconds)
                    let complete = Summary(openings.map(\.complete))
                    table.add([
                        picture.name, subject.name, first, complete.text(Self.milliseconds),
                        number(complete.median * Self.milliseconds / size), number(memory),
                        number(memory / size),
                    ])
                }
            }
        }
        say(table.text)
    }
}
