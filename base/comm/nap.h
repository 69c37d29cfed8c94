/* The pause of a thread between two tests for a message: an eighth of the time that it has waited so far, from 20 us up
 * to 1 ms, so that it leaves the cores to threads that compute, and ranks that wait for each other in a row do not
 * double each other's wait. */
#pragma once
#include <time.h>

struct nap {
    long waited; /* nanoseconds */
};

static inline void nap_over(struct nap *n)
{
    n->waited = 0;
}

static inline void nap_take(struct nap *n)
{
    enum { LEAST = 20000, MOST = 1000000 };
    const long part = n->waited / 8, nanoseconds = part < LEAST ? LEAST : part > MOST ? MOST : part;
    n->waited += nanoseconds;
    nanosleep(&(struct timespec){0, nanoseconds}, NULL);
}
