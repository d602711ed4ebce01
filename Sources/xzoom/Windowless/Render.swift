import Loading
import Posix

/// What `--render` does.
enum Render {
    /// Writes what the window would show to a PNG file: of the first file that can be shown. Those before it are told of.
    /// - Parameters:
    ///   - options: what the command line says.
    ///   - target: the file's path; "-" is standard output. What is there stays unless all goes well.
    /// - Returns: the exit status: 0 if it was written, else 1.
    static func run(_ options: Options, to target: Argument) -> Int32 {
        let paths: [Argument]
        do throws(FileNameStream.Failure) {
            paths = FileSource(options, try FileNameStream(options)).first()
        } catch {
            report(error.message)
            return 1
        }
        if paths.isEmpty { report("no file to render") }
        for path in paths {
            do throws(LoadingError) {
                let (png, warning) = try Scene(options).window(on: path, size: options.renderSize)
                if let warning { report("\(path.text): \(warning)") }
                return write(png, to: target)
            } catch {
                report("\(path.text): \(error.message)")
            }
        }
        return 1
    }

    private static func write(_ png: [UInt8], to target: Argument) -> Int32 {
        do throws(PosixError) {
            try WholeFile.write(png, to: target == "-" ? "/dev/stdout" : target)
            return 0
        } catch {
            report("\(target.text): \(error.message)")
            return 1
        }
    }
}
