// What Swift cannot import from Linux's headers: feature-gated calls, CMSG and W* macros, getopt's globals.
#pragma once
#include <getopt.h>
#include <poll.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <sys/types.h>

/// A sealable anonymous file of `size` bytes that can neither grow nor shrink any more; -1 and errno on failure.
int xz_sealed_memory(const char *_Nonnull name, uint64_t size);
/// An anonymous memory file that can grow; -1 and errno on failure.
int xz_memory_file(const char *_Nonnull name);
/// Whether the file behind `fd` is sealed against growing and shrinking.
int xz_is_size_sealed(int fd);

/// Sends one message, with the descriptor `passed` where it is not -1; 0, or -1 and errno. Never raises SIGPIPE.
int xz_send(int socket, const void *_Nonnull bytes, size_t count, int passed);
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
