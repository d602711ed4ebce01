import Rendering

extension Options {
    /// Memory in bytes for the levels of a picture, unless the command line says otherwise: enough for photographs, and
    /// little beside what a desktop has.
    private static let usualMemory = 160 << 20

    /// Where the levels of a picture are kept.
    var storage: MipPyramid.Storage {
        MipPyramid.Storage(
            memoryLimit: memoryLimit ?? min(Self.usualMemory, Executable.quarterOfMemory),
            folder: Executable.cacheFolder)
    }

    /// The most bytes of pixels in a loader's memory, for formats that are decoded as a whole.
    var loaderMemory: Int { memoryLimit ?? Executable.quarterOfMemory }
}
