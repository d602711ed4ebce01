import Glibc

/// Names of files as programs hand them to one another: `file:` URIs (RFC 8089), in lists (`text/uri-list`, RFC 2483).
public enum FileURI {
    /// Bytes that stand for themselves in the path of a URI, as GLib writes it.
    private static let plain = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()/&=:@+$,".utf8)

    /// The URI of a file.
    /// - Parameter path: its absolute path, in the bytes of the file system.
    /// - Returns: it, written as GLib does, by which thumbnails are found too.
    public static func uri(of path: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text = Array("file://".utf8)
        for byte in path {
            if plain.contains(byte) {
                text.append(byte)
            } else {
                text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The file that a URI names.
    /// - Parameter uri: a `file:` URI of this machine, or an absolute path.
    /// - Returns: its absolute path, in the bytes of the file system; `nil` for files elsewhere, and for what is no URI.
    public static func path(of uri: String) -> [UInt8]? {
        let bytes = Array(uri.utf8)
        if bytes.first == UInt8(ascii: "/") { return bytes.contains(0) ? nil : bytes }
        guard uri.prefix(5).lowercased() == "file:" else { return nil }
        var path = bytes[5...]
        if path.starts(with: Array("//".utf8)) {
            path = path.dropFirst(2)
            let host = path.prefix { $0 != UInt8(ascii: "/") }
            guard host.isEmpty || isThisMachine(String(decoding: host, as: UTF8.self)) else { return nil }
            path = path.dropFirst(host.count)
        }
        guard path.first == UInt8(ascii: "/"), let decoded = decode(path), !decoded.contains(0) else {
            return nil
        }
        return decoded
    }

    /// The URIs of a list, one a line; lines that begin with # are comments.
    static func uris(in list: [UInt8]) -> [String] {
        lines(of: list).filter { !$0.hasPrefix("#") }
    }

    /// The URIs of a list as file managers copy it: what is to be done comes first, "copy" or "cut".
    static func uris(inCopied list: [UInt8]) -> [String] {
        uris(in: list).filter { $0 != "copy" && $0 != "cut" }
    }

    /// The files that a text is made of, as a terminal or an editor gives it: absolute paths or `file:` URIs, one a line.
    /// - Returns: nothing where a line is another text.
    static func names(inText text: String) -> [String] {
        let lines = lines(of: Array(text.utf8))
        return lines.allSatisfy { $0.utf8.count <= Int(PATH_MAX) * 3 && path(of: $0) != nil } ? lines : []
    }

    /// The lines that are not empty, without what surrounds their text.
    private static func lines(of bytes: [UInt8]) -> [String] {
        let space = Set(" \t\r\u{0}".utf8)
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let end = line.lastIndex { !space.contains($0) }
            let start = line.firstIndex { !space.contains($0) }
            guard let start, let end else { return nil }
            return String(decoding: line[start...end], as: UTF8.self)
        }
    }

    private static func isThisMachine(_ host: String) -> Bool {
        if host.lowercased() == "localhost" { return true }
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return false }
        return host.utf8.elementsEqual(name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    }

    private static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var (decoded, rest): ([UInt8], ArraySlice<UInt8>) = ([], text)
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return decoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
