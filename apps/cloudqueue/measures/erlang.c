/* Sums of Erlang distributions, over levels and numbers of waiting tasks. */
#include "apps/cloudqueue/measures/erlang.h"

#include <math.h>
#include <stddef.h>

#include "apps/cloudqueue/measures/poisson.h"
#include "apps/cloudqueue/measures/scaled.h"
#include "base/memory.h"

enum { STATES_MAX = 1 << 24 };

/* Tasks that arrive at one level, by the number that they find waiting. */
struct erlang_level {
    double rate; /* at which waiting tasks leave the line: slots mu */
    int64_t max;
    double *share; /* [max]: of tasks that find m - 1 waiting, m = 1 ... max */
};

/* P(Poisson(y) = h) of h = from ... end - 1 into l->stage; below `from` they are negligible. */
static int64_t fill_stages(const struct erlang *l, double y, int64_t end)
{
    double *const stage = l->stage;
    int64_t from;
    const double first = poisson_first(y, &from);
    if (from >= end) return end;
    stage[from] = first;
    for (int64_t h = from + 1; h < end; h++) stage[h] = stage[h - 1] * (y * l->inverse[h]);
    return from;
}

/* Are so many services done, except with probability 1e-17? Chernoff's bound for Poisson(y). */
static bool all_done(double y, double services)
{
    return y > services + 9 * sqrt(y);
}

/* P(Erlang(m, r) > t), weighted: the m-th service is not done while Poisson(r t) < m. */
static double still_waiting(const struct erlang *l, const struct erlang_level *a, double t)
{
    double sum = 0, below = 0;
    if (all_done(a->rate * t, (double)a->max)) return 0;
    for (int64_t h = fill_stages(l, a->rate * t, a->max); h < a->max; h++) {
        below += l->stage[h];
        sum += a->share[h] * below;
    }
    return sum;
}

/* As in_service, after the end of the wait: exp(-mu t) (1 - mu / r)^-m. */
static double surely_in_service(const struct erlang *l, const struct erlang_level *a, double t)
{
    const double step = 1 / (1 - l->mu / a->rate);
    double sum = 0, done = exp(-l->mu * t);
    for (int64_t m = 0; m < a->max; m++) sum += a->share[m] * (done *= step);
    return sum;
}

/* P(Erlang(m, r) <= t < Erlang(m, r) + Exp(mu)), weighted. c_h, the integral over s of P(stage h at s) exp(-mu (t -
 * s)), by c_{h-1} = ((r - mu) c_h + P(stage h at t)) / r downwards from well above the last stage: nothing is
 * subtracted. */
static double in_service(const struct erlang *l, const struct erlang_level *a, double t)
{
    const double r = a->rate, y = r * t, max = (double)a->max, apart = fmax(r - l->mu, 0), inverse = 1 / r;
    if (all_done(apart * t, max)) return surely_in_service(l, a, t);
    const double wanted = fmax(max, y + 9 * sqrt(y)) + 60;
    const int64_t end = wanted < (double)l->stages ? (int64_t)wanted : l->stages, from = fill_stages(l, y, end);
    double c = 0, sum = 0;
    for (int64_t h = end - 1; h >= 1; h--) {
        c = (apart * c + (h >= from ? l->stage[h] : 0)) * inverse;
        if (h <= a->max) sum += a->share[h - 1] * c * r;
    }
    return sum;
}

double erlang_waits(const void *of, double t)
{
    const struct erlang *const l = of;
    double sum = 0;
    for (int64_t q = 0; q < l->levels; q++) sum += still_waiting(l, &l->at[q], t);
    return sum;
}

double erlang_stays(const void *of, double t)
{
    const struct erlang *const l = of;
    double sum = l->free * exp(-l->mu * t);
    for (int64_t q = 0; q < l->levels; q++) sum += still_waiting(l, &l->at[q], t) + in_service(l, &l->at[q], t);
    return sum;
}

/* Adds one level, v 2^scale over `all` being its distribution. */
static double put_level(struct erlang *l, struct erlang_level *a, const struct model *m, int64_t j, const double *v,
                        int scale, const double *next, double all)
{
    const int64_t free = m->of.kappa + m->of.below;
    double waiting = 0;
    a->rate = (double)(j * m->of.kappa) * m->of.mu;
    for (int64_t h = 0; h < m->of.k - free; h++)
        waiting += a->share[h] = ldexp(v[free + h] * next[free + h], scale) / all;
    for (int64_t p = 0; p < free; p++) l->free += ldexp(v[p] * next[p], scale) / all;
    double rest = ldexp(v[m->of.k - 1] * m->rest.first, scale) * m->of.lambda / all;
    for (int64_t h = m->of.k - free - 1; j == m->of.n && m->of.rest && h < a->max; h++, rest *= m->of.lambda / a->rate)
        waiting += a->share[h] = rest;
    return waiting;
}

