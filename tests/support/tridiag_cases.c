/* Draws tridiagonal systems, and measures the error of an answer. */
#include "tests/support/tridiag_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/reference.h"

static void *must(void *p)
{
    if (!p) abort();
    return p;
}

static double random_signed(uint64_t *seed)
{
    return 2 * random_unit(seed) - 1;
}

static int64_t row_at(const struct tridiag_problem *p, int64_t s, int64_t i)
{
    return shape_start(&p->shape, s) + i * p->shape.stride;
}

static int64_t matrix_at(const struct tridiag_problem *p, int64_t s, int64_t i)
{
    return shape_shared(&p->shape) ? i : row_at(p, s, i);
}

/* a and c of the ends are 0 unless cyclic. */
static struct row row_of(const struct tridiag_problem *p, int64_t s, int64_t i)
{
    const int64_t k = matrix_at(p, s, i), m = shape_rows(&p->shape, s);
    const bool first = i == 0 && !p->shape.tridiag.cyclic, last = i == m - 1 && !p->shape.tridiag.cyclic;
    return (struct row){
        .a = first ? 0 : (double)p->lower.v[k],
        .b = (double)p->diag.v[k],
        .c = last ? 0 : (double)p->upper.v[k],
    };
}

enum { MARGIN = 64 }; /* dominance: the diagonal is larger by 1 / MARGIN or more */

/* A general matrix starts with a diagonal of 0, where elimination in order ends; with no other in row 2 the leading
 * blocks from two rows on are regular, except by coincidence. */
static bool zero_diagonal(int64_t i, int64_t m, bool leading, uint64_t *seed)
{
    return i == 0 ? m > 1 && !leading : i != 2 && random_unit(seed) < 0.25;
}

/* Off-diagonals first: a_i and c_i of the ends too, which only cyclic systems keep. `leading`: every leading block is
 * a system of its own, and its corners meet other columns if it is cyclic. */
static void draw_rows(struct row *r, int64_t m, enum make matrix, bool leading, uint64_t *seed)
{
    for (int64_t i = 0; i < m; i++) {
        r[i].a = matrix == TOEPLITZ ? -1 : random_signed(seed);
        r[i].c = matrix == TOEPLITZ ? -1 : random_signed(seed);
    }
    for (int64_t i = 0; i < m; i++) {
        const struct row left = r[(i + m - 1) % m], right = r[(i + 1) % m];
        const double column = fabs(left.c) + fabs(right.a) + (leading ? 1 : 0);
        const double rest = matrix == COLUMN_DOMINANT ? column : fabs(r[i].a) + fabs(r[i].c);
        const double excess = matrix == TOEPLITZ ? 1.0 / MARGIN : 2.0 / MARGIN + random_unit(seed);
        const double sign = matrix != TOEPLITZ && random_unit(seed) < 0.5 ? -1 : 1;
        r[i].b = sign * (rest + excess);
        if (matrix == GENERAL) r[i].b = zero_diagonal(i, m, leading, seed) ? 0 : sign * (0.5 + random_unit(seed));
    }
}

static void fill_matrix(struct tridiag_problem *p, enum make matrix, uint64_t *seed)
{
    const int64_t matrices = shape_shared(&p->shape) ? (p->shape.batch > 0) : p->shape.batch;
    struct row *const r = must(malloc((size_t)p->shape.n * sizeof *r));
    for (int64_t s = 0; s < matrices; s++) {
        const int64_t m = shape_shared(&p->shape) ? p->shape.n : shape_rows(&p->shape, s);
        draw_rows(r, m, matrix, shape_shared(&p->shape) && p->sizes, seed);
        for (int64_t i = 0; i < m; i++) {
            const int64_t k = matrix_at(p, s, i);
            p->diag.v[k] = p->diag.before[k] = (real)r[i].b;
            if (i > 0 || p->shape.tridiag.cyclic) p->lower.v[k] = p->lower.before[k] = (real)r[i].a;
            if (i < m - 1 || p->shape.tridiag.cyclic) p->upper.v[k] = p->upper.before[k] = (real)r[i].c;
        }
    }
    free(r);
}

static void solve_exactly(const struct tridiag_problem *p, int64_t s, const double *f, double *x)
{
    const int64_t m = shape_rows(&p->shape, s);
    struct row *const r = must(malloc((size_t)m * sizeof *r));
    for (int64_t i = 0; i < m; i++) r[i] = row_of(p, s, i);
    if (!reference_solve(m, r, f, x)) abort();
    free(r);
}

