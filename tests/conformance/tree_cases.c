/* Draws trees, and compares solutions with the equations and with dense elimination in long double. */
#include "tests/conformance/tree_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DENSE = 64, DENSE_SYSTEMS = 3 };

static void *array(int64_t count, size_t size)
{
    void *const v = calloc((size_t)count + 1, size);
    if (!v) abort();
    return v;
}

static int64_t draw_place(uint64_t *seed)
{
    return (int64_t)(random_unit(seed) * 0x1p40);
}

static void draw_trees(struct tree_problem *p, struct tree_draw draw, uint64_t *seed)
{
    struct shape *const s = &p->shape;
    const int64_t trees = draw.own ? s->batch : 1;
    p->parents = array(trees * s->n, sizeof *p->parents);
    if (draw.own) p->firsts = array(s->batch, sizeof *p->firsts);
    for (int64_t t = 0; t < trees; t++) {
        const int64_t place = draw_place(seed);
        if (draw.own) p->firsts[t] = (trees - 1 - t) * s->n; /* in any order */
        int64_t *const parent = p->parents + (draw.own ? p->firsts[t] : 0);
        for (int64_t i = 0; i < s->n; i++) parent[i] = random_parent(draw.form, i, place + i);
    }
    s->tree = (struct tree_shape){.parents = p->parents, .firsts = p->firsts};
}

static void put(struct guarded *g, int64_t at, real value)
{
    g->v[at] = g->before[at] = value;
}

static void draw_matrix(struct tree_problem *p, int64_t t, uint64_t *seed)
{
    const struct shape *const s = &p->shape;
    const int64_t rows = shape_shared(s) ? s->n : shape_rows(s, t), at = shape_matrix_start(s, t);
    const int64_t *const parent = tree_parents(s, t), stride = shape_matrix_stride(s);
    real *const lower = array(rows, sizeof *lower), *const diag = array(rows, sizeof *diag);
    real *const upper = array(rows, sizeof *upper);
    random_tree(parent, rows, 1, lower, diag, upper, draw_place(seed));
    for (int64_t i = 0; i < rows; i++) {
        put(&p->diag, at + i * stride, diag[i]);
        if (parent[i] < 0) continue;
        put(&p->lower, at + i * stride, lower[i]), put(&p->upper, at + i * stride, upper[i]);
    }
    free(lower);
    free(diag);
    free(upper);
}

struct tree_problem tree_problem_make(const struct shape *shape, struct tree_draw draw, uint64_t *seed)
{
    struct tree_problem p = {.shape = *shape};
    struct shape *const s = &p.shape;
    s->kind = KIND_TREE;
    if (draw.varied) {
        s->sizes = p.sizes = array(s->batch, sizeof *p.sizes);
        for (int64_t t = 0; t < s->batch; t++) p.sizes[t] = 1 + (int64_t)(random_unit(seed) * (double)s->n);
    }
    if (s->starts) s->starts = p.starts = starts_of(s);
    if (draw.shared) s->matrix = matrix_layout_shared();
    draw_trees(&p, draw, seed);
    const int64_t matrix = shape_matrix_extent(s);
    p.lower = guarded_make(matrix), p.diag = guarded_make(matrix), p.upper = guarded_make(matrix);
    p.x = guarded_make(shape_extent(s));
    p.info = array(s->batch, sizeof *p.info);
    for (int64_t t = 0; t < s->batch && (t == 0 || !draw.shared); t++) draw_matrix(&p, t, seed);
    tree_problem_right(&p, seed);
    return p;
}

void tree_problem_free(struct tree_problem *p)
{
    guarded_free(p->lower);
    guarded_free(p->diag);
    guarded_free(p->upper);
    guarded_free(p->x);
    free(p->sizes);
    free(p->starts);
    free(p->parents);
    free(p->firsts);
    free(p->info);
}

void tree_problem_right(struct tree_problem *p, uint64_t *seed)
{
    for (int64_t t = 0; t < p->shape.batch; t++)
        for (int64_t i = 0; i < shape_rows(&p->shape, t); i++)
            put(&p->x, shape_start(&p->shape, t) + i * p->shape.stride, (real)(2 * random_unit(seed) - 1));
}

void tree_problem_reset(struct tree_problem *p)
{
    memcpy(p->x.v, p->x.before, (size_t)p->x.count * sizeof(real));
    for (int64_t t = 0; t <= p->shape.batch; t++) p->info[t] = -7;
}

struct system tree_problem_system(const struct tree_problem *p)
{
    return (struct system){
        .kind = KIND_TREE, .tree = {p->lower.v, p->diag.v, p->upper.v}, .x = p->x.v, .info = p->info};
}

/* Residual and its scale, row by row: [n] each, and the terms of each row. */
struct rows {
    long double *off, *scale;
    int64_t *terms;
};

static void add(struct rows *r, int64_t i, real a, real x)
{
    r->off[i] -= (long double)a * (long double)x, r->scale[i] += fabsl((long double)a * (long double)x);
    r->terms[i]++;
}

