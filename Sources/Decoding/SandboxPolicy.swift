/// What a loader's libraries need beside memory, the file and the channel, which every loader has.
public struct SandboxPolicy: Hashable, Sendable {
    /// Whether they make threads.
    public var threads: Bool
    /// The folders whose files they read. Where there are none, no file can be opened at all.
    public var readableFolders: [String]

    /// A policy of these parts; without them the least, which is enough for most codecs.
    public init(threads: Bool = false, readableFolders: [String] = []) {
        self.threads = threads
        self.readableFolders = readableFolders
    }
}
