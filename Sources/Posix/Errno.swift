import Glibc

/// The error number of a system call (errno(3)). Unknown numbers survive.
public struct Errno: RawRepresentable, Hashable, Sendable {
    /// The number as the kernel gave it.
    public let rawValue: Int32

    /// The error with a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The calling thread's last error.
    public static var current: Errno { Errno(rawValue: errno) }

    /// The system's words for it, like "Permission denied".
    public var message: String {
        var buffer = [CChar](repeating: 0, count: 128)
        guard strerror_r(rawValue, &buffer, buffer.count) == 0 else { return "error \(rawValue)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A system call that failed.
public struct PosixError: Error, Hashable, Sendable {
    /// The call's name, as in the manual.
    public let call: String
    /// Why it failed.
    public let errno: Errno

    /// The failure of `call` with the calling thread's last error.
    public init(_ call: String) {
        self.call = call
        errno = .current
    }

    /// The failure of `call` for a known reason.
    public init(_ call: String, _ reason: Int32) {
        self.call = call
        errno = Errno(rawValue: reason)
    }

    /// The system's words for the reason.
    public var message: String { errno.message }
}

/// The result of a system call that answers -1 on failure.
/// - Parameters:
///   - call: the call's name, for the error.
///   - result: what it returned.
/// - Returns: the result, if it is not -1.
/// - Throws: the error that the call left in errno.
@discardableResult
func valueOrError<I: FixedWidthInteger & SignedInteger>(_ call: String, _ result: I) throws(PosixError) -> I {
    guard result != -1 else { throw PosixError(call) }
    return result
}
