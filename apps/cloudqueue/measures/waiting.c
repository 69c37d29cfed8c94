/* Percentiles of wait and response: of followed tasks, or bounds from sums of Erlang distributions. */
#include "apps/cloudqueue/measures/waiting.h"

#include <stdbool.h>
#include <stddef.h>

#include "apps/cloudqueue/measures/poisson.h"
#include "apps/cloudqueue/measures/scaled.h"
#include "apps/cloudqueue/measures/tagged.h"
#include "base/memory.h"

enum { STATES_MAX = 1 << 24 };

/* Tasks that arrive at one level, by the number that they find waiting. */
struct arrivals {
    double rate; /* at which waiting tasks leave the line: slots mu */
    int64_t max;
    double *share; /* [most]: of tasks that find m - 1 waiting, m = 1 ... most */
};

struct line {
    double mu, free; /* share of tasks that need not wait */
    int64_t levels;
    struct arrivals *at; /* [levels] */
    double *stage;       /* [stages]: probability of each stage */
    double *inverse;     /* [stages]: 1 / h */
    int64_t stages;
};

/* P(Poisson(y) = h) of h = from ... end - 1 into l->stage; below `from` they are negligible. */
static int64_t fill_stages(const struct line *l, double y, int64_t end)
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

/* P(Erlang(m, r) > t), weighed: the m-th service is not done while Poisson(r t) < m. */
static double still_waiting(const struct line *l, const struct arrivals *a, double t)
{
    double sum = 0, below = 0;
    if (all_done(a->rate * t, (double)a->max)) return 0;
    for (int64_t h = fill_stages(l, a->rate * t, a->max); h < a->max; h++) {
        below += l->stage[h];
        sum += a->share[h] * below;
    }
    return sum;
}

/* The same of in_service, where the wait is over: exp(-mu t) (1 - mu / r)^-m. */
static double surely_in_service(const struct line *l, const struct arrivals *a, double t)
{
    const double step = 1 / (1 - l->mu / a->rate);
    double sum = 0, done = exp(-l->mu * t);
    for (int64_t m = 0; m < a->max; m++) sum += a->share[m] * (done *= step);
    return sum;
}

/* P(Erlang(m, r) <= t < Erlang(m, r) + Exp(mu)), weighed. c_h, the integral over s of P(stage h at s) exp(-mu (t - s)),
 * by c_{h-1} = ((r - mu) c_h + P(stage h at t)) / r downwards from well above the last stage: nothing is subtracted. */
static double in_service(const struct line *l, const struct arrivals *a, double t)
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

static double wait_beyond(const void *of, double t)
{
    const struct line *const l = of;
    double sum = 0;
    for (int64_t q = 0; q < l->levels; q++) sum += still_waiting(l, &l->at[q], t);
    return sum;
}

static double response_beyond(const void *of, double t)
{
    const struct line *const l = of;
    double sum = l->free * exp(-l->mu * t);
    for (int64_t q = 0; q < l->levels; q++) sum += still_waiting(l, &l->at[q], t) + in_service(l, &l->at[q], t);
    return sum;
}

/* t >= low with beyond(t) = left, in (0, 1): between doubled bounds by the rule of Illinois on the logarithm. */
static double quantile(const void *of, double (*beyond)(const void *of, double t), double left, double low, double mu)
{
    double high = low + 1 / mu, above = log(beyond(of, low) / left), below;
    if (!(above > 0)) return low;
    while ((below = log(beyond(of, high) / left)) > 0 && high < 1e12 / mu) low = high, above = below, high *= 2;
    for (int side = 0, i = 0; i < 100 && high - low > 1e-10 * high; i++) {
        const double t = isfinite(below) ? low + (high - low) * above / (above - below) : 0.5 * (low + high);
        const double f = log(beyond(of, t) / left);
        if (fabs(f) < 1e-12) return t;
        if (f > 0) {
            low = t, above = f;
            if (side > 0) below *= 0.5;
        } else {
            high = t, below = f;
            if (side < 0) above *= 0.5;
        }
        side = f > 0 ? 1 : -1;
    }
    return 0.5 * (low + high);
}

static void put_percentiles(struct waiting *out, const void *of, double (*wait)(const void *of, double t),
                            double (*response)(const void *of, double t), double mu, int64_t count,
                            const double *percentile)
{
    for (int64_t i = 0; i < count; i++) {
        out->wait[i] = quantile(of, wait, 1 - percentile[i], i ? out->wait[i - 1] : 0, mu);
        out->response[i] = quantile(of, response, 1 - percentile[i], i ? out->response[i - 1] : 0, mu);
    }
}

