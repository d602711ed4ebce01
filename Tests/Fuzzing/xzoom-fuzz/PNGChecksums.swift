/// The table of CRC-32 (ISO/IEC 15948, annex D).
private let remainders: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
}

/// Puts right the check sums of a PNG file's chunks, at which changed files would all be refused.
/// - Returns: the file.
func withRightChecksums(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var file = Array(bytes)
    var start = 8
    while start + 12 <= file.count {
        let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = start + 8 + length
        guard end + 4 <= file.count else { break }
        let sum = ~file[start + 4..<end].reduce(~UInt32(0)) { sum, byte in
            remainders[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8
        }
        for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
        start = end + 4
    }
    return file
}
