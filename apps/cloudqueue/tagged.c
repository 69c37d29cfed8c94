#include "apps/cloudqueue/tagged.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "apps/cloudqueue/scaled.h"
#include "base/memory.h"

static const double updates_most = 1e9, negligible = 1e-14, nobody = 1e-19;

/* Levels first ... n - 1, each a triangle: row z has x = 1 ... z; and a line of level n. */
struct hall {
    const struct model *m;
    int64_t first, most; /* most: z of the longest row */
    int64_t size;        /* of a triangle, with a row and a place more that stay 0 */
    int64_t last;        /* x of the last on level n */
    double stays; /* > 0: that one stands for all beyond, geometric by this ratio: so they stay until they leave */
    double *now, *next; /* [(n - first) size], and [last + 1 + kappa] of level n behind it */
    double *rise;       /* [n - first][most + 1] */
    double serving;     /* tasks that do not wait any more and have not left */
    double rate;
};

/* Where row z begins, so that x is behind it. */
static int64_t row(int64_t z)
{
    return z * (z - 1) / 2 - 1;
}

static double *triangle(const struct hall *h, double *of, int64_t j)
{
    return of + (j - h->first) * h->size;
}

static double *line_of(const struct hall *h, double *of)
{
    return of + (h->m->of.n - h->first) * h->size;
}

static double service(const struct hall *h, int64_t j)
{
    return (double)(j * h->m->of.kappa) * h->m->of.mu;
}

/* to[x] += factor from[x], x < count. */
static void add(double *restrict to, const double *restrict from, double factor, int64_t count)
{
    if (factor == 0) return;
#pragma omp simd
    for (int64_t x = 0; x < count; x++) to[x] += factor * from[x];
}

static double sum(const double *v, int64_t count)
{
    double s = 0;
#pragma omp simd reduction(+ : s)
    for (int64_t x = 0; x < count; x++) s += v[x];
    return s;
}

/* One step of level j < n; returns who gets a slot, and adds to the level above. */
static double step_level(struct hall *h, int64_t j, double *work)
{
    const int64_t kappa = h->m->of.kappa, n = h->m->of.n;
    const double inverse = 1 / h->rate, come = h->m->of.lambda * inverse, served = service(h, j) * inverse;
    const double *const now = triangle(h, h->now, j), *const rise = h->rise + (j - h->first) * (h->most + 1);
    double *const next = triangle(h, h->next, j), *const above = j + 1 < n ? triangle(h, h->next, j + 1) : NULL;
    double leave = 0;
    if (sum(now, h->size) < nobody) return 0;
    *work += (double)h->size;
    const int64_t full = model_full(h->m, j) - h->m->of.below - kappa; /* no more are taken while so many wait */
    for (int64_t z = 1; z <= h->most; z++) {
        const double up = rise[z] * inverse, came = z < full ? come : 0;
        const double *const from = now + row(z) + 1;
        const int64_t ahead = z < kappa ? z : kappa;
        add(next + row(z) + 1, from, 1 - served - up - came, z);
        if (z < h->most) add(next + row(z + 1) + 1, from, came, z);
        if (z > 1) add(next + row(z - 1) + 1, from + 1, served, z - 1);
        leave += served * from[0];
        if (up == 0) continue;
        leave += up * sum(from, ahead);
        if (z <= kappa) continue;
        if (above) add(above + row(z - kappa) + 1, from + kappa, up, z - kappa);
        else add(line_of(h, h->next) + 1, from + kappa, up, z - kappa);
    }
    return leave;
}

/* One step of level n. */
static double step_last(struct hall *h)
{
    const double served = service(h, h->m->of.n) / h->rate, fewer = served * (1 - h->stays);
    const double *const now = line_of(h, h->now);
    double *const next = line_of(h, h->next);
    const int64_t last = h->last;
    add(next + 1, now + 1, 1 - served, last - 1);
    if (last > 1) add(next + 1, now + 2, served, last - 2);
    if (last > 1) next[last - 1] += fewer * now[last];
    next[last] += (1 - fewer) * now[last];
    return last > 1 ? served * now[1] : fewer * now[1];
}

/* All of them; returns who is left in line. */
static double step(struct hall *h, double *work)
{
    const int64_t n = h->m->of.n, all = (n - h->first) * h->size + h->last + 2;
    memset(h->next, 0, (size_t)all * sizeof *h->next);
    double leave = 0;
    *work += (double)h->last + 0.2 * (double)all;
    for (int64_t j = h->first; j < n; j++) leave += step_level(h, j, work);
    leave += step_last(h);
    h->serving += leave - h->serving * h->m->of.mu / h->rate;
    double *const swap = h->now;
    h->now = h->next, h->next = swap;
    return sum(h->now, all);
}