/* Largest row sum of |A^-1|: column by column for a general matrix, from the dominance of others (J. M. Varah, A lower
 * bound for the smallest singular value of a matrix, Linear Algebra Appl. 11, 1975). */
static double inverse_bound(const struct tridiag_problem *p, int64_t s, enum make matrix)
{
    const int64_t m = shape_rows(&p->shape, s);
    if (matrix != GENERAL) return matrix == COLUMN_DOMINANT ? (double)(MARGIN * m) : MARGIN;
    double *const f = must(calloc((size_t)m, sizeof *f)), *const x = must(malloc((size_t)m * sizeof *x));
    double *const sum = must(calloc((size_t)m, sizeof *sum)), largest = 0;
    for (int64_t j = 0; j < m; j++) {
        f[j] = 1;
        solve_exactly(p, s, f, x);
        f[j] = 0;
        for (int64_t i = 0; i < m; i++) sum[i] += fabs(x[i]);
    }
    for (int64_t i = 0; i < m; i++) largest = fmax(largest, sum[i]);
    free(f);
    free(x);
    free(sum);
    return largest;
}

int64_t *starts_of(const struct shape *s)
{
    int64_t *const sizes = must(malloc((size_t)(s->batch + 1) * sizeof *sizes));
    int64_t *const starts = must(malloc((size_t)(s->batch + 1) * sizeof *starts)), gap = 0;
    for (int64_t t = 0; t < s->batch; t++) sizes[t] = shape_rows(s, t);
    shape_ragged(s->batch, sizes, s->inner, starts);
    for (int64_t g = 0; g < shape_groups(s); g++) starts[g] += gap += g % 5 == 3;
    free(sizes);
    return starts;
}

struct tridiag_problem tridiag_problem_make(const struct shape *shape, bool varied, enum make matrix, uint64_t *seed)
{
    struct tridiag_problem p = {.shape = *shape};
    const size_t batch = (size_t)shape->batch;
    if (varied) {
        p.sizes = must(malloc((batch + 1) * sizeof *p.sizes));
        for (size_t s = 0; s < batch; s++) p.sizes[s] = 1 + (int64_t)(random_unit(seed) * (double)shape->n);
        if (batch > 1) p.sizes[batch / 2] = shape->n;
        p.shape.sizes = p.sizes;
    }
    if (shape->starts) p.shape.starts = p.starts = starts_of(&p.shape);
    const int64_t extent = shape_extent(&p.shape), count = shape_shared(shape) ? shape->n : extent;
    p.lower = guarded_make(count);
    p.diag = guarded_make(count);
    p.upper = guarded_make(count);
    p.x = guarded_make(extent);
    p.info = must(malloc((batch + 1) * sizeof *p.info));
    p.backward = must(calloc(2 * batch + 1, sizeof *p.backward));
    p.condition = p.backward + batch;
    p.exact = must(calloc((size_t)extent + 1, sizeof *p.exact));
    p.inverse = must(malloc((batch + 1) * sizeof *p.inverse));
    fill_matrix(&p, matrix, seed);
    for (int64_t s = 0; s < shape->batch; s++) p.inverse[s] = inverse_bound(&p, s, matrix);
    return p;
}

void tridiag_problem_free(struct tridiag_problem *p)
{
    guarded_free(p->lower);
    guarded_free(p->diag);
    guarded_free(p->upper);
    guarded_free(p->x);
    free(p->sizes);
    free(p->starts);
    free(p->info);
    free(p->backward);
    free(p->exact);
    free(p->inverse);
}

void tridiag_problem_right(struct tridiag_problem *p, uint64_t *seed)
{
    const size_t n = (size_t)p->shape.n;
    double *const f = must(malloc(n * sizeof *f)), *const x = must(malloc(n * sizeof *x));
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const int64_t m = shape_rows(&p->shape, s);
        for (int64_t i = 0; i < m; i++) f[i] = (double)(p->x.before[row_at(p, s, i)] = (real)random_signed(seed));
        solve_exactly(p, s, f, x);
        for (int64_t i = 0; i < m; i++) p->exact[row_at(p, s, i)] = x[i];
    }
    free(f);
    free(x);
    tridiag_problem_reset(p);
}

void tridiag_problem_reset(struct tridiag_problem *p)
{
    memcpy(p->x.v - GUARD, p->x.before - GUARD, ((size_t)p->x.count + 2 * GUARD) * sizeof(real));
    for (int64_t s = 0; s < p->shape.batch; s++) p->info[s] = -7, p->backward[s] = p->condition[s] = -1;
}

