/* Reads the monotonic clock, and adds the time between two readings to a phase. */
#include "base/timer.h"

#include <time.h>

static double read_clock(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double seconds_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double seconds_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

double seconds_cpu_thread(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

double clock_charge(struct clock *c, enum phase phase, double since)
{
    const double now = seconds_now();
    c->seconds[phase] += now - since;
    return now;
}

const char *phase_name(enum phase phase)
{
    static const char *const names[PHASE_COUNT] = {
        [PHASE_SETUP] = "setup", [PHASE_ASSEMBLE] = "assemble", [PHASE_FACTOR] = "factor",
        [PHASE_SOLVE] = "solve", [PHASE_TRANSFER] = "transfer", [PHASE_STORE] = "store",
    };
    return names[phase];
}
