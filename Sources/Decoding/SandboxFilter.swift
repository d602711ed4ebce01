import CSeccomp
import Glibc
import Posix

/// The system calls that a loader may make. Any other ends it with SIGSYS.
///
/// libseccomp takes 0.3 ms for it, mostly in the kernel, where the filter is compiled and proven.
struct SystemCallFilter {
    private let filter: scmp_filter_ctx
    /// The first error, as a negative number of errno(3).
    private var failure: Int32 = 0

    /// Puts the filter on all threads of this process.
    /// - Returns: "on", or why it is off.
    static func load(_ policy: SandboxPolicy) -> String {
        guard let context = seccomp_init(SCMP_ACT_KILL_PROCESS) else {
            return "off (libseccomp does not start)"
        }
        defer { seccomp_release(context) }
        var filter = SystemCallFilter(filter: context)
        filter.allowMemoryAndTime()
        filter.allowFileAndChannel()
        filter.allowEnding()
        filter.refuseLooking(canRead: !policy.readableFolders.isEmpty)
        if policy.threads { filter.allowThreads() }
        // A binary tree of the numbers: fewer steps at each call than a list has.
        filter.keep(seccomp_attr_set(context, SCMP_FLTATR_CTL_OPTIMIZE, 2))
        filter.keep(seccomp_attr_set(context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS))
        filter.keep(seccomp_attr_set(context, SCMP_FLTATR_CTL_TSYNC, 1))
        if filter.failure == 0 { filter.keep(seccomp_load(context)) }
        return filter.failure == 0 ? "on" : Sandbox.off(Errno(rawValue: -filter.failure))
    }

    private init(filter: scmp_filter_ctx) { self.filter = filter }

    // MARK: What is allowed

    private mutating func allowMemoryAndTime() {
        allow("munmap", "mremap", "brk")
        // Nothing that can be written is ever executed, nor a file.
        allow("mmap", where: .bits(2, of: UInt64(PROT_EXEC), are: 0))
        allow("mprotect", where: .bits(2, of: UInt64(PROT_EXEC), are: 0))
        // The numbers from 100 on damage the machine's memory for tests (MADV_HWPOISON).
        allow("madvise", where: .below(2, 100))
        // Where the kernel's shared page has no clock (vdso(7)).
        allow(
            "clock_gettime", "gettimeofday", "clock_getres", "clock_nanosleep", "nanosleep", "times",
            "getrusage")
        allow("futex", "sched_yield", "sched_getaffinity", "sysinfo", "getpid", "gettid", "getrandom")
    }

    private mutating func allowFileAndChannel() {
        allow("read", "readv", "pread64", "preadv", "lseek", "fstat", "fadvise64", "close")
        // fstat(3) of the GNU library. With a path it tells of other files, but not what is in them.
        allow("newfstatat", where: .equals(3, Self.emptyPath))
        for command in [F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC, Self.getSeals] {
            allow("fcntl", where: .equals(1, UInt64(command)))
        }
        // The file standard error is nothing; libraries write to it.
        for call in ["write", "writev"] { allow(call, where: .below(0, 3)) }
        for call in ["sendmsg", "recvmsg"] { allow(call, where: .equals(0, 3)) }
    }

    private mutating func allowEnding() {
        allow("exit", "exit_group", "restart_syscall")
        // abort(3). SIGXCPU can be blocked only by what makes threads, and ignored by none.
        allow("rt_sigprocmask", where: .equals(0, UInt64(SIG_UNBLOCK)))
        allow("rt_sigreturn")
        allow("rt_sigaction", where: .equals(0, UInt64(SIGABRT)))
        allow("tgkill", where: .equals(0, UInt64(getpid())))
    }

    private mutating func allowThreads() {
        // clone3(2) has its flags in memory, where a filter does not see them.
        refuse("clone3", ENOSYS)
        allow("clone", where: .equals(0, Self.threadFlags))
        for way in [SIG_BLOCK, SIG_SETMASK] { allow("rt_sigprocmask", where: .equals(0, UInt64(way))) }
        allow("set_robust_list", "rseq", "sigaltstack")
        // The GNU library's own, which its first thread sets (nptl(7)).
        allow("rt_sigaction", where: .equals(0, 33))
        allow("prctl", where: .equals(0, UInt64(PR_SET_NAME)))
        refuse("sched_getattr", EPERM)
    }

