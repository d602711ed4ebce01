/// What the program has for other programs, by a selection: files, and a picture of what is seen.
struct SelectionContent {
    /// What a request is answered with.
    enum Answer: Hashable {
        /// Bytes of a type, which is another than was asked for where the owner has the choice (`TEXT`).
        case bytes([UInt8], type: Atoms.Name)
        /// The program makes it.
        case picture
    }

    /// The files, by their URIs.
    let uris: [String]
    /// Whether there is a picture.
    let hasPicture: Bool
    /// Whether the files are those of a copy, for file managers to paste.
    let isCopy: Bool

    /// What it can be asked for, with the best first.
    var targets: [Atoms.Name] {
        let files: [Atoms.Name] = uris.isEmpty ? [] : [.uriList, .utf8String, .plainTextUTF8, .plainText]
        let copied: [Atoms.Name] = uris.isEmpty || !isCopy ? [] : [.copiedFiles, .text, .string]
        return files + copied + (hasPicture ? [.png] : [])
    }

    /// The answer to a request; `nil` where there is none.
    func answer(to target: Atoms.Name) -> Answer? {
        guard targets.contains(target) else { return nil }
        switch target {
        case .uriList:
            // Each line ends so, the last too (RFC 2483).
            return .bytes(Array(uris.map { $0 + "\r\n" }.joined().utf8), type: .uriList)
        case .copiedFiles:
            return .bytes(Array((["copy"] + uris).joined(separator: "\n").utf8), type: .copiedFiles)
        case .text: return .bytes(Array(text.utf8), type: .utf8String)
        case .string:
            // Latin-1 (ICCCM 2.6.2).
            return .bytes(
                text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }, type: .string)
        case .png: return .picture
        default: return .bytes(Array(text.utf8), type: target)
        }
    }

    /// The files' paths, one a line.
    private var text: String {
        uris.map { uri in FileURI.path(of: uri).map { String(decoding: $0, as: UTF8.self) } ?? uri }
            .joined(separator: "\n")
    }
}

/// What another program offers, of which one kind is to be asked for.
enum PasteFormat: Hashable {
    case copiedFiles
    case uriList
    case picture(target: String)
    case text(target: String)

    /// The kinds of pictures that can be shown, with the best first.
    private static let pictures =
        [
            "png", "tiff", "jxl", "webp", "avif", "heif", "heic", "jpeg", "jpg", "svg+xml", "gif", "apng",
            "bmp",
            "x-bmp",
            "x-MS-bmp", "x-icon", "vnd.microsoft.icon", "qoi", "x-tga", "x-portable-anymap",
            "x-portable-pixmap",
        ].map { "image/" + $0 }
    private static let texts = ["UTF8_STRING", "text/plain;charset=utf-8", "STRING", "text/plain"]

    /// What is worth asking for of what is offered by these names, in this order.
    static func choices(from targets: [String]) -> [PasteFormat] {
        let offered = Set(targets)
        var choices: [PasteFormat] = []
        if offered.contains("x-special/gnome-copied-files") { choices.append(.copiedFiles) }
        if offered.contains("text/uri-list") { choices.append(.uriList) }
        choices += pictures.filter(offered.contains).prefix(2).map { .picture(target: $0) }
        choices += texts.filter(offered.contains).prefix(1).map { .text(target: $0) }
        return choices
    }

    /// What is asked for where the owner does not say what it has.
    static let guesses = choices(from: ["text/uri-list", "image/png", "UTF8_STRING"])

    /// The name that it is asked for by.
    var target: String {
        switch self {
        case .copiedFiles: "x-special/gnome-copied-files"
        case .uriList: "text/uri-list"
        case .picture(let target), .text(let target): target
        }
    }

    /// What the bytes mean.
    /// - Parameters:
    ///   - bytes: the answer.
    ///   - isLatin1: whether a text is in Latin-1 rather than UTF-8.
    /// - Returns: `nil` where there is nothing to show in it.
    func content(of bytes: [UInt8], isLatin1: Bool = false) -> Pasted? {
        switch self {
        case .copiedFiles: files(FileURI.uris(inCopied: bytes))
        case .uriList: files(FileURI.uris(in: bytes))
        case .picture: bytes.isEmpty ? nil : .picture(bytes)
        case .text:
            files(
                FileURI.names(
                    inText: isLatin1
                        ? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
                        : String(decoding: bytes, as: UTF8.self)))
        }
    }

    private func files(_ names: [String]) -> Pasted? { names.isEmpty ? nil : .files(names) }
}
