import Posix
import Testing

@testable import xzoom

@Suite struct FileOrderTests {
    private static func isSorted(_ paths: [Argument]) -> Bool {
        let keys = paths.map { NaturalKey($0) }
        return keys.indices.allSatisfy { first in
            keys.indices.allSatisfy { (keys[first] < keys[$0]) == (first < $0) }
        }
    }

    /// Each list is in order: every name is before all that follow it, and none of those before it.
    @Test(arguments: [
        // Numbers of any length, and leading zeros.
        ["0", "1", "002", "02", "2", "10", "100", "a1b2", "a1b10", "a02b1", "a2b1", "a10"],
        ["x09", "x9", "x10", "x99999999999999999999", "x100000000000000000000"],
        [
            "v" + String(repeating: "9", count: 254), "v1" + String(repeating: "0", count: 254),
            "v1" + String(repeating: "0", count: 255),
        ],
        // The full stop, then what is before the digits, digits, letters.
        ["img", "img.jpg", "img (2).jpg", "img (10).jpg", "img-1.jpg", "img1.jpg", "img2.jpg", "imga.jpg"],
        // Letter case counts only among equals.
        ["A", "a", "AB", "aB", "ab", "b", "B1", "b2"],
        ["É1", "é1", "É2", "é10"], ["ΣΑΣ", "Σας", "σας", "σασα"], ["s1", "ſ1", "S2"], ["STRASSE2", "straße"],
        // Scripts by their code points.
        ["2", "a", "z", "é", "я1", "Я2", "я10", "中1", "中2", "中10", "😀"],
        // Files before folders, and those as a whole.
        ["a/2", "a/10", "a/b/1", "b/1"], ["2/1", "10/1"], ["x/z.png", "x/b/c.png"], ["a", "b", "a/a"],
        ["/a/1", "/a/2", "/a/10", "/b/1"],
    ])
    func naturalOrder(_ names: [String]) {
        #expect(Self.isSorted(names.map { Argument($0) }), "\(names)")
    }

    /// Bytes that are not UTF-8 are behind all that is: alone, cut short, overlong, surrogates.
    @Test func invalidBytes() {
        let paths: [[UInt8]] = [
            [0x61], [0xF0, 0x9F, 0x98, 0x80], [0x80], [0xC0, 0xAF], [0xC3], [0xC3, 0x61], [0xED, 0xA0, 0x80],
            [0xFF], [0xFF, 0x31, 0x32],
        ]
        #expect(Self.isSorted(paths.compactMap { Argument(bytes: $0) }))
        // The digits behind one count as a number all the same.
        let numbered: [[UInt8]] = [[0xFF, 0x39], [0xFF, 0x31, 0x30]]
        #expect(Self.isSorted(numbered.compactMap { Argument(bytes: $0) }))
    }

    @Test func onlyTheSamePathIsEqual() {
        #expect(NaturalKey("a") == NaturalKey("a"))
        #expect(!(NaturalKey("a") < NaturalKey("a")))
        for (first, second) in [("01", "1"), ("A", "a"), ("a//b", "a/b"), ("/a", "a"), ("./a", "a")] {
            let (first, second) = (NaturalKey(Argument(first)), NaturalKey(Argument(second)))
            #expect(first != second)
            #expect((first < second) != (second < first))
        }
    }

    private static func file(_ name: String, size: Int? = nil, time: Int64 = 0) -> ListedFile {
        ListedFile(
            path: Argument(name),
            status: size.map {
                FileStatus(kind: .regular, byteCount: $0, modified: time, device: 1, inode: 1)
            })
    }

    private static let files = [
        file("b10", size: 5, time: 30), file("b9", size: 7, time: -20), file("c", size: 5, time: 10),
        file("a"),
    ]

    private static func names(_ order: FileOrder, _ files: [ListedFile] = files) -> [String] {
        order.sorted(files).map(\.path.text)
    }

    @Test func criteria() {
        #expect(Self.names(FileOrder(criterion: .name)) == ["a", "b9", "b10", "c"])
        #expect(Self.names(FileOrder(criterion: .time)) == ["b9", "c", "b10", "a"])
        #expect(Self.names(FileOrder(criterion: .size)) == ["b10", "c", "b9", "a"])
        #expect(Self.names(FileOrder(criterion: .none)) == ["b10", "b9", "c", "a"])
        #expect(
            FileOrder.Criterion.allCases.filter { FileOrder(criterion: $0).needsStatus } == [.time, .size])
    }

    @Test func reversedIsTheOtherWayRound() {
        for criterion in FileOrder.Criterion.allCases {
            #expect(
                Self.names(FileOrder(criterion: criterion, isReversed: true))
                    == Self.names(FileOrder(criterion: criterion)).reversed())
        }
    }

    @Test func shuffleDependsOnTheSeedAlone() {
        let files = (0..<10).map { Self.file("\($0)") }
        let order = FileOrder(shuffleSeed: 42)
        let names = Self.names(order, files)
        #expect(names == ["8", "3", "6", "5", "4", "0", "9", "2", "1", "7"])
        #expect(Self.names(order, files.reversed()) == names)
        #expect(Self.names(FileOrder(shuffleSeed: 43), files) != names)
        #expect(names.sorted() == files.map(\.path.text))
        #expect(!FileOrder(criterion: .time, shuffleSeed: 1).needsStatus)
        for count in 0..<3 { #expect(Self.names(order, Array(files.prefix(count))).count == count) }
    }

    /// Each of the 24 orders of four comes as often as the others, within five standard deviations.
    @Test func shuffleIsFair() {
        let files = (0..<4).map { Self.file("\($0)") }
        var counts: [[String]: Int] = [:]
        for seed in UInt64(0)..<4800 {
            counts[Self.names(FileOrder(shuffleSeed: seed), files), default: 0] += 1
        }
        #expect(counts.count == 24)
        #expect(counts.values.allSatisfy { (130...270).contains($0) })
    }
}