    /// Libraries look whether there is this or that, and live with a no.
    private mutating func refuseLooking(canRead: Bool) {
        for call in ["open", "creat", "unlink", "mkdir", "rename", "symlink", "link", "chmod"] {
            refuse(call, EACCES)
        }
        // A terminal at a stream (isatty(3)).
        refuse("ioctl", ENOTTY, where: .equals(1, UInt64(TCGETS)))
        // A system log behind standard error (g_log(3) of GLib, before each warning).
        refuse("getpeername", ENOTSOCK)
        // The name of a piece of memory.
        refuse("prctl", EINVAL, where: .equals(0, UInt64(PR_SET_VMA)))
        let looks = [
            "access", "faccessat", "faccessat2", "stat", "lstat", "statfs", "readlink", "readlinkat",
        ]
        guard canRead else {
            for call in looks + ["openat"] { refuse(call, EACCES) }
            refuse("newfstatat", EACCES, where: .differs(3, Self.emptyPath))
            return
        }
        for call in looks + ["fstatfs", "getdents64"] { allow(call) }
        allow("newfstatat", where: .differs(3, Self.emptyPath))
        let writing = [O_WRONLY, O_RDWR, O_CREAT, O_TRUNC]
        let all = writing.reduce(0) { $0 | UInt64($1) }
        allow("openat", where: .bits(2, of: all, are: 0))
        for flag in writing { refuse("openat", EACCES, where: .bits(2, of: UInt64(flag), are: UInt64(flag))) }
    }

    /// AT_EMPTY_PATH of <linux/fcntl.h>.
    private static let emptyPath: UInt64 = 0x1000
    /// F_GET_SEALS of <linux/fcntl.h>.
    private static let getSeals: Int32 = 1034
    /// What the GNU library's pthread_create(3) gives to clone(2), and nothing else.
    private static let threadFlags = [
        CLONE_VM, CLONE_FS, CLONE_FILES, CLONE_SYSVSEM, CLONE_SIGHAND, CLONE_THREAD, CLONE_SETTLS,
        CLONE_PARENT_SETTID, CLONE_CHILD_CLEARTID,
    ].reduce(0) { $0 | UInt64($1) }

    // MARK: Rules

    /// What is asked of one argument, counted from 0.
    private enum Condition {
        case equals(UInt32, UInt64)
        case differs(UInt32, UInt64)
        case below(UInt32, UInt64)
        case bits(UInt32, of: UInt64, are: UInt64)

        var comparison: scmp_arg_cmp {
            switch self {
            case .equals(let place, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_EQ, datum_a: value, datum_b: 0)
            case .differs(let place, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_NE, datum_a: value, datum_b: 0)
            case .below(let place, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_LT, datum_a: value, datum_b: 0)
            case .bits(let place, let mask, let value):
                scmp_arg_cmp(arg: place, op: SCMP_CMP_MASKED_EQ, datum_a: mask, datum_b: value)
            }
        }
    }

    private mutating func allow(_ calls: String...) { calls.forEach { add(SCMP_ACT_ALLOW, $0, nil) } }

    private mutating func allow(_ call: String, where condition: Condition) {
        add(SCMP_ACT_ALLOW, call, condition)
    }

    private mutating func refuse(_ call: String, _ error: Int32, where condition: Condition? = nil) {
        // SCMP_ACT_ERRNO.
        add(0x0005_0000 | UInt32(error), call, condition)
    }

    private mutating func add(_ action: UInt32, _ call: String, _ condition: Condition?) {
        let number = seccomp_syscall_resolve_name(call)
        // Not every machine, or version of the library, has every call.
        guard number != -1 else { return }
        let conditions = condition.map { [$0.comparison] } ?? []
        keep(seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions))
    }

    private mutating func keep(_ result: Int32) { if failure == 0 { failure = result } }
}
