import Glibc
import Posix

/// Files that others see as a whole or not at all.
enum WholeFile {
    /// Writes a file in the place of an older one, of which nothing is lost unless all goes well. What is no regular file, a
    /// device or a FIFO, is written to as it is.
    /// - Parameters:
    ///   - bytes: all of it.
    ///   - path: the file's.
    ///   - mode: who may read and write it, before the process's mask.
    /// - Throws: where it could not be written; then nothing of it is left.
    static func write(_ bytes: [UInt8], to path: Argument, mode: mode_t = 0o666) throws(PosixError) {
        if let status = try? FileStatus(path: path.cString), status.kind != .regular {
            let number = open(path.cString, O_WRONLY | O_CLOEXEC)
            guard number >= 0 else { throw PosixError("open") }
            return try FileDescriptor(owning: number).write(bytes)
        }
        // A link stays one.
        let target = path.resolved ?? path
        let name = ".xzoom-\(UInt64.random(in: 0...UInt64.max))"
        let temporary = Argument(file: Argument(name).cString, in: target.folder)
        let number = open(temporary.cString, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard number >= 0 else { throw PosixError("open") }
        do throws(PosixError) {
            try FileDescriptor(owning: number).write(bytes)
            guard rename(temporary.cString, target.cString) == 0 else { throw PosixError("rename") }
        } catch {
            unlink(temporary.cString)
            throw error
        }
    }
}
