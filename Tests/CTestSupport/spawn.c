// Starting children. Between fork and exec only calls that are safe after a fork in a threaded process.
#define _GNU_SOURCE
#include "CTestSupport.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLOSE_RANGE_CLOEXEC
#define CLOSE_RANGE_CLOEXEC (1U << 2)
#endif

// What the child reports through a pipe that closes at exec.
typedef struct {
    double started;
    int error;
} report;

_Noreturn static void fail(int pipe, report r) {
    r.error = errno;
    ssize_t ignored = write(pipe, &r, sizeof r);
    (void)ignored;
    _exit(127);
}

_Noreturn static void run_child(const ct_spawn_request *q, pid_t parent, int pipe) {
    report r = {0, 0};
    setsid();
    if (q->death_signal) {
        prctl(PR_SET_PDEATHSIG, q->death_signal);
        if (getppid() != parent) _exit(127); // the parent ended before the signal was set up
    }
    for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);

    // First out of the way of 0 to 3, then in place.
    int held[4];
    pipe = fcntl(pipe, F_DUPFD_CLOEXEC, 10);
    for (int i = 0; i < 4; i++) {
        int fd = q->fds[i];
        if (fd < 0 && i < 3) fd = open("/dev/null", O_RDWR | O_CLOEXEC);
        held[i] = fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 10);
        if (held[i] < 0 && (i < 3 || fd >= 0)) fail(pipe, r);
    }
    for (int i = 0; i < 4; i++)
        if (held[i] >= 0 && dup2(held[i], i) < 0) fail(pipe, r);
    close_range(held[3] >= 0 ? 4 : 3, ~0U, CLOSE_RANGE_CLOEXEC);

    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    r.started = (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
    if (write(pipe, &r, sizeof r) != sizeof r) _exit(127);
    execvpe(q->path, q->argv, q->envp);
    fail(pipe, r);
}

static pid_t spawn_here(const ct_spawn_request *q, double *started) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0) return -errno;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) run_child(q, parent, ends[1]);
    int fork_error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        return -fork_error;
    }
    report last = {0, 0}, r;
    int reports = 0;
    for (;;) {
        ssize_t n = read(ends[0], &r, sizeof r);
        if (n == sizeof r) {
            last = r;
            reports++;
        } else if (n >= 0 || errno != EINTR) {
            break;
        }
    }
    close(ends[0]);
    if (reports == 1 && last.error == 0) {
        *started = last.started;
        return pid;
    }
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    return last.error ? -last.error : -ECHILD;
}

// The death signal is sent when the thread that forked ends, so one thread that never ends does all forks.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static const ct_spawn_request *pending;
static pid_t result;
static double result_started;
static int answered;

static void *spawner(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!pending) pthread_cond_wait(&changed, &lock);
        result = spawn_here(pending, &result_started);
        pending = NULL;
        answered = 1;
        pthread_cond_broadcast(&changed);
    }
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int thread_error;

static void start_spawner(void) {
    pthread_t thread;
    thread_error = pthread_create(&thread, NULL, spawner, NULL);
    if (thread_error == 0) pthread_detach(thread);
}

pid_t ct_spawn(const ct_spawn_request *request, double *started) {
    static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
    pthread_once(&once, start_spawner);
    if (thread_error) return -thread_error;
    pthread_mutex_lock(&turn);
    pthread_mutex_lock(&lock);
    answered = 0;
    pending = request;
    pthread_cond_broadcast(&changed);
    while (!answered) pthread_cond_wait(&changed, &lock);
    pid_t pid = result;
    *started = result_started;
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&turn);
    return pid;
}

int ct_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC) == 0 ? 0 : errno; }

int ct_reap(pid_t pid, int *status) {
    for (;;) {
        pid_t r = waitpid(pid, status, WNOHANG);
        if (r == pid) return 1;
        if (r == 0) return 0;
        if (errno != EINTR) return -errno;
    }
}

double ct_cpu_seconds(pid_t pid) {
    clockid_t clock;
    struct timespec t;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &t) != 0) return -1;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
