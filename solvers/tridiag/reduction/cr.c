/* Cyclic reduction: every second row is freed of its neighbours, which leaves a tridiagonal system of half the rows,
 * until one row is left; then the unknowns are substituted level by level. Rows i = 1, 3, 5, ... of a level stay:
 *
 *     k1 = a_i / b_{i-1}     a'_i = -a_{i-1} k1     b'_i = b_i - c_{i-1} k1 - a_{i+1} k2
 *     k2 = c_i / b_{i+1}     c'_i = -c_{i+1} k2     d'_i = d_i - d_{i-1} k1 - d_{i+1} k2
 *     x_i = (d_i - a_i x_{i-1} - c_i x_{i+1}) / b_i    for i = 0, 2, 4, ...
 *
 * R. W. Hockney, A fast direct solution of Poisson's equation using Fourier analysis, J. ACM 12, 1965, with G. Golub;
 * Y. Zhang, J. Cohen, J. D. Owens, Fast tridiagonal solvers on the GPU, PPoPP 2010, section 2. Any n: neighbours
 * beyond the ends are left out. Levels are stored one after the other, not in place with stride 2^k, so that rows used
 * together lie together: one more row in all for each of the system, 8 vectors of n values with it. Stable if the
 * matrix is diagonally dominant; fails if any b of a level is 0. 17 flops a row, 2 log2 n - 1 steps. */
#include "solvers/tridiag/reduction/cr.h"
#include "solvers/kind.h"

int64_t cr_workspace_values(int64_t n, int64_t last)
{
    int64_t values = 0;
    while (n > last) {
        n /= 2;
        values += 4 * padded_length(n);
    }
    return values;
}

int64_t cr_last_rows(int64_t n, int64_t last)
{
    while (n > last) n /= 2;
    return n;
}

/* Rows from <= j < to of the next level; `right`: row 2j + 1 has a right neighbour. */
static inline void reduce_rows(struct const_rows in, struct tridiag_rows out, int64_t from, int64_t to, bool right)
{
    const real *const a = in.a, *const b = in.b, *const c = in.c, *const d = in.d;
    real *const a1 = out.a, *const b1 = out.b, *const c1 = out.c, *const d1 = out.d;
#pragma omp simd
    for (int64_t j = from; j < to; j++) {
        const int64_t i = 2 * j + 1;
        const real k1 = a[i] / b[i - 1], k2 = right ? c[i] / b[i + 1] : 0;
        a1[j] = -a[i - 1] * k1;
        b1[j] = b[i] - c[i - 1] * k1 - (right ? a[i + 1] * k2 : 0);
        c1[j] = right ? -c[i + 1] * k2 : 0;
        d1[j] = d[i] - d[i - 1] * k1 - (right ? d[i + 1] * k2 : 0);
    }
}

static void reduce(int64_t n, struct const_rows in, struct tridiag_rows out, struct team team)
{
    const int64_t full = (n - 1) / 2;
    int64_t from, to;
    team_span(team, n / 2, &from, &to);
    reduce_rows(in, out, from, to < full ? to : full, true);
    reduce_rows(in, out, from > full ? from : full, to, false);
    if (from == 0) out.a[0] = 0;
    if (from < to && to == n / 2) out.c[to - 1] = 0;
}

/* x of all rows, which may be the place of d, from `odd`, the unknowns of rows 1, 3, 5, ... */
static void substitute(int64_t n, struct const_rows rows, const real *odd, real *x, struct team team)
{
    const real *const a = rows.a, *const b = rows.b, *const c = rows.c, *const d = rows.d;
    int64_t from, to;
    team_span(team, n / 2, &from, &to);
    if (from == 0) x[0] = (d[0] - c[0] * odd[0]) / b[0];
#pragma omp simd
    for (int64_t j = from > 1 ? from : 1; j < to; j++)
        x[2 * j] = (d[2 * j] - a[2 * j] * odd[j - 1] - c[2 * j] * odd[j]) / b[2 * j];
    for (int64_t j = from; j < to; j++) x[2 * j + 1] = odd[j];
    if (n % 2 && to == n / 2 && from < to) x[n - 1] = (d[n - 1] - a[n - 1] * odd[n / 2 - 1]) / b[n - 1];
}

struct pyramid cr_down(int64_t n, struct const_rows rows, real *x, real *workspace, int64_t last, struct team team)
{
    struct pyramid p = {.levels = 1, .n = {n}, .rows = {rows}, .x = {x}, .rest = workspace};
    team_enter(team, "reduce");
    for (int l = 0; p.n[l] > last; l++) {
        const struct tridiag_rows next = rows_at(p.rest, p.n[l] / 2);
        p.n[l + 1] = p.n[l] / 2;
        p.rows[l + 1] = const_rows_of(next);
        p.x[l + 1] = next.d;
        p.rest += 4 * padded_length(p.n[l + 1]);
        p.levels++;
        reduce(p.n[l], p.rows[l], next, team);
        team_wait(team);
    }
    return p;
}

void cr_up(const struct pyramid *p, struct team team)
{
    team_enter(team, "substitute");
    for (int l = p->levels - 2; l >= 0; l--) {
        team_wait(team);
        substitute(p->n[l], p->rows[l], p->x[l + 1], p->x[l], team);
    }
}

static int64_t workspace_values(int64_t n, const void *options)
{
    return cr_workspace_values(n, 1);
}

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    const struct pyramid p = cr_down(n, rows, x, workspace, 1, team);
    const int top = p.levels - 1;
    if (team.rank == 0) p.x[top][0] = p.rows[top].d[0] / p.rows[top].b[0];
    cr_up(&p, team);
    return 0;
}

/* The place of a and b of level 1, which level 0 does not need. */
static real *spare(int64_t n, real *workspace, struct team team, const void *options)
{
    return n > 1 ? workspace : NULL;
}

static const struct row_method method = {.splits = true,
                                         .flops = 17,
                                         .workspace_values = workspace_values,
                                         .read = read_rows,
                                         .checked = true,
                                         .spare = spare};

const struct solver tridiag_cr = {
    .method = "cr",
    .about = "cyclic reduction: halves the system until one row is left",
    .source = "Hockney 1965; Zhang, Cohen, Owens 2010, section 2",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .variant = &method,
    .hooks = &gather_hooks,
};
