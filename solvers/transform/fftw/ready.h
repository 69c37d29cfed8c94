/* Whether this binary was built with FFTW, and what its planner has done. */
#pragma once
#include <stdint.h>

#include "base/comm/comm.h"

/* ST_DEVICE and a sentence if it was built without. */
enum status fftw_ready(void);

/* Collective: gives all that FFTW has learned on rank 0 to the other ranks, which then make the same plans of the same
 * lines. Nothing in a build without FFTW, or on one rank. */
void fftw_share(struct comm *c);

/* The plans that this thread has had made, by where they come from. */
struct fftw_planning {
    int64_t known, learned; /* from what was learned before; by measurements now */
    int64_t renewed;        /* of both: those that were slow, and were learned again (planning.h) */
    int64_t estimated;      /* without any measurement, since that was asked for */
    double slowness;        /* of the last one that was renewed: its time over the most that is not slow */
    double seconds;         /* in all */
};
struct fftw_planning fftw_planned(void);
struct fftw_planning fftw_planning_since(const struct fftw_planning *before);

/* Tests: plans are slow at so many times the seconds at which they are (fftw/planning.h); 0: all are. */
void fftw_patience(double factor);
