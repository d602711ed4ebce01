import Geometry
import Loading

/// What `--check` does.
enum Check {
    /// Tells of each file whether it can be shown, a line each.
    /// - Parameter options: what the command line says.
    /// - Returns: the exit status: 0 if all can be, else 1.
    static func run(_ options: Options) -> Int32 {
        var status: Int32 = 0
        for path in options.files {
            do throws(LoadingError) {
                let load = try WholeLoad(path, WholeLoad.Limits(options))
                let size = "\(load.info.displaySize.width) × \(load.info.displaySize.height)"
                let damage = load.warning.map { ", in part: \($0)" } ?? ""
                print("\(path.text): can be shown, \(size)\(damage)")
            } catch {
                status = 1
                print("\(path.text): cannot be shown: \(error.message)")
            }
        }
        return status
    }
}