void tridiag_problem_restore(struct tridiag_problem *p)
{
    const struct guarded g[3] = {p->lower, p->diag, p->upper};
    for (int i = 0; i < 3; i++) memcpy(g[i].v, g[i].before, (size_t)g[i].count * sizeof(real));
}

struct system tridiag_problem_system(const struct tridiag_problem *p)
{
    return (struct system){.kind = KIND_TRIDIAG,
                           .tridiag = {p->lower.v, p->diag.v, p->upper.v},
                           .x = p->x.v,
                           .info = p->info,
                           .backward = p->backward,
                           .condition = p->condition};
}

/* The norms for residuals, errors and condition numbers. */
struct norms {
    double matrix, x, right;
};

static struct norms norms_of(const struct tridiag_problem *p, int64_t s)
{
    struct norms most = {0};
    for (int64_t i = 0; i < shape_rows(&p->shape, s); i++) {
        const struct row r = row_of(p, s, i);
        most.matrix = fmax(most.matrix, fabs(r.a) + fabs(r.b) + fabs(r.c));
        most.x = fmax(most.x, fabs((double)p->x.v[row_at(p, s, i)]));
        most.right = fmax(most.right, fabs((double)p->x.before[row_at(p, s, i)]));
    }
    return most;
}

static double scale_of(const struct tridiag_problem *p, int64_t s)
{
    const struct norms most = norms_of(p, s);
    return (double)REAL_EPS * (most.matrix * most.x + most.right);
}

/* The residual of one system; infinity if x is not finite. */
static double residual_of(const struct tridiag_problem *p, int64_t s)
{
    const int64_t m = shape_rows(&p->shape, s);
    const double scale = scale_of(p, s);
    double worst = 0;
    for (int64_t i = 0; i < m; i++) {
        const struct row r = row_of(p, s, i);
        const double left = (double)p->x.v[row_at(p, s, (i + m - 1) % m)];
        const double right = (double)p->x.v[row_at(p, s, (i + 1) % m)];
        const int64_t k = row_at(p, s, i);
        const double rest = (double)p->x.before[k] - r.a * left - r.b * (double)p->x.v[k] - r.c * right;
        if (!isfinite(rest)) return INFINITY;
        worst = fmax(worst, fabs(rest) / scale);
    }
    return worst;
}

double tridiag_problem_residual(const struct tridiag_problem *p)
{
    double worst = 0;
    for (int64_t s = 0; s < p->shape.batch; s++)
        if (p->info[s] == 0 || p->info[s] == SOLVED_BY_FALLBACK) worst = fmax(worst, residual_of(p, s));
    return worst;
}

double tridiag_problem_misjudged(const struct tridiag_problem *p)
{
    double worst = 0;
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const double most = 1.001 * norms_of(p, s).matrix * p->inverse[s];
        if (!(p->condition[s] >= 1 && p->condition[s] <= most)) return INFINITY;
        worst = fmax(worst, fabs(p->backward[s] / (double)REAL_EPS - residual_of(p, s)));
    }
    return worst;
}

double tridiag_problem_error(const struct tridiag_problem *p)
{
    double worst = 0;
    for (int64_t s = 0; s < p->shape.batch; s++) {
        const double scale = p->inverse[s] * scale_of(p, s);
        if (p->info[s] > 0) continue;
        for (int64_t i = 0; i < shape_rows(&p->shape, s); i++) {
            const int64_t k = row_at(p, s, i);
            worst = fmax(worst, fabs((double)p->x.v[k] - p->exact[k]) / scale);
        }
    }
    return worst;
}

bool tridiag_problem_intact(const struct tridiag_problem *p)
{
    if (!guarded_same(p->lower) || !guarded_same(p->diag) || !guarded_same(p->upper)) return false;
    const size_t all = (size_t)p->x.count + 2 * GUARD;
    real *const v = must(malloc(all * sizeof *v));
    memcpy(v, p->x.v - GUARD, all * sizeof *v);
    for (int64_t s = 0; s < p->shape.batch; s++)
        for (int64_t i = 0; i < shape_rows(&p->shape, s); i++)
            v[GUARD + row_at(p, s, i)] = p->x.before[row_at(p, s, i)];
    const bool same = !memcmp(v, p->x.before - GUARD, all * sizeof *v);
    free(v);
    return same;
}
