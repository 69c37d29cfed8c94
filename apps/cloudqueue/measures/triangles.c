/* One step of all tagged tasks in line, those on the last level included. */
#include "apps/cloudqueue/measures/triangles.h"

#include <stddef.h>
#include <string.h>

#include "apps/cloudqueue/measures/line.h"

/* A level with a smaller share of all tasks is skipped. */
static const double negligible = 1e-19;

/* Offset of row z of a triangle: x follows from offset + 1 on. */
static int64_t row(int64_t z)
{
    return z * (z - 1) / 2 - 1;
}

static double *triangle(const struct triangles *h, double *of, int64_t j)
{
    return of + (j - h->first) * h->size;
}

static double *line_of(const struct triangles *h, double *of)
{
    return of + (h->m->of.n - h->first) * h->size;
}

/* to[x] += factor from[x], x < count. */
static void add(double *restrict to, const double *restrict from, double factor, int64_t count)
{
    if (factor == 0) return;
#pragma omp simd
    for (int64_t x = 0; x < count; x++) to[x] += factor * from[x];
}

/* One step of level j < n; returns the share of tasks that get a slot, and adds to the level above. */
static double step_level(struct triangles *h, int64_t j, double *work)
{
    const int64_t kappa = h->m->of.kappa, n = h->m->of.n;
    const double inverse = 1 / h->rate, come = h->m->of.lambda * inverse, served = line_service(h->m, j) * inverse;
    const double *const now = triangle(h, h->now, j), *const rise = h->rise + (j - h->first) * (h->max + 1);
    double *const next = triangle(h, h->next, j), *const above = j + 1 < n ? triangle(h, h->next, j + 1) : NULL;
    double leave = 0;
    if (triangles_sum(now, h->size) < negligible) return 0;
    *work += (double)h->size;
    const int64_t full = model_full(h->m, j) - h->m->of.below - kappa; /* no more are taken while so many wait */
    for (int64_t z = 1; z <= h->max; z++) {
        const double up = rise[z] * inverse, came = z < full ? come : 0;
        const double *const from = now + row(z) + 1;
        const int64_t ahead = z < kappa ? z : kappa;
        add(next + row(z) + 1, from, 1 - served - up - came, z);
        if (z < h->max) add(next + row(z + 1) + 1, from, came, z);
        if (z > 1) add(next + row(z - 1) + 1, from + 1, served, z - 1);
        leave += served * from[0];
        if (up == 0) continue;
        leave += up * triangles_sum(from, ahead);
        if (z <= kappa) continue;
        if (above) add(above + row(z - kappa) + 1, from + kappa, up, z - kappa);
        else add(line_of(h, h->next) + 1, from + kappa, up, z - kappa);
    }
    return leave;
}

/* One step of level n. */
static double step_last(struct triangles *h)
{
    const double served = line_service(h->m, h->m->of.n) / h->rate, fewer = served * (1 - h->stays);
    const double *const now = line_of(h, h->now);
    double *const next = line_of(h, h->next);
    const int64_t last = h->last;
    add(next + 1, now + 1, 1 - served, last - 1);
    if (last > 1) add(next + 1, now + 2, served, last - 2);
    if (last > 1) next[last - 1] += fewer * now[last];
    next[last] += (1 - fewer) * now[last];
    return last > 1 ? served * now[1] : fewer * now[1];
}

static int64_t places(const struct triangles *h)
{
    return (h->m->of.n - h->first) * h->size + h->last + 2;
}

double triangles_last(const struct triangles *h)
{
    return triangles_sum(line_of(h, h->now) + 1, h->last);
}

double triangles_min(const struct triangles *h)
{
    return (double)h->last + 0.2 * (double)places(h);
}

double triangles_step(struct triangles *h, double *work)
{
    const int64_t n = h->m->of.n, all = places(h);
    memset(h->next, 0, (size_t)all * sizeof *h->next);
    double leave = 0;
    *work += triangles_min(h);
    for (int64_t j = h->first; j < n; j++) leave += step_level(h, j, work);
    leave += step_last(h);
    h->serving += leave - h->serving * h->m->of.mu / h->rate;
    double *const swap = h->now;
    h->now = h->next, h->next = swap;
    return triangles_sum(h->now, all);
}

double triangles_enter(struct triangles *h, int64_t j, const double *v)
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
    if (j < m->of.n) return waiting;
    return waiting + line_rest(m, h->last, h->stays, v, line_of(h, h->now));
}
