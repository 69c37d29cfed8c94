/* Removes temporary files whose owner holds no lock on them any more. */
#include "base/file/abandoned.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

void abandoned_not(int fd)
{
    while (flock(fd, LOCK_EX) != 0 && errno == EINTR) {}
}

/* "x.h5.tmp-123" or "x.h5.tmp-123-1" of "x.h5" */
static bool is_temporary(const char *name, const char *of)
{
    static const char mark[] = ".tmp-";
    const size_t length = strlen(of);
    if (strncmp(name, of, length) || strncmp(name + length, mark, sizeof mark - 1)) return false;
    const char *const number = name + length + sizeof mark - 1;
    return isdigit((unsigned char)*number) && number[strspn(number, "0123456789-")] == '\0';
}

/* A name that was given up since the file was opened may stand for another file by now, of the same owner. */
static bool still_named(int folder, const char *name, const struct stat *opened)
{
    struct stat now;
    return fstatat(folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == opened->st_dev &&
           now.st_ino == opened->st_ino;
}

/* Removes an abandoned file and returns its bytes; -1 if it is not abandoned or cannot be removed. The lock is held
 * during the removal, so that a process that is just about to lock the file notices it, and takes another one. Such a
 * file is empty: nothing is said of empty ones, whose owner may be alive. */
static int64_t remove_one(int folder, const char *name)
{
    struct stat about;
    int64_t bytes = -1;
    const int fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return -1;
    if (fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        still_named(folder, name, &about) && unlinkat(folder, name, 0) == 0)
        bytes = about.st_size;
    close(fd);
    return bytes;
}

void abandoned_remove(const char *path)
{
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    char *const folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    DIR *const d = folder ? opendir(folder) : NULL;
    int count = 0;
    double bytes = 0;
    free(folder);
    if (!d) return; /* writing there will fail and say why */
    for (const struct dirent *e; (e = readdir(d));) {
        const int64_t freed = is_temporary(e->d_name, name) ? remove_one(dirfd(d), e->d_name) : -1;
        count += freed > 0;
        bytes += freed > 0 ? (double)freed : 0;
    }
    closedir(d);
    if (count)
        fprintf(stderr, "bandstand: removed %d temporary file%s of %s (%.3g MB) left by a program that was killed\n",
                count, count > 1 ? "s" : "", path, 1e-6 * bytes);
}
