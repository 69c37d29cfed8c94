/* Every file that this run has not written itself is read twice, the first time by a process of its own: HDF5 may crash
 * on a damaged one, or loop forever, and then only that process ends. Of a file from another program it looks at what
 * is asked for, and at the values only if the shape can be used. Of a result it looks at everything there is, groups,
 * attributes, arrays, but not at the values in large files whose checksum holds. */
#define _GNU_SOURCE /* asprintf */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/comm/comm.h"
#include "base/result/store_internal.h"
#include "base/signals.h"

enum {
    DEPTH = 12,        /* of groups in groups, which may be a circle */
    OBJECTS = 1 << 20, /* that are looked at */
    BUFFER = 1 << 22,  /* bytes of an array read at once */
    SECONDS = 30,      /* of processor time, from each look and each buffer that was read on */
    SMALL = 50000000,  /* bytes of a file with a checksum that is read whole */
    PACKED = 1100,     /* bytes that one stored byte gives: deflate packs 1032 at most */
    UNREADABLE = 3,    /* exit codes */
    WITHOUT_MEMORY = 4,
};

/* Time for what comes next: a large file may take long, and yet it ends. */
static void more_time(void)
{
    struct rlimit limit;
    struct timespec used;
    if (getrlimit(RLIMIT_CPU, &limit) || clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)) return;
    const rlim_t until = (rlim_t)(used.tv_sec + SECONDS);
    limit.rlim_cur = until < limit.rlim_max ? until : limit.rlim_max;
    setrlimit(RLIMIT_CPU, &limit);
}

/* False at the first failure: a second listing that fails may crash HDF5, since the memory that it frees then was never
 * set. */
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

/* The bytes of one row of an array, or -1 if that is more than the buffer. */
static int64_t row_bytes(const struct array *a)
{
    int64_t bytes = 8;
    for (int d = 1; d < a->rank; d++)
        if (__builtin_mul_overflow(bytes, a->dims[d], &bytes) || bytes > BUFFER) return -1;
    return bytes;
}

/* The most bytes that an array may hold: most chunks of a larger one are missing, and read as zeros. */
static double held_bytes(struct store *s, const char *path)
{
    const hid_t set = H5Dopen2(s->file, path, H5P_DEFAULT);
    const double stored = set >= 0 ? (double)H5Dget_storage_size(set) : 0;
    if (set >= 0) H5Dclose(set);
    return BUFFER + PACKED * stored;
}

/* Reads values, up to `most` bytes. */
static void visit_values(struct store *s, const char *path, const struct array *a, double most, void *buffer)
{
    if (a->rank == 0) store_array_read(s, path, REAL64, buffer);
    const int64_t bytes = row_bytes(a), rows = a->rank && bytes > 0 ? a->dims[0] : 0,
                  step = bytes > 0 ? BUFFER / bytes : 1;
    for (int64_t first = 0; first < rows && (double)first * (double)bytes < most; first += step) {
        if (store_array_rows(s, path, REAL64, first, rows - first < step ? rows - first : step, buffer) != ST_OK) break;
        more_time();
    }
}

static void visit_array(struct store *s, const char *path, void *buffer)
{
    struct array a;
    if (store_array_shape(s, path, &a) == ST_OK) visit_values(s, path, &a, held_bytes(s, path), buffer);
}

/* Reads all values of a dataset whose shape can be used, since it will be read whole. */
static void visit_wanted(struct store *s, const struct store_wanted *w, void *buffer)
{
    struct array a;
    more_time();
    if (store_array_shape(s, w->path, &a) == ST_OK && w->usable(w->context, &a))
        visit_values(s, w->path, &a, INFINITY, buffer);
}

/* A link to a place that is not there is not damage, unless it is a hard one. */
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
    more_time();
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
    const hid_t file = H5Fcreate("probe", H5F_ACC_TRUNC, H5P_DEFAULT, memory);
    return file >= 0 && H5Ocopy(s->file, "/", file, "all", H5P_DEFAULT, H5P_DEFAULT) >= 0;
}

/* In a process of its own: what is asked for, or else all there is. */
static int probe(struct store *s, const struct store_wanting *of, bool values, bool copy)
{
    int objects = 0;
    void *const buffer = values || of ? malloc(BUFFER) : NULL;
    if ((values || of) && !buffer) return WITHOUT_MEMORY;
    if (store_opened(s) != ST_OK) return 0;
    for (int i = 0; of && i < of->count; i++) visit_wanted(s, &of->wanted[i], buffer);
    const bool good = of || (visit(s, "/", 0, &objects, buffer) && (!copy || copied(s)));
    return good ? 0 : errno == ENOMEM ? WITHOUT_MEMORY : UNREADABLE;
}

static void prepare(void)
{
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signals_forked();
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    more_time();
}

static enum status damaged(const struct store *s, const char *how)
{
    return fail(ST_IO, "cannot read %s: it is damaged: HDF5 %s", s->path, how);
}

/* The sentence for the signal that ended the probe: HDF5 causes only some of them. */
static enum status ended_by(const struct store *s, int number)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
    if (number == SIGKILL)
        return fail(ST_IO, "cannot read %s: the process that tried it was killed, perhaps because memory ran out",
                    s->path);
    if (number == SIGXCPU) return damaged(s, "does not end on it");
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (number == crashes[i]) return damaged(s, "crashes on it");
    return fail(signals_asked() ? ST_STOPPED : ST_IO,
                "cannot read %s: the process that tried it was stopped by signal %d (%s); the file may be sound",
                s->path, number, strsignal(number));
}

/* A fork after MPI has started is best avoided, since a network may hold pages of the process. So of several ranks only
 * the first one tries a file, before any other reads it, and says for all whether it is sound. */
enum status store_probe(struct store *s, bool has_checksum, const struct store_wanting *of)
{
    if (comm_rank(comm_world())) return ST_OK;
    const bool small = s->medium.length < SMALL;
    const pid_t child = fork();
    if (child == 0) prepare(), _exit(probe(s, of, !has_checksum || small, has_checksum && small));
    if (child < 0) return fail(ST_NOMEM, "cannot read %s: no process to try it: %s", s->path, strerror(errno));
    const int end = signals_await(child);
    if (WIFSIGNALED(end)) return ended_by(s, WTERMSIG(end));
    if (WEXITSTATUS(end) == 0) return ST_OK;
    if (WEXITSTATUS(end) == WITHOUT_MEMORY) return fail(ST_NOMEM, "no memory to read %s", s->path);
    return damaged(s, WEXITSTATUS(end) == UNREADABLE ? "cannot list its contents" : "crashes on it");
}