static double residual_of(const struct tree_problem *p, int64_t s, struct rows r)
{
    const struct system system = tree_problem_system(p);
    const struct tree_line t = tree_line_of(&p->shape, &system, s);
    const real *const f = p->x.before + shape_start(&p->shape, s);
    double worst = 0;
    for (int64_t i = 0; i < t.n; i++) {
        r.off[i] = (long double)f[i * t.x_stride], r.scale[i] = fabsl(r.off[i]), r.terms[i] = 0;
        add(&r, i, t.diag[i * t.stride], t.x[i * t.x_stride]);
    }
    for (int64_t i = 0; i < t.n; i++) {
        const int64_t up = t.parent[i];
        if (up < 0) continue;
        add(&r, i, t.lower[i * t.stride], t.x[up * t.x_stride]);
        add(&r, up, t.upper[i * t.stride], t.x[i * t.x_stride]);
    }
    for (int64_t i = 0; i < t.n; i++) {
        const double off = (double)(fabsl(r.off[i]) / r.scale[i]) / (double)REAL_EPS / sqrt((double)r.terms[i]);
        if (r.scale[i] > 0 && !(off <= worst)) worst = isfinite(off) ? off : HUGE_VAL;
    }
    return worst;
}

double tree_problem_residual(const struct tree_problem *p)
{
    const int64_t n = p->shape.n;
    struct rows r = {array(n, sizeof *r.off), array(n, sizeof *r.scale), array(n, sizeof *r.terms)};
    double worst = 0;
    for (int64_t s = 0; s < p->shape.batch; s++) worst = fmax(worst, residual_of(p, s, r));
    free(r.off);
    free(r.scale);
    free(r.terms);
    return worst;
}

/* x of a dense system, whose columns are 0 ... n - 1 and the right side n, by elimination with row pivots. */
static void dense_solve(int64_t n, long double a[DENSE][DENSE + 1])
{
    for (int64_t k = 0; k < n; k++) {
        int64_t best = k;
        for (int64_t i = k + 1; i < n; i++)
            if (fabsl(a[i][k]) > fabsl(a[best][k])) best = i;
        for (int64_t j = k; j <= n; j++) {
            const long double v = a[k][j];
            a[k][j] = a[best][j], a[best][j] = v;
        }
        for (int64_t i = 0; i < n; i++) {
            const long double f = i == k ? 0 : a[i][k] / a[k][k];
            for (int64_t j = k; j <= n && f != 0; j++) a[i][j] -= f * a[k][j];
        }
    }
    for (int64_t i = 0; i < n; i++) a[i][n] /= a[i][i];
}

static double error_of(const struct tree_problem *p, int64_t s)
{
    static long double a[DENSE][DENSE + 1];
    const struct system system = tree_problem_system(p);
    const struct tree_line t = tree_line_of(&p->shape, &system, s);
    long double off = 0, norm = 0;
    memset(a, 0, sizeof a);
    for (int64_t i = 0; i < t.n; i++) {
        const int64_t up = t.parent[i];
        a[i][i] = (long double)t.diag[i * t.stride];
        a[i][t.n] = (long double)p->x.before[shape_start(&p->shape, s) + i * t.x_stride];
        if (up < 0) continue;
        a[i][up] = (long double)t.lower[i * t.stride], a[up][i] = (long double)t.upper[i * t.stride];
    }
    dense_solve(t.n, a);
    for (int64_t i = 0; i < t.n; i++) {
        off = fmaxl(off, fabsl((long double)t.x[i * t.x_stride] - a[i][t.n]));
        norm = fmaxl(norm, fabsl(a[i][t.n]));
    }
    return (double)(off / norm) / (double)REAL_EPS;
}

double tree_problem_error(const struct tree_problem *p)
{
    double worst = 0;
    for (int64_t s = 0; s < p->shape.batch && s < DENSE_SYSTEMS; s++)
        if (shape_rows(&p->shape, s) <= DENSE) worst = fmax(worst, error_of(p, s));
    return worst;
}

/* The matrix, the gaps between systems, and info after the last. */
bool tree_problem_intact(const struct tree_problem *p)
{
    struct guarded g = p->x;
    if (!guarded_same(p->lower) || !guarded_same(p->diag) || !guarded_same(p->upper)) return false;
    if (p->info[p->shape.batch] != -7) return false;
    real *const right = array(g.count, sizeof *right);
    memcpy(right, g.before, (size_t)g.count * sizeof *right);
    for (int64_t t = 0; t < p->shape.batch; t++)
        for (int64_t i = 0; i < shape_rows(&p->shape, t); i++) {
            const int64_t at = shape_start(&p->shape, t) + i * p->shape.stride;
            g.before[at] = g.v[at];
        }
    const bool same = guarded_same(g);
    memcpy(g.before, right, (size_t)g.count * sizeof *right);
    free(right);
    return same;
}
