/* Plans of FFTW for lines of one length, in place: learned by measurements and judged, or estimated. */
#pragma once
#include "solvers/solver.h"
#include "solvers/transform/fftw/wisdom.h"

struct fftw_lines {
    const struct shape *shape;
    int64_t groups, inner; /* groups of so many lines */
    real *x;               /* the first element, in an array that only the planner uses */
    int64_t extent;        /* values of this array from x on */
    int threads;
};

/* Both are called between fftw_planner_begin and fftw_planner_end, and return NULL if FFTW finds no plan.
 *
 * By an estimate of operations, and by nothing that was learned, so that the plan is the same from run to run. `flags`
 * may be FFTW_UNALIGNED. */
FFTW(plan) fftw_plan_estimated(const struct fftw_lines *l, unsigned flags);

/* By measurements, `flags` being FFTW_MEASURE or FFTW_PATIENT, or as was learned before; then judged. *learned is set
 * if there is something new to keep.
 *
 * FFTW keeps which plan was the fastest, and not its time. If other programs used the cores while it measured, a
 * slow plan may have won, and would stay forever. So a plan is timed on the same array against one by estimate and
 * against `lanes`, one execution each alternately, and what counts of each is the least of all rounds. If it is slow
 * after ROUNDS rounds, that is, takes more than FFTW_SLOW times as long as by estimate, or FFTW_SLOW_OF_LANES times as
 * long as by `lanes`, these lines are learned again. If the new plan is FFTW_BETTER times as fast, it takes the place
 * of what was known of them, and else it is forgotten. What is known of other lines stays. Estimates are poor where
 * lines are strided; there FFTW's best plans take up to six times as long as `lanes`, and more for lengths with large
 * primes. Where a plan is fast this ends after FFTW_SECONDS, but takes one round at least; it is done once in a process
 * for each kind of lines. Of several ranks the first one judges, and the others are given what it has learned. */
#define FFTW_SECONDS 0.1
#define FFTW_SLOW 1.5
#define FFTW_SLOW_OF_LANES 8.0
#define FFTW_BETTER 1.2
FFTW(plan) fftw_plan_learned(const struct fftw_lines *l, unsigned flags, bool *learned);
