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

    init(_ text: String) { cString = Array(text.utf8CString) }

    init(stringLiteral text: String) { self.init(text) }

    /// The word for people, in one line: what is not UTF-8, or would move a terminal's cursor, becomes U+FFFD.
    var text: String {
        String(decoding: cString.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self).singleLine
    }
}
