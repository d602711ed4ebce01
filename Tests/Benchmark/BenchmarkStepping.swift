import Foundation
import XServerSession

extension Benchmark {
    /// Steps to the other picture and back.
    private static let pictureSteps = 8
    /// Seconds before each step: time to load the next picture ahead.
    private static let pictureRest = 1.0
    /// Seconds to wait for a step's first frame.
    private static let pictureLimit = 5.0

    /// From a picture to the next one, which there was time to load ahead.
    func printPictureSteps() throws {
        let pictures = try ["12 MP JPEG", "12 MP PNG"].map { name in
            try Picture(Picture.opened.first { $0.name == name } ?? Picture.pattern)
        }
        let steppers = viewers.filter { ["xzoom", "feh", "nsxiv"].contains($0.name) }
        say("\nStepping between a 12 MP JPEG and a 12 MP PNG: ms from the key to the first drawing")
        let results = try interleave(steppers, runs: min(command.runs, 2), warmsUp: false) { subject in
            try steps(subject, pictures)
        }
        var table = Table(["viewer", "key to frame"])
        for subject in steppers {
            let latencies = (results[subject.name] ?? []).flatMap { $0 }
            table.add([subject.name, Summary(latencies).text(1e3)])
        }
        say(table.text)
        verdicts.note("step to a picture", .latency, medians(results) { Summary($0).median })
    }

    private func steps(_ subject: Subject, _ pictures: [Picture]) throws -> [Double] {
        let program = try stage.start(subject, pictures[0], and: pictures[1])
        defer { try? stage.end(program) }
        try stage.server.mouse.move(to: stage.middle)
        return try (0..<Self.pictureSteps).compactMap { number in
            Thread.sleep(forTimeInterval: Self.pictureRest)
            try stage.watch.drawings(quiet: 0.2, until: monotonicSeconds() + 5)
            let start = monotonicSeconds()
            try stage.server.keyboard.type(number % 2 == 0 ? "n" : "p")
            guard let shown = try stage.watch.nextDrawing(until: start + Self.pictureLimit) else {
                return nil
            }
            return shown - start
        }
    }
}
