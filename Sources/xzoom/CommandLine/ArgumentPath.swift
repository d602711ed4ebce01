import Glibc
import X11

// File names are bytes.
extension Argument {
    private static let slash = UInt8(ascii: "/")

    /// The bytes, without a zero.
    var bytes: [UInt8] { cString.dropLast().map { UInt8(bitPattern: $0) } }

    /// The word of these bytes; `nil` where a zero is among them, which no file name has.
    init?(bytes: some Collection<UInt8>) {
        guard !bytes.contains(0) else { return nil }
        self.init(cString: bytes.map { CChar(bitPattern: $0) } + [0])
    }

    /// The last part of a path.
    var lastComponent: Argument { Argument(bytes: bytes.split(separator: Self.slash).last ?? []) ?? "" }

    /// The path of the folder that a path's last part is in: "." or "/" where the path names no other.
    var folder: Argument {
        var bytes = bytes[...]
        while bytes.last == Self.slash { bytes.removeLast() }
        guard let slash = bytes.lastIndex(of: Self.slash) else {
            return bytes.isEmpty && !self.bytes.isEmpty ? "/" : "."
        }
        let folder = bytes[..<slash]
        return folder.contains { $0 != Self.slash } ? Argument(bytes: folder) ?? "." : "/"
    }

    /// The path from the root on, without ".", ".." and needless slashes, as GLib's g_canonicalize_filename makes it: no
    /// symbolic link is followed.
    /// - Parameter folder: the absolute path that a relative one starts from.
    /// - Returns: the absolute path.
    func absolute(from folder: Argument) -> Argument {
        let whole = bytes.first == Self.slash ? bytes : folder.bytes + [Self.slash] + bytes
        var parts: [ArraySlice<UInt8>] = []
        for part in whole.split(separator: Self.slash) {
            if part.elementsEqual(".".utf8) { continue }
            if part.elementsEqual("..".utf8) {
                _ = parts.popLast()
            } else {
                parts.append(part)
            }
        }
        return Argument(bytes: parts.isEmpty ? [Self.slash] : parts.flatMap { [Self.slash] + $0 }) ?? "/"
    }

    /// The working folder; "/" where it is gone.
    static var workingFolder: Argument {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return Argument(cString: path)
    }

    /// Where the path leads, free of symbolic links (realpath(3)); `nil` where that is nowhere.
    var resolved: Argument? {
        guard let path = realpath(cString, nil) else { return nil }
        defer { free(path) }
        return Argument(cString: path)
    }

    /// An absolute path that a variable of the environment holds; others are to be ignored (XDG Base Directory
    /// Specification).
    static func path(inVariable name: String) -> Argument? {
        guard let value = getenv(name), value.pointee == CChar(bitPattern: slash) else { return nil }
        return Argument(cString: value)
    }

    /// The path of something below this folder.
    func appending(_ path: String) -> Argument { Argument(file: Argument(path).cString, in: self) }
}

extension FileURI {
    /// The URI of a file.
    /// - Parameter path: absolute.
    /// - Returns: it, as GLib writes it.
    static func uri(of path: Argument) -> String { uri(of: path.bytes) }
}