/* Adds one level, v 2^scale over `all` being its distribution. */
static double put_level(struct line *l, struct arrivals *a, const struct model *m, int64_t j, const double *v,
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

static void put_levels(struct line *l, const struct model *m, const real *x, const int32_t *exponent,
                       const double *level, double min, double *scratch, struct waiting *out)
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
            struct arrivals *const a = &l->at[q++];
            out->share += put_level(l, a, m, j, v, scale, rate[MOVE_NEXT], all);
            for (int64_t h = 0; h < a->max; h++) out->mean += a->share[h] * (double)(h + 1) / a->rate;
        }
}

/* How many tasks beyond the window a task may find waiting on level n, except for a share of 1e-17. The last state
 * stands for several numbers of tasks: the first is within the window, and at the last one no task is accepted. */
static int64_t count_rest(const struct model *m)
{
    const double rho = m->of.lambda / ((double)(m->of.n * m->of.kappa) * m->of.mu);
    if (!m->of.rest) return 0;
    const double numbers = m->rest.numbers ? (double)(m->rest.numbers - 2) : HUGE_VAL, seen = -39 / log(rho);
    return (int64_t)(rho < 1 && seen < numbers ? seen : numbers);
}

static enum status make(struct line *l, const struct model *m, const double *level, double min)
{
    const int64_t window = m->of.k - m->of.below - m->of.kappa, rest = count_rest(m), max = window + rest;
    *l = (struct line){.mu = m->of.mu};
    for (int64_t j = 0; j < m->of.n; j++) l->levels += level[j] > min;
    l->stages = 3 * max + 2000;
    TRY(mem_array(&l->at, HOST, l->levels, sizeof *l->at));
    TRY(mem_array(&l->stage, HOST, 2 * l->stages + l->levels * window + rest, sizeof *l->stage));
    l->inverse = l->stage + l->stages;
    for (int64_t h = 1; h < l->stages; h++) l->inverse[h] = 1 / (double)h;
    for (int64_t q = 0; q < l->levels; q++) l->at[q].max = window, l->at[q].share = l->inverse + l->stages + q * window;
    if (l->levels && level[m->of.n - 1] > min) l->at[l->levels - 1].max = max;
    return ST_OK;
}

/* Levels of less than this are left out: 1e-12 of the smallest share that is asked for. */
static double least_level(const struct model *m, const double *level, int64_t count, const double *percentile)
{
    double all = 0, left = 1;
    for (int64_t j = 0; j < m->of.n; j++) all += level[j];
    for (int64_t i = 0; i < count; i++) left = fmin(left, 1 - percentile[i]);
    return 1e-12 * left * all / (double)m->of.n;
}

/* By following a task; *out remains unknown where that is not defined or too long. */
static enum status take_exact(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                              int64_t count, const double *percentile)
{
    struct tagged t;
    TRY(tagged_make(&t, m, x, exponent, 1 - percentile[count - 1]));
    out->known = out->exact = t.known;
    if (t.known) {
        out->share = t.share, out->mean = t.mean;
        put_percentiles(out, &t, tagged_waits, tagged_stays, m->of.mu, count, percentile);
    }
    tagged_free(&t);
    return ST_OK;
}

enum status waiting_take(struct waiting *out, const struct model *m, const real *x, const int32_t *exponent,
                         const double *level, int64_t count, const double *percentile)
{
    const double min = count ? least_level(m, level, count, percentile) : 0;
    double *scratch;
    int64_t levels = 0;
    struct line l = {0};
    *out = (struct waiting){0};
    if (!count || m->of.service != SERVICE_PHYS || !(m->of.lambda > 0)) return ST_OK;
    TRY(take_exact(out, m, x, exponent, count, percentile));
    for (int64_t j = 0; j < m->of.n; j++) levels += level[j] > min;
    if (out->known || levels > STATES_MAX / m->of.k || count_rest(m) > STATES_MAX) return ST_OK;
    TRY(mem_array(&scratch, HOST, (1 + MOVES) * m->of.k, sizeof *scratch));
    const enum status s = make(&l, m, level, min);
    if (s == ST_OK) {
        put_levels(&l, m, x, exponent, level, min, scratch, out);
        out->known = true;
        out->exact = m->of.n == 1;
        put_percentiles(out, &l, wait_beyond, response_beyond, m->of.mu, count, percentile);
    }
    mem_free(l.at);
    mem_free(l.stage);
    mem_free(scratch);
    return s;
}
