/* The loops by_weights of systems that share a matrix (reduced.h): y_first and y_last as weighted sums of right sides,
 * and rows that are solved once, when the unknowns next to them are known. */
#include <math.h>

#include "solvers/tridiag/cut/cut_tile.h"
#include "solvers/tridiag/cut/reduced.h"

/* The transpose of the matrix that all systems share; out[3][n]. */
static void transpose(const struct line *m, real *out)
{
    real *const lower = out, *const diag = lower + m->n, *const upper = diag + m->n;
    for (int64_t i = 0; i < m->n; i++) {
        lower[i] = i ? m->c[(i - 1) * m->stride] : 0;
        diag[i] = m->b[i * m->stride];
        upper[i] = i + 1 < m->n ? m->a[(i + 1) * m->stride] : 0;
    }
}

/* Rows need not be looked at where spikes are so small that they cannot add more than SPIKE_MAX times the largest x. */
static bool may_be_lost(const struct cut_lines *l)
{
    const struct reduced *const d = l->own;
    double f = 0, g = 0;
    for (int64_t i = 0; i < l->shape.n; i++) {
        f = fmax(f, fabs((double)d->f[i])), g = fmax(g, fabs((double)d->g[i]));
        if (isnan(d->f[i]) || isnan(d->g[i])) return true;
    }
    return !(f + g <= SPIKE_MAX);
}

/* Rows from an end on whose weights are not all below SPIKE_FADED of the largest: no others change y. */
static int64_t reach_of(const real *weight, int64_t n, int end)
{
    double most = 0;
    int64_t reach = n;
    for (int64_t i = 0; i < n; i++) {
        if (!isfinite(weight[i])) return n;
        most = fmax(most, fabs((double)weight[i]));
    }
    while (reach > 0 && fabs((double)weight[end == END_FIRST ? reach - 1 : n - reach]) <= SPIKE_FADED * most) reach--;
    return reach;
}

/* y_0 = e_0' T^-1 d = w' d with T' w = e_0, and y_{n-1} with e_{n-1}. Weights are 0 at an end of the whole system,
 * whose y no rank needs. */
enum status reduced_weigh(const struct cut_lines *l, const struct system *system)
{
    struct reduced *const d = l->own;
    const int64_t n = l->shape.n;
    const struct line m = line_of(&l->shape, system, 0);
    real *const lower = d->transposed, *const diag = lower + n, *const upper = diag + n;
    enum status st = ST_OK;
    transpose(&m, d->transposed);
    d->may_be_lost = may_be_lost(l);
    for (int end = 0; end < ENDS && st == ST_OK; end++) {
        int64_t info = 0;
        const struct system s = {
            .kind = KIND_TRIDIAG, .x = d->weight + end * n, .info = &info, .tridiag = {lower, diag, upper}};
        for (int64_t i = 0; i < n; i++) s.x[i] = 0;
        d->reach[end] = 0;
        if (end == END_FIRST ? l->begins : l->ends) continue;
        s.x[end == END_FIRST ? 0 : n - 1] = 1;
        st = plan_solve(d->across, &s);
        if (info_is_good(d->info[0])) d->info[0] = info;
        d->reach[end] = reach_of(s.x, n, end);
    }
    return st;
}

struct sums {
    real first[CUT_TILE], last[CUT_TILE];
};

/* Adds the products of rows i ... i + rows - 1 with their weights, for y_first if `first` and for y_last if `last`. */
INLINE void add_rows(const struct cut_lines *l, const struct cut_tile *t, bool beside, bool first, bool last, int rows,
                     int64_t i, const real *x, struct sums *sums)
{
    const struct reduced *const d = l->own;
    const real *const to_first = d->weight + i, *const to_last = to_first + l->shape.n;
    const int64_t stride = l->shape.stride;
    for (int64_t k = 0; k < t->count; k++) {
        const real *const right = x + cut_tile_x(t, beside, k) + i * stride;
        real a = 0, b = 0;
        for (int r = 0; r < rows; r++) {
            if (first) a += to_first[r] * right[r * stride];
            if (last) b += to_last[r] * right[r * stride];
        }
        if (first) sums->first[k] += a;
        if (last) sums->last[k] += b;
    }
}

