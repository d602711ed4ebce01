#if TIFF
    import Decoding
    import Geometry

    /// Where the pages of a file are.
    ///
    /// The library counts them too, but searches all those before at each one for a loop: a long chain would take hours.
    struct TIFFDirectories {
        /// A page, and what the chain of directories has of it.
        struct Page {
            /// The place of its directory.
            let offset: UInt64
            let size: PixelSize?
            /// The places of pages behind it that say that they are smaller versions.
            fileprivate(set) var reduced: [UInt64] = []
        }

        /// What a directory says in the first of its fields, which are in order.
        private struct Directory {
            var isReduced = false
            var isMask = false
            var size: PixelSize?
            /// The place of the next one in the chain, 0 behind the last.
            var next: UInt64 = 0
        }

        /// More pages than these are not counted.
        private static let most = 65_536
        /// More smaller versions of a page than these are not looked at.
        static let mostReduced = 64
        /// Fields that are read; the kind of the page and its size are among the first four.
        private static let fieldCount = 8

        let pages: [Page]
        private let source: TIFFSource
        private let isBigEndian: Bool
        private let isBig: Bool

        init(of source: TIFFSource) throws(DecodingError) {
            let mark = source.bytes(count: 16, at: 0)
            guard mark.count >= 8 else { throw .endsEarly }
            self.source = source
            isBigEndian = mark[0] == 0x4D
            isBig = Self.number(mark[2..<4], isBigEndian) == 43
            guard !isBig || mark.count == 16 else { throw .endsEarly }
            var next = Self.number(isBig ? mark[8..<16] : mark[4..<8], isBigEndian)
            var pages: [Page] = []
            var seen: Set<UInt64> = []
            while next != 0, next < source.size, seen.count < Self.most, seen.insert(next).inserted {
                let directory = Self.directory(at: next, of: source, isBigEndian, isBig: isBig)
                Self.add(directory, at: next, to: &pages)
                next = directory.next
            }
            guard !pages.isEmpty else {
                throw next == 0 ? DecodingError("there is no picture in it") : .endsEarly
            }
            self.pages = pages
        }

        /// The first directory is a page in any case: so are thumbnails that the picture itself is a part of.
        private static func add(_ directory: Directory, at offset: UInt64, to pages: inout [Page]) {
            guard let last = pages.last, directory.isReduced || directory.isMask,
                let size = directory.size, let full = last.size,
                size.width <= full.width, size.height <= full.height, directory.isMask || size != full
            else {
                return pages.append(Page(offset: offset, size: directory.size))
            }
            guard !directory.isMask, last.reduced.count < mostReduced else { return }
            pages[pages.count - 1].reduced.append(offset)
        }

        /// The size of a smaller version of a page.
        /// - Parameter offset: the place of a directory.
        /// - Returns: `nil` where it does not say that it is one.
        func reducedSize(at offset: UInt64) -> PixelSize? {
            guard offset > 0, offset < source.size else { return nil }
            let directory = Self.directory(at: offset, of: source, isBigEndian, isBig: isBig)
            return directory.isReduced && !directory.isMask ? directory.size : nil
        }

        private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> UInt64 {
            (isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }

        private static func directory(
            at offset: UInt64, of source: TIFFSource, _ isBigEndian: Bool, isBig: Bool
        ) -> Directory {
            // Bytes of an entry count, an entry, and an offset, which are those of an entry's count and of its value too.
            let (countLength, entryLength, offsetLength) = isBig ? (8, 20, 8) : (2, 12, 4)
            let bytes = source.bytes(count: countLength + fieldCount * entryLength, at: Int(clamping: offset))
            var directory = Directory()
            guard bytes.count >= countLength else { return directory }
            let count = number(bytes[..<countLength], isBigEndian)
            // No directory has more, and none reaches past the file's end.
            guard count <= 65_536 else { return directory }
            let end = offset + UInt64(countLength) + count * UInt64(entryLength)
            let link = source.bytes(count: offsetLength, at: Int(clamping: end))
            if link.count == offsetLength { directory.next = number(link[...], isBigEndian) }
            var (width, height): (Int?, Int?)
            for index in 0..<min(Int(count), (bytes.count - countLength) / entryLength) {
                let entry = bytes[(countLength + index * entryLength)...].prefix(entryLength)
                let start = entry.startIndex
                let type = number(entry[start + 2..<start + 4], isBigEndian)
                // Of a short, a long, and where there is room for it a long of eight bytes.
                let length = type == 3 ? 2 : type == 16 ? offsetLength : 4
                let place = start + 4 + offsetLength
                let value = number(entry[place..<place + length], isBigEndian)
                switch number(entry[start..<start + 2], isBigEndian) {
                // NewSubfileType, and what it was before TIFF 5.0.
                case 254: (directory.isReduced, directory.isMask) = (value & 1 == 1, value & 4 == 4)
                case 255 where value == 2: directory.isReduced = true
                case 256: width = Int(clamping: value)
                case 257: height = Int(clamping: value)
                default: break
                }
            }
            if let width, let height, width > 0, height > 0 {
                directory.size = PixelSize(width: width, height: height)
            }
            return directory
        }
    }
#endif
