import Loading
import Posix

/// What `--render` does.
enum Render {
    /// Writes what the window would show of the first file to a PNG file.
    /// - Parameters:
    ///   - options: what the command line says.
    ///   - target: the file's path; "-" is standard output. What is there stays unless all goes well.
    /// - Returns: the exit status: 0 if it was written, else 1.
    static func run(_ options: Options, to target: Argument) -> Int32 {
        guard let path = FileSource(options.files, options).first().first else { return 1 }
        do throws(LoadingError) {
            let (png, warning) = try Scene(options).window(on: path, size: options.renderSize)
            if let warning { report("\(path.text): \(warning)") }
            do throws(PosixError) {
                try WholeFile.write(png, to: target == "-" ? "/dev/stdout" : target)
            } catch {
                report("\(target.text): \(error.message)")
                return 1
            }
            return 0
        } catch {
            report("\(path.text): \(error.message)")
            return 1
        }
    }
}
