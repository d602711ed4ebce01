#if TIFF
    import Decoding

    /// Where the pages of a file are.
    ///
    /// The library counts them too, but searches all those before at each one for a loop: a long chain would take hours.
    struct TIFFDirectories {
        /// More pages than these are not counted.
        private static let most = 65_536

        /// The place of each page's directory.
        let offsets: [UInt64]

        init(of source: TIFFSource) throws(DecodingError) {
            let mark = source.bytes(count: 16, at: 0)
            guard mark.count >= 8 else { throw .endsEarly }
            let isBigEndian = mark[0] == 0x4D
            let number = { (bytes: ArraySlice<UInt8>) in
                (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            }
            let isBig = number(mark[2..<4]) == 43
            guard !isBig || mark.count == 16 else { throw .endsEarly }
            // Bytes of an entry count, an entry, and an offset.
            let (countLength, entryLength, offsetLength) = isBig ? (8, 20, 8) : (2, 12, 4)
            var next = number(isBig ? mark[8..<16] : mark[4..<8])
            var offsets: [UInt64] = []
            var seen: Set<UInt64> = []
            while next != 0, next < source.size, offsets.count < Self.most, seen.insert(next).inserted {
                offsets.append(next)
                let countBytes = source.bytes(count: countLength, at: Int(next))
                let count = number(countBytes[...])
                // No directory has more, and none reaches past the file's end.
                guard countBytes.count == countLength, count <= 65_536 else { break }
                let end = next + UInt64(countLength) + count * UInt64(entryLength)
                let link = source.bytes(count: offsetLength, at: Int(clamping: end))
                next = link.count == offsetLength ? number(link[...]) : 0
            }
            guard !offsets.isEmpty else {
                throw next == 0 ? DecodingError("there is no picture in it") : .endsEarly
            }
            self.offsets = offsets
        }
    }
#endif
