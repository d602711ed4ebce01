import Decoding

/// What the header of a device-independent bitmap says, of a BMP file or in an icon: the versions of Windows
/// 2 to 5 and of OS/2 1 and 2 (BITMAPCOREHEADER, BITMAPINFOHEADER, BITMAPV4HEADER, BITMAPV5HEADER,
/// OS22XBITMAPHEADER).
struct BitmapHeader {
    enum Compression {
        case none
        /// Runs of palette entries, or of 24-bit pixels.
        case runs
        /// Modified Huffman codes (ITU-T T.4, one-dimensional) of one bit a pixel.
        case fax
    }

    let width: Int
    /// Rows; in an icon those of the mask count as well.
    let height: Int
    let isTopDown: Bool
    /// Bits of a pixel.
    let bits: Int
    let compression: Compression
    /// Where a pixel of 16, 24 or 32 bits has its colours.
    let masks: BitmapMasks
    /// Opaque pixels for all numbers of so many bits; those that the file lacks are black.
    let palette: [UInt32]
    /// Where the file has the first stored pixel.
    let pixelStart: Int
    let colors: SourceColors
    /// Pixels to the metre, which most files leave 0.
    let columnsPerMetre, rowsPerMetre: Int
    /// Whether the file says that its colours are sRGB.
    let isSRGB: Bool

    /// Bytes from one uncompressed stored row to the next.
    var rowStride: Int { (width * bits + 31) / 32 * 4 }
    /// Bytes of them that hold pixels.
    var rowLength: Int { (width * bits + 7) / 8 }

    /// Reads the header.
    /// - Parameters:
    ///   - reader: the file.
    ///   - start: where the header is.
    ///   - pixelOffset: where the file says that pixels are; otherwise they are behind the palette.
    /// - Throws: where there is none, or of a kind that is not read.
    init(_ reader: ByteReader, at start: Int, pixelOffset: Int?) throws(DecodingError) {
        let fields = try BitmapFields(reader, start)
        let isCore = fields.length == 12
        if isCore {
            (width, height) = (try reader.little16(at: start + 4), try reader.little16(at: start + 6))
            bits = try reader.little16(at: start + 10)
            isTopDown = false
        } else {
            let storedHeight = Int(Int32(bitPattern: try fields.word(8)))
            width = Int(Int32(bitPattern: try fields.word(4)))
            height = abs(storedHeight)
            isTopDown = storedHeight < 0
            bits = try reader.little16(at: start + 14)
        }
        guard [1, 2, 4, 8, 16, 24, 32, 64].contains(bits) else {
            throw DecodingError(bits == 0 ? try fields.embedded() : "\(bits) bits per pixel")
        }
        let kind = try fields.word(16)
        compression = try fields.compression(bits: bits)
        var paletteStart = start + fields.length
        masks = try BitmapMasks(reader, fields, start: start, bits: bits)
        // Masks that have no place in the header follow it.
        if fields.length == 40, kind == 3 || kind == 6 { paletteStart += kind == 3 ? 12 : 16 }
        let used = Int(try fields.word(32))
        let entryLength = isCore ? 3 : 4
        let entryCount = used > 0 ? used : bits <= 8 ? 1 << bits : 0
        let paletteEnd = paletteStart + entryCount * entryLength
        if let pixelOffset, pixelOffset >= paletteStart {
            pixelStart = pixelOffset
        } else {
            pixelStart = paletteEnd
        }
        palette = try Self.palette(
            reader, at: paletteStart, end: min(paletteEnd, pixelStart), entryLength: entryLength, bits: bits)
        colors = try fields.colors(bits: bits)
        (columnsPerMetre, rowsPerMetre) = (Int(try fields.word(24)), Int(try fields.word(28)))
        let space = try fields.word(56)
        // "sRGB" and "Win " as numbers.
        isSRGB = fields.length >= 108 && (space == 0x7352_4742 || space == 0x5769_6E20)
    }

    /// How pixels are stored.
    var facts: PictureFacts {
        var facts = PictureFacts()
        facts.addPixel(bits: bits)
        switch compression {
        case .none: break
        case .runs: facts.addDetail("run-length codes")
        case .fax: facts.addDetail("Huffman codes")
        }
        if isSRGB { facts.addColors(primaries: 1, transfer: 13) } else { facts.add(colors) }
        facts.addResolution(perMetre: Double(columnsPerMetre), Double(rowsPerMetre))
        return facts
    }

