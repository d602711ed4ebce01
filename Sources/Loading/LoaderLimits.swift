import Glibc

/// What both sides know of a loader's limits.
package enum LoaderLimits {
    /// Processors that threads run on.
    package static let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// How much processor time there is for one thing that a loader is asked for: what it could use in the longest silence.
    /// - Parameter threads: whether it has more than one thread.
    /// - Returns: seconds.
    package static func processorTime(threads: Bool) -> Int {
        Int(PictureLoad.longestSilence) * (threads ? processors : 1)
    }
}
