import Glibc
import X11

/// What `--doctor` tells, for those who look for what is missing.
enum Doctor {
    /// Tells of the display, the devices, and the loaders.
    /// - Parameter options: what the command line says.
    /// - Returns: the exit status: 0, or 1 where there is no display.
    static func run(_ options: Options) -> Int32 {
        print("xzoom \(Version.number)")
        let status = tellOfDisplay()
        print("\nConfiguration")
        let place = options.configuration ?? Executable.configurationFile
        print("  \(place?.text ?? "no home folder is known")\(place.map(state) ?? "")")
        print("  cache: \(Executable.cacheFolder)")
        print("\nLoaders in \(Executable.folder)")
        LoaderReport.lines(folder: Executable.folder).forEach { print("  \($0)") }
        return status
    }

    private static func state(of path: Argument) -> String {
        access(path.cString, R_OK) == 0 ? "" : ": \(String(cString: strerror(errno)))"
    }

    private static func tellOfDisplay() -> Int32 {
        print("\nDisplay \(getenv("DISPLAY").map { String(cString: $0) } ?? "(DISPLAY is not set)")")
        do throws(X11Error) {
            try Connection().diagnosis().forEach { print("  \($0)") }
            return 0
        } catch {
            print("  \(error.message)")
            return 1
        }
    }
}
