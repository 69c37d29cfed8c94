/* Opens the temporary file of another process, and writes to it. */
#include "base/file/file_part.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/block.h"

enum status file_part_of(struct file_part *out, const struct atomic_file *r)
{
    struct stat there;
    *out = (struct file_part){0};
    if (fstat(r->fd, &there) != 0) return atomic_file_fault(r, errno);
    out->number = (uint64_t)there.st_ino;
    const int path = snprintf(out->path, sizeof out->path, "%s", r->path),
              temporary = snprintf(out->temporary, sizeof out->temporary, "%s", r->temporary);
    return path < PATH_MAX && temporary < PATH_MAX ? ST_OK : atomic_file_fault(r, ENAMETOOLONG);
}

int file_part_open(int *fd, const struct file_part *f)
{
    struct stat there;
    *fd = open(f->temporary, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (*fd < 0) return errno;
    int e = fstat(*fd, &there) == 0 ? 0 : errno;
    if (!e && (!S_ISREG(there.st_mode) || (uint64_t)there.st_ino != f->number)) e = ENOENT;
    if (e) close(*fd);
    return e;
}

int file_part_close(int fd)
{
    const int e = block_sync(fd);
    return close(fd) != 0 && !e ? errno : e;
}
