/* The walk over the states of a hall: HALL_STEPS resolvents at a time, so that v and factors of each state are read
 * once for all of them. A step of a state costs 10 flops and 12 bytes of v and factors; y stays in a cache. */
#include <string.h>

#include "apps/cloudqueue/measures/hall_rows.h"
#include "apps/cloudqueue/measures/line.h"

/* Pointers to the first state of a row. The distance of `y`, `before` and `sum` from step to step is `width`, that of
 * `factor` from kind to kind `half`. */
struct row {
    const double *factor, *before; /* before: of row d - 1 */
    double *v, *y, *sum;
    int64_t half, width, groups;
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

static void step_row(struct row r, double twice)
{
    const int64_t w = r.width, half = r.half;
    for (int64_t g = 0; g < r.groups; g++) {
        const double *const f = r.factor, *const from = r.before;
        double *const v = r.v, *const y = r.y, *const sum = r.sum;
#pragma omp simd
        for (int64_t q = 0; q < HALL_LANES; q++) {
            const double a = f[STAY * half + q], c = f[COME * half + q], s = f[SERVE * half + q],
                         u = f[RISE * half + q];
            double now = step(v[q], twice, a, c, s, u, y + q, from + q, sum + q);
            now = step(now, twice, a, c, s, u, y + q + w, from + q + w, sum + q + w);
            now = step(now, twice, a, c, s, u, y + q + 2 * w, from + q + 2 * w, sum + q + 2 * w);
            v[q] = step(now, twice, a, c, s, u, y + q + 3 * w, from + q + 3 * w, sum + q + 3 * w);
        }
        r.factor += HALL_LANES, r.before += HALL_LANES;
        r.v += HALL_LANES, r.y += HALL_LANES, r.sum += HALL_LANES;
    }
}
_Static_assert(HALL_STEPS == 4, "step_row takes four");

/* The tasks that a row of level n - 1 brings to level n: x = X - d + b becomes x - kappa. */
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
        if (!count) continue;
        const struct row r = {.factor = hall_factors(h, j, odd) + place,
                              .before = h->y + before * part + HALL_LANES + from,
                              .v = v,
                              .y = h->y + at * part + HALL_LANES + from,
                              .sum = h->sum + from,
                              .half = h->half,
                              .width = h->width,
                              .groups = count / HALL_LANES};
        step_row(r, twice);
        if (j + 1 == h->m->of.n) rise_last(h, d, from, count, h->rise + odd * h->half + place, r.y);
        v += count;
    }
    return v;
}

/* Level n from its last place on, where tasks behind a task do not matter. */
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
