/* A run that all ranks share. Rank 0 calls the hooks of its application as in a run by itself; hooks that all ranks
 * must call then order the others to call them, and return the gravest status of all. So no other part of the program
 * knows that a run is shared, and no rank waits for one that has failed. */
#pragma once
#include "command/run/workload/workload.h"

/* The application of one job from then on: hooks that order other ranks, around those of `inner`. */
struct shared_run {
    struct app app; /* the first member: hooks find the others by sim->app */
    const struct app *inner;
    struct comm *comm;
    bool parallel; /* output.parallel */
    int job;
};

/* Can ranks share all runs of the workload? */
bool shared_run_can(const struct workload *w);

/* For rank 0: puts hooks that order the ranks of `c` into each job. *The caller frees out, after the last run.
 * ST_NOMEM. */
enum status shared_run_make(struct shared_run **out, struct workload *w, struct comm *c);
