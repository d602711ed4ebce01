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

    /// The folder for what can be made anew.
    static let cacheFolder: String = baseFolder("XDG_CACHE_HOME", ".cache").map { "\($0)/xzoom" } ?? "/tmp"

    /// The configuration file.
    static let configurationFile: Argument? = baseFolder("XDG_CONFIG_HOME", ".config").map {
        Argument("\($0)/xzoom/config")
    }

    /// A folder of the user's (XDG Base Directory Specification).
    /// - Parameters:
    ///   - variable: of the environment, that names it. Others than absolute paths are to be ignored.
    ///   - usual: where it is else, in the home folder.
    /// - Returns: `nil` where there is no home folder.
    static func baseFolder(_ variable: String, _ usual: String) -> String? {
        let value = { (name: String) in getenv(name).map { String(cString: $0) } ?? "" }
        let base = value(variable)
        if base.hasPrefix("/") { return base }
        return value("HOME").hasPrefix("/") ? "\(value("HOME"))/\(usual)" : nil
    }
}
