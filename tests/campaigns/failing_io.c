/* For LD_PRELOAD: makes the k-th call that changes a file fail, as a disk would that is full or broken.
 *   FAIL_AT k         which call, from 1; 0: none
 *   FAIL_FROM 1       and all after it
 *   FAIL_ERRNO e      how; FAIL_SHORT 1: a write takes half of its bytes instead
 *   FAIL_NAME TEXT    only of files whose path has it
 *   FAIL_COUNT FILE   gets the number of calls
 * Writes, fsync, ftruncate, rename and close of regular files count, only of the program, not of its children; files
 * in memory do not. A stream does its writes inside of the C library, out of reach: fdopen gives one that does not. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static atomic_long calls;
static long at, from, error, halved;
static const char *only = "";
static _Thread_local bool at_close; /* within fclose */

__attribute__((constructor)) static void begin(void)
{
    const char *const names[] = {"FAIL_AT", "FAIL_FROM", "FAIL_ERRNO", "FAIL_SHORT"};
    long *const values[] = {&at, &from, &error, &halved};
    for (int i = 0; i < 4; i++) *values[i] = getenv(names[i]) ? atol(getenv(names[i])) : 0;
    if (getenv("FAIL_NAME")) only = getenv("FAIL_NAME");
    if (strcmp(program_invocation_short_name, "bandstand")) at = -1;
}

__attribute__((destructor)) static void end(void)
{
    const char *const name = getenv("FAIL_COUNT");
    FILE *const out = name && at >= 0 ? fopen(name, "w") : NULL;
    if (out) fprintf(out, "%ld\n", (long)calls), fclose(out);
}

static bool on_disk(int fd)
{
    char link[64], path[PATH_MAX] = "";
    struct stat about;
    if (at < 0 || fstat(fd, &about) || !S_ISREG(about.st_mode)) return false;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    return readlink(link, path, sizeof path - 1) < 0 || (strncmp(path, "/memfd:", 7) && strstr(path, only));
}

static bool hit(void)
{
    const long k = atomic_fetch_add(&calls, 1) + 1;
    if (at <= 0 || !(k == at || (from && k > at))) return false;
    errno = (int)error;
    return true;
}

#define REAL(name) \
    static __typeof__(name) *real; \
    if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *bytes, size_t count)
{
    REAL(write);
    if (!on_disk(fd) || !hit()) return real(fd, bytes, count);
    return halved && count > 1 ? real(fd, bytes, count / 2) : -1;
}

ssize_t pwrite(int fd, const void *bytes, size_t count, off_t to)
{
    REAL(pwrite);
    if (!on_disk(fd) || !hit()) return real(fd, bytes, count, to);
    return halved && count > 1 ? real(fd, bytes, count / 2, to) : -1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off64_t to)
{
    return pwrite(fd, bytes, count, to);
}

int fsync(int fd)
{
    REAL(fsync);
    return at >= 0 && (!*only || on_disk(fd)) && hit() ? -1 : real(fd);
}

int ftruncate(int fd, off_t length)
{
    REAL(ftruncate);
    return on_disk(fd) && hit() ? -1 : real(fd, length);
}

int ftruncate64(int fd, off64_t length)
{
    return ftruncate(fd, length);
}

int rename(const char *old, const char *new)
{
    REAL(rename);
    return at >= 0 && strstr(old, only) && hit() ? -1 : real(old, new);
}

/* The first of several descriptors of a file: what the last one says is of no use to anybody. */
static bool first_close(int fd)
{
    static ino_t last;
    struct stat about;
    if (fstat(fd, &about)) return false;
    const bool again = about.st_ino == last;
    last = again ? 0 : about.st_ino;
    return !again;
}

int close(int fd)
{
    REAL(close);
    const bool written = (fcntl(fd, F_GETFL) & O_ACCMODE) != O_RDONLY && on_disk(fd);
    if (at_close || !written || !first_close(fd) || !hit()) return real(fd);
    const int e = errno;
    real(fd); /* as Linux does: the descriptor is gone whatever close says */
    errno = e;
    return -1;
}

static ssize_t put(void *fd, const char *bytes, size_t count)
{
    const ssize_t took = write((int)(long)fd, bytes, count);
    return took < 0 ? 0 : took;
}

/* fclose does not report whether these failed. */
static int shut(void *fd)
{
    at_close = true;
    const int e = close((int)(long)fd);
    at_close = false;
    return e;
}

FILE *fdopen(int fd, const char *mode)
{
    REAL(fdopen);
    if (*mode != 'w' || !on_disk(fd)) return real(fd, mode);
    return fopencookie((void *)(long)fd, mode, (cookie_io_functions_t){.write = put, .close = shut});
}
