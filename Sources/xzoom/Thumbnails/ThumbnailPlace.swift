import Glibc
import Loading
import Posix
import X11
import Rendering

/// A file as the thumbnail cache knows it. For any thread.
struct ThumbnailPlace: Sendable {
    /// The file, from the root on.
    let path: Argument
    let uri: String
    /// As it was when it was looked at.
    let status: FileStatus
    /// `nil` where no thumbnails of the file are kept.
    let cache: ThumbnailCache?

    /// Looks at a file; `nil` where it is none that can be read again.
    /// - Parameters:
    ///   - path: the file's.
    ///   - cache: the user's.
    init?(_ path: Argument, in cache: ThumbnailCache?) {
        self.path = path.absolute(from: .workingFolder)
        guard path != "-", let status = try? FileStatus(path: self.path.cString), status.kind == .regular
        else {
            return nil
        }
        self.status = status
        uri = FileURI.uri(of: self.path)
        self.cache = cache?.contains(self.path) == true ? nil : cache
    }

    /// What there is in the cache for it: thumbnails of at least a size, the smallest first, and then the note that there can
    /// be none. None of it need be valid.
    /// - Parameter side: of the square that a thumbnail is to fill, in pixels.
    /// - Returns: the files of the cache.
    func kept(covering side: Int) -> [(path: Argument, kind: ThumbnailCache.Kind)] {
        guard let cache else { return [] }
        let smallest = ThumbnailCache.Size(covering: side)
        let sizes = ThumbnailCache.Size.allCases.filter { $0.side >= smallest.side }
        return (sizes.map { .thumbnail($0) } + [.failure]).compactMap { (kind: ThumbnailCache.Kind) in
            let path = cache.path(of: uri, kind)
            return access(path.cString, R_OK) == 0 ? (path, kind) : nil
        }
    }

    /// Whether what the cache has is of the file as it is now.
    /// - Parameter facts: what the loader of it tells.
    /// - Returns: whether it can be shown in the file's place.
    func isValid(_ facts: [PictureFact]) -> Bool {
        let value = { (kind: PictureFact.Kind) in facts.first { $0.kind == kind }?.text }
        guard var uri = value(.thumbnailURI), let time = value(.thumbnailTime) else { return false }
        // Facts are not as long as a URI may be.
        if uri.utf8.count == Wire.maximumText && self.uri.hasPrefix(uri) { uri = self.uri }
        return ThumbnailCache.isValid(
            [(ThumbnailCache.Key.uri, uri), (ThumbnailCache.Key.modified, time)], of: self.uri, status)
    }

    /// Keeps a thumbnail, or the note that there can be none, unless the file has changed since it was opened, or may do so
    /// without another time to tell. That it cannot be kept is nobody's concern.
    /// - Parameters:
    ///   - thumbnail: fitting the kind's square; `nil` for a failure.
    ///   - kind: where it belongs.
    ///   - opened: the file's status from before it was read.
    ///   - size: the picture's.
    func keep(_ thumbnail: Thumbnail?, _ kind: ThumbnailCache.Kind, opened: FileStatus, size: (Int, Int)?) {
        guard let cache, Self.hasSettled(opened, at: Self.now),
            (try? FileStatus(path: path.cString)) == opened
        else { return }
        let texts = cache.texts(of: uri, opened, size: size.map { (width: $0.0, height: $0.1) })
            .map { PNGEncoder.Text(keyword: $0.key, value: $0.value) }
        guard let png = try? thumbnail?.png(texts: texts) ?? Thumbnail.emptyPNG(texts: texts) else { return }
        try? cache.write(png, of: uri, kind)
    }

    /// Whether a change of a file now would change its time in whole seconds as well.
    /// - Parameters:
    ///   - status: the file's.
    ///   - now: nanoseconds since 1970 began.
    /// - Returns: whether more than a second lies between them.
    static func hasSettled(_ status: FileStatus, at now: Int64) -> Bool {
        let (age, overflow) = now.subtractingReportingOverflow(status.modified)
        return overflow || !(-1_000_000_000..<1_000_000_000).contains(age)
    }

    private static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
