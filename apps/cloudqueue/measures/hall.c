/* Chooses the states of a hall that waiting tasks meet, and lays them out in memory. */
#include "apps/cloudqueue/measures/hall.h"

#include <math.h>
#include <string.h>

#include "apps/cloudqueue/measures/hall_rows.h"
#include "apps/cloudqueue/measures/line.h"
#include "base/memory.h"

/* The last number of waiting tasks at which a task is still accepted, and one more. */
static int64_t full_at(const struct model *m)
{
    return model_full(m, m->of.n) - line_start(m);
}

/* The total rate out of (j, x, z). */
static double left_at(const struct model *m, int64_t j, int64_t z)
{
    return (z < full_at(m) ? m->of.lambda : 0) + line_service(m, j) + line_rise(m, j, z);
}

/* The band of level j: from both ends are left out as many z as tasks meet no more than `may` times on average, by
 * Little's law for each of the z places. */
static void choose(struct hall *h, int64_t j, const double *v, double may)
{
    const struct model *const m = h->m;
    const double *const waiting = v + line_start(m), arrivals = m->of.lambda * h->accepted;
    struct hall_band band = {1, line_max(m)};
    double below = 0, above = 0, met = 0;
    for (; band.low <= band.high; band.low++) {
        met = (double)band.low * waiting[band.low] / arrivals * left_at(m, j, band.low);
        if (!(below + met <= may)) break;
        below += met;
    }
    for (; band.low <= band.high; band.high--) {
        met = (double)band.high * waiting[band.high] / arrivals * left_at(m, j, band.high);
        if (!(above + met <= may)) break;
        above += met;
    }
    h->killed += below + above;
    h->band[j] = band;
    if (band.low > band.high) return;
    if (h->first == 0) h->first = j;
    h->end = j + 1;
    if (band.high > h->longest) h->longest = band.high;
}

/* Adds level j to the share and the moments of waiting tasks, and returns what it adds to the accepted ones. */
static double weigh(struct hall *h, int64_t j, double *v)
{
    const struct model *const m = h->m;
    const int64_t start = line_start(m), full = model_full(m, j);
    const double accepted = line_level(m, j, h->x, h->exponent, v);
    for (int64_t q = start; q < m->of.k; q++) {
        const double z = (double)(q - start);
        if (q < full) h->share += v[q];
        h->waiting += z * v[q];
        h->pairs += z * (z - 1) * v[q];
    }
    if (j < m->of.n || !m->of.rest) return accepted;
    /* those beyond the window, as if they were geometric without an end */
    const double last = v[m->of.k - 1], more = m->rest.more;
    h->share += last * (1 - m->rest.last);
    h->waiting += last * more;
    h->pairs += last * more * (2 * (double)line_max(m) + 2 * more);
    return accepted;
}

static void count_states(struct hall *h)
{
    int64_t from;
    for (int64_t j = h->first; j < h->end; j++)
        for (int64_t d = h->longest - h->band[j].high; d <= h->longest + h->band[j].high - 2; d++)
            h->states += hall_row(h, h->band[j], d, &from);
    const int64_t groups = (h->longest + 2 * HALL_LANES - 1 + HALL_LANES - 1) / HALL_LANES;
    h->width = HALL_LANES * (groups | 1); /* steps are not a power of two apart */
    h->half = (h->longest / 2 + 2 * HALL_LANES - 1) / HALL_LANES * HALL_LANES;
}

enum status hall_measure(struct hall *h, const struct model *m, const real *x, const int32_t *exponent)
{
    *h = (struct hall){.m = m, .x = x, .exponent = exponent};
    TRY(mem_array(&h->level, HOST, m->of.k, sizeof *h->level));
    for (int64_t j = 1; j <= m->of.n; j++) h->accepted += weigh(h, j, h->level);
    h->share /= h->accepted, h->waiting /= h->accepted, h->pairs /= h->accepted;
    h->last = line_last(m, &h->stays);
    return ST_OK;
}

