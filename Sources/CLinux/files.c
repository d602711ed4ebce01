#define _GNU_SOURCE
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

int xz_rename_to_free(int from, const char *name, int to, const char *new_name) {
    return renameat2(from, name, to, new_name, RENAME_NOREPLACE);
}

int xz_mount(int folder, uint64_t *mount, int *is_top) {
    struct statx status;
    if (statx(folder, "", AT_EMPTY_PATH, STATX_MNT_ID, &status) != 0) return -1;
    if (!(status.stx_mask & STATX_MNT_ID) || !(status.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT)) {
        errno = ENOSYS;
        return -1;
    }
    *mount = status.stx_mnt_id;
    *is_top = (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
    return 0;
}

int xz_has_writer(int fd) {
    // A lease against writers (fcntl(2)) is refused while there are any, and given back at once. Who opens the file for
    // writing just then is kept waiting for that long, and would have us told by SIGIO, which ends a program; SIGURG does not.
    if (fcntl(fd, F_SETSIG, SIGURG) != 0) return -1;
    if (fcntl(fd, F_SETLEASE, F_RDLCK) == 0) return fcntl(fd, F_SETLEASE, F_UNLCK) == 0 ? 0 : -1;
    return errno == EAGAIN ? 1 : -1;
}
