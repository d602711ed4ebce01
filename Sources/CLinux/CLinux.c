#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int fail_closing(int fd) {
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

int xz_memory_file(const char *name) {
    return memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int xz_unlinked_file(const char *folder) {
    int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT)) return fd;
    // File systems without files that have no name.
    char path[4096];
    if ((size_t)snprintf(path, sizeof path, "%s/pixels-XXXXXX", folder) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0 && unlink(path) != 0) return fail_closing(fd);
    return fd;
}

void xz_prefer_large_pages(void *start, size_t count) {
    // Where the kernel has none, small ones do.
    (void)madvise(start, count, MADV_HUGEPAGE);
}

int xz_sealed_memory(const char *name, uint64_t size) {
    int fd = xz_memory_file(name);
    if (fd < 0) return -1;
    if (ftruncate(fd, (off_t)size) != 0) return fail_closing(fd);
    if (fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) != 0) return fail_closing(fd);
    return fd;
}

int xz_is_size_sealed(int fd) {
    int seals = fcntl(fd, F_GET_SEALS);
    return seals >= 0 && (seals & (F_SEAL_GROW | F_SEAL_SHRINK)) == (F_SEAL_GROW | F_SEAL_SHRINK);
}

int xz_send(int socket, const void *bytes, size_t count, int passed, int wait) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (passed >= 0) {
        memset(&control, 0, sizeof control);
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &passed, sizeof(int));
    }
    ssize_t sent;
    do sent = sendmsg(socket, &message, MSG_NOSIGNAL | (wait ? 0 : MSG_DONTWAIT));
    while (sent < 0 && errno == EINTR);
    return sent < 0 ? -1 : 0;
}

ssize_t xz_receive(int socket, void *bytes, size_t capacity, int *passed, int wait) {
    struct iovec part = {.iov_base = bytes, .iov_len = capacity};
    union { struct cmsghdr header; char space[CMSG_SPACE(4 * sizeof(int))]; } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
    *passed = -1;
    ssize_t count;
    do count = recvmsg(socket, &message, MSG_CMSG_CLOEXEC | (wait ? 0 : MSG_DONTWAIT));
    while (count < 0 && errno == EINTR);
    if (count < 0) return -1;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(&message); header; header = CMSG_NXTHDR(&message, header)) {
        if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
        size_t many = (header->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < many; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(header) + i * sizeof(int), sizeof(int));
            if (*passed < 0) *passed = fd;
            else close(fd);
        }
    }
    if (message.msg_flags & MSG_TRUNC) {
        if (*passed >= 0) close(*passed);
        *passed = -1;
        errno = EMSGSIZE;
        return -1;
    }
    return count;
}

void xz_die_with_parent(int socket) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    // An orphan's new parent need not be 1, and a parent may well be 1 (in a container). The one that made the socket is told
    // by its other end (unix(7), SO_PEERCRED).
    struct ucred maker;
    socklen_t size = sizeof maker;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &maker, &size) != 0 || maker.pid != getppid()) _exit(1);
}

pid_t xz_spawn(const char *program, int socket) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error = posix_spawn_file_actions_init(&actions);
    if (error) { errno = error; return -1; }
    error = posix_spawnattr_init(&attributes);
    if (error) { posix_spawn_file_actions_destroy(&actions); errno = error; return -1; }
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none);
    // What this program may ignore ends the other one: it is to write no file.
    sigset_t defaults;
    sigemptyset(&defaults);
    sigaddset(&defaults, SIGXFSZ);
    sigaddset(&defaults, SIGPIPE);
    posix_spawnattr_setsigdefault(&attributes, &defaults);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    // dup2 onto itself clears close-on-exec too (POSIX), so a socket that already is 3 arrives as well.
    posix_spawn_file_actions_adddup2(&actions, socket, 3);
    char *arguments[] = {(char *)program, NULL};
    char *environment[] = {NULL};
    pid_t pid = -1;
    error = posix_spawn(&pid, program, &actions, &attributes, arguments, environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error) { errno = error; return -1; }
    return pid;
}

int xz_reap(pid_t pid, int wait) {
    int status = 0;
    pid_t got;
    do got = waitpid(pid, &status, wait ? 0 : WNOHANG);
    while (got < 0 && errno == EINTR);
    if (got != pid) return -1;
    return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

int xz_termination_signals(void) {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    if (sigprocmask(SIG_BLOCK, &signals, NULL) != 0) return -1;
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

void xz_name_thread(const char *name) {
    prctl(PR_SET_NAME, name);
}

int xz_poll(struct pollfd *entries, size_t count, double seconds) {
    struct timespec timeout = {.tv_sec = (time_t)seconds};
    timeout.tv_nsec = (long)((seconds - (double)timeout.tv_sec) * 1e9);
    return ppoll(entries, count, seconds < 0 ? NULL : &timeout, NULL);
}

xz_option xz_getopt(int argc, char **argv, const char *shorts, const struct option *longs) {
    int code = getopt_long(argc, argv, shorts, longs, NULL);
    return (xz_option){.code = code, .argument = optarg, .next = optind};
}

int xz_finish_output(void) {
    return fflush(stdout) == 0 && !ferror(stdout);
}
