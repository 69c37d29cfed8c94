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
