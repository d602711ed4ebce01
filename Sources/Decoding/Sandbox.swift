import CLinux
import Glibc
import Posix

/// What keeps a loader that its file has taken over from doing harm: it can use its processor, its memory, the file and
/// the channel, and nothing else. What the kernel or a container refuses is left out, since a picture that is shown
/// behind one wall less is worth more than none.
package enum Sandbox {
    /// One of the walls, each of which holds by itself; Landlock needs the first one.
    package enum Part: String, CaseIterable, Sendable {
        /// Nothing that is executed gives rights.
        case noNewPrivileges = "no_new_privs"
        /// Memory, processor time, files and processes have limits (setrlimit(2)).
        case limits
        /// No file, no TCP, no signal to others (landlock(7)).
        case landlock = "Landlock"
        /// Few system calls (seccomp(2)).
        case systemCalls = "seccomp"
    }

    /// What a part has come to.
    package struct Outcome: Hashable, Sendable {
        /// The part.
        package let part: Part
        /// "on", or why it is off.
        package let words: String
    }

    /// Enters the sandbox, for good. Landlock does not hold threads that are there already: make them later.
    /// - Parameters:
    ///   - policy: what the libraries need.
    ///   - limits: how much there is of what can be used.
    ///   - parts: of the sandbox; all but in tests.
    /// - Returns: what each of the parts has come to.
    @discardableResult
    package static func enter(
        _ policy: SandboxPolicy, _ limits: SandboxLimits, parts: [Part] = Part.allCases
    ) -> [Outcome] {
        #if XZOOM_NO_SANDBOX
            // Of `make asan`: a sanitizer needs more memory and system calls than there are in it.
            return parts.map { Outcome(part: $0, words: "off (built without)") }
        #else
            // The runtime's handlers would look for a debugger, where a crash is to end the program and nothing else.
            for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
                signal(number, SIG_DFL)
            }
            return parts.map { part in
                let words =
                    switch part {
                    case .noNewPrivileges: refusePrivileges()
                    case .limits: limits.set(allowingThreads: policy.threads)
                    case .landlock: enterLandlock(policy.readableFolders)
                    case .systemCalls: SystemCallFilter.load(policy)
                    }
                return Outcome(part: part, words: words)
            }
        #endif
    }

    static func off(_ error: Errno) -> String { "off (\(error.message))" }

    private static func refusePrivileges() -> String {
        // Nor may debuggers of the same user look into it.
        xz_refuse_dumps() == 0 && xz_refuse_privileges() == 0 ? "on" : off(.current)
    }

    private static func enterLandlock(_ readableFolders: [String]) -> String {
        let folders = readableFolders.map { UnsafePointer(strdup($0)) }
        defer { folders.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
        let version = xz_landlock(folders, folders.count)
        return version > 0 ? "on (version \(version))" : off(.current)
    }
}
