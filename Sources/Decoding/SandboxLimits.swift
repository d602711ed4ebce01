import Glibc
import Loading
import Posix

/// How much a loader may use.
package struct SandboxLimits: Hashable, Sendable {
    /// Descriptors: the file, a canvas on its way, and a few files where those can be opened.
    private static let descriptors = 64

    /// Bytes of memory, used or reserved.
    package var addressSpace: Int
    /// Seconds of processor time of all threads, until the viewer gives more.
    package var processorTime: Int

    /// Limits of these numbers.
    package init(addressSpace: Int, processorTime: Int) {
        self.addressSpace = addressSpace
        self.processorTime = processorTime
    }

    /// The limits for a picture.
    ///
    /// Twice the memory limit is for the canvas and for as much of the decoder's own (`DecodingRequest.check`), with the file
    /// beside them; 1 GiB is for the program, its libraries, and what they reserve without using it; a thread reserves
    /// 8 MiB of stack, and up to 128 MiB while it makes a heap of its own.
    /// - Parameters:
    ///   - memoryLimit: the most bytes that the pixels may take.
    ///   - fileSize: bytes of the file.
    ///   - policy: what the libraries need.
    package init(memoryLimit: Int, fileSize: Int, _ policy: SandboxPolicy) {
        let threads = policy.threads ? LoaderLimits.processors : 0
        let (pixels, fits) = memoryLimit.multipliedReportingOverflow(by: 2)
        let (sum, sumFits) = pixels.addingReportingOverflow(max(0, fileSize))
        let (total, totalFits) = sum.addingReportingOverflow(1 << 30 + threads * (136 << 20))
        addressSpace = fits || sumFits || totalFits ? .max : total
        processorTime = LoaderLimits.processorTime(threads: policy.threads)
    }

    /// Sets the limits of this process.
    /// - Parameter allowingThreads: threads count as processes of the user.
    /// - Returns: "on", or why some are off.
    func set(allowingThreads: Bool) -> String {
        var failure: Errno?
        let set = { (resource: __rlimit_resource, value: Int, isSoft: Bool) in
            let number = __rlimit_resource_t(resource.rawValue)
            var limit = rlimit()
            getrlimit(number, &limit)
            limit.rlim_cur = min(rlim_t(max(0, value)), limit.rlim_max)
            if !isSoft { limit.rlim_max = limit.rlim_cur }
            if setrlimit(number, &limit) != 0 { failure = .current }
        }
        set(RLIMIT_AS, addressSpace, false)
        // The viewer gives more from outside, which without privileges is possible below the hard limit only.
        set(RLIMIT_CPU, processorTime, true)
        set(RLIMIT_NOFILE, Self.descriptors, false)
        set(RLIMIT_FSIZE, 0, false)
        set(RLIMIT_CORE, 0, false)
        set(__RLIMIT_MEMLOCK, 0, false)
        if !allowingThreads { set(__RLIMIT_NPROC, 0, false) }
        return failure.map { Sandbox.off($0) } ?? "on"
    }
}
