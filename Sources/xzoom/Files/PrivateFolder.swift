import Glibc
import Posix

/// Folders that nobody else may look into (XDG Base Directory Specification).
enum PrivateFolder {
    /// Makes a folder, and those above it, where they are missing.
    /// - Parameter path: absolute.
    /// - Throws: mkdir(2)'s error.
    static func make(_ path: Argument) throws(PosixError) {
        if mkdir(path.cString, 0o700) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, path.folder != path else { throw PosixError("mkdir") }
        try make(path.folder)
        if mkdir(path.cString, 0o700) != 0 && errno != EEXIST { throw PosixError("mkdir") }
    }
}