static void put_levels(struct erlang *l, const struct model *m, const real *x, const int32_t *exponent,
                       const double *level, double min, double *scratch)
{
    const int64_t k = m->of.k;
    double *const v = scratch, *rate[MOVES], all = 0;
    for (int move = 0; move < MOVES; move++) rate[move] = scratch + (1 + move) * k;
    for (int pass = 0; pass < 2; pass++)
        for (int64_t j = 1, q = 0; j <= m->of.n; j++) {
            int scale;
            if (!(level[j - 1] > min)) continue;
            scaled_level(k, x + (j - 1) * k, exponent ? exponent + (j - 1) * k : NULL, v, &scale);
            m->levels.rates(m, j - 1, rate);
            if (!pass) {
                for (int64_t p = 0; p < k; p++) all += ldexp(v[p] * rate[MOVE_NEXT][p], scale);
                if (j == m->of.n && m->of.rest) all += ldexp(v[k - 1] * (1 - m->rest.last) * m->of.lambda, scale);
                continue;
            }
            struct erlang_level *const a = &l->at[q++];
            l->share += put_level(l, a, m, j, v, scale, rate[MOVE_NEXT], all);
            for (int64_t h = 0; h < a->max; h++) l->mean += a->share[h] * (double)(h + 1) / a->rate;
        }
}

/* The number of tasks that a task may find waiting on level n beyond the window, except for a share of 1e-17. The last
 * state stands for several numbers: the first is within the window, and at the last one no task is accepted. */
static int64_t count_rest(const struct model *m)
{
    const double rho = m->of.lambda / ((double)(m->of.n * m->of.kappa) * m->of.mu);
    if (!m->of.rest) return 0;
    const double numbers = m->rest.numbers ? (double)(m->rest.numbers - 2) : HUGE_VAL, seen = -39 / log(rho);
    return (int64_t)(rho < 1 && seen < numbers ? seen : numbers);
}

static enum status allocate(struct erlang *l, const struct model *m, const double *level, double min)
{
    const int64_t window = m->of.k - m->of.below - m->of.kappa, rest = count_rest(m), max = window + rest;
    l->stages = 3 * max + 2000;
    TRY(mem_array(&l->at, HOST, l->levels, sizeof *l->at));
    TRY(mem_array(&l->stage, HOST, 2 * l->stages + l->levels * window + rest, sizeof *l->stage));
    l->inverse = l->stage + l->stages;
    for (int64_t h = 1; h < l->stages; h++) l->inverse[h] = 1 / (double)h;
    for (int64_t q = 0; q < l->levels; q++) l->at[q].max = window, l->at[q].share = l->inverse + l->stages + q * window;
    if (l->levels && level[m->of.n - 1] > min) l->at[l->levels - 1].max = max;
    return ST_OK;
}

/* Levels of less than this are left out. */
static double least_level(const struct model *m, const double *level, double left)
{
    double all = 0;
    for (int64_t j = 0; j < m->of.n; j++) all += level[j];
    return 1e-12 * left * all / (double)m->of.n;
}

enum status erlang_make(struct erlang *out, const struct model *m, const real *x, const int32_t *exponent,
                        const double *level, double left)
{
    const double min = least_level(m, level, left);
    double *scratch;
    *out = (struct erlang){.mu = m->of.mu};
    for (int64_t j = 0; j < m->of.n; j++) out->levels += level[j] > min;
    if (out->levels > STATES_MAX / m->of.k || count_rest(m) > STATES_MAX) return ST_OK;
    TRY(mem_array(&scratch, HOST, (1 + MOVES) * m->of.k, sizeof *scratch));
    const enum status s = allocate(out, m, level, min);
    if (s == ST_OK) put_levels(out, m, x, exponent, level, min, scratch);
    out->known = s == ST_OK;
    mem_free(scratch);
    if (s != ST_OK) erlang_free(out);
    return s;
}

void erlang_free(struct erlang *l)
{
    mem_free(l->at);
    mem_free(l->stage);
    *l = (struct erlang){0};
}
