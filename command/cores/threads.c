/* Restarts the program with another wait policy of OpenMP. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "command/cores/threads.h"

#include <omp.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

static char **program;
static cpu_set_t all; /* the cores before threads were bound */
static int bound;     /* threads that are */

void threads_program(char **argv)
{
    program = argv;
}

static void again(const char *variable, const char *value)
{
    if (!program || getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT")) return;
    if (setenv(variable, value, 1)) return;
    execv("/proc/self/exe", program);
}

void threads_spin(void)
{
    if (!getenv("OMP_WAIT_POLICY") && !getenv("GOMP_SPINCOUNT")) setenv("OMP_PROC_BIND", "true", 0);
    again("OMP_WAIT_POLICY", "active");
}

void threads_spin_briefly(void)
{
    again("GOMP_SPINCOUNT", "3000"); /* of some 15 ns */
}

/* The core of that number among those that the process has. */
static int core_of(int number)
{
    int core = 0;
    for (; core < CPU_SETSIZE; core++)
        if (CPU_ISSET(core, &all) && number-- == 0) break;
    return core;
}

void threads_bind(int threads)
{
    if (bound || threads < 2 || omp_get_proc_bind() != omp_proc_bind_false) return;
    if (sched_getaffinity(0, sizeof all, &all) || CPU_COUNT(&all) != threads) return;
    bound = threads;
#pragma omp parallel num_threads(threads)
    {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(core_of(omp_get_thread_num()), &one);
        (void)sched_setaffinity(0, sizeof one, &one);
    }
}

void threads_release(void)
{
    if (!bound) return;
#pragma omp parallel num_threads(bound)
    (void)sched_setaffinity(0, sizeof all, &all);
    bound = 0;
}
