public import Geometry

/// The directories of a TIFF structure (TIFF 6.0, section 2; BigTIFF too), in which Exif data are.
///
/// Only those directories are read that are asked for, and only values of a few bytes: so no chain of them can be without end,
/// and MakerNotes, whose forms are their makers' secrets, are never looked into.
public struct EXIFStructure {
    /// Gives the structure's bytes from a place on: fewer, or none, where it ends.
    public typealias Source = (_ count: Int, _ place: Int) -> [UInt8]

    /// The place of the first directory.
    public let first: Int
    private let source: Source
    private let isBigEndian: Bool
    /// Bytes of an entry count, of an entry, and of a place.
    private let lengths: (count: Int, entry: Int, place: Int)

    /// A structure in a file; `nil` where there is none.
    public init?(_ source: @escaping Source) {
        let mark = source(16, 0)
        guard mark.count >= 8 else { return nil }
        self.source = source
        switch (mark[0], mark[1]) {
        case (0x49, 0x49): isBigEndian = false
        case (0x4D, 0x4D): isBigEndian = true
        default: return nil
        }
        let version = Self.integer(mark[2..<4], isBigEndian)
        lengths = version == 43 ? (8, 20, 8) : (2, 12, 4)
        guard version == 42 || version == 43 && mark.count == 16 else { return nil }
        first = Int(clamping: Self.integer(version == 43 ? mark[8..<16] : mark[4..<8], isBigEndian))
    }

    /// A structure in memory, which must outlive it, behind the mark "Exif" that JPEG puts before it or without; `nil` where
    /// there is none.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.starts(with: "Exif\0\0".utf8) ? 6 : 0
        self.init { count, place in
            guard place >= 0, count > 0, place <= bytes.count - start else { return [] }
            return Array(bytes[(start + place)...].prefix(count))
        }
    }

    private static func integer(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
        isBigEndian
            ? bytes.reduce(0) { $0 << 8 | UInt64($1) } : bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The directory at a place; empty where there is none.
    public func directory(at place: Int) -> Directory {
        // The usual ones have fewer than a hundred.
        let most = 1000
        let count = Self.integer(source(lengths.count, place)[...], isBigEndian)
        var directory = Directory(structure: self)
        guard place >= 8, place < Int.max >> 1, count <= 65_536 else { return directory }
        let bytes = source(min(Int(count), most) * lengths.entry, place + lengths.count)
        for start in stride(from: 0, through: bytes.count - lengths.entry, by: lengths.entry) {
            let tag = UInt16(Self.integer(bytes[start..<start + 2], isBigEndian))
            if directory.entries[tag] == nil {
                directory.entries[tag] = bytes[start + 2..<start + lengths.entry]
            }
        }
        return directory
    }

    /// The values of some tags.
    public struct Directory {
        fileprivate let structure: EXIFStructure
        /// Of each tag the type, the count, and the value or its place.
        fileprivate var entries: [UInt16: ArraySlice<UInt8>] = [:]

        private static let lengths: [UInt64: Int] = [
            1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8,
            18: 8,
        ]

        /// The first values of a tag.
        private func values(_ tag: UInt16, most: Int) -> (type: UInt64, length: Int, bytes: [UInt8])? {
            guard let entry = entries[tag] else { return nil }
            let (start, placeLength) = (entry.startIndex, structure.lengths.place)
            let type = integer(entry[start..<start + 2])
            let count = integer(entry[start + 2..<start + 2 + placeLength])
            guard let length = Self.lengths[type] else { return nil }
            let field = entry[(start + 2 + placeLength)...]
            let wanted = min(Int(clamping: count), most) * length
            // As many bytes as a place has are in its stead.
            let (all, overflow) = Int(clamping: count).multipliedReportingOverflow(by: length)
            if !overflow && all <= placeLength { return (type, length, Array(field.prefix(wanted))) }
            let bytes = structure.source(wanted, Int(clamping: integer(field)))
            return (type, length, bytes)
        }

        private func integer(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            EXIFStructure.integer(bytes, structure.isBigEndian)
        }

        /// The bytes of a text, or of what has no type.
        func bytes(_ tag: UInt16) -> [UInt8]? {
            guard let (type, _, bytes) = values(tag, most: 4096), [1, 2, 7].contains(type) else { return nil }
            return bytes
        }

        /// Whether the bytes of a tag's text are in this order, for texts whose letters have two.
        var isBigEndian: Bool { structure.isBigEndian }

        func text(_ tag: UInt16) -> String? { bytes(tag).map { String(untold: $0) } }

        /// The values of a tag, a few at most; those of fractions without a denominator are not finite.
        func numbers(_ tag: UInt16) -> [Double] {
            guard let (type, length, bytes) = values(tag, most: 4) else { return [] }
            return stride(from: 0, through: bytes.count - length, by: length).map { place in
                number(bytes[place..<place + length], type)
            }
        }

        private func number(_ bytes: ArraySlice<UInt8>, _ type: UInt64) -> Double {
            let value = integer(bytes)
            let half = bytes.count / 2
            let parts = [bytes.prefix(half), bytes.suffix(half)].map {
                UInt32(truncatingIfNeeded: integer($0))
            }
            switch type {
            case 5: return Double(parts[0]) / Double(parts[1])
            case 10: return Double(Int32(bitPattern: parts[0])) / Double(Int32(bitPattern: parts[1]))
            case 6: return Double(Int8(truncatingIfNeeded: value))
            case 8: return Double(Int16(truncatingIfNeeded: value))
            case 9: return Double(Int32(truncatingIfNeeded: value))
            case 11: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: value)))
            case 12: return Double(bitPattern: value)
            case 17: return Double(Int64(bitPattern: value))
            default: return Double(value)
            }
        }

        /// The first value of a tag, where it is finite.
        func number(_ tag: UInt16) -> Double? { numbers(tag).first.flatMap { $0.isFinite ? $0 : nil } }

        /// The value of a tag that has exactly one, of two bytes.
        fileprivate func short(_ tag: UInt16) -> UInt32? {
            guard let (type, _, bytes) = values(tag, most: 2), type == 3, bytes.count == 2 else { return nil }
            return UInt32(integer(bytes[...]))
        }

        /// The directory whose place is the value of a tag.
        func directory(_ tag: UInt16) -> Directory? {
            guard let place = number(tag), let place = Int(exactly: place) else { return nil }
            return structure.directory(at: place)
        }
    }
}

extension Orientation {
    /// The orientation that Exif data ask for: upright as stored, where there is no such tag or no sense in it.
    /// - Parameter exif: the structure, with the mark "Exif" before it or without.
    public init(exif: UnsafeRawBufferPointer) {
        let structure = EXIFStructure(exif)
        let value = structure.flatMap { $0.directory(at: $0.first).short(0x0112) }
        self = value.flatMap { Orientation(rawValue: $0) } ?? .topLeft
    }
}

extension [UInt8] {
    /// Exif data out of the bytes that hold them in boxes: the first four tell how many bytes are before them.
    public var fromExif: ArraySlice<UInt8> {
        guard count > 4 else { return [] }
        let skipped = prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return dropFirst(4 + (skipped < count - 4 ? skipped : 0))
    }
}
