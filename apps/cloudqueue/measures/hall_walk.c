/* The walk over the states of a hall: HALL_STEPS resolvents at a time, for each state of which v and factors are read
 * once. A step of a state costs 11 flops, and reads and writes 10 bytes. */
#include <string.h>

#include "apps/cloudqueue/measures/hall_rows.h"
#include "apps/cloudqueue/measures/line.h"

/* One row of states, its first lane: [HALL_STEPS] of y, before and sum are `width` apart. */
struct row {
    const double *stay, *come, *serve, *rise;
    double *v, *y, *sum;
    const double *before; /* row d - 1 */
    int64_t width, groups;
};

/* One step of one state; y holds level j - 1 and gets level j. Returns the next v. */
static inline double step(double v, double twice, double stay, double come, double serve, double rise, double *y,
                          const double *before, double *sum)
{
    const double now = v * stay + (before[-1] * come + (before[0] * serve + *y * rise));
    *y = now;
    *sum += now;
    return twice * now - v;
}

static void step_row(const struct row r, double twice)
{
    const double *const stay = r.stay, *const come = r.come, *const serve = r.serve, *const rise = r.rise,
                        *const from = r.before;
    double *const v = r.v, *const y = r.y, *const sum = r.sum;
    const int64_t w = r.width;
#pragma omp simd
    for (int64_t b = 0; b < r.groups * HALL_LANES; b++) {
        const double a = stay[b], c = come[b], s = serve[b], u = rise[b];
        double now = step(v[b], twice, a, c, s, u, y + b, from + b, sum + b);
        now = step(now, twice, a, c, s, u, y + b + w, from + b + w, sum + b + w);
        now = step(now, twice, a, c, s, u, y + b + 2 * w, from + b + 2 * w, sum + b + 2 * w);
        v[b] = step(now, twice, a, c, s, u, y + b + 3 * w, from + b + 3 * w, sum + b + 3 * w);
    }
}
_Static_assert(HALL_STEPS == 4, "step_row takes four");

/* What a row of level n - 1 brings to level n: x = X - d + b becomes x - kappa. */
static void rise_last(struct hall *h, int64_t d, int64_t from, int64_t count, const double *rise, const double *y)
{
    const int64_t shift = h->longest - d - h->m->of.kappa, skip = from + shift < 1 ? 1 - shift - from : 0;
    for (int step = 0; step < HALL_STEPS; step++) {
        double *const come = h->come + step * (h->last + 1) + shift + from;
        for (int64_t b = skip; b < count && shift + from + b <= h->last; b++)
            come[b] += rise[b] * y[step * h->width + b];
    }
}

/* All rows of level j; returns the states of the next one. */
static double *walk_level(struct hall *h, int64_t j, double *v)
{
    const struct hall_band band = h->band[j];
    const int64_t rows = 2 * h->longest, part = HALL_STEPS * h->width, start = h->longest - band.high;
    const double twice = 2 * h->sigma;
    int64_t at = (start - h->m->of.kappa % rows * ((j - h->first) % rows)) % rows;
    at += at < 0 ? rows : 0;
    for (int64_t d = start; d <= h->longest + band.high - 2; d++, at = at + 1 < rows ? at + 1 : 0) {
        int64_t from;
        const int64_t count = hall_row(h, band, d, &from), odd = (h->longest + d) % 2,
                      place = (h->longest - d - odd) / 2 + from, before = at > 0 ? at - 1 : rows - 1;
        const double *const factor = hall_factors(h, j, odd) + place;
        if (!count) continue;
        struct row r = {.stay = factor + STAY * h->half,
                        .come = factor + COME * h->half,
                        .serve = factor + SERVE * h->half,
                        .rise = factor + RISE * h->half,
                        .v = v,
                        .y = h->y + at * part + HALL_LANES + from,
                        .sum = h->sum + from,
                        .before = h->y + before * part + HALL_LANES + from,
                        .width = h->width,
                        .groups = count / HALL_LANES};
        step_row(r, twice);
        if (j + 1 == h->m->of.n) rise_last(h, d, from, count, h->rise + odd * h->half + place, r.y);
        v += count;
    }
    return v;
}

/* Level n from its last place on, where tasks behind do not matter. */
static void walk_last(struct hall *h, double *total)
{
    const double served = line_service(h->m, h->m->of.n), fewer = served * (1 - h->stays), twice = 2 * h->sigma;
    double from[HALL_STEPS] = {0};
    for (int64_t x = h->last; x >= 1; x--) {
        const double rate = x == h->last ? fewer : served, inverse = 1 / (h->sigma + rate);
        double v = h->line[x];
        for (int step = 0; step < HALL_STEPS; step++) {
            const double y = (v + h->come[step * (h->last + 1) + x] + from[step]) * inverse;
            from[step] = rate * y;
            v = twice * y - v;
            total[step] += y;
        }
        h->line[x] = v;
    }
}

void hall_walk(struct hall *h, double *total)
{
    double *v = h->v;
    memset(h->come, 0, (size_t)(HALL_STEPS * (h->last + 1)) * sizeof *h->come);
    memset(h->sum, 0, (size_t)(HALL_STEPS * h->width) * sizeof *h->sum);
    for (int64_t j = h->first; j < h->end; j++) v = walk_level(h, j, v);
    for (int step = 0; step < HALL_STEPS; step++) {
        total[step] = 0;
        for (int64_t b = 0; b < h->longest; b++) total[step] += h->sum[step * h->width + b];
    }
    walk_last(h, total);
}
