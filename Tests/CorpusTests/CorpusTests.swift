import Foundation
import Geometry
import Loading
import Testing

/// Real files of all formats, through the loaders; a table by format is printed.
@Suite struct CorpusTests {
    private enum Verdict: String, CaseIterable {
        case shown, wrong, failed
    }

    /// Files that are not yet shown as they should be, each with the reason.
    private static let known: [String: String] = [
        "pillow__dispose_op_previous_region.png":
            "the list counts the picture for viewers without animation, which is no frame",
        "wuffs__apng-skip-idat.png":
            "the reference is the picture for viewers without animation, which is no frame",
    ]

    @Test(.enabled(if: Corpus.found != nil)) func everyFileShowsWhatItMust() throws {
        let corpus = try #require(Corpus.found)
        var table: [String: [Verdict: Int]] = [:]
        for entry in corpus.entries {
            let complaint = try complaint(about: entry, in: corpus)
            let verdict: Verdict = complaint == nil ? .shown : complaint?.isFailure == true ? .failed : .wrong
            table[entry.format, default: [:]][verdict, default: 0] += 1
            if let complaint {
                let reason = Self.known[entry.file]
                print("\(entry.file): \(complaint.words)\(reason.map { " (\($0))" } ?? "")")
                #expect(reason != nil, "\(entry.file): \(complaint.words)")
            }
        }
        print("format".padding(toLength: 16, withPad: " ", startingAt: 0) + "right  wrong failed")
        for (format, counts) in table.sorted(by: { $0.key < $1.key }) {
            let numbers = Verdict.allCases.map { String(format: "%6d", counts[$0] ?? 0) }.joined()
            print(format.padding(toLength: 15, withPad: " ", startingAt: 0) + numbers)
        }
    }

    private struct Complaint {
        let words: String
        var isFailure = false
    }

    /// What is wrong with what a file shows.
    private func complaint(about entry: Corpus.Entry, in corpus: Corpus) throws -> Complaint? {
        let shown = try Shown(try corpus.bytes(entry.file))
        guard let raster = shown.raster, shown.rowCount > 0 else {
            let words = shown.error ?? "nothing, and no words"
            return entry.outcomes.contains("error") ? nil : Complaint(words: words, isFailure: true)
        }
        guard entry.outcomes.contains("show") || entry.outcomes.contains("partial") else {
            return Complaint(words: "shown where an error is due")
        }
        if let size = entry.size, raster.displaySize != PixelSize(width: size.width, height: size.height) {
            return Complaint(words: "\(raster.displaySize) instead of \(size)")
        }
        if let count = entry.frameCount, count != shown.frameCount, entry.tolerance != 60 {
            return Complaint(words: "\(shown.frameCount) frames instead of \(count)")
        }
        // Of what is damaged, the rest may look like anything.
        if entry.outcomes.contains("partial") { return nil }
        if let words = shown.error ?? shown.warning { return Complaint(words: words) }
        guard let tolerance = entry.tolerance, let reference = try? corpus.bytes("refs/\(entry.file).png")
        else { return nil }
        let expected = try Shown(reference)
        guard let size = expected.raster?.size else { return Complaint(words: "no reference") }
        let pairs = zip(shown.blocks(size), expected.blocks(size))
        let difference = pairs.reduce(0) { $0 + abs($1.0 - $1.1) } / Double(size.width * size.height * 4)
        return difference <= tolerance
            ? nil : Complaint(words: "differs by \((difference * 10).rounded() / 10) of 255")
    }
}
