import Glibc

/// The program's own file, and the machine.
enum Executable {
    /// The folder of the loaders: beside the program where it was built, else where it was installed.
    static let folder: String = {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes -> Int in
            guard let start = bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
            return readlink("/proc/self/exe", start, bytes.count)
        }
        let path = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        let own = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/")
        return access("\(own)/xzoom-loader", X_OK) == 0 ? own : "\(own)/../libexec/xzoom"
    }()

    /// A quarter of the machine's memory in bytes.
    static let quarterOfMemory: Int = {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        return pages > 0 && size > 0 ? pages / 4 * size : 1 << 30
    }()

    /// The folder for what can be made anew (XDG Base Directory Specification).
    static let cacheFolder: String = {
        let value = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
        let base = value("XDG_CACHE_HOME")
        // Others than absolute paths are to be ignored.
        if base.hasPrefix("/") { return "\(base)/xzoom" }
        return value("HOME").hasPrefix("/") ? "\(value("HOME"))/.cache/xzoom" : "/tmp"
    }()
}
