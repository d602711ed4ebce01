import Loading
import Testing

/// What a loader tries that its file has taken over.
@Suite struct SandboxTests {
    private static let forbidden = LoadingError.loaderFailed(.png, "did something forbidden")

    /// What the kernel, or a container, lets loaders have.
    private static let walls = (try? LoaderDescription.lines(program: buildFolder + "/xzoom-loader")) ?? []
    private static let hasFilter = walls.contains("seccomp: on")
    private static let landlock =
        walls.lazy.compactMap { Int($0.dropFirst("Landlock: on (version ".count).dropLast()) }.first ?? 0

    /// How an act ends behind walls.
    private static func ending(_ walls: String, _ act: String) throws -> LoadingError? {
        let loader = try HostileLoader()
        let error = try loader.load("\(walls): \(act)").error
        #expect(loader.isGone)
        return error
    }

    private static func says(_ words: String) -> LoadingError { .undecodable(.png, words) }

    @Test func lightLoaderTellsOfItsSandbox() {
        let parts = Self.walls.filter { !$0.hasPrefix("lib") }.map { $0.prefix { $0 != ":" } }
        #expect(parts == ["no_new_privs", "limits", "Landlock", "seccomp"])
        #expect(Self.walls.contains("no_new_privs: on"))
        #expect(Self.walls.contains("limits: on"))
    }

    /// Without the sandbox the acts below succeed, so that it is what stops them.
    @Test(arguments: [
        ("read an allowed file", "done"), ("write a file", "done"), ("list a folder", "done"),
        ("connect by TCP", "Connection refused"), ("connect to an abstract socket", "done"),
        ("signal the viewer", "done"), ("send to another", "done"), ("write to its file", "1"),
        ("map executable memory", "done"), ("make memory executable", "done"), ("take memory", "done"),
        ("make a thread", "done"), ("own signals", "done"), ("tell of privileges", "done"),
        ("tell of dumps", "1"), ("open many", "done"),
    ])
    func withoutWalls(act: String, words: String) throws {
        #expect(try Self.ending("none", act) == Self.says(words))
    }

    @Test func programRunsWithoutWalls() throws {
        #expect(try Self.ending("none", "run a program") == .loaderFailed(.png, "ended early (status 0)"))
    }

    @Test(.enabled(if: hasFilter), arguments: ["seccomp", "all", "all+threads", "all+folders"])
    func filterEndsALoader(walls: String) throws {
        for act in [
            "run a program", "signal the viewer", "trace the viewer", "map executable memory",
            "make memory executable", "send to another", "write to its file", "connect by TCP", "fork",
            "make a user namespace", "own signals", "tell of privileges", "call as another machine",
        ] { #expect(try Self.ending(walls, act) == Self.forbidden, "\(act)") }
    }

    @Test(
        .enabled(if: hasFilter),
        arguments: [
            "accept4", "add_key", "bind", "bpf", "capset", "chroot", "connect", "dup2", "dup3", "execve",
            "execveat", "fallocate", "fork", "ftruncate", "getdents64", "inotify_init1", "io_uring_setup",
            "ioctl", "keyctl", "kill", "landlock_restrict_self", "listen", "memfd_create", "mlock", "mount",
            "msgget", "open_by_handle_at", "perf_event_open", "personality", "pidfd_getfd", "pidfd_open",
            "pipe2", "pivot_root", "prctl", "prlimit64", "process_madvise", "process_vm_readv",
            "process_vm_writev", "ptrace", "reboot", "recvfrom", "rt_sigqueueinfo", "sched_setaffinity",
            "seccomp", "sendfile", "sendmsg", "sendto", "setitimer", "setns", "setpriority", "setrlimit",
            "setuid", "shmget", "socket", "socketpair", "splice", "tgkill", "tkill", "timer_create",
            "unshare",
            "userfaultfd", "vfork",
        ])
    func filterEndsALoaderThatCalls(name: String) throws {
        #expect(try Self.ending("seccomp", "call \(name)") == Self.forbidden)
    }

    /// Libraries may look for files without being ended for it.
    @Test(
        .enabled(if: hasFilter),
        arguments: [
            ("read a file", "Permission denied"), ("write a file", "Permission denied"),
            ("list a folder", "Permission denied"), ("call stat", "Permission denied"),
            ("call newfstatat", "Permission denied"), ("call access", "Permission denied"),
            ("call readlink", "Permission denied"), ("call unlink", "Permission denied"),
            ("look for a log", "Socket operation on non-socket"),
            ("look for a terminal", "Inappropriate ioctl for device"),
        ])
    func filterRefuses(act: String, words: String) throws {
        #expect(try Self.ending("seccomp", act) == Self.says(words))
        #expect(try Self.ending("all", act) == Self.says(words))
    }

    @Test(
        .enabled(if: landlock >= 6),
        arguments: [
            ("read a file", "Permission denied"), ("write a file", "Permission denied"),
            ("list a folder", "Permission denied"), ("run a program", "Permission denied"),
            ("connect by TCP", "Permission denied"),
            ("connect to an abstract socket", "Operation not permitted"),
            ("signal the viewer", "Operation not permitted"),
            ("trace the viewer", "Operation not permitted"),
        ])
    func landlockRefuses(act: String, words: String) throws {
        // Landlock is only for those who want no new privileges.
        #expect(try Self.ending("no_new_privs+Landlock", act) == Self.says(words))
    }

    @Test(
        .enabled(if: hasFilter && landlock > 0),
        arguments: ["no_new_privs+Landlock+folders", "seccomp+folders", "all+folders"])
    func foldersCanBeReadOnly(walls: String) throws {
        #expect(try Self.ending(walls, "read an allowed file") == Self.says("done"))
        #expect(try Self.ending(walls, "write a file") == Self.says("Permission denied"))
        // Which files they are is for Landlock alone to say.
        let isWalled = walls != "seccomp+folders"
        if isWalled { #expect(try Self.ending(walls, "read a file") == Self.says("Permission denied")) }
    }

    @Test(arguments: [
        ("take memory", LoadingError.undecodable(.png, "Cannot allocate memory")),
        ("open many", .undecodable(.png, "Too many open files")),
        ("spin", .loaderFailed(.png, "took too long")), ("write to its file", forbidden),
    ])
    func limitsHold(act: String, error: LoadingError) throws {
        #expect(try Self.ending("limits", act) == error)
    }

    @Test func privilegesAreRefused() throws {
        #expect(try Self.ending("no_new_privs", "tell of privileges") == Self.says("1"))
        #expect(try Self.ending("no_new_privs", "tell of dumps") == Self.says("done"))
    }

    @Test(.enabled(if: hasFilter)) func threadsAreThePolicys() throws {
        #expect(try Self.ending("all", "make a thread") == Self.forbidden)
        #expect(try Self.ending("all+threads", "make a thread") == Self.says("done"))
    }

    /// What libraries do when there is no memory left, or something is wrong.
    @Test func endsOfALoaderAreAllowed() throws {
        #expect(try Self.ending("all", "take memory") == Self.says("Cannot allocate memory"))
        #expect(try Self.ending("all", "abort") == .loaderFailed(.png, "crashed (signal 6)"))
        #expect(try Self.ending("all+threads", "abort") == .loaderFailed(.png, "crashed (signal 6)"))
        #expect(try Self.ending("all", "spin") == .loaderFailed(.png, "took too long"))
    }
}
