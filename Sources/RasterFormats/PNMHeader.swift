import Decoding

/// What the header of a PBM, PGM, PPM, PAM (netpbm's manual pages) or PFM picture says.
struct PNMHeader {
    /// How samples are stored.
    enum Samples {
        /// Digits, of bits without spaces if the writer likes.
        case digits
        /// Bits, the high one first, of rows that begin with a byte.
        case bits
        /// Numbers of one byte, or of two, the high one first, where the largest does not fit into one.
        case numbers
        /// Floating point numbers of 32 bits, from the bottom row on.
        case floats(isLittleEndian: Bool)
    }

    /// What a pixel's first samples are.
    enum Channels: Int {
        case gray = 1
        case grayAlpha = 2
        case rgb = 3
        case rgba = 4
        case cmyk = 5

        var count: Int { self == .cmyk ? 4 : rawValue }
    }

    let width: Int
    let height: Int
    let samples: Samples
    let channels: Channels
    /// Samples of a pixel, of which the channels are the first.
    let depth: Int
    /// The sample of full intensity, 1...65535.
    let maximum: Int
    /// Whether 1 is black.
    let isInverted: Bool
    let pixelStart: Int

    /// Whether a pixel may be transparent.
    var hasAlpha: Bool { channels == .grayAlpha || channels == .rgba }

    /// Bytes of a stored row; `nil` where rows have lengths of their own.
    var rowLength: Int? {
        switch samples {
        case .digits: nil
        case .bits: (width + 7) / 8
        case .numbers: width * depth * (maximum > 255 ? 2 : 1)
        case .floats: width * depth * 4
        }
    }

    /// Reads the header of a picture.
    /// - Parameters:
    ///   - reader: the file.
    ///   - start: where the picture begins.
    /// - Throws: where there is none.
    init(_ reader: ByteReader, at start: Int) throws(DecodingError) {
        let mark = try reader.bytes(at: start, count: 2)
        var text = PNMText(reader, at: start + 2)
        guard mark[0] == 0x50 else { throw DecodingError("no mark of a picture") }
        switch mark[1] {
        case 0x37:
            self = try Self(pam: reader, &text)
            return
        case 0x31, 0x34: (samples, channels, isInverted) = (mark[1] == 0x31 ? .digits : .bits, .gray, true)
        case 0x32, 0x35:
            (samples, channels, isInverted) = (mark[1] == 0x32 ? .digits : .numbers, .gray, false)
        case 0x33, 0x36: (samples, channels, isInverted) = (mark[1] == 0x33 ? .digits : .numbers, .rgb, false)
        case 0x46, 0x66:
            (width, height) = (try text.number(), try text.number())
            samples = .floats(isLittleEndian: try text.isNegative())
            (channels, isInverted, maximum) = (mark[1] == 0x46 ? .rgb : .gray, false, 1)
            depth = channels.count
            pixelStart = text.place
            return
        default: throw DecodingError("no mark of a picture")
        }
        let hasWindowsLines = (try? reader.bytes(at: start + 2, count: 2)) == [0x0D, 0x0A]
        (width, height) = (try text.number(), try text.number())
        maximum = isInverted ? 1 : try text.number()
        guard (1...65535).contains(maximum) else { throw DecodingError("samples up to \(maximum)") }
        depth = channels.count
        pixelStart = try text.endOfHeader(hasWindowsLines: hasWindowsLines)
    }

