/* Draws recurrences, and computes their rows in more digits. */
#include "tests/support/recurrence_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct coefficients coefficients[COEFFICIENTS] = {
    {1, 1},
    {-1, 1},
    {1, -1},
    {0, 1},
    {0, 0},
    {1, 1},
    {RC(0.5), 1},
    {RC(0.75), RC(-0.9375)},
    {RC(0.999), RC(0.9999)},
    {RC(-0.1), RC(0.3)},
};

static void *must(void *p)
{
    if (!p) abort();
    return p;
}

static int64_t row_at(const struct recurrence_case *c, int64_t s, int64_t i)
{
    return shape_start(&c->shape, s) + i * c->shape.stride;
}

static int64_t scale_at(const struct recurrence_case *c, int64_t s, int64_t i)
{
    return shape_shared(&c->shape) ? i : row_at(c, s, i);
}

static real drawn(enum draw draw, int64_t i, uint64_t *seed)
{
    const double unit = random_unit(seed);
    if (draw == DRAW_WHOLE) return (real)(floor(7 * unit) - 3);
    return (real)(draw == DRAW_RANDOM ? 2 * unit - 1 : 1 + 0.5 * sin((double)i * 1e-5));
}

static void fill(struct recurrence_case *c, enum draw draw, uint64_t *seed)
{
    for (int64_t s = 0; s < c->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&c->shape, s); i++) {
            const int64_t k = row_at(c, s, i);
            c->x.v[k] = c->x.before[k] = drawn(draw, i, seed);
        }
    const int64_t scales = !c->shape.recurrence.scaled ? 0
                           : shape_shared(&c->shape)   ? c->shape.batch > 0
                                                       : c->shape.batch;
    for (int64_t s = 0; s < scales; s++)
        for (int64_t i = 0; i < (shape_shared(&c->shape) ? c->shape.n : shape_rows(&c->shape, s)); i++) {
            const int64_t k = scale_at(c, s, i);
            c->scale.v[k] = c->scale.before[k] = drawn(draw, i + 1000, seed);
        }
}

/* Row by row, with more digits, and also of the absolute values. */
static void solve_exactly(struct recurrence_case *c, int64_t s)
{
    const int64_t n = shape_rows(&c->shape, s);
    const long double f = (long double)c->coefficients.forward, g = (long double)c->coefficients.backward;
    long double *const y = must(malloc(2 * (size_t)n * sizeof *y)), *const a = y + n;
    for (int64_t i = 0; i < n; i++) {
        const long double d = (long double)c->x.before[row_at(c, s, i)];
        y[i] = d + (i ? f * y[i - 1] : 0);
        a[i] = fabsl(d) + (i ? fabsl(f) * a[i - 1] : 0);
    }
    long double x = 0, b = 0;
    for (int64_t i = n - 1; i >= 0; i--) {
        const long double scale = c->shape.recurrence.scaled ? (long double)c->scale.before[scale_at(c, s, i)] : 1;
        x = scale * y[i] + g * x;
        b = fabsl(scale) * a[i] + fabsl(g) * b;
        c->exact[row_at(c, s, i)] = (double)x;
        c->bound[row_at(c, s, i)] = (double)b;
        if (8 * b > 1 / (long double)REAL_EPS) c->whole = false;
    }
    free(y);
}

struct recurrence_case recurrence_case_make(const struct shape *shape, bool varied, struct coefficients with,
                                            enum draw draw, uint64_t *seed)
{
    struct recurrence_case c = {.shape = *shape, .coefficients = with, .whole = draw == DRAW_WHOLE};
    const size_t batch = (size_t)shape->batch;
    if (varied) {
        c.sizes = must(malloc((batch + 1) * sizeof *c.sizes));
        for (size_t s = 0; s < batch; s++) c.sizes[s] = 1 + (int64_t)(random_unit(seed) * (double)shape->n);
        if (batch > 1) c.sizes[batch / 2] = shape->n;
        c.shape.sizes = c.sizes;
    }
    if (shape->starts) c.shape.starts = c.starts = starts_of(&c.shape);
    const int64_t extent = shape_extent(&c.shape);
    c.x = guarded_make(extent);
    c.scale = guarded_make(!shape->recurrence.scaled ? 0 : shape_shared(shape) ? shape->n : extent);
    c.exact = must(calloc((size_t)extent + 1, sizeof *c.exact));
    c.bound = must(calloc((size_t)extent + 1, sizeof *c.bound));
    fill(&c, draw, seed);
    for (int64_t s = 0; s < shape->batch; s++) solve_exactly(&c, s);
    return c;
}

void recurrence_case_free(struct recurrence_case *c)
{
    guarded_free(c->x);
    guarded_free(c->scale);
    free(c->sizes);
    free(c->starts);
    free(c->exact);
    free(c->bound);
}

void recurrence_case_reset(struct recurrence_case *c)
{
    memcpy(c->x.v - GUARD, c->x.before - GUARD, ((size_t)c->x.count + 2 * GUARD) * sizeof(real));
}

struct system recurrence_case_system(const struct recurrence_case *c)
{
    return (struct system){.kind = KIND_RECURRENCE,
                           .recurrence = {.forward = c->coefficients.forward,
                                          .backward = c->coefficients.backward,
                                          .scale = c->shape.recurrence.scaled ? c->scale.v : NULL},
                           .x = c->x.v};
}

/* NaN is larger than anything. */
static double larger(double a, double b)
{
    return b <= a ? a : isnan(b) ? HUGE_VAL : b;
}

double recurrence_case_error(const struct recurrence_case *c)
{
    double worst = 0;
    for (int64_t s = 0; s < c->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&c->shape, s); i++) {
            const int64_t k = row_at(c, s, i);
            const double error = fabs((double)c->x.v[k] - c->exact[k]);
            if (error == 0) continue;
            worst = larger(worst, c->whole ? HUGE_VAL : error / ((double)REAL_EPS * c->bound[k]));
        }
    return worst;
}

double recurrence_case_error_max(const struct recurrence_case *c)
{
    double worst = 0, largest = 0;
    for (int64_t s = 0; s < c->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&c->shape, s); i++) {
            const int64_t k = row_at(c, s, i);
            worst = larger(worst, fabs((double)c->x.v[k] - c->exact[k]));
            largest = larger(largest, fabs(c->exact[k]));
        }
    return worst / ((double)REAL_EPS * largest);
}

bool recurrence_case_intact(const struct recurrence_case *c)
{
    struct guarded g = c->x;
    const size_t all = ((size_t)g.count + 2 * GUARD) * sizeof(real);
    real *const v = must(malloc(all));
    memcpy(v, g.v - GUARD, all);
    for (int64_t s = 0; s < c->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&c->shape, s); i++) v[GUARD + row_at(c, s, i)] = g.before[row_at(c, s, i)];
    g.v = v + GUARD;
    const bool same = guarded_same(g);
    free(v);
    return same && guarded_same(c->scale);
}
