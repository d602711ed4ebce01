import Glibc
import Loading

/// A word of the command line: bytes as the kernel has them, which in a file's name need not be UTF-8.
struct Argument: Hashable, ExpressibleByStringLiteral {
    /// The bytes and a zero behind them, as system calls take them.
    let cString: [CChar]

    /// The word that a C string holds.
    init(cString: UnsafePointer<CChar>) {
        self.cString = Array(UnsafeBufferPointer(start: cString, count: strlen(cString) + 1))
    }

    /// The path of a file in a folder.
    init(file name: UnsafePointer<CChar>, in folder: Argument) {
        let (slash, stem) = (CChar(0x2F), folder.cString.dropLast())
        cString = stem + (stem.last == slash ? [] : [slash]) + Argument(cString: name).cString
    }

    init(_ text: String) { cString = Array(text.utf8CString) }

    init(stringLiteral text: String) { self.init(text) }

    /// The word for people, in one line: what is not UTF-8, or would move a terminal's cursor, becomes U+FFFD.
    var text: String {
        String(decoding: cString.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self).singleLine
    }
}
