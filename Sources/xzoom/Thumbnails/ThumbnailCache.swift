import CMD
import Posix

/// The desktop's cache of small pictures (freedesktop.org, Thumbnail Managing Standard 0.9).
///
/// The files in it come from others: their pixels and texts are read by a loader, never here.
struct ThumbnailCache: Sendable {
    /// A size that is kept; thumbnails fit into a square, and none is larger than its picture.
    enum Size: Int, CaseIterable, Sendable {
        case normal = 128
        case large = 256
        case extraLarge = 512
        case extraExtraLarge = 1024

        /// The square's side in pixels.
        var side: Int { rawValue }

        fileprivate var folder: String {
            switch self {
            case .normal: "normal"
            case .large: "large"
            case .extraLarge: "x-large"
            case .extraExtraLarge: "xx-large"
            }
        }

        /// The size that is large enough for a square, or the largest.
        /// - Parameter side: in pixels.
        init(covering side: Int) { self = Self.allCases.first { $0.side >= side } ?? .extraExtraLarge }
    }

    /// Where something is kept.
    enum Kind: Hashable, Sendable {
        /// A thumbnail.
        case thumbnail(Size)
        /// That this version could make none.
        case failure
    }

    /// Keys of a thumbnail's texts.
    enum Key {
        static let uri = "Thumb::URI"
        static let modified = "Thumb::MTime"
        static let byteCount = "Thumb::Size"
        static let width = "Thumb::Image::Width"
        static let height = "Thumb::Image::Height"
        static let software = "Software"
    }

    /// A key and its value.
    typealias Text = (key: String, value: String)

    private let folder: Argument
    private let version: String

    /// A cache.
    /// - Parameters:
    ///   - folder: its path, absolute; it is made when something is written.
    ///   - version: xzoom's: what one version cannot show, the next one tries again.
    init(folder: Argument, version: String) {
        self.folder = folder
        self.version = version
    }

    /// The user's cache; `nil` where the environment names no folder for it.
    init?(version: String) {
        guard
            let base = Argument.path(inVariable: "XDG_CACHE_HOME")
                ?? Argument.path(inVariable: "HOME")?.appending(".cache")
        else { return nil }
        self.init(folder: base.appending("thumbnails"), version: version)
    }

    /// Whether a file is in the cache itself: no thumbnails are made of those.
    /// - Parameter path: absolute.
    /// - Returns: whether it is below the cache's folder.
    func contains(_ path: Argument) -> Bool { path.bytes.starts(with: folder.bytes + [UInt8(ascii: "/")]) }

    private func subfolder(_ kind: Kind) -> Argument {
        switch kind {
        case .thumbnail(let size): folder.appending(size.folder)
        case .failure: folder.appending("fail").appending("xzoom-\(version)")
        }
    }

    /// Where a file's thumbnail is, if there is one.
    /// - Parameters:
    ///   - uri: the file's (`FileURI.uri(of:)`).
    ///   - kind: of the thumbnail.
    /// - Returns: the path of a PNG file.
    func path(of uri: String, _ kind: Kind) -> Argument {
        subfolder(kind).appending("\(Self.hash(of: uri)).png")
    }

    /// The MD5 hash (RFC 1321) of a URI in hexadecimal digits, which names its thumbnails.
    static func hash(of uri: String) -> String {
        var context = MD5_CTX()
        MD5Init(&context)
        var bytes = Array(uri.utf8)
        MD5Update(&context, &bytes, bytes.count)
        var digest = [UInt8](repeating: 0, count: Int(MD5_DIGEST_LENGTH))
        MD5Final(&digest, &context)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The texts that a thumbnail must have.
    /// - Parameters:
    ///   - uri: the file's.
    ///   - status: the file's, from before it was read.
    ///   - size: the picture's columns and rows, where they are known.
    /// - Returns: the texts, for tEXt chunks.
    func texts(of uri: String, _ status: FileStatus, size: (width: Int, height: Int)?) -> [Text] {
        var texts: [Text] = [
            (Key.uri, uri), (Key.modified, String(status.modifiedSeconds)),
            (Key.byteCount, String(status.byteCount)), (Key.software, "xzoom \(version)"),
        ]
        if let size { texts += [(Key.width, String(size.width)), (Key.height, String(size.height))] }
        return texts
    }

    /// Whether a thumbnail, or a failure, is still that of a file.
    /// - Parameters:
    ///   - texts: what the thumbnail says.
    ///   - uri: the file's.
    ///   - status: the file's as it is now.
    /// - Returns: whether neither has changed.
    static func isValid(_ texts: [Text], of uri: String, _ status: FileStatus) -> Bool {
        let value = { (key: String) in texts.first { $0.key == key }?.value }
        guard value(Key.uri) == uri, let modified = value(Key.modified),
            Int64(modified) == status.modifiedSeconds
        else { return false }
        // Not all programs write it.
        return value(Key.byteCount).map { Int($0) == status.byteCount } ?? true
    }

    /// Keeps a thumbnail in the place of an older one, so that others see either of them whole.
    /// - Parameters:
    ///   - png: its file, with the texts.
    ///   - uri: of which file.
    ///   - kind: where it belongs.
    /// - Throws: where it could not be written; then nothing of it is left.
    func write(_ png: [UInt8], of uri: String, _ kind: Kind) throws(PosixError) {
        try PrivateFolder.make(subfolder(kind))
        try WholeFile.write(png, to: path(of: uri, kind), mode: 0o600)
    }
}
