/* Starts and ends a thread that is bound to a core and never waits. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "base/timing/burner.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

static pthread_t thread;
static bool burns, runs, stop;

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

static void *burn(void *unused)
{
    (void)unused;
    bind_to_last();
    __atomic_store_n(&runs, true, __ATOMIC_RELEASE);
    for (unsigned k = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); k++) __asm__ volatile("" ::"r"(k));
    return NULL;
}

enum status burner_begin(void)
{
    runs = stop = false;
    if (pthread_create(&thread, NULL, burn, NULL)) return fail(ST_NOMEM, "no thread to keep a core busy with");
    burns = true;
    while (!__atomic_load_n(&runs, __ATOMIC_ACQUIRE)) sched_yield();
    return ST_OK;
}

void burner_end(void)
{
    if (!burns) return;
    __atomic_store_n(&stop, true, __ATOMIC_RELAXED);
    pthread_join(thread, NULL);
    burns = false;
}
