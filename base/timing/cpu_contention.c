/* Times threads that update values in their second caches, all at once. */
#include "base/timing/cpu_contention.h"

#include <math.h>

#include "base/timer.h"

/* More than a first cache holds, which a second thread on the core takes its share of, as of everything else. */
enum { COUNT = 1 << 14, SWEEPS = 4, TRIES = 4 };

static double sweeps_seconds(double values[COUNT])
{
    const double began = seconds_now();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 0; i < COUNT; i++) values[i] += sweep;
        __asm__ volatile("" ::"r"(values) : "memory"); /* each sweep is one */
    }
    return seconds_now() - began;
}

double cpu_contention_speed(int threads)
{
    double slowest = 0;
#pragma omp parallel num_threads(threads) reduction(max : slowest)
    {
        static _Thread_local double values[COUNT];
        double min = HUGE_VAL;
        for (int t = 0; t < TRIES; t++) min = fmin(min, sweeps_seconds(values));
        slowest = min;
    }
    return (double)sizeof(double) * 2 * COUNT * SWEEPS / slowest;
}
