/* Times of the steps of each run, taken in rounds: all runs again, one after the other, so that a comparison does not
 * depend on the order in which they are listed, nor on the initial state of the processor. The first round is that
 * which is recorded; it warms up, and counts only where there are few others. */
#pragma once
#include "command/run/workload/workload.h"

enum { ROUNDS_MAX = 1000 };

/* One run in one round. */
struct round {
    double *seconds; /* [steps], of each step; NaN from `taken` on */
    int64_t taken;   /* steps: a run that is longer than its share repeats only the first */
    double total;    /* the sum of their times */
    double phase[PHASE_COUNT];
    double speed;         /* of the cores before or after it, the lower one: cpu_contention.h */
    struct series series; /* its measured columns, and others */
};

struct timing {
    bool ok;            /* it succeeded when it was recorded, from its first step on */
    double cost, spent; /* seconds of its last round, complete; of all rounds after the first */
    double setup;       /* seconds before its first step */
    int64_t steps;
    int rounds;
    struct round *round; /* [rounds] */
};

/* The speed of the cores that a run has, as it is now. */
double timing_speed(const struct exec *exec);

/* Begins a round of a run that does so many steps; on ST_NOMEM there is none. */
enum status timing_begin(struct timing *t, int64_t steps);
/* Notes step number `step`, from 0 on, of the round that was begun last. */
void timing_step(struct timing *t, int64_t step, double seconds);
/* Ends it. Takes over the series. */
void timing_end(struct timing *t, const struct clock *clock, double speed, struct series *series);
/* Drops the round that was begun last. */
void timing_drop(struct timing *t);
void timing_free(struct timing *t);

/* Do the times agree: more than twelve rounds, of which half are within 2 %, and which took long enough for threads to
 * have been moved among cores? Rounds of microseconds agree within one time slice of the scheduler in any case. */
bool timing_settled(const struct timing *t);

/* Are its steps of equal work? Those of a run with axes are not: each is a point of its own. */
bool timing_alike(const struct timing *t);

/* Replaces in `group`, /runs/NAME, the results of the first round by those of all rounds: the metrics seconds_step and
 * seconds_step_spread (step_time.h), seconds_step_min, rounds, disturbed, phases; measured columns of the series; the
 * dataset timing/seconds. */
enum status timing_record(const struct timing *t, struct store *out, const char *group);
