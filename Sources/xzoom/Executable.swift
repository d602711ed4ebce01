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

    /// The most bytes that a picture's pixels may take: a quarter of the machine's memory. Its pyramid takes a third more,
    /// and its decoder as much again.
    static let memoryLimit: Int = {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        return pages > 0 && size > 0 ? pages / 4 * size : 1 << 30
    }()
}
