/* Computes the seconds of a step. */
#include "base/timing/step_time.h"

#include <math.h>
#include <stdlib.h>

#include "base/timing/median.h"

enum { FEW = 6, PAIRED = 4 }; /* fewer steps of equal work have no spread; fewer rounds no pairs in each half */

static const double low = 0.1; /* the part of the steps that is below the quantile */

/* The low quantile of values, which it sorts, between two of them. */
static double quantile(double *value, int64_t count)
{
    if (!count) return (double)NAN;
    values_sort(value, count);
    const double at = low * (double)(count - 1);
    const int64_t below = (int64_t)at, above = below + 1 < count ? below + 1 : below;
    return value[below] + (at - (double)below) * (value[above] - value[below]);
}

/* The half, 0 or 1, that a round belongs to: pairs of rounds alternate, since threads are bound in every second one;
 * few rounds alternate singly. */
static int half_of(int64_t round, int64_t rounds)
{
    return (int)((rounds < PAIRED ? round : round / 2) % 2);
}

/* The quantile of half of the rounds, or, where there is one round, of every second step; half -1: of all. */
static double quantile_of(const double *seconds, int64_t rounds, int64_t steps, int half, double *value)
{
    int64_t count = 0;
    for (int64_t i = 0; i < rounds * steps; i++) {
        const int in = rounds > 1 ? half_of(i / steps, rounds) : (int)(i % 2);
        if (!isnan(seconds[i]) && (half < 0 || in == half)) value[count++] = seconds[i];
    }
    return quantile(value, count);
}

static struct step_time of_alike(const double *seconds, int64_t rounds, int64_t steps)
{
    double *const value = malloc((size_t)(rounds * steps) * sizeof *value);
    struct step_time t = {(double)NAN, (double)NAN};
    int64_t taken = 0;
    if (!value) return t;
    for (int64_t i = 0; i < rounds * steps; i++) taken += !isnan(seconds[i]);
    t.seconds = quantile_of(seconds, rounds, steps, -1, value);
    const double one = quantile_of(seconds, rounds, steps, 0, value);
    const double other = quantile_of(seconds, rounds, steps, 1, value);
    const double more = 0.5 * (one + other) / t.seconds - 1; /* NaN: one half is empty */
    if (taken >= FEW) t.spread = more < 0 ? 0 : more;
    free(value);
    return t;
}

/* The mean over steps of the least in half of the rounds; half -1: in all. */
static double mean_of_least(const double *seconds, int64_t rounds, int64_t steps, int half)
{
    double sum = 0;
    for (int64_t i = 0; i < steps; i++) {
        double min = (double)NAN;
        for (int64_t r = 0; r < rounds; r++)
            if (half < 0 || half_of(r, rounds) == half) min = fmin(min, seconds[r * steps + i]);
        sum += min;
    }
    return sum / (double)steps;
}

static struct step_time of_rounds(const double *seconds, int64_t rounds, int64_t steps)
{
    struct step_time t = {mean_of_least(seconds, rounds, steps, -1), (double)NAN};
    if (rounds < 2) return t;
    const double one = mean_of_least(seconds, rounds, steps, 0), other = mean_of_least(seconds, rounds, steps, 1);
    t.spread = 0.5 * (one + other) / t.seconds - 1;
    return t;
}

struct step_time step_time_of(const double *seconds, int64_t rounds, int64_t steps, bool alike)
{
    if (rounds < 1 || steps < 1) return (struct step_time){(double)NAN, (double)NAN};
    return alike ? of_alike(seconds, rounds, steps) : of_rounds(seconds, rounds, steps);
}
