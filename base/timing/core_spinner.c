/* Starts and ends a thread that is bound to a core and never waits. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/timing/core_spinner.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

static pthread_t thread;
static bool begun, spins, stop;

static void bind_to_last(void)
{
    cpu_set_t all, one;
    CPU_ZERO(&one);
    if (sched_getaffinity(0, sizeof all, &all)) return;
    for (int k = CPU_SETSIZE - 1; k >= 0; k--)
        if (CPU_ISSET(k, &all)) {
            CPU_SET(k, &one);
            break;
        }
    pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

static void *spin(void *unused)
{
    (void)unused;
    bind_to_last();
    __atomic_store_n(&spins, true, __ATOMIC_RELEASE);
    for (unsigned k = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); k++) __asm__ volatile("" ::"r"(k));
    return NULL;
}

enum status core_spinner_begin(void)
{
    spins = stop = false;
    if (pthread_create(&thread, NULL, spin, NULL)) return fail(ST_NOMEM, "no thread to keep a core busy with");
    begun = true;
    while (!__atomic_load_n(&spins, __ATOMIC_ACQUIRE)) sched_yield();
    return ST_OK;
}

void core_spinner_end(void)
{
    if (!begun) return;
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    begun = false;
}
