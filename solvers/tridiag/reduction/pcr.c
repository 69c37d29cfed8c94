/* Parallel cyclic reduction: every row is freed of its neighbours at distance k = 1, 2, 4, ..., until it is decoupled.
 *
 *     f = -a_i / b_{i-k}     a'_i = f a_{i-k}     b'_i = b_i + f c_{i-k} + g a_{i+k}
 *     g = -c_i / b_{i+k}     c'_i = g c_{i+k}     d'_i = d_i + f d_{i-k} + g d_{i+k}         x_i = d_i / b_i
 *
 * R. W. Hockney, C. R. Jesshope, Parallel Computers, 1981, section 5.4; Zhang, Cohen, Owens, PPoPP 2010, section 2.
 * Any n: f or g is 0 where a neighbour is missing. Stable if the matrix is diagonally dominant; fails if any b of a
 * level is 0. 12 log2 n flops a row, log2 n + 1 steps; each level reads four arrays and writes four. In memory, with
 * the system itself, 12 vectors of n values. */
#include "solvers/tridiag/reduction/pcr.h"
#include "solvers/kind.h"

#include <math.h>

#include "solvers/batch/cost.h"

/* `left`, `right`: these rows have such a neighbour. Constant in every call, so that no loop branches. */
static inline void level_rows(struct const_rows in, struct tridiag_rows out, int64_t k, int64_t count, bool left,
                              bool right)
{
    const real *const a = in.a, *const b = in.b, *const c = in.c, *const d = in.d;
    real *const a1 = out.a, *const b1 = out.b, *const c1 = out.c, *const d1 = out.d;
#pragma omp simd
    for (int64_t i = 0; i < count; i++) {
        const real f = left ? -a[i] / b[i - k] : 0, g = right ? -c[i] / b[i + k] : 0;
        a1[i] = left ? f * a[i - k] : 0;
        b1[i] = b[i] + (left ? f * c[i - k] : 0) + (right ? g * a[i + k] : 0);
        c1[i] = right ? g * c[i + k] : 0;
        d1[i] = d[i] + (left ? f * d[i - k] : 0) + (right ? g * d[i + k] : 0);
    }
}

static inline int64_t at_least(int64_t i, int64_t bound)
{
    return i > bound ? i : bound;
}

static inline int64_t at_most(int64_t i, int64_t bound)
{
    return i < bound ? i : bound;
}

/* From the ends inward: rows with one neighbour, then rows with two, or with none if k exceeds half the rows. */
void pcr_level(int64_t n, struct const_rows in, int64_t k, int64_t from, int64_t to, struct tridiag_rows out)
{
    const int64_t near = at_most(k, n - k), far = at_least(k, n - k);
    const int64_t first = at_most(at_least(near, from), to), last = at_least(at_most(far, to), first);
    const struct const_rows middle = const_rows_from(in, first);
    level_rows(const_rows_from(in, from), out, k, first - from, false, true);
    if (k < n - k) level_rows(middle, rows_from(out, first - from), k, last - first, true, true);
    else level_rows(middle, rows_from(out, first - from), k, last - first, false, false);
    level_rows(const_rows_from(in, last), rows_from(out, last - from), k, to - last, true, false);
    if (k > 1) return;
    /* a_0 and c_{n-1} may hold anything, and have entered the neighbouring rows. */
    if (from <= 1 && 1 < to) out.a[1 - from] = 0;
    if (from <= n - 2 && n - 2 < to) out.c[n - 2 - from] = 0;
}

struct const_rows pcr_levels(int64_t n, struct const_rows in, int levels, real *workspace, struct team team)
{
    int64_t from, to;
    team_span(team, n, &from, &to);
    for (int level = 0; level < levels; level++) {
        const struct tridiag_rows out = rows_at(workspace + level % 2 * 4 * padded_length(n), n);
        pcr_level(n, in, INT64_C(1) << level, from, to, rows_from(out, from));
        in = const_rows_of(out);
        team_wait(team);
    }
    return in;
}

int pcr_depth(int64_t n)
{
    int levels = 0;
    while (INT64_C(1) << levels < n) levels++;
    return levels;
}

void pcr_solve(int64_t n, struct const_rows in, real *x, real *workspace, struct team team)
{
    int64_t from, to;
    team_enter(team, "pcr");
    const struct const_rows rows = pcr_levels(n, in, pcr_depth(n), workspace, team);
    team_span(team, n, &from, &to);
    for (int64_t i = from; i < to; i++) x[i] = rows.d[i] / rows.b[i];
}

static int64_t workspace_values(int64_t n, const void *options)
{
    return pcr_workspace_values(n);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    pcr_solve(n, rows, x, workspace, team);
    return 0;
}

static real *spare(int64_t n, real *workspace, struct team team, const void *options)
{
    return pcr_spare(n, workspace);
}

static const struct row_method method = {
    .splits = true, .workspace_values = workspace_values, .read = read_rows, .checked = true, .spare = spare};

static struct cost cost(const struct solver *self, const struct shape *shape, const void *options)
{
    return cost_rows(shape, 12 * log2((double)shape->n));
}

static const struct solver_hooks hooks = {
    .workspace_bytes = gather_workspace_bytes,
    .cost = cost,
    .solve = gather_solve,
};

const struct solver tridiag_pcr = {
    .method = "pcr",
    .about = "parallel cyclic reduction: log2 n steps over all rows",
    .source = "Hockney, Jesshope 1981, section 5.4; Zhang, Cohen, Owens 2010, section 2",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .variant = &method,
    .hooks = &hooks,
};