    private static func palette(
        _ reader: ByteReader, at start: Int, end: Int, entryLength: Int, bits: Int
    ) throws(DecodingError) -> [UInt32] {
        guard bits <= 8 else { return [] }
        var palette = [UInt32](repeating: 0xFF00_0000, count: 1 << bits)
        for index in palette.indices {
            let place = start + index * entryLength
            guard place + entryLength <= end, reader.has(entryLength, at: place) else { break }
            palette[index] |= UInt32(try reader.little16(at: place))
            palette[index] |= UInt32(try reader.byte(at: place + 2)) << 16
        }
        return palette
    }
}

/// The fields of a header, of which each version has more.
struct BitmapFields {
    /// Bytes of the header.
    let length: Int
    private let reader: ByteReader
    private let start: Int

    init(_ reader: ByteReader, _ start: Int) throws(DecodingError) {
        (self.reader, self.start) = (reader, start)
        length = Int(try reader.little32(at: start))
        guard length == 12 || (16...4096).contains(length) else {
            throw DecodingError("a header of \(length) bytes")
        }
    }

    /// The number at a place in the header; 0 where the header ends before.
    func word(_ place: Int) throws(DecodingError) -> UInt32 {
        place + 4 <= length ? try reader.little32(at: start + place) : 0
    }

    /// The numbers of compressions have meanings of their own in OS/2, whose headers are known by their
    /// lengths.
    private var isOS2: Bool { length <= 64 && ![40, 52, 56].contains(length) }

    func compression(bits: Int) throws(DecodingError) -> BitmapHeader.Compression {
        switch (try word(16), isOS2, bits) {
        case (0, _, _), (3, false, 16), (3, false, 24), (3, false, 32), (6, false, 16), (6, false, 32): .none
        case (1, _, 8), (2, _, 4), (4, true, 24): .runs
        case (3, true, 1): .fax
        case (4, false, _), (5, false, _): throw DecodingError(try embedded())
        case (let kind, _, _):
            throw DecodingError("\(bits) bits per pixel with a compression of number \(kind)")
        }
    }

    /// What is wrong with a file without pixels of its own.
    func embedded() throws(DecodingError) -> String {
        switch try word(16) {
        case 4: "it holds a JPEG picture for a printer"
        case 5: "it holds a PNG picture for a printer"
        default: "0 bits per pixel"
        }
    }

    /// What a header of version 4 or 5 says of the colours, which are linear where samples have 16 bits.
    func colors(bits: Int) throws(DecodingError) -> SourceColors {
        if bits == 64 { return .linearSRGB }
        switch try word(56) {
        case 0 where length >= 108: return try calibratedColors() ?? .sRGB
        // "MBED" as a number. A linked profile is a file's name, and nobody opens files for a picture.
        case 0x4D42_4544 where length >= 124:
            let (place, count) = (start + Int(try word(112)), Int(try word(116)))
            guard count > 0, reader.has(count, at: place) else { return .sRGB }
            return .icc(try reader.bytes(at: place, count: count))
        default: return .sRGB
        }
    }

    /// Primaries as x, y and z with 30 bits behind the point, and exponents with 16.
    private func calibratedColors() throws(DecodingError) -> SourceColors? {
        var primaries: [ColorPrimaries.Chromaticity] = []
        var gamma = 0.0
        for index in 0..<3 {
            var parts: [Double] = []
            for part in 0..<3 { parts.append(Double(try word(60 + 12 * index + 4 * part))) }
            let sum = parts.reduce(0, +)
            // Many writers leave all this 0.
            guard sum > 0 else { return nil }
            primaries.append(.init(parts[0] / sum, parts[1] / sum))
            gamma += Double(try word(96 + 4 * index)) / 65536 / 3
        }
        guard (0.1...10).contains(gamma) else { return nil }
        let white = ColorPrimaries.Chromaticity(0.3127, 0.3290)
        let colors = ColorPrimaries(red: primaries[0], green: primaries[1], blue: primaries[2], white: white)
        // 2.2 is what writers of sRGB say.
        return .parametric(colors, abs(gamma - 2.2) < 0.05 ? .sRGB : .gamma(gamma))
    }
}
