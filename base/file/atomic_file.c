/* Begins, commits and abandons files that replace another in one step. */
#define _GNU_SOURCE /* asprintf */
#include "base/file/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/abandoned.h"
#include "base/file/block.h"

/* Names that a signal handler removes. A path longer than the system takes is never a file. If all places are taken,
 * which no command does, the newest name replaces an older one. */
enum { PLACES = 16 };
static char name[PLACES][PATH_MAX];
static volatile sig_atomic_t taken[PLACES];

static int place_of(const char *temporary)
{
    int place = PLACES;
    while (place-- > 0)
        if (taken[place] && !strcmp(name[place], temporary)) break;
    return place;
}

static void remember(const char *temporary)
{
    static int oldest;
    int place = place_of(temporary);
    if (place >= 0 || strlen(temporary) >= PATH_MAX) return;
    for (place = PLACES - 1; place >= 0 && taken[place];) place--;
    if (place < 0) place = oldest++ % PLACES;
    taken[place] = 0;
    atomic_signal_fence(memory_order_seq_cst);
    strcpy(name[place], temporary);
    atomic_signal_fence(memory_order_seq_cst);
    taken[place] = 1;
}

static void forget(const char *temporary)
{
    const int place = place_of(temporary);
    if (place >= 0) taken[place] = 0;
}

void atomic_file_remove_all(void)
{
    for (int place = 0; place < PLACES; place++)
        if (taken[place]) unlink(name[place]);
}

/* Opens `temporary` and locks it; -1 and errno, or -2 if another program took it for abandoned before. */
static int claim(const char *temporary)
{
    struct stat here;
    const int fd = open(temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) return -1;
    abandoned_not(fd);
    if (fstat(fd, &here) != 0 || here.st_nlink > 0) return fd;
    close(fd);
    return -2;
}

/* Another number where the name is taken: by ourselves, or on another host that shares the folder. */
static enum status make_temporary(struct atomic_file *r)
{
    enum { TRIES = 1000 };
    for (int k = 0; k < TRIES; k++) {
        char more[16] = "";
        if (k) snprintf(more, sizeof more, "-%d", k);
        if (asprintf(&r->temporary, "%s.tmp-%ld%s", r->path, (long)getpid(), more) < 0) {
            r->temporary = NULL;
            return fail(ST_NOMEM, "no memory for a file name");
        }
        r->fd = claim(r->temporary);
        if (r->fd >= 0) return remember(r->temporary), ST_OK;
        const int e = r->fd == -2 ? EEXIST : errno;
        free(r->temporary);
        r->temporary = NULL;
        if (e != EEXIST) return atomic_file_fault(r, e);
    }
    return atomic_file_fault(r, EEXIST);
}

enum status atomic_file_begin(struct atomic_file *out, const char *path, enum filetype type)
{
    *out = (struct atomic_file){.fd = -1};
    if (!*path) return fail(ST_IO, "cannot write a file without a name");
    TRY(filetype_check(path, type));
    out->path = atomic_file_followed(path);
    if (!out->path) return fail(ST_NOMEM, "no memory for a file name");
    abandoned_remove(out->path);
    const enum status st = make_temporary(out);
    if (st != ST_OK) atomic_file_abandon(out);
    return st;
}

enum status atomic_file_stream(const struct atomic_file *r, FILE **out)
{
    const int copy = fcntl(r->fd, F_DUPFD_CLOEXEC, 0);
    *out = copy >= 0 ? fdopen(copy, "w") : NULL;
    if (*out) return ST_OK;
    const int e = errno;
    if (copy >= 0) close(copy);
    return atomic_file_fault(r, e);
}

enum status atomic_file_stream_end(const struct atomic_file *r, FILE *stream)
{
    int e = ferror(stream) ? EIO : 0; /* what it was is not known any more */
    if (fflush(stream) != 0) e = errno;
    if (fclose(stream) != 0 && !e) e = errno;
    return e ? atomic_file_fault(r, e) : ST_OK;
}

enum status atomic_file_fault(const struct atomic_file *r, int error)
{
    if (error == ENOMEM) return fail(ST_NOMEM, "no memory to write %s", r->path);
    return fail(ST_IO, "cannot write %s: %s", r->path, strerror(error));
}

/* The new name itself is only safe once its folder is. */
static int synced_folder(const char *path)
{
    char buffer[PATH_MAX];
    const int fd = open(atomic_file_folder(path, buffer), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int e = fd < 0 ? errno : block_sync(fd);
    if (e == EACCES) e = 0; /* a folder that may be written, but not read */
    if (fd >= 0) close(fd);
    return e;
}

static void release(struct atomic_file *r)
{
    free(r->path);
    free(r->temporary);
    *r = (struct atomic_file){.fd = -1};
}

enum status atomic_file_rename(struct atomic_file *r, const char *path, enum filetype type)
{
    TRY(filetype_check(path, type));
    char *const followed = atomic_file_followed(path);
    if (!followed) return fail(ST_NOMEM, "no memory for a file name");
    free(r->path);
    r->path = followed;
    return ST_OK;
}

/* The lock is held until the file has its name. */
enum status atomic_file_commit(struct atomic_file *r)
{
    int e = block_sync(r->fd);
    const int lock = e ? -1 : fcntl(r->fd, F_DUPFD_CLOEXEC, 0);
    if (close(r->fd) != 0 && !e) e = errno;
    r->fd = lock;
    if (!e && rename(r->temporary, r->path) != 0) e = errno;
    if (e) {
        const enum status st = atomic_file_fault(r, e);
        atomic_file_abandon(r);
        return st;
    }
    forget(r->temporary);
    if (lock >= 0) close(lock);
    e = synced_folder(r->path);
    const enum status st =
        e ? fail(ST_IO, "%s is written, but the disk may lose its name: %s", r->path, strerror(e)) : ST_OK;
    release(r);
    return st;
}

void atomic_file_abandon(struct atomic_file *r)
{
    if (r->temporary) unlink(r->temporary), forget(r->temporary);
    if (r->fd >= 0 && r->path) close(r->fd);
    release(r);
}
