/* A run that all ranks share. Rank 0 calls the hooks of its application as it would alone; those that all ranks are to
 * call then order the others to, and return the gravest status of all. So nothing else of the program knows that a run
 * is shared, and no rank waits for one that has failed. */
#pragma once
#include "command/run/workload/workload.h"

/* The application of one job from then on: hooks that order other ranks, around those of `inner`. */
struct shared_run {
    struct app app; /* the first member: hooks find the rest by sim->app */
    const struct app *inner;
    struct comm *comm;
    bool parallel; /* output.parallel */
    int job;
};

/* Can ranks share all runs of the workload? */
bool shared_run_can(const struct workload *w);

/* For rank 0: puts hooks that order the ranks of `c` into each job. *out is the caller's to free, after the last run.
 * ST_NOMEM. */
enum status shared_run_make(struct shared_run **out, struct workload *w, struct comm *c);
