// What Swift cannot import from Linux's headers: feature-gated calls, CMSG and W* macros, getopt's globals.
#pragma once
#include <getopt.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>

#include "CLinuxFiles.h"

/// A sealable anonymous file of `size` bytes that can neither grow nor shrink any more; -1 and errno on failure.
int xz_sealed_memory(const char *_Nonnull name, uint64_t size);
/// An anonymous memory file that can grow; -1 and errno on failure.
int xz_memory_file(const char *_Nonnull name);
/// A file without a name in a folder, for reading and writing; -1 and errno on failure.
int xz_unlinked_file(const char *_Nonnull folder);
/// Advises the kernel to back memory with large pages, where a fault brings 2 MiB rather than 4 KiB.
void xz_prefer_large_pages(void *_Nonnull start, size_t count);
/// Whether the file behind `fd` is sealed against growing and shrinking.
int xz_is_size_sealed(int fd);

/// Sends one message, with the descriptor `passed` where it is not -1; 0, or -1 and errno (EAGAIN where the receiver has left
/// too much lying, unless that is to be waited for). Never raises SIGPIPE.
int xz_send(int socket, const void *_Nonnull bytes, size_t count, int passed, int wait);
/// Receives one message without blocking. The byte count (0 at the end), or -1 and errno (EMSGSIZE for a message
/// over `capacity`). `*passed` is the first descriptor that came with it (close-on-exec), or -1.
ssize_t xz_receive(int socket, void *_Nonnull bytes, size_t capacity, int *_Nonnull passed, int wait);

/// Makes the kernel kill this process when its parent's thread ends; ends it at once if that has already happened. `socket`
/// is one end of a socketpair(2) that the parent made.
void xz_die_with_parent(int socket);
/// Runs `program` with `socket` as its descriptor 3, an empty environment, no signal blocked, in a session of its own. The pid, or -1 and errno.
pid_t xz_spawn(const char *_Nonnull program, int socket);
/// How a child ended: its exit status, or 256 + the signal's number, or -1 while it runs.
int xz_reap(pid_t pid, int wait);
/// A descriptor that becomes readable on SIGINT, SIGTERM and SIGHUP, which are blocked from now on; -1 and errno on failure.
int xz_termination_signals(void);

/// Puts nothing, which can be read and written, in the place of standard input, output and error, and closes all descriptors
/// behind `last`.
void xz_keep_to(int last);
/// Takes from this process for ever what a set-user-ID program would give it; 0, or -1 and errno.
int xz_refuse_privileges(void);
/// Keeps other processes of the same user from reading this one's memory; 0, or -1 and errno.
int xz_refuse_dumps(void);
/// The version of Landlock that the kernel has; -1 and errno where it has none.
int xz_landlock_version(void);
/// Takes the file system, TCP and signals to others from the calling thread, but for reading below `folders`. Those that are
/// missing are passed over. The version of Landlock, or -1 and errno.
int xz_landlock(const char *_Nullable const *_Nullable folders, size_t count);
/// The seconds of processor time that a process has used; -1 where there is none.
double xz_processor_time(pid_t pid);
/// Sets the soft limit on a process's processor time, which raises SIGXCPU; 0, or -1 and errno.
int xz_limit_processor_time(pid_t pid, uint64_t seconds);

/// Writes what standard output still holds; whether all of it, and all before, could be written.
int xz_finish_output(void);

/// Names the calling thread; the kernel keeps the first 15 bytes.
void xz_name_thread(const char *_Nonnull name);
/// ppoll(2) for up to `seconds`, or without end where that is negative.
int xz_poll(struct pollfd *_Nonnull entries, size_t count, double seconds);

/// One step of getopt_long(3): the option's code, -1 at the end, '?' after an error that was printed.
typedef struct {
    int code;
    /// The option's argument, or NULL.
    const char *_Nullable argument;
    /// The index of the next element of argv.
    int next;
} xz_option;
xz_option xz_getopt(int argc, char *_Nullable *_Nonnull argv, const char *_Nonnull shorts, const struct option *_Nonnull longs);
