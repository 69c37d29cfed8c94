/* Wang's partition method: the rows are cut into parts, each of which is eliminated by itself, downwards and then
 * upwards, while couplings to the unknown before the part, f, and to its own last unknown, g, fill in:
 *
 *     f_i x_{first-1} + x_i + c_i x_{i+1} = d_i        down, from the first row of the part to its last
 *     f_i x_{first-1} + x_i + g_i x_{last} = d_i       up, from the last row but one to the first
 *
 * The last row of a part and, through the first of the next part, the last rows of its neighbours make a tridiagonal
 * system of one row per part, which one thread eliminates in order; with its unknowns all others are known. The cut
 * depends only on n.
 *
 * H. H. Wang, A parallel method for tridiagonal equations, ACM Trans. Math. Softw. 7, 1981, sections 2 and 3, with rows
 * divided by their diagonal. Stable if the matrix is diagonally dominant. 18 flops a row; in addition to the caller's,
 * the rows are read and written twice. */
#include "solvers/kind.h"
#include "solvers/tridiag/gather.h"

enum { PART = 128 };

/* The number of parts, at least one; the last takes the remaining rows. */
static int64_t parts_of(int64_t n)
{
    return n < 2 * PART ? 1 : n / PART;
}

static int64_t end_of(int64_t n, int64_t part)
{
    return part == parts_of(n) - 1 ? n : (part + 1) * PART;
}

static int64_t workspace_values(int64_t n, const void *options)
{
    return 4 * padded_length(parts_of(n));
}

/* f takes the place of a; b is left to the caller as it was. */
static void eliminate_down(struct tridiag_rows r, int64_t from, int64_t to)
{
    real inverse = RC(1.0) / r.b[from], f = r.a[from] * inverse, c = r.c[from] * inverse, d = r.d[from] * inverse;
    r.a[from] = f, r.c[from] = c, r.d[from] = d;
    for (int64_t i = from + 1; i < to; i++) {
        const real a = r.a[i];
        inverse = RC(1.0) / (r.b[i] - a * c);
        f = -a * f * inverse;
        c = r.c[i] * inverse;
        d = (r.d[i] - a * d) * inverse;
        r.a[i] = f, r.c[i] = c, r.d[i] = d;
    }
}

/* g takes the place of c. */
static void eliminate_up(struct tridiag_rows r, int64_t from, int64_t to)
{
    for (int64_t i = to - 3; i >= from; i--) {
        const real c = r.c[i];
        r.a[i] -= c * r.a[i + 1];
        r.d[i] -= c * r.d[i + 1];
        r.c[i] = -c * r.c[i + 1];
    }
}

/* Row `part` of the reduced system: the last row of the part without the first unknown of the next. */
static void reduce(int64_t n, struct tridiag_rows r, struct tridiag_rows small, int64_t part)
{
    const int64_t last = end_of(n, part) - 1, next = last + 1;
    const bool end = next == n;
    small.a[part] = r.a[last];
    small.b[part] = 1 - (end ? 0 : r.c[last] * r.a[next]);
    small.c[part] = end ? 0 : -r.c[last] * r.c[next];
    small.d[part] = r.d[last] - (end ? 0 : r.c[last] * r.d[next]);
}

static void solve_small(int64_t n, struct tridiag_rows r)
{
    eliminate_down(r, 0, n);
    for (int64_t i = n - 2; i >= 0; i--) r.d[i] -= r.c[i] * r.d[i + 1];
}

static void substitute(struct tridiag_rows r, int64_t from, int64_t to, real before, real last)
{
#pragma omp simd
    for (int64_t i = from; i < to - 1; i++) r.d[i] -= r.a[i] * before + r.c[i] * last;
    r.d[to - 1] = last;
}

static int64_t solve_rows(int64_t n, struct tridiag_rows r, real *workspace, struct team team, const void *options)
{
    const int64_t parts = parts_of(n), from = parts * team.rank / team.ranks, to = parts * (team.rank + 1) / team.ranks;
    const struct tridiag_rows small = rows_at(workspace, parts);
    for (int64_t p = from; p < to; p++) {
        eliminate_down(r, p * PART, end_of(n, p));
        eliminate_up(r, p * PART, end_of(n, p));
    }
    team_wait(team);
    for (int64_t p = from; p < to; p++) reduce(n, r, small, p);
    team_wait(team);
    if (team.rank == 0) solve_small(parts, small);
    team_wait(team);
    for (int64_t p = from; p < to; p++) substitute(r, p * PART, end_of(n, p), p > 0 ? small.d[p - 1] : 0, small.d[p]);
    team_wait(team);
    return 0;
}

static const struct row_method method = {
    .splits = true, .flops = 18, .workspace_values = workspace_values, .solve = solve_rows, .checked = true};

const struct solver tridiag_wang = {
    .method = "wang",
    .about = "Wang's partition: parts of rows eliminated from both sides, one row per part between them",
    .source = "Wang 1981",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .variant = &method,
    .hooks = &gather_hooks,
};
