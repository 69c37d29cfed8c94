/* Names of files to be written: resolves links, gives the folder, compares files. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file/atomic_file.h"

enum { LINKS = 40 /* in a chain; as many as the system follows */ };

/* The system takes no path that is longer than the buffer. */
const char *atomic_file_folder(const char *path, char buffer[static PATH_MAX])
{
    snprintf(buffer, PATH_MAX, "%s", path);
    return dirname(buffer);
}

/* The path to which the link `path` points, resolved in its folder; NULL: no memory. */
static char *next_name(const char *path, const char *to)
{
    char buffer[PATH_MAX], *name = NULL;
    const bool whole = *to == '/';
    const int made = asprintf(&name, "%s%s%s", whole ? "" : atomic_file_folder(path, buffer), whole ? "" : "/", to);
    return made < 0 ? NULL : name;
}

char *atomic_file_followed(const char *path)
{
    char to[PATH_MAX], *at = strdup(path);
    for (int k = 0; at && k < LINKS; k++) {
        const ssize_t length = readlink(at, to, sizeof to - 1);
        if (length < 0) return at;
        to[length] = '\0';
        char *const next = next_name(at, to);
        free(at);
        at = next;
    }
    free(at);
    return at ? strdup(path) : NULL;
}

/* Is a temporary name, which is longer than the file's own, too long? */
static bool too_long(const char *name, const char *folder)
{
    enum { MORE = sizeof ".tmp-1234567-123" };
    const long max = pathconf(folder, _PC_NAME_MAX);
    return max > 0 && strlen(name) + MORE > (size_t)max;
}

enum status atomic_file_check(const char *path, enum filetype type)
{
    char buffer[PATH_MAX];
    TRY(filetype_check(path, type));
    char *const file = atomic_file_followed(path);
    if (!file) return fail(ST_NOMEM, "no memory for a file name");
    const char *const folder = atomic_file_folder(file, buffer), *const slash = strrchr(file, '/');
    const int e = access(folder, W_OK | X_OK) ? errno : too_long(slash ? slash + 1 : file, folder) ? ENAMETOOLONG : 0;
    free(file);
    return e ? fail(ST_IO, "cannot write %s: %s", path, strerror(e)) : ST_OK;
}

static bool same_file(const struct stat *x, const struct stat *y)
{
    return x->st_dev == y->st_dev && x->st_ino == y->st_ino;
}

static bool same_name(const char *a, const char *b)
{
    struct stat x, y;
    char buffer[2][PATH_MAX];
    const char *const name_a = strrchr(a, '/'), *const name_b = strrchr(b, '/');
    if (strcmp(name_a ? name_a + 1 : a, name_b ? name_b + 1 : b)) return false;
    return stat(atomic_file_folder(a, buffer[0]), &x) == 0 && stat(atomic_file_folder(b, buffer[1]), &y) == 0 &&
           same_file(&x, &y);
}

bool atomic_file_same(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) == 0 && stat(b, &y) == 0) return same_file(&x, &y);
    char *const end_a = atomic_file_followed(a), *const end_b = atomic_file_followed(b);
    const bool same = same_name(end_a ? end_a : a, end_b ? end_b : b);
    free(end_a);
    free(end_b);
    return same;
}
