#if TIFF
    import CTIFF
    import Decoding
    import Glibc
    import Posix

    /// A TIFF file that libtiff reads through its descriptor, and what the library said first.
    final class TIFFFile {
        /// The library's handle.
        let handle: OpaquePointer
        /// The place of the directory of the page that it is at.
        private(set) var pageOffset: UInt64 = 0
        private let source: TIFFSource

        /// Opens a file without reading a page of it.
        /// - Parameters:
        ///   - source: the file's bytes.
        ///   - memoryLimit: the most bytes that the library may take at once.
        /// - Throws: where it is no TIFF file.
        init(_ source: TIFFSource, memoryLimit: Int) throws(DecodingError) {
            self.source = source
            guard let options = TIFFOpenOptionsAlloc() else { throw .noMemory }
            defer { TIFFOpenOptionsFree(options) }
            let user = Unmanaged.passUnretained(source).toOpaque()
            TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t(memoryLimit))
            TIFFOpenOptionsSetErrorHandlerExtR(
                options,
                { _, user, _, format, arguments in
                    TIFFSource.of(user)?.note(format, arguments)
                    return 1
                }, user)
            TIFFOpenOptionsSetWarningHandlerExtR(
                options,
                { _, user, _, _, _ in
                    TIFFSource.of(user)?.warningCount += 1
                    return 1
                }, user)
            // r: read, h: no page yet, m: no mapping, which would end this program where the file is cut short meanwhile.
            let opened = TIFFClientOpenExt(
                "file", "rhm", user,
                { user, bytes, count in tmsize_t(TIFFSource.of(user)?.read(bytes, Int(count)) ?? -1) },
                { _, _, _ in 0 },
                { user, offset, whence in TIFFSource.of(user)?.seek(offset, whence) ?? 0 }, { _ in 0 },
                { user in TIFFSource.of(user)?.size ?? 0 }, nil, nil, options)
            guard let opened else { throw source.error }
            handle = opened
        }

        deinit { TIFFClose(handle) }

        /// What is wrong with the file: the library's first words, or that it ends early.
        var error: DecodingError { source.error }
        /// Whether the library has asked for bytes behind the file's end.
        var isCutShort: Bool { source.isCutShort }
        /// Warnings and errors so far.
        var complaintCount: Int { source.warningCount + source.errorCount }

        /// Goes to a page.
        /// - Parameter offset: the place of its directory.
        /// - Returns: how its samples are stored.
        /// - Throws: where it makes no sense, or is of a kind that is not decoded.
        func page(at offset: UInt64) throws(DecodingError) -> TIFFPage {
            pageOffset = offset
            guard TIFFSetSubDirectory(handle, offset) == 1 else { throw error }
            return try TIFFPage(of: self)
        }

        /// Its directories, as others than the library read them.
        var structure: EXIFStructure? {
            EXIFStructure { [source] count, place in place < 0 ? [] : source.bytes(count: count, at: place) }
        }

        /// Forgets what was wrong so far.
        func forgetErrors() { source.forgetErrors() }

        /// The field's value, or the one that the format has for a file without it.
        func short(_ tag: Int32) -> UInt16? {
            var value: UInt16 = 0
            return xz_tiff_short(handle, UInt32(tag), &value) == 1 ? value : nil
        }

        /// The field's value, or the one that the format has for a file without it.
        func long(_ tag: Int32) -> UInt32? {
            var value: UInt32 = 0
            return xz_tiff_long(handle, UInt32(tag), &value) == 1 ? value : nil
        }

        /// The field's values, none for a file without it.
        func shorts(_ tag: Int32) -> [UInt16] {
            var count: UInt16 = 0
            var values: UnsafeMutablePointer<UInt16>?
            guard xz_tiff_shorts(handle, UInt32(tag), &count, &values) == 1 else { return [] }
            return Array(UnsafeBufferPointer(start: values, count: values == nil ? 0 : Int(count)))
        }

        /// The places of the directories of pages within the page.
        var innerPages: [UInt64] {
            var count: UInt16 = 0
            var offsets: UnsafeMutablePointer<UInt64>?
            guard xz_tiff_inner_pages(handle, &count, &offsets) == 1 else { return [] }
            return Array(UnsafeBufferPointer(start: offsets, count: offsets == nil ? 0 : Int(count)))
        }

        /// The field's bytes, none for a file without it.
        func bytes(_ tag: Int32) -> [UInt8] {
            var count: UInt32 = 0
            var bytes: UnsafeMutableRawPointer?
            guard xz_tiff_bytes(handle, UInt32(tag), &count, &bytes) == 1 else { return [] }
            return Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
        }

        /// What is in the file of a strip's or tile's bytes.
        func storedBytes(ofBlock index: UInt32) -> [UInt8] {
            let offset = TIFFGetStrileOffset(handle, index)
            let count = TIFFGetStrileByteCount(handle, index)
            guard offset < source.size, count > 0 else { return [] }
            return source.bytes(count: Int(min(count, source.size - offset)), at: Int(offset))
        }
    }

    /// The bytes of a file, as libtiff asks for them.
    final class TIFFSource {
        private static let messageLength = 200

        /// Bytes of the file when it was opened.
        let size: UInt64
        private let file: FileDescriptor
        private var offset: UInt64 = 0
        private var message: String?
        fileprivate(set) var isCutShort = false
        fileprivate var warningCount = 0
        fileprivate var errorCount = 0

        init(_ file: consuming FileDescriptor) throws(DecodingError) {
            var status = stat()
            guard fstat(file.rawValue, &status) == 0 else { throw DecodingError("the file cannot be read") }
            size = UInt64(max(0, status.st_size))
            self.file = file
        }

        fileprivate static func of(_ user: UnsafeMutableRawPointer?) -> TIFFSource? {
            user.map { Unmanaged<TIFFSource>.fromOpaque($0).takeUnretainedValue() }
        }

        var error: DecodingError {
            isCutShort ? .endsEarly : DecodingError(message ?? "the file makes no sense")
        }

        /// Bytes at a place, fewer at the file's end.
        func bytes(count: Int, at offset: Int) -> [UInt8] { (try? file.read(count: count, at: offset)) ?? [] }

        fileprivate func read(_ target: UnsafeMutableRawPointer?, _ count: Int) -> Int {
            guard let target, count > 0 else { return 0 }
            var got = 0
            while got < count, let place = Int(exactly: offset) {
                let result = pread(file.rawValue, target + got, count - got, off_t(place))
                if result == -1 && errno == EINTR { continue }
                guard result >= 0 else { return -1 }
                if result == 0 { break }
                got += result
                offset += UInt64(result)
            }
            if got < count { isCutShort = true }
            return got
        }

        fileprivate func forgetErrors() {
            message = nil
            isCutShort = false
        }

        fileprivate func seek(_ distance: UInt64, _ whence: Int32) -> UInt64 {
            switch whence {
            case SEEK_CUR: offset &+= distance
            case SEEK_END: offset = size &+ distance
            default: offset = distance
            }
            return offset
        }

        fileprivate func note(_ format: UnsafePointer<CChar>?, _ arguments: CVaListPointer?) {
            errorCount += 1
            guard message == nil, let format, let arguments else { return }
            var text = [CChar](repeating: 0, count: Self.messageLength)
            vsnprintf(&text, text.count, format, arguments)
            message = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }
#endif
