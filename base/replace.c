#include "base/replace.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names that a signal handler finds: one of a longer path than the system takes is never a file, and what is begun
 * while all places are taken, as no command does, takes the place of an older one. */
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

void replace_remove_all(void)
{
    for (int place = 0; place < PLACES; place++)
        if (taken[place]) unlink(name[place]);
}

void replace_abandon(const char *temporary)
{
    unlink(temporary);
    forget(temporary);
}

enum status replace_begin(const char *path, char **out)
{
    struct stat there;
    *out = NULL;
    if (!*path) return fail(ST_IO, "cannot write a file without a name");
    if (stat(path, &there) == 0 && S_ISDIR(there.st_mode)) return fail(ST_IO, "cannot write %s: it is a folder", path);
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) return fail(ST_IO, "cannot write %s: it is no file", path);
    if (asprintf(out, "%s.tmp-%ld", path, (long)getpid()) < 0) {
        *out = NULL;
        return fail(ST_NOMEM, "no memory for a file name");
    }
    remember(*out);
    return ST_OK;
}

/* Brings what the system holds of a file or folder to the disk; errno if it does not get there. */
static int synced(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return errno;
    int e;
    while ((e = fsync(fd) == 0 ? 0 : errno) == EINTR) {}
    if (e == EINVAL) e = 0; /* a file system that knows no fsync of this kind of file */
    close(fd);
    return e;
}

/* The new name itself is only safe once its folder is. */
static int synced_folder(const char *path)
{
    char *const folder = strdup(path);
    if (!folder) return ENOMEM;
    char *const slash = strrchr(folder, '/');
    if (slash) slash[slash == folder ? 1 : 0] = '\0';
    const int e = synced(slash ? folder : ".");
    free(folder);
    return e;
}

static bool same_folder(const char *a, const char *b)
{
    char *const copy_a = strdup(a), *const copy_b = strdup(b);
    char *const real_a = copy_a ? realpath(dirname(copy_a), NULL) : NULL;
    char *const real_b = copy_b ? realpath(dirname(copy_b), NULL) : NULL;
    const bool same = real_a && real_b && strcmp(real_a, real_b) == 0;
    free(copy_a), free(copy_b), free(real_a), free(real_b);
    return same;
}

bool replace_same(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) == 0 && stat(b, &y) == 0) return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
    const char *const name_a = strrchr(a, '/'), *const name_b = strrchr(b, '/');
    return strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b) == 0 && same_folder(a, b);
}

enum status replace_commit(const char *temporary, const char *path)
{
    int e = synced(temporary);
    if (!e && rename(temporary, path) != 0) e = errno;
    if (e) unlink(temporary);
    forget(temporary);
    if (!e) e = synced_folder(path);
    return e ? fail(ST_IO, "cannot write %s: %s", path, strerror(e)) : ST_OK;
}
