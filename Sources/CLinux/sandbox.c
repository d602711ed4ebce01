#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/landlock.h>

// What the kernel's newer headers have. Later versions of the interface only add fields.
struct landlock_rules {
    uint64_t files;
    uint64_t network;  // from version 4 on
    uint64_t scopes;   // from version 6 on
};

int xz_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static void allow_reading(int rules, const char *folder) {
    struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
        .parent_fd = open(folder, O_PATH | O_CLOEXEC | O_DIRECTORY)};
    if (rule.parent_fd < 0) return;  // a folder that is not there need not be read
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

int xz_landlock(const char *const *folders, size_t count) {
    int version = xz_landlock_version();
    if (version < 1) return -1;
    // The rights over files are bits without gaps: 13 at first, then each of REFER, TRUNCATE and IOCTL_DEV.
    int rights = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
    struct landlock_rules handled = {
        .files = (1u << rights) - 1,
        .network = version >= 4 ? 3 : 0,  // to bind and to connect TCP
        .scopes = version >= 6 ? 3 : 0};  // abstract sockets and signals
    size_t size = version >= 6 ? sizeof handled : offsetof(struct landlock_rules, scopes);
    if (version < 4) size = offsetof(struct landlock_rules, network);
    int rules = (int)syscall(SYS_landlock_create_ruleset, &handled, size, 0);
    if (rules < 0) return -1;
    for (size_t i = 0; i < count; i++) allow_reading(rules, folders[i]);
    // From version 8 on it holds threads that are there already too, where it is asked to (LANDLOCK_RESTRICT_SELF_TSYNC).
    int result = version >= 8 ? (int)syscall(SYS_landlock_restrict_self, rules, 1u << 3) : -1;
    if (result != 0) result = (int)syscall(SYS_landlock_restrict_self, rules, 0);
    int error = errno;
    close(rules);
    errno = error;
    return result == 0 ? version : -1;
}

int xz_refuse_privileges(void) {
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

int xz_refuse_dumps(void) {
    return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void xz_keep_to(int last) {
    // Without /dev/null, memory that nobody can write does as well.
    int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (nothing < 0) nothing = memfd_create("nothing", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    fcntl(nothing, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL);
    for (int i = 0; i <= 2; i++) dup2(nothing, i);
    close_range((unsigned)last + 1, ~0u, 0);
}

double xz_processor_time(pid_t pid) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return -1;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

int xz_limit_processor_time(pid_t pid, uint64_t seconds) {
    struct rlimit limit;
    if (prlimit(pid, RLIMIT_CPU, NULL, &limit) != 0) return -1;
    limit.rlim_cur = seconds < limit.rlim_max ? seconds : limit.rlim_max;
    return prlimit(pid, RLIMIT_CPU, &limit, NULL);
}