    /// Reads the lines of a PAM header.
    private init(pam reader: ByteReader, _ text: inout PNMText) throws(DecodingError) {
        var numbers: [String: Int] = [:]
        var type = ""
        while true {
            let word = try text.word()
            if word == "ENDHDR" { break }
            if word == "TUPLTYPE" {
                type = try text.restOfLine()
            } else if ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(word) {
                numbers[word] = try text.number()
            } else {
                throw DecodingError("a header with a line of another kind")
            }
        }
        _ = try text.restOfLine()
        guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"], let depth = numbers["DEPTH"],
            let maximum = numbers["MAXVAL"]
        else { throw DecodingError("a header without its size") }
        guard (1...65535).contains(maximum) else { throw DecodingError("samples up to \(maximum)") }
        let types: [String: Channels] = [
            "BLACKANDWHITE": .gray, "GRAYSCALE": .gray, "RGB": .rgb, "CMYK": .cmyk,
            "BLACKANDWHITE_ALPHA": .grayAlpha, "GRAYSCALE_ALPHA": .grayAlpha, "RGB_ALPHA": .rgba,
        ]
        // Without a type that is known, the samples are what so many usually are.
        let usual = Channels(rawValue: min(depth, 4))
        guard depth <= 256, let channels = types[type].flatMap({ $0.count <= depth ? $0 : nil }) ?? usual
        else {
            throw DecodingError("\(depth) samples for a pixel")
        }
        (self.width, self.height, self.depth, self.maximum) = (width, height, depth, maximum)
        (self.channels, samples, isInverted, pixelStart) = (channels, .numbers, false, text.place)
    }
}

/// The words and numbers of a header, or of samples in digits. A comment from # to the line's end is as good
/// as a space.
struct PNMText {
    private let reader: ByteReader
    /// Where the next character is.
    private(set) var place: Int

    init(_ reader: ByteReader, at place: Int) { (self.reader, self.place) = (reader, place) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private mutating func skipSpace() throws(DecodingError) {
        while true {
            let byte = try reader.byte(at: place)
            if byte == 0x23 {
                while try reader.byte(at: place) != 0x0A { place += 1 }
            } else if !Self.isSpace(byte) {
                return
            }
            place += 1
        }
    }

    /// The next number; the character behind its digits is not read yet.
    mutating func number() throws(DecodingError) -> Int {
        try skipSpace()
        var value = 0
        let start = place
        while place < reader.count {
            let byte = try reader.byte(at: place)
            guard isDigit(byte) else { break }
            value = value * 10 + Int(byte - 0x30)
            guard value <= UInt32.max else { throw DecodingError("a number with too many digits") }
            place += 1
        }
        guard place > start else { throw DecodingError("no number where one is due") }
        return value
    }

    /// The next sample of a bitmap in digits, which need no spaces between them.
    mutating func bit() throws(DecodingError) -> Int {
        try skipSpace()
        let byte = try reader.byte(at: place)
        guard byte == 0x30 || byte == 0x31 else { throw DecodingError("neither 0 nor 1") }
        place += 1
        return Int(byte - 0x30)
    }

    /// The next word in letters.
    mutating func word() throws(DecodingError) -> String {
        try skipSpace()
        let start = place
        while try !Self.isSpace(reader.byte(at: place)), place - start < 16 { place += 1 }
        return String(decoding: try reader.bytes(at: start, count: place - start), as: UTF8.self)
    }

    /// What the line still has, without spaces around it, and goes on behind it.
    mutating func restOfLine() throws(DecodingError) -> String {
        let start = place
        while try reader.byte(at: place) != 0x0A { place += 1 }
        let line = try reader.bytes(at: start, count: min(place - start, 64))
        place += 1
        let isInner = { (byte: UInt8) in !Self.isSpace(byte) }
        guard let first = line.firstIndex(where: isInner), let last = line.lastIndex(where: isInner) else {
            return ""
        }
        return String(decoding: line[first...last], as: UTF8.self)
    }

    /// Whether the number that comes, of any form, is below 0; goes on behind it and the character that ends
    /// it.
    mutating func isNegative() throws(DecodingError) -> Bool {
        let word = try word()
        guard let value = Double(word), value != 0 else { throw DecodingError("no number where one is due") }
        place += 1
        return value < 0
    }

    /// Where the pixels begin: behind one character, which a comment may precede. Where lines end as in
    /// Windows, the last does too.
    func endOfHeader(hasWindowsLines: Bool) throws(DecodingError) -> Int {
        var place = place
        if try reader.byte(at: place) == 0x23 {
            while try reader.byte(at: place) != 0x0A { place += 1 }
        }
        if hasWindowsLines, (try? reader.bytes(at: place, count: 2)) == [0x0D, 0x0A] { place += 1 }
        guard Self.isSpace(try reader.byte(at: place)) else {
            throw DecodingError("no space behind the header")
        }
        return place + 1
    }
}
