/// Formats that begin with text, which must look like theirs for more than a word.
extension ImageFormat {
    /// A mark, and the numbers that follow it.
    static func isPNM(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 3, bytes[0] == 0x50 else { return false }
        let numbers: Int
        switch bytes[1] {
        case 0x31, 0x34: numbers = 2
        case 0x32, 0x33, 0x35, 0x36: numbers = 3
        case 0x37: return isPAM(bytes)
        // The floating point ones, whose third number is of another kind.
        case 0x46, 0x66: numbers = 2
        default: return false
        }
        guard isSpace(bytes[2]) || bytes[2] == 0x23 else { return false }
        var place = 2
        for number in 0..<numbers {
            skipSpace(bytes, &place)
            let first = place
            while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
            // A file that is cut within its header is still one.
            if place == bytes.count { return number > 0 || place > first }
            guard place > first, place - first <= 10, isSpace(bytes[place]) || bytes[place] == 0x23 else {
                return false
            }
        }
        return true
    }

    private static let lines = ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL", "TUPLTYPE", "ENDHDR"].map {
        Array($0.utf8)
    }

    private static func isPAM(_ bytes: [UInt8]) -> Bool {
        // Thumbnails of xv begin with P7 and a space.
        guard bytes[2] == 0x0A || bytes[2] == 0x0D else { return false }
        var place = 2
        skipSpace(bytes, &place)
        return lines.contains { bytes.has($0, at: place) }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let commentStart = Array("<!--".utf8)
    private static let commentEnd = Array("-->".utf8)
    private static let instructionStart = Array("<?".utf8)
    private static let instructionEnd = Array("?>".utf8)
    private static let typeStart = Array("<!DOCTYPE".utf8)
    private static let name = Array("svg".utf8)

    /// XML with a first element of name svg, with any prefix, or a document type of that name.
    static func isSVG(_ bytes: [UInt8]) -> Bool {
        var place = bytes.has(byteOrderMark, at: 0) ? 3 : 0
        while true {
            while place < bytes.count, isSpace(bytes[place]) { place += 1 }
            guard place < bytes.count, bytes[place] == 0x3C else { return false }
            if bytes.has(commentStart, at: place) {
                guard skip(bytes, behind: commentEnd, &place) else { return false }
            } else if bytes.has(instructionStart, at: place) {
                guard skip(bytes, behind: instructionEnd, &place) else { return false }
            } else if bytes.has(typeStart, at: place) {
                place += typeStart.count
                while place < bytes.count, isSpace(bytes[place]) { place += 1 }
                return isName(bytes, at: place)
            } else {
                return isName(bytes, at: place + 1)
            }
        }
    }

    /// Whether a name is svg, behind a prefix or without.
    private static func isName(_ bytes: [UInt8], at start: Int) -> Bool {
        var (place, end) = (start, start)
        while end < bytes.count, !isSpace(bytes[end]), bytes[end] != 0x3E, bytes[end] != 0x2F {
            if bytes[end] == 0x3A { place = end + 1 }
            end += 1
        }
        return end - place == name.count && bytes.has(name, at: place)
    }

    /// - Returns: whether the mark is there.
    private static func skip(_ bytes: [UInt8], behind mark: [UInt8], _ place: inout Int) -> Bool {
        while place < bytes.count {
            if bytes.has(mark, at: place) {
                place += mark.count
                return true
            }
            place += 1
        }
        return false
    }

    /// Goes on behind spaces, and comments from # to the line's end.
    private static func skipSpace(_ bytes: [UInt8], _ place: inout Int) {
        while place < bytes.count {
            if bytes[place] == 0x23 {
                while place < bytes.count, bytes[place] != 0x0A { place += 1 }
            } else if isSpace(bytes[place]) {
                place += 1
            } else {
                return
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
