import CSeccomp
import Decoding
import Glibc
import Posix

/// syscall(2), which Swift does not import.
private let systemCall = unsafeBitCast(
    dlsym(nil, "syscall"), to: (@convention(c) (Int, Int, Int, Int, Int, Int, Int) -> Int).self)

private func call(_ name: String, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) -> Int {
    systemCall(Int(seccomp_syscall_resolve_name(name)), a, b, c, d, 0, 0)
}

/// Enters a part of the sandbox, then tries something, and tells how it went.
/// - Parameters:
///   - walls: "all", "none" or the names of parts with + between them; "+threads" or "+folders" is the policy's.
///   - act: what is tried.
///   - file: the one that is to be decoded.
func breakOut(of walls: String, _ act: String, _ file: borrowing FileDescriptor) {
    let names = walls.split(separator: "+")
    let parts = Sandbox.Part.allCases.filter { names[0] == "all" || names.contains(Substring($0.rawValue)) }
    let policy = SandboxPolicy(
        threads: names.contains("threads"), readableFolders: names.contains("folders") ? ["/usr/share"] : [])
    let limits = SandboxLimits(addressSpace: 1 << 30, processorTime: 1)
    let attempt = prepare(act, file)
    Sandbox.enter(policy, limits, parts: parts)
    let result = attempt()
    let error = Errno.current
    send(4, text: result == -1 ? error.message : result == 0 ? "done" : "\(result)")
    sleepForGood()
}

/// Does what can be done before the sandbox is entered.
private func prepare(_ act: String, _ file: borrowing FileDescriptor) -> () -> Int {
    let number = Int(file.rawValue)
    switch act {
    case "connect by TCP":
        let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        // The port of tcpmux(1), where nobody listens.
        address.sin_port = UInt16(1).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return { bind(address, size: MemoryLayout<sockaddr_in>.size) { Glibc.connect(socket, $0, $1) } }
    case "connect to an abstract socket":
        let type = Int32(SOCK_STREAM.rawValue)
        let (listener, socket) = (socket(AF_UNIX, type, 0), socket(AF_UNIX, type, 0))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) {
            $0.storeBytes(of: getpid(), toByteOffset: 1, as: Int32.self)
        }
        let size = MemoryLayout<sa_family_t>.size + 1 + MemoryLayout<Int32>.size
        _ = bind(address, size: size) { Glibc.bind(listener, $0, $1) }
        listen(listener, 1)
        return { bind(address, size: size) { Glibc.connect(socket, $0, $1) } }
    case "send to another":
        let ends = try? Channel.pair()
        return { (try? ends?.0.send([1])) == nil ? -1 : 0 }
    case "write to its file": return { call("write", number, Int(bitPattern: strdup("x")), 1) }
    case "open many": return { (0..<100).contains { _ in fcntl(Int32(number), F_DUPFD, 3) == -1 } ? -1 : 0 }
    default: return { attempt(act) }
    }
}

private func bind<Address>(
    _ address: Address, size: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int {
    withUnsafeBytes(of: address) { bytes in
        guard let start = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return -1 }
        return Int(body(start, socklen_t(size)))
    }
}

private func attempt(_ act: String) -> Int {
    let words = act.split(separator: " ")
    switch act {
    case "read a file": return Int(open("/etc/passwd", O_RDONLY))
    case "read an allowed file": return min(0, Int(open("/usr/share/common-licenses/GPL-3", O_RDONLY)))
    case "write a file":
        return min(0, Int(open(CommandLine.arguments[0] + ".new", O_WRONLY | O_CREAT, 0o600)))
    case "list a folder": return opendir("/") == nil ? -1 : 0
    case "run a program":
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
        return Int(execv("/bin/true", &arguments))
    case "signal the viewer": return Int(kill(getppid(), SIGURG))
    // PTRACE_SEIZE, which does not stop it.
    case "trace the viewer": return call("ptrace", 0x4206, Int(getppid()))
    case "map executable memory":
        return mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
            ? -1 : 0
    case "make memory executable":
        let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return Int(mprotect(page, 4096, PROT_READ | PROT_EXEC))
    case "take memory": return malloc(2 << 30) == nil ? -1 : 0
    case "spin": while true {}
    case "abort": abort()
    case "make a thread":
        var thread = pthread_t()
        errno = pthread_create(&thread, nil, { _ in nil }, nil)
        return errno == 0 ? Int(pthread_join(thread, nil)) : -1
    case "fork": return call("clone", Int(SIGCHLD))
    case "make a user namespace": return call("clone", Int(CLONE_NEWUSER) | Int(SIGCHLD))
    case "own signals": return call("fcntl", 3, Int(F_SETOWN), Int(getpid()))
    case "look for a log": return call("getpeername", 2, 0, 0)
    case "look for a terminal": return call("ioctl", 2, Int(TCGETS))
    case "tell of privileges": return call("prctl", Int(PR_GET_NO_NEW_PRIVS))
    case "tell of dumps": return call("prctl", Int(PR_GET_DUMPABLE))
    // The numbers of another kind of process (x32).
    case "call as another machine": return systemCall(0x4000_0000 + 39, 0, 0, 0, 0, 0, 0)
    case _ where words.count == 2 && words[0] == "call": return call(String(words[1]))
    default:
        errno = ENOTSUP
        return -1
    }
}
