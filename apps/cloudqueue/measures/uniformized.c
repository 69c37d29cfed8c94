/* Follows tagged tasks by uniformization until all but a given part of them have been served. */
#include "apps/cloudqueue/measures/uniformized.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "apps/cloudqueue/measures/line.h"
#include "apps/cloudqueue/measures/poisson.h"
#include "apps/cloudqueue/measures/triangles.h"
#include "base/memory.h"

static const double updates_max = 1e9, steps_max = 4e6, negligible = 1e-14;

/* The first level on which more than a negligible share of tasks waits, and the length of the line of level n. */
static void measure(struct triangles *h, const real *x, const int32_t *exponent, double *v, double *all)
{
    const struct model *const m = h->m;
    const int64_t start = line_start(m);
    double passed = 0;
    *all = 0;
    for (int64_t j = 1; j <= m->of.n; j++) *all += line_level(m, j, x, exponent, v);
    for (h->first = 1; h->first < m->of.n; h->first++) {
        const int64_t full = model_full(m, h->first);
        line_level(m, h->first, x, exponent, v);
        if (full > start && (passed += triangles_sum(v + start, full - start)) > negligible * *all) break;
    }
    h->max = line_max(m);
    h->size = (h->max + 2) * (h->max + 3) / 2;
    h->last = line_last(m, &h->stays);
}

/* Rates at which servers come on, and one that no state exceeds. */
static void put_rates(struct triangles *h)
{
    const struct cloud *const c = &h->m->of;
    double rises = 0;
    for (int64_t j = h->first; j < c->n; j++) {
        double *const rise = h->rise + (j - h->first) * (h->max + 1);
        for (int64_t z = 1; z <= h->max; z++) rises = fmax(rises, rise[z] = line_rise(h->m, j, z));
    }
    h->rate = c->lambda + line_service(h->m, c->n) + rises;
}

static enum status append(struct uniformized *t, int64_t *capacity, double line, double both)
{
    if (t->steps == *capacity) {
        const int64_t more = *capacity ? 2 * *capacity : 1024;
        double *grown;
        TRY(mem_array(&grown, HOST, 2 * more, sizeof *grown));
        if (t->steps) {
            memcpy(grown, t->line, (size_t)t->steps * sizeof *grown);
            memcpy(grown + more, t->both, (size_t)t->steps * sizeof *grown);
        }
        mem_free(t->line);
        t->line = grown, t->both = grown + more, *capacity = more;
    }
    t->line[t->steps] = line, t->both[t->steps++] = both;
    return ST_OK;
}

/* A lower bound on the steps: tasks on level n leave the line only by the service of its slots. */
static double least_steps(const struct triangles *h, double enough)
{
    const double stay = triangles_last(h), served = line_service(h->m, h->m->of.n) / h->rate;
    return enough > 0 && stay > enough ? log(enough / stay) / log1p(-served) : 0;
}

/* Steps until the share of tasks in line is negligible; unknown if that takes too long, or too many steps. */
static enum status follow(struct uniformized *t, struct triangles *h, double left)
{
    double line = t->share, before = line, work = 0;
    int64_t capacity = 0;
    t->rate = h->rate;
    TRY(append(t, &capacity, line, line + h->serving));
    const double enough = fmin(1e-8 * left, 1e-12 * line);
    const double min = least_steps(h, enough);
    if (min > steps_max || min * triangles_min(h) > updates_max) return ST_OK;
    while (line > enough) {
        if (work > updates_max || (double)t->steps > steps_max) return ST_OK;
        before = line, line = triangles_step(h, &work);
        t->mean += before / h->rate;
        TRY(append(t, &capacity, line, line + h->serving));
    }
    t->known = true;
    t->line_ratio = before > 0 && line < before ? line / before : 0;
    t->both_ratio = 1 - h->m->of.mu / h->rate;
    t->mean += line / (1 - t->line_ratio) / h->rate;
    return ST_OK;
}

static enum status take(struct uniformized *t, struct triangles *h, const real *x, const int32_t *exponent, double *v,
                        double left)
{
    const struct model *const m = h->m;
    double all;
    measure(h, x, exponent, v, &all);
    const int64_t levels = m->of.n - h->first, states = levels * h->size + h->last + 2 + m->of.kappa;
    if ((double)levels * (double)h->size + (double)h->last > 0.02 * updates_max) return ST_OK;
    TRY(mem_array(&h->now, HOST, states, sizeof *h->now));
    TRY(mem_array(&h->next, HOST, states, sizeof *h->next));
    TRY(mem_array(&h->rise, HOST, levels * (h->max + 1) + 1, sizeof *h->rise));
    put_rates(h);
    for (int64_t j = 1; j <= m->of.n; j++) {
        line_level(m, j, x, exponent, v);
        for (int64_t q = 0; q < m->of.k; q++) v[q] /= all;
        t->share += triangles_enter(h, j, v);
    }
    return follow(t, h, left);
}

enum status uniformized_make(struct uniformized *out, const struct model *m, const real *x, const int32_t *exponent,
                             double left)
{
    struct triangles h = {.m = m};
    double *v;
    *out = (struct uniformized){0};
    if (!line_defined(&m->of)) return ST_OK;
    TRY(mem_array(&v, HOST, m->of.k, sizeof *v));
    const enum status s = take(out, &h, x, exponent, v, left);
    mem_free(h.now);
    mem_free(h.next);
    mem_free(h.rise);
    mem_free(v);
    if (s != ST_OK) uniformized_free(out);
    return s;
}

void uniformized_free(struct uniformized *t)
{
    mem_free(t->line);
    *t = (struct uniformized){0};
}

/* The sum over h of P(Poisson(y) = h) v_h; over that of the weights, which round alike (B. L. Fox, P. W. Glynn,
 * Communications of the ACM 31, 1988). */
static double by_steps(const struct uniformized *t, const double *v, double ratio, double time)
{
    const double y = t->rate * time;
    const int64_t end = (int64_t)(y + 10 * sqrt(y)) + 41;
    int64_t from;
    double share = poisson_first(y, &from), all = 0, weights = 0;
    double beyond = v[t->steps - 1] * (from > t->steps ? pow(ratio, (double)(from - t->steps)) : 1);
    for (int64_t h = from; h < end; h++) {
        all += share * (h < t->steps ? v[h] : (beyond *= ratio));
        weights += share;
        share *= y / (double)(h + 1);
    }
    return all / weights;
}

double uniformized_waits(const void *of, double t)
{
    const struct uniformized *const x = of;
    return by_steps(x, x->line, x->line_ratio, t);
}

double uniformized_stays(const void *of, double t)
{
    const struct uniformized *const x = of;
    return by_steps(x, x->both, x->both_ratio, t);
}
