import Glibc

/// A path's place in the natural order, by which people number files. Keys are made once for each file and compared often.
///
/// Paths are compared part by part. A folder's own files come before its subfolders. Within a part:
/// - A run of ASCII digits is a number of any length: 2 is before 10. It is where the digit 0 would be among the characters.
/// - The full stop is before everything else, so that a name is before the same name with more behind it.
/// - Characters (UTF-8) go by their code points, after simple case folding (Unicode 5.18) of letters.
/// - Bytes that are not UTF-8 come last, by their values.
///
/// Where all that is equal (leading zeros, letter case, needless slashes), the bytes decide: only the same path is equal.
struct NaturalKey: Comparable, Sendable {
    /// What is compared first, before the bytes; each place of two keys that are equal up to there has the same meaning.
    private let key: [UInt8]
    private let path: Argument

    private enum Mark {
        static let end: UInt8 = 0
        static let fullStop: UInt8 = 1
        static let file: UInt8 = 1
        static let folder: UInt8 = 2
        static let invalid: UInt8 = 0xFF
    }

    /// The key of a path.
    init(_ path: Argument) {
        self.path = path
        var key: [UInt8] = []
        key.reserveCapacity(path.cString.count + 16)
        Self.append(path, to: &key)
        self.key = key
    }

    private static func append(_ path: Argument, to key: inout [UInt8]) {
        let slash = UInt8(ascii: "/")
        path.cString.withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(rebasing: bytes.dropLast())[...].drop { $0 == slash }
            while !rest.isEmpty {
                let end = rest.firstIndex(of: slash) ?? rest.endIndex
                let next = rest[end...].drop { $0 == slash }
                key.append(next.isEmpty ? Mark.file : Mark.folder)
                append(UnsafeRawBufferPointer(rebasing: rest[..<end]), to: &key)
                key.append(Mark.end)
                rest = next
            }
        }
    }

    /// The places of files in natural order, which is quicker than by keys of their own.
    /// - Parameters:
    ///   - files: in any order.
    ///   - values: one for each file: what the order goes by before the names. Equal paths with equal ones stay as they come.
    /// - Returns: indices of `files`.
    static func order(of files: [ListedFile], values: [Int64]) -> [Int] {
        var keys: [UInt8] = []
        var ends = [0]
        keys.reserveCapacity(files.count * 64)
        ends.reserveCapacity(files.count + 1)
        for file in files {
            append(file.path, to: &keys)
            ends.append(keys.count)
        }
        return keys.withUnsafeBytes { keys in
            ends.withUnsafeBufferPointer { ends in
                values.withUnsafeBufferPointer { values in
                    files.indices.sorted { first, second in
                        if values[first] != values[second] { return values[first] < values[second] }
                        let order = compare(
                            UnsafeRawBufferPointer(rebasing: keys[ends[first]..<ends[first + 1]]),
                            UnsafeRawBufferPointer(rebasing: keys[ends[second]..<ends[second + 1]]))
                        if order != 0 { return order < 0 }
                        let tie = compare(files[first].path, files[second].path)
                        return tie != 0 ? tie < 0 : first < second
                    }
                }
            }
        }
    }

    private static func append(_ name: UnsafeRawBufferPointer, to key: inout [UInt8]) {
        var place = 0
        while place < name.count {
            let byte = name[place]
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                place = appendNumber(of: name, at: place, to: &key)
            case UInt8(ascii: "."):
                key.append(Mark.fullStop)
                place += 1
            case UInt8(ascii: "A")...UInt8(ascii: "Z"):
                key.append(byte | 0x20)
                place += 1
            case ..<0x80:
                key.append(byte)
                place += 1
            default:
                place = appendScalar(of: name, at: place, to: &key)
            }
        }
    }

    /// The digit's own place, how many digits, and the digits: of numbers with as many digits the greater one is behind.
    private static func appendNumber(of name: UnsafeRawBufferPointer, at start: Int, to key: inout [UInt8])
        -> Int
    {
        let zero = UInt8(ascii: "0")
        let end = name[start...].firstIndex { !(zero...zero + 9).contains($0) } ?? name.count
        let digits = name[start..<end].drop { $0 == zero }
        key.append(zero)
        key.append(contentsOf: repeatElement(0xFF, count: digits.count / 0xFF))
        key.append(UInt8(digits.count % 0xFF))
        key.append(contentsOf: digits)
        return end
    }

    private static func appendScalar(of name: UnsafeRawBufferPointer, at start: Int, to key: inout [UInt8])
        -> Int
    {
        var decoder = UTF8()
        var rest = name[start...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else {
            key.append(Mark.invalid)
            key.append(name[start])
            return start + 1
        }
        key.append(contentsOf: scalar.caseFolded.utf8)
        return start + UTF8.width(scalar)
    }

    static func < (first: NaturalKey, second: NaturalKey) -> Bool {
        let order = first.key.withUnsafeBytes { first in
            second.key.withUnsafeBytes { second in compare(first, second) }
        }
        return order != 0 ? order < 0 : compare(first.path, second.path) < 0
    }

    private static func compare(_ first: Argument, _ second: Argument) -> Int {
        first.cString.withUnsafeBytes { first in
            second.cString.withUnsafeBytes { second in compare(first, second) }
        }
    }

    private static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
        let count = min(first.count, second.count)
        guard count > 0, let one = first.baseAddress, let other = second.baseAddress else {
            return first.count - second.count
        }
        let order = memcmp(one, other, count)
        return order != 0 ? Int(order) : first.count - second.count
    }
}

extension Unicode.Scalar {
    /// The same for all cases of a letter: the simple case folding of Unicode's CaseFolding.txt, by way of the case mappings,
    /// which the standard library has.
    fileprivate var caseFolded: Unicode.Scalar {
        guard properties.changesWhenCaseFolded else { return self }
        let lower = properties.lowercaseMapping.onlyScalar ?? self
        if lower != self { return lower }
        // Small letters with another small letter for the same capital: final sigma, long s. Of Cherokee the capitals stay.
        let upper = properties.uppercaseMapping.onlyScalar ?? self
        return upper.properties.changesWhenCaseFolded
            ? upper.properties.lowercaseMapping.onlyScalar ?? self : upper
    }
}

extension String {
    fileprivate var onlyScalar: Unicode.Scalar? {
        let scalars = unicodeScalars
        guard let first = scalars.first, scalars.dropFirst().isEmpty else { return nil }
        return first
    }
}
