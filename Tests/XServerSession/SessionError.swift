/// Why a session could not go on.
public enum SessionError: Error, CustomStringConvertible {
    /// No Xorg on this machine, or it lacks a driver: the text names the packages.
    case missingPackage(String)
    /// The server ended or did not get ready; with the end of its log.
    case serverFailed(String)
    /// The server does not answer.
    case serverSilent(String)
    /// The server refused a request with this X error code.
    case requestRefused(String, code: Int)
    /// A system call failed with this errno.
    case system(String, errno: Int32)
    /// What was waited for did not come.
    case timedOut(String)
    /// A caller asked for a key that the keyboard does not have.
    case unknownKey(String)
    /// A picture file could not be written; the code is one of `CT_…`.
    case pictureNotWritten(String, code: Int32)

    /// One line for a person, more where a log is quoted.
    public var description: String {
        switch self {
        case .missingPackage(let what): "the X server cannot run: \(what)"
        case .serverFailed(let log): "the X server did not start:\n\(log)"
        case .serverSilent(let what): "the X server does not answer: \(what)"
        case .requestRefused(let what, let code): "the X server refused \(what) (error \(code))"
        case .system(let what, let errno): "\(what): \(systemMessage(errno))"
        case .timedOut(let what): "timed out: \(what)"
        case .unknownKey(let name): "the keyboard has no key for \(name)"
        case .pictureNotWritten(let path, let code): "\(path): not written (code \(code))"
        }
    }
}
