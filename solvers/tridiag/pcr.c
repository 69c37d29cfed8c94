/* Parallel cyclic reduction: every row is freed of its neighbours at distance k = 1, 2, 4, ..., until it stands alone.
 *
 *     f = -a_i / b_{i-k}     a'_i = f a_{i-k}     b'_i = b_i + f c_{i-k} + g a_{i+k}
 *     g = -c_i / b_{i+k}     c'_i = g c_{i+k}     d'_i = d_i + f d_{i-k} + g d_{i+k}         x_i = d_i / b_i
 *
 * R. W. Hockney, C. R. Jesshope, Parallel Computers, 1981, section 5.4; Zhang, Cohen, Owens, PPoPP 2010, section 2.
 * Any n: f or g is 0 where there is no neighbour. Stable if the matrix is diagonally dominant; fails if any b of a
 * level is 0. 12 log2 n flops a row, log2 n + 1 steps; each level reads and writes four arrays. */
#include "solvers/tridiag/pcr.h"

#include <math.h>

#include "solvers/tridiag/cost.h"

/* `left`, `right`: these rows have such a neighbour. Constant in every call, so that no loop branches. */
static inline void level_rows(struct rows in, struct rows out, int64_t k, int64_t from, int64_t to, bool left,
                              bool right)
{
    const real *const a = in.a, *const b = in.b, *const c = in.c, *const d = in.d;
    real *const a1 = out.a, *const b1 = out.b, *const c1 = out.c, *const d1 = out.d;
#pragma omp simd
    for (int64_t i = from; i < to; i++) {
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

/* From the ends inward: rows with one neighbour, then rows with two, or with none if k reaches past the middle. */
static void level(int64_t n, struct rows in, struct rows out, int64_t k, struct team team)
{
    const int64_t near = at_most(k, n - k), far = at_least(k, n - k);
    int64_t from, to;
    team_span(team, n, &from, &to);
    level_rows(in, out, k, from, at_most(to, near), false, true);
    if (k < n - k) level_rows(in, out, k, at_least(from, near), at_most(to, far), true, true);
    else level_rows(in, out, k, at_least(from, near), at_most(to, far), false, false);
    level_rows(in, out, k, at_least(from, far), to, true, false);
}

void pcr_rows(int64_t n, struct rows rows, real *scratch, struct team team)
{
    struct rows now = rows, next = rows_at(scratch, n);
    for (int64_t k = 1; k < n; k *= 2) {
        level(n, now, next, k, team);
        team_wait(team);
        const struct rows old = now;
        now = next;
        next = old;
    }
    int64_t from, to;
    team_span(team, n, &from, &to);
    for (int64_t i = from; i < to; i++) rows.d[i] = now.d[i] / now.b[i];
    team_wait(team);
}

static int64_t scratch(int64_t n, const void *options)
{
    (void)options;
    return 4 * rows_room(n);
}

static int64_t solve_rows(int64_t n, struct rows rows, real *work, struct team team, const void *options)
{
    (void)options;
    pcr_rows(n, rows, work, team);
    return 0;
}

static const struct row_method method = {.splits = true, .scratch = scratch, .solve = solve_rows};

static int64_t work_bytes(const struct shape *shape, const void *options, const struct exec *exec)
{
    return rows_work_bytes(shape, options, exec, &method);
}

static enum status solve(struct plan *p, const struct system *system)
{
    rows_solve(p, &system->tridiag, &method);
    return ST_OK;
}

static struct cost cost(const struct shape *shape, const void *options)
{
    (void)options;
    return cost_rows(shape, 12 * log2((double)shape->n));
}

const struct solver tridiag_pcr = {
    .method = "pcr",
    .about = "parallel cyclic reduction: log2 n steps over all rows",
    .source = "Hockney, Jesshope 1981, section 5.4; Zhang, Cohen, Owens 2010, section 2",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO,
    .work_bytes = work_bytes,
    .solve = solve,
    .cost = cost,
};
