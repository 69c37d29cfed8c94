/* Reads and writes FFTW's wisdom, and keeps its planner to one thread at a time. */
#include "solvers/transform/fftw/wisdom.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comm/comm.h"
#include "base/file/atomic_file.h"
#include "base/file/cache_folder.h"
#include "base/file/input.h"
#include "base/host.h"
#include "solvers/transform/fftw/ready.h"
#include "solvers/transform/wisdom_strike.h"

enum { PATH = 4096, WISDOM_MAX = 1 << 22 };

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;
static char *kept; /* what the file holds, as far as is known; guarded by `planner` */

/* Each processor has a file of its own, since a plan that is fast on one need not be fast on another. */
static bool path_of(char out[PATH], bool make)
{
    char cpu[128] = "?";
    if (!cache_folder(out, PATH - 256, make)) return false;
    host_cpu(cpu, sizeof cpu);
    for (char *c = cpu; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", *c)) *c = '-';
    const size_t used = strlen(out);
    snprintf(out + used, PATH - used, "/fftw-" REAL_NAME "-%s.wisdom", cpu);
    return true;
}

static void recall(void)
{
    char path[PATH];
    FILE *f;
    if (!path_of(path, false) || input_open(&f, path, WISDOM_MAX) != ST_OK) return;
    if (FFTW(import_wisdom_from_file)(f)) kept = FFTW(export_wisdom_to_string)();
    fclose(f);
}

static void put(const char *wisdom)
{
    struct atomic_file file;
    char path[PATH];
    if (!path_of(path, true) || atomic_file_begin(&file, path, FILE_WISDOM) != ST_OK) return;
    FILE *f;
    enum status s = atomic_file_stream(&file, &f);
    if (s == ST_OK) {
        fputs(wisdom, f);
        s = atomic_file_stream_end(&file, f);
    }
    if (s == ST_OK) atomic_file_commit(&file);
    else atomic_file_abandon(&file);
}

/* Most plans are known: of a sweep, all but those of its first point. The disk would take longer than they do. Of
 * several ranks the first one writes: the others read what it has learned. */
static void keep(void)
{
    char *const now = FFTW(export_wisdom_to_string)();
    if (!now) return;
    if ((!kept || strcmp(kept, now)) && !comm_rank(comm_world())) put(now);
    free(kept);
    kept = now;
}

void fftw_share(struct comm *c)
{
    const bool first = comm_rank(c) == 0;
    if (!c) return;
    fftw_planner_begin(1);
    char *wisdom = first ? FFTW(export_wisdom_to_string)() : NULL;
    int64_t bytes = wisdom ? (int64_t)strlen(wisdom) + 1 : 0;
    comm_broadcast(c, &bytes, sizeof bytes, 0);
    if (!first && bytes) wisdom = malloc((size_t)bytes);
    if (bytes && !wisdom) comm_abort(status_exit(ST_NOMEM)); /* others wait */
    comm_broadcast(c, wisdom, bytes, 0);
    if (!first && bytes) {
        FFTW(forget_wisdom)(); /* an entry of its own would win over one of a shorter search */
        FFTW(import_wisdom_from_string)(wisdom);
    }
    free(wisdom);
    fftw_planner_end(false);
}

void fftw_planner_begin(int threads)
{
    static bool ready;
    pthread_mutex_lock(&planner);
    if (!ready) {
        FFTW(init_threads)();
        recall();
        ready = true;
    }
    FFTW(plan_with_nthreads)(threads);
}

void fftw_planner_end(bool learned)
{
    if (learned) keep();
    pthread_mutex_unlock(&planner);
}

char *fftw_wisdom_aside(void)
{
    char *const all = FFTW(export_wisdom_to_string)();
    if (all) FFTW(forget_wisdom)();
    return all;
}

void fftw_wisdom_back(char *aside)
{
    if (!aside) return;
    FFTW(forget_wisdom)();
    FFTW(import_wisdom_from_string)(aside);
    free(aside);
}

void fftw_wisdom_renew(char *aside)
{
    if (!aside) return;
    char *const now = FFTW(export_wisdom_to_string)();
    if (now) wisdom_strike(aside, now);
    FFTW(import_wisdom_from_string)(aside);
    free(aside);
    free(now);
}
