/* The pause of a thread between two tests for a message: each time twice as long, from 20 us up to 1 ms, so that it
 * leaves the cores to threads that compute. */
#pragma once
#include <time.h>

struct nap {
    long nanoseconds;
};

static inline void nap_over(struct nap *n)
{
    n->nanoseconds = 0;
}

static inline void nap_take(struct nap *n)
{
    enum { LEAST = 20000, MOST = 1000000 };
    n->nanoseconds = n->nanoseconds < LEAST ? LEAST : 2 * n->nanoseconds;
    if (n->nanoseconds > MOST) n->nanoseconds = MOST;
    nanosleep(&(struct timespec){0, n->nanoseconds}, NULL);
}
