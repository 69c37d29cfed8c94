/* Reads and writes whole blocks of a file with pread and pwrite; fsync that is tried again. */
#include "base/file/block.h"

#include <errno.h>
#include <unistd.h>

enum { MAX = 1 << 30 }; /* bytes that one call takes everywhere */

int block_read(int fd, int64_t at, void *out, size_t count)
{
    for (char *to = out; count > 0;) {
        const ssize_t got = pread(fd, to, count < MAX ? count : MAX, at);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got < 0 ? errno : EIO;
        to += got, at += got, count -= (size_t)got;
    }
    return 0;
}

int block_write(int fd, int64_t at, const void *bytes, size_t count)
{
    for (const char *from = bytes; count > 0;) {
        const ssize_t took = pwrite(fd, from, count < MAX ? count : MAX, at);
        if (took < 0 && errno == EINTR) continue;
        if (took <= 0) return took < 0 ? errno : ENOSPC;
        from += took, at += took, count -= (size_t)took;
    }
    return 0;
}

int block_sync(int fd)
{
    int e;
    while ((e = fsync(fd) == 0 ? 0 : errno) == EINTR) {}
    return e == EINVAL ? 0 : e; /* a file system that knows no fsync of this kind of file */
}
