public import Posix

/// What a loader program says of itself.
public enum LoaderDescription {
    /// The longest time in seconds to wait for it.
    private static let patience = 5.0

    /// Asks a loader for the versions of its libraries, and for what the kernel lets it have of its sandbox.
    /// - Parameter program: its file.
    /// - Returns: a line for each, like "Landlock: on (version 7)"; none where it does not answer.
    /// - Throws: where it cannot be started.
    public static func lines(program: String) throws(PosixError) -> [String] {
        let (ours, theirs) = try Channel.pair()
        let child = try Child(path: program, channel: theirs)
        try ours.send(LoaderRequest.describe.encoded())
        _ = Poll.wait(reading: [ours.rawValue], until: Clock.now() + patience)
        guard case .message(let bytes, _) = try ours.receive(maximum: Wire.maximumMessage, waiting: false),
            case .description(let text)? = try? LoaderReply(decoding: bytes)
        else { return [] }
        _ = consume child
        return text.split(separator: "\n").map { String($0).singleLine }
    }
}
