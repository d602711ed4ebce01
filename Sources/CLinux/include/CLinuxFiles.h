// What Swift cannot import of calls on files and folders.
#pragma once
#include <stdint.h>
#include <sys/inotify.h>

/// Renames a file from one open folder to another, where the name must be free (EEXIST); 0, or -1 and errno. EINVAL where
/// the file system cannot promise that.
int xz_rename_to_free(int from, const char *_Nonnull name, int to, const char *_Nonnull new_name);
/// Which mount an open folder is in, and whether it is the uppermost of it; 0, or -1 and errno.
int xz_mount(int folder, uint64_t *_Nonnull mount, int *_Nonnull is_top);
/// Whether anyone has a file open for writing: 1 or 0, or -1 and errno where that cannot be told (files of other users, and
/// some file systems). `fd` must be open for reading alone.
int xz_has_writer(int fd);
