import Geometry
import Glibc
import Loading
import Posix

/// What `--check` does.
struct Check {
    private let limits: WholeLoad.Limits
    private var canAllBeShown = true

    /// Tells of each file whether it can be shown, a line each.
    /// - Parameter options: what the command line says.
    /// - Returns: the exit status: 0 if all can be, else 1.
    static func run(_ options: Options) -> Int32 {
        do throws(FileNameStream.Failure) {
            let names = try FileNameStream(options)
            var check = Check(limits: WholeLoad.Limits(options))
            let first = FileSource(options, names).first()
            if first.isEmpty { report("no file to check") }
            check.look(at: first)
            while let descriptor = names?.rawValue {
                _ = Poll.wait(reading: [descriptor], until: nil)
                check.look(at: names?.read() ?? [])
            }
            return check.canAllBeShown && !first.isEmpty ? 0 : 1
        } catch {
            report(error.message)
            return 1
        }
    }

    private mutating func look(at paths: [Argument]) {
        for path in paths {
            do throws(LoadingError) {
                let load = try WholeLoad(path, limits)
                let size = "\(load.info.displaySize.width) × \(load.info.displaySize.height)"
                let damage = load.warning.map { ", in part: \($0)" } ?? ""
                print("\(path.text): can be shown, \(size)\(damage)")
            } catch {
                canAllBeShown = false
                print("\(path.text): cannot be shown: \(error.message)")
            }
            // The next one may take long.
            fflush(nil)
        }
    }
}
