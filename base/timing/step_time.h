/* The seconds of a step, from those of all steps of a run in all rounds: the statistic of every table, bar, factor and
 * of the gate.
 *
 * Other programs, and cores that slow down, only ever add to what a step takes, and they do so in bursts. So what steps
 * have in common lies near the least, and neither the mean nor the median shows it. Of steps of equal work it is the
 * quantile below which a tenth of them lie: a burst may spoil nine tenths, and one step that is fast by chance changes
 * little. Steps of unequal work, as the points of a sweep, are compared only with themselves: it is the mean over
 * steps of the least that each took in any round. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

struct step_time {
    double seconds; /* NaN: there are none */
    double spread;  /* how much higher, relative, that is in the mean where half of the rounds count, or every second
                       step of one round; NaN: too few to say */
};

/* seconds: [rounds][steps], NaN where a round did not take a step. */
struct step_time step_time_of(const double *seconds, int64_t rounds, int64_t steps, bool alike);
