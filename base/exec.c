/* Makes the description of where work runs, with how many threads, and names spaces. */
#include "base/exec.h"

#include <omp.h>
#include <stdatomic.h>

const char *space_name(enum space s)
{
    static const char *const names[SPACE_COUNT] = {[HOST] = "host", [DEVICE] = "device"};
    return names[s];
}

struct exec exec_host(int threads)
{
    return (struct exec){.space = HOST, .threads = threads > 0 ? threads : omp_get_max_threads()};
}

void exec_rest(void)
{
    omp_pause_resource_all(omp_pause_soft);
}

static double small_work = SMALL_WORK;

void exec_small_work(double seconds)
{
    small_work = seconds;
}

struct exec exec_for(struct exec exec, double seconds)
{
    if (exec.space == HOST && seconds < small_work) exec.threads = 1;
    return exec;
}

static atomic_int noted_threads;
static _Atomic double noted_seconds;

struct exec exec_deserved(struct exec exec, double seconds)
{
    const struct exec of = exec_for(exec, seconds);
    int threads = noted_threads;
    double most = noted_seconds;
    if (exec.space != HOST) return of;
    while (threads < of.threads && !atomic_compare_exchange_weak(&noted_threads, &threads, of.threads)) continue;
    while (most < seconds && !atomic_compare_exchange_weak(&noted_seconds, &most, seconds)) continue;
    return of;
}

void exec_note_begin(void)
{
    noted_threads = 0;
    noted_seconds = 0;
}

struct exec_note exec_note_end(void)
{
    return (struct exec_note){noted_threads, noted_seconds};
}
