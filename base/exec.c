/* Makes the description of where work runs, with how many threads, and names spaces. */
#include "base/exec.h"

#include <omp.h>

const char *space_name(enum space s)
{
    static const char *const names[SPACE_COUNT] = {[HOST] = "host", [DEVICE] = "device"};
    return names[s];
}

struct exec exec_host(int threads)
{
    return (struct exec){.space = HOST, .threads = threads > 0 ? threads : omp_get_max_threads()};
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