/* Tasks that come, by what they find: v is pi of level j over all tasks taken. */
static double enter(struct hall *h, int64_t j, const double *v)
{
    const struct model *const m = h->m;
    const int64_t kappa = m->of.kappa, full = model_full(m, j), line = m->of.below + kappa;
    double waiting = 0;
    for (int64_t q = 0; q < full; q++) {
        const int64_t z = q - line + 1;
        if (z < 1) h->serving += v[q];
        else waiting += v[q];
        if (z < 1 || j < h->first) continue;
        if (j < m->of.n) triangle(h, h->now, j)[row(z) + z] += v[q];
        else line_of(h, h->now)[z] += v[q];
    }
    if (j < m->of.n || !m->of.rest) return waiting;
    const double rho = m->of.lambda / service(h, j);
    double share = v[m->of.k - 1] * (h->stays > 0 ? 1 : m->rest.first);
    for (int64_t x = m->of.k - line; x <= h->last; x++, share *= rho) {
        if (m->rest.numbers && !(h->stays > 0) && x - (m->of.k - line) >= m->rest.numbers - 1) break;
        line_of(h, h->now)[x] += share;
        waiting += share;
    }
    return waiting;
}

/* Of levels by themselves: how many arrivals they take, and how many of them wait. */
static void weigh(const struct model *m, int64_t j, const real *x, const int32_t *exponent, double *v, double *taken,
                  double *waiting)
{
    const int64_t k = m->of.k, full = model_full(m, j), line = m->of.below + m->of.kappa;
    int scale;
    scaled_level(k, x + (j - 1) * k, exponent ? exponent + (j - 1) * k : NULL, v, &scale);
    for (int64_t q = 0; q < k; q++) v[q] = scaled_up(v[q], scale);
    *taken = sum(v, full), *waiting = 0;
    if (full > line) *waiting = sum(v + line, full - line);
    if (j < m->of.n || !m->of.rest) return;
    *taken += v[k - 1] * (1 - m->rest.last);
    *waiting += v[k - 1] * (1 - m->rest.last);
}

/* Servers on which tasks wait, more than next to none of them; and how far the line of level n reaches: those beyond
 * its last one are geometric, and those who are left of them stay so. */
static void measure(struct hall *h, const real *x, const int32_t *exponent, double *v, double *all)
{
    const struct model *const m = h->m;
    double taken, waiting, passed = 0;
    *all = 0;
    for (int64_t j = 1; j <= m->of.n; j++) {
        weigh(m, j, x, exponent, v, &taken, &waiting);
        *all += taken;
    }
    for (h->first = 1; h->first < m->of.n; h->first++) {
        weigh(m, h->first, x, exponent, v, &taken, &waiting);
        if ((passed += waiting) > negligible * *all) break;
    }
    h->most = m->of.k - 1 - m->of.below - m->of.kappa;
    h->size = (h->most + 2) * (h->most + 3) / 2;
    h->last = h->most > 0 ? h->most : 1;
    if (!m->of.rest) return;
    const double rho = m->of.lambda / service(h, m->of.n);
    const bool endless = rho < 1 && (!m->rest.numbers || pow(rho, (double)m->rest.numbers) < negligible);
    h->stays = endless ? rho : 0;
    h->last = h->most + (endless ? 1 : m->rest.numbers);
}

/* Rates at which servers come on, and one that no state exceeds. */
static void put_rates(struct hall *h)
{
    const struct cloud *const c = &h->m->of;
    double rises = 0;
    for (int64_t j = h->first; j < c->n; j++) {
        int64_t on, off;
        double *const rise = h->rise + (j - h->first) * (h->most + 1);
        model_thresholds(h->m, j, &on, &off);
        for (int64_t z = 1; z <= h->most; z++) {
            const int64_t q = z + c->kappa + c->below;
            rise[z] = q >= on && q < c->k ? h->m->rise[q - on] : 0;
            rises = fmax(rises, rise[z]);
        }
    }
    h->rate = c->lambda + service(h, c->n) + rises;
}

