/// Finds the replies in what a server sends to a client (X protocol, appendix B, little-endian).
struct ReplyCounter {
    /// Bytes of the header that is being read: 8 of the answer to the connection's setup, then 32 of each message.
    private var header: [UInt8] = []
    private var headerLength = 8
    private var isSetUp = false
    /// Bytes of the message under way that follow its header.
    private var rest = 0

    /// Reads what came.
    /// - Parameter bytes: the next of the stream.
    /// - Returns: how many replies ended their headers in them.
    mutating func count(_ bytes: ArraySlice<UInt8>) -> Int {
        var replies = 0
        var left = bytes
        while !left.isEmpty {
            if rest > 0 {
                let skipped = min(rest, left.count)
                rest -= skipped
                left = left.dropFirst(skipped)
                continue
            }
            let part = left.prefix(headerLength - header.count)
            header += part
            left = left.dropFirst(part.count)
            guard header.count == headerLength else { break }
            if !isSetUp {
                rest = 4 * (Int(header[6]) | Int(header[7]) << 8)
                isSetUp = true
                headerLength = 32
            } else {
                // 1 is a reply, 35 an event of any length; errors and the other events have 32 bytes.
                let (isReply, isLong) = (header[0] == 1, header[0] & 0x7F == 35)
                if isReply { replies += 1 }
                if isReply || isLong { rest = 4 * (0..<4).reduce(0) { $0 | Int(header[4 + $1]) << (8 * $1) } }
            }
            header.removeAll(keepingCapacity: true)
        }
        return replies
    }
}