enum status hall_choose(struct hall *h, double cut)
{
    const int64_t n = h->m->of.n;
    TRY(mem_array(&h->band, HOST, n, sizeof *h->band));
    for (int64_t j = 1; j < n; j++) {
        line_level(h->m, j, h->x, h->exponent, h->level);
        choose(h, j, h->level, cut / (2 * (double)n));
    }
    count_states(h);
    return ST_OK;
}

double hall_bytes(const struct hall *h)
{
    const double levels = (double)(h->end - h->first), rows = 2 * (double)h->longest;
    return sizeof(double) * ((double)h->states + (rows + 1) * HALL_STEPS * (double)h->width +
                             (2 * levels * FACTORS + 2) * (double)h->half + (1 + HALL_STEPS) * ((double)h->last + 1));
}

/* The factors of one level: the rates into a state from those before it, over the total rate out of it. */
static void put_factors(struct hall *h, int64_t j)
{
    const struct model *const m = h->m;
    const struct hall_band band = h->band[j], none = {1, 0}, under = j > h->first ? h->band[j - 1] : none;
    for (int64_t z = band.low; z <= band.high; z++) {
        double *const f = hall_factors(h, j, z % 2) + z / 2;
        const int64_t from = z + m->of.kappa;
        const double each = 1 / (h->sigma + left_at(m, j, z));
        f[STAY * h->half] = each;
        if (z > band.low && z - 1 < full_at(m)) f[COME * h->half] = m->of.lambda * each;
        if (z < band.high) f[SERVE * h->half] = line_service(m, j) * each;
        if (from >= under.low && from <= under.high) f[RISE * h->half] = line_rise(m, j - 1, from) * each;
        if (j + 1 == m->of.n) h->rise[z % 2 * h->half + z / 2] = line_rise(m, j, z);
    }
}

/* The tasks that arrive at level j, at the last place of the line; v are its states, and those of the next level are
 * returned. */
static double *enter(const struct hall *h, int64_t j, const double *level, double *v)
{
    const int64_t start = line_start(h->m), full = model_full(h->m, j);
    const struct hall_band band = h->band[j];
    int64_t from;
    for (int64_t d = h->longest - band.high; d <= h->longest + band.high - 2; d++) {
        const int64_t z = h->longest - d, count = hall_row(h, band, d, &from);
        if (z >= band.low && start + z - 1 < full) v[0] = level[start + z - 1] / h->accepted;
        v += count;
    }
    return v;
}

static void enter_last(struct hall *h, double *level)
{
    const struct model *const m = h->m;
    const int64_t start = line_start(m), full = model_full(m, m->of.n);
    for (int64_t q = 0; q < m->of.k; q++) level[q] /= h->accepted;
    for (int64_t q = start; q < full; q++) h->line[q - start + 1] += level[q];
    line_rest(m, h->last, h->stays, level, h->line);
}

enum status hall_start(struct hall *h, double sigma)
{
    const struct model *const m = h->m;
    const int64_t levels = h->end - h->first;
    h->sigma = sigma;
    TRY(mem_array(&h->line, HOST, (1 + HALL_STEPS) * (h->last + 1), sizeof *h->line));
    h->come = h->line + h->last + 1;
    TRY(mem_array(&h->v, HOST, h->states, sizeof *h->v));
    TRY(mem_array(&h->y, HOST, (2 * h->longest + 1) * HALL_STEPS * h->width, sizeof *h->y));
    h->sum = h->y + 2 * h->longest * HALL_STEPS * h->width;
    TRY(mem_array(&h->factor, HOST, (2 * levels * FACTORS + 2) * h->half, sizeof *h->factor));
    h->rise = h->factor + 2 * levels * FACTORS * h->half;
    double *v = h->v;
    for (int64_t j = h->first; j < h->end; j++) {
        put_factors(h, j);
        line_level(m, j, h->x, h->exponent, h->level);
        v = enter(h, j, h->level, v);
    }
    line_level(m, m->of.n, h->x, h->exponent, h->level);
    enter_last(h, h->level);
    return ST_OK;
}

void hall_free(struct hall *h)
{
    mem_free(h->level);
    mem_free(h->band);
    mem_free(h->line);
    mem_free(h->v);
    mem_free(h->y);
    mem_free(h->factor);
    *h = (struct hall){0};
}