static enum status append(struct tagged *t, int64_t *room, double line, double both)
{
    if (t->steps == *room) {
        const int64_t more = *room ? 2 * *room : 1024;
        double *grown;
        TRY(mem_array(&grown, HOST, 2 * more, sizeof *grown));
        if (t->steps) {
            memcpy(grown, t->line, (size_t)t->steps * sizeof *grown);
            memcpy(grown + more, t->both, (size_t)t->steps * sizeof *grown);
        }
        mem_free(t->line);
        t->line = grown, t->both = grown + more, *room = more;
    }
    t->line[t->steps] = line, t->both[t->steps++] = both;
    return ST_OK;
}

/* Until next to nobody is in line; not told if that takes too long. */
static enum status follow(struct tagged *t, struct hall *h, double left)
{
    double line = t->share, before = line, work = 0;
    int64_t room = 0;
    t->rate = h->rate;
    TRY(append(t, &room, line, line + h->serving));
    const double enough = fmin(1e-8 * left, 1e-12 * line);
    while (line > enough && work < updates_most) {
        before = line, line = step(h, &work);
        t->mean += before / h->rate;
        TRY(append(t, &room, line, line + h->serving));
    }
    t->told = work < updates_most;
    t->line_ratio = before > 0 && line < before ? line / before : 0;
    t->both_ratio = 1 - h->m->of.mu / h->rate;
    t->mean += line / (1 - t->line_ratio) / h->rate;
    return ST_OK;
}

/* Are there slots at all, does every task keep its own, and is there a server to come on? */
static bool is_defined(const struct cloud *c)
{
    bool kept = c->preset == PRESET_FREE || c->preset == PRESET_EQ8_OPEN || c->preset == PRESET_EQ8_CLOSED;
    for (int64_t j = 0; j < c->off_count; j++) kept = kept && c->off[j] <= 0;
    return kept && c->service == SERVICE_PHYS && c->lambda > 0 && c->n > 1;
}

static enum status take(struct tagged *t, struct hall *h, const real *x, const int32_t *exponent, double *v,
                        double left)
{
    const struct model *const m = h->m;
    double all, taken, waiting;
    measure(h, x, exponent, v, &all);
    const int64_t levels = m->of.n - h->first, states = levels * h->size + h->last + 2 + m->of.kappa;
    if ((double)levels * (double)h->size + (double)h->last > 0.02 * updates_most) return ST_OK;
    TRY(mem_array(&h->now, HOST, states, sizeof *h->now));
    TRY(mem_array(&h->next, HOST, states, sizeof *h->next));
    TRY(mem_array(&h->rise, HOST, levels * (h->most + 1) + 1, sizeof *h->rise));
    put_rates(h);
    for (int64_t j = 1; j <= m->of.n; j++) {
        weigh(m, j, x, exponent, v, &taken, &waiting);
        for (int64_t q = 0; q < m->of.k; q++) v[q] /= all;
        t->share += enter(h, j, v);
    }
    return follow(t, h, left);
}

enum status tagged_make(struct tagged *out, const struct model *m, const real *x, const int32_t *exponent, double left)
{
    struct hall h = {.m = m};
    double *v;
    *out = (struct tagged){0};
    if (!is_defined(&m->of)) return ST_OK;
    TRY(mem_array(&v, HOST, m->of.k, sizeof *v));
    const enum status s = take(out, &h, x, exponent, v, left);
    mem_free(h.now);
    mem_free(h.next);
    mem_free(h.rise);
    mem_free(v);
    if (s != ST_OK) tagged_free(out);
    return s;
}

void tagged_free(struct tagged *t)
{
    mem_free(t->line);
    *t = (struct tagged){0};
}

/* The sum over h of P(Poisson(y) = h) v_h. */
static double by_steps(const struct tagged *t, const double *v, double ratio, double time)
{
    const double y = t->rate * time, spread = 10 * sqrt(y) + 40;
    const int64_t from = y > spread ? (int64_t)(y - spread) : 0, end = (int64_t)(y + spread) + 1;
    double share = exp((from ? (double)from * log(y) : 0) - y - lgamma((double)from + 1)), all = 0;
    double beyond = v[t->steps - 1] * (from > t->steps ? pow(ratio, (double)(from - t->steps)) : 1);
    for (int64_t h = from; h < end; h++) {
        all += share * (h < t->steps ? v[h] : (beyond *= ratio));
        share *= y / (double)(h + 1);
    }
    return all;
}

double tagged_waits(const void *of, double t)
{
    const struct tagged *const x = of;
    return by_steps(x, x->line, x->line_ratio, t);
}

double tagged_stays(const void *of, double t)
{
    const struct tagged *const x = of;
    return by_steps(x, x->both, x->both_ratio, t);
}
