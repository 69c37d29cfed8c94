/* Every file that this run has not written itself is read twice, the first time by a process of its own: HDF5 may crash
 * on a damaged one, or loop forever, and then only that process ends. It looks at everything there is, groups,
 * attributes, arrays, but not at the values in large files whose checksum holds. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/result/store_internal.h"
#include "base/signals.h"

enum {
    DEPTH = 12,        /* of groups in groups, which may be a circle */
    OBJECTS = 1 << 20, /* that are looked at */
    BUFFER = 1 << 22,  /* bytes of an array read at once */
    SECONDS = 30,      /* of processor time, and one more for so many */
    SMALL = 50000000,  /* bytes of a file with a checksum that is read whole */
    BYTES_A_SECOND = 50000000,
    UNREADABLE = 3, /* exit codes */
    WITHOUT_MEMORY = 4,
};

/* What HDF5 fails to list once may crash it the next time: the memory that it frees then was never set. */
static bool visit_attributes(struct store *s, const char *path)
{
    char **names, *text;
    int64_t count, whole;
    double real;
    if (store_attributes(s, path, &names, &count) != ST_OK) return false;
    for (int64_t i = 0; i < count; i++) {
        if (store_get_text(s, path, names[i], &text) == ST_OK) free(text);
        store_get_real(s, path, names[i], &real);
        store_get_int(s, path, names[i], &whole);
    }
    store_names_free(names, count);
    return true;
}

/* What one row of an array takes, or -1 if that is more than the buffer. */
static int64_t row_bytes(const struct array *a)
{
    int64_t bytes = 8;
    for (int d = 1; d < a->rank; d++)
        if (__builtin_mul_overflow(bytes, a->dims[d], &bytes) || bytes > BUFFER) return -1;
    return bytes;
}

static void visit_array(struct store *s, const char *path, void *buffer)
{
    struct array a;
    if (store_array_shape(s, path, &a) != ST_OK) return;
    if (a.rank == 0) store_array_read(s, path, REAL64, buffer);
    const int64_t bytes = row_bytes(&a), rows = a.rank && bytes > 0 ? a.dims[0] : 0,
                  step = bytes > 0 ? BUFFER / bytes : 1;
    for (int64_t first = 0; first < rows; first += step)
        if (store_array_rows(s, path, REAL64, first, rows - first < step ? rows - first : step, buffer) != ST_OK) break;
}

/* A link to a place that is not there is no damage, unless it is a hard one. */
static bool may_dangle(struct store *s, const char *path)
{
    H5L_info_t link;
    return H5Lget_info(s->file, path, &link, H5P_DEFAULT) >= 0 && link.type != H5L_TYPE_HARD;
}

static H5I_type_t type_of(struct store *s, const char *path)
{
    errno = 0;
    const hid_t object = H5Oopen(s->file, path, H5P_DEFAULT);
    const H5I_type_t type = object >= 0 ? H5Iget_type(object) : H5I_BADID;
    if (object >= 0) H5Oclose(object);
    return type;
}

/* False if HDF5 cannot list what is there. `buffer`: NULL, or BUFFER bytes for values. */
static bool visit(struct store *s, const char *path, int depth, int *objects, void *buffer)
{
    char **names;
    int64_t count;
    if (depth == DEPTH || ++*objects > OBJECTS) return true;
    const H5I_type_t type = type_of(s, path);
    if (type == H5I_BADID) return may_dangle(s, path);
    if (!visit_attributes(s, path)) return false;
    if (type == H5I_DATASET && buffer) visit_array(s, path, buffer);
    if (type != H5I_GROUP) return true;
    if (store_members(s, path, &names, &count) != ST_OK) return false;
    bool good = true;
    for (int64_t i = 0; i < count && good; i++) {
        char *below;
        if (asprintf(&below, "%s/%s", depth ? path : "", names[i]) < 0) break;
        good = visit(s, below, depth + 1, objects, buffer);
        free(below);
    }
    store_names_free(names, count);
    return good;
}

/* As --resume does with finished runs, but into memory. */
static bool copied(struct store *s)
{
    errno = 0;
    const hid_t memory = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(memory, BUFFER, false);
    const hid_t file = H5Fcreate("rehearsal", H5F_ACC_TRUNC, H5P_DEFAULT, memory);
    return file >= 0 && H5Ocopy(s->file, "/", file, "all", H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

static void rehearse(struct store *s, bool values, bool copy)
{
    const rlim_t seconds = (rlim_t)(SECONDS + s->medium.length / BYTES_A_SECOND);
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    int objects = 0;
    void *const buffer = values ? malloc(BUFFER) : NULL;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signals_forked();
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
    if (values && !buffer) _exit(WITHOUT_MEMORY);
    const bool good =
        (store_opened(s) != ST_OK || visit(s, "/", 0, &objects, buffer)) && (!copy || s->file < 0 || copied(s));
    _exit(good ? 0 : errno == ENOMEM ? WITHOUT_MEMORY : UNREADABLE);
}

enum status store_rehearse(struct store *s, bool has_checksum)
{
    const bool small = s->medium.length < SMALL;
    const pid_t child = fork();
    if (child == 0) rehearse(s, !has_checksum || small, has_checksum && small);
    if (child < 0) return fail(ST_NOMEM, "cannot read %s: no process to try it: %s", s->path, strerror(errno));
    const int end = signals_await(child);
    if (WIFEXITED(end) && WEXITSTATUS(end) == 0) return ST_OK;
    if (WIFEXITED(end) && WEXITSTATUS(end) == WITHOUT_MEMORY) return fail(ST_NOMEM, "no memory to read %s", s->path);
    if (WIFSIGNALED(end) && WTERMSIG(end) == SIGKILL)
        return fail(ST_IO, "cannot read %s: the process that tried it was killed, perhaps for want of memory", s->path);
    const bool endless = WIFSIGNALED(end) && WTERMSIG(end) == SIGXCPU;
    const bool unreadable = WIFEXITED(end) && WEXITSTATUS(end) == UNREADABLE;
    return fail(ST_IO, "cannot read %s: it is damaged: HDF5 %s", s->path,
                endless      ? "does not end on it"
                : unreadable ? "cannot list its contents"
                             : "crashes on it");
}