/* Rows from ... end - 1. */
INLINE void add(const struct cut_lines *l, const struct cut_tile *t, bool beside, bool first, bool last, int64_t from,
                int64_t end, const real *x, struct sums *sums)
{
    const int64_t whole = end - (end - from) % ROWS;
    for (int64_t i = from; i < whole; i += ROWS) add_rows(l, t, beside, first, last, ROWS, i, x, sums);
    for (int64_t i = whole; i < end; i++) add_rows(l, t, beside, first, last, 1, i, x, sums);
}

/* In an order that depends only on the matrix. */
INLINE void add_ends(const struct cut_lines *l, const struct cut_tile *t, bool beside, const real *x, struct sums *sums)
{
    const struct reduced *const d = l->own;
    const int64_t n = l->shape.n, top = d->reach[END_FIRST], bottom = n - d->reach[END_LAST];
    if (top > bottom) add(l, t, beside, true, true, 0, n, x, sums);
    else {
        add(l, t, beside, true, false, 0, top, x, sums);
        add(l, t, beside, false, true, bottom, n, x, sums);
    }
}

static void add_tile(const struct cut_lines *l, const struct cut_tile *t, const real *x, struct sums *sums)
{
    *sums = (struct sums){{0}, {0}};
    if (t->beside) add_ends(l, t, true, x, sums);
    else add_ends(l, t, false, x, sums);
}

static enum status ends(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const int64_t tiles = (c->count + CUT_TILE - 1) / CUT_TILE;
    real *const first = reduced_ends(l->own, c), *const last = first + c->count;
#pragma omp parallel for schedule(static) num_threads(l->exec.threads)
    for (int64_t tile = 0; tile < tiles; tile++) {
        struct cut_tile t;
        struct sums sums;
        cut_tile_set(&t, l, system, c->from + tile * CUT_TILE, c->from + c->count);
        add_tile(l, &t, system->x, &sums);
        for (int64_t k = 0; k < t.count; k++) {
            first[tile * CUT_TILE + k] = sums.first[k];
            last[tile * CUT_TILE + k] = sums.last[k];
        }
    }
    return ST_OK;
}

/* Takes the unknowns next to the rows to the right sides: d_0 -= a_0 u, d_{n-1} -= c_{n-1} v. */
static void subtract(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const struct shape *const s = &l->shape;
    const real *const u = reduced_ends(l->own, c), *const v = u + c->count;
    const struct line m = line_of(s, system, 0);
    const int64_t down = (m.n - 1) * s->stride;
    const real before = l->begins ? 0 : m.a[0], behind = l->ends ? 0 : m.c[(m.n - 1) * m.stride];
    int64_t at[CUT_TILE];
    for (int64_t from = 0; from < c->count; from += CUT_TILE) {
        const int64_t count = c->count - from < CUT_TILE ? c->count - from : CUT_TILE;
        cut_tile_starts(at, c->from + from, count, s->inner, s->dist, s->outer, s->starts);
        for (int64_t k = 0; k < count; k++) {
            if (!l->begins) system->x[at[k]] -= before * u[from + k];
            if (!l->ends) system->x[at[k] + down] -= behind * v[from + k];
        }
    }
}

/* If u or v is not finite and this rank's matrix has no zero pivot, the cause is on another rank, whose row is to come
 * first: info is then `whole` more (cut_lines.h), in place of the row of x that the method has found. */
static void judge(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    const struct reduced *const d = l->own;
    const real *const u = reduced_ends(d, c), *const v = u + c->count;
    const bool looks = d->may_be_lost, regular = d->info[0] <= 0;
    for (int64_t k = 0; k < c->count; k++) {
        const int64_t s = c->from + k;
        if (regular && !(isfinite(u[k]) && isfinite(v[k])))
            system->info[s] = l->shape.cut.whole + l->shape.cut.first + 1;
        if (!looks || !info_is_good(system->info[s])) continue;
        const struct line x = line_of(&l->shape, system, s);
        if (reduced_lost(l, &x, s, (double)u[k], (double)v[k])) system->info[s] = PIVOTS_GREW;
    }
}

static enum status finish(const struct cut_lines *l, const struct reduced_chunk *c, const struct system *system)
{
    if (l->shape.n > 0) subtract(l, c, system);
    const enum status st = reduced_solve_rows(l, c, system);
    if (system->info && l->shape.n > 0) judge(l, c, system);
    return st;
}

const struct reduced_loops reduced_by_weights = {ends, finish};
