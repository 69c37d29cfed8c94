/* Tricyclic reduction: two rows of every three are eliminated, which leaves a tridiagonal system of a third of the
 * rows, until one row is left; then the unknowns are substituted level by level. Rows i = 0, 3, 6, ... of a level stay:
 *
 *     g = c_{i+1} / b_{i+2}          k = c_i / (b_{i+1} - g a_{i+2})        and so, with a for c, on the other side:
 *     g' = a_{i-1} / b_{i-2}         k' = a_i / (b_{i-1} - g' c_{i-2})
 *
 *     a'_i = k' g' a_{i-2}           b'_i = b_i - k a_{i+1} - k' c_{i-1}        c'_i = k g c_{i+2}
 *     d'_i = d_i - k (d_{i+1} - g d_{i+2}) - k' (d_{i-1} - g' d_{i-2})
 *
 * and each pair in between is a system of two rows for its unknowns. D. S. Dodson, S. A. Levin, A tricyclic tridiagonal
 * equation solver, SIAM J. Matrix Anal. Appl. 13, 1992; L.-W. Chang, thesis, Illinois, 2014, section 2.1.3. Here the
 * pairs are eliminated in order, without determinants, whose products would leave the range of float. Any n: rows
 * after the last are those of the identity. Stable if the matrix is diagonally dominant. 19 flops a row, 2 log3 n
 * steps. */
#include "solvers/kind.h"
#include "solvers/tridiag/gather.h"

enum { LEVELS = 41 }; /* 3^40 > 2^63 */

struct qbd {
    int count;
    int64_t n[LEVELS];
    struct tridiag_rows rows[LEVELS];
};

static int64_t third(int64_t n)
{
    return (n + 2) / 3;
}

static int64_t workspace_values(int64_t n, const void *options)
{
    int64_t values = 0;
    for (; n > 1; n = third(n)) values += 4 * padded_length(third(n));
    return values;
}

/* One row, as its neighbours are seen from it. */
struct row {
    real a, b, c, d;
};

static inline struct row row_at(struct tridiag_rows r, int64_t i)
{
    return (struct row){r.a[i], r.b[i], r.c[i], r.d[i]};
}

/* A row that has no neighbour. */
static inline struct row row_or_none(int64_t n, struct tridiag_rows r, int64_t i)
{
    return i >= 0 && i < n ? row_at(r, i) : (struct row){0, 1, 0, 0};
}

/* `row` after elimination of its next two neighbours; its c then couples it to the row after both. */
static inline struct row without_right(struct row row, struct row near, struct row far)
{
    const real g = near.c / far.b, k = row.c / (near.b - g * far.a);
    row.b -= k * near.a;
    row.c = k * g * far.c;
    row.d -= k * (near.d - g * far.d);
    return row;
}

static inline struct row mirrored(struct row r)
{
    return (struct row){r.c, r.b, r.a, r.d};
}

static inline struct row without_both(struct row row, const struct row left[2], const struct row right[2])
{
    row = mirrored(without_right(row, right[0], right[1]));
    return mirrored(without_right(row, mirrored(left[0]), mirrored(left[1])));
}

static inline void row_put(struct tridiag_rows r, int64_t i, struct row row)
{
    r.a[i] = row.a, r.b[i] = row.b, r.c[i] = row.c, r.d[i] = row.d;
}

/* Row 3 j of `in` becomes row j of `out`; `inside`: it has two neighbours on either side. */
static inline void reduce_row(int64_t n, struct tridiag_rows in, struct tridiag_rows out, int64_t j, bool inside)
{
    const int64_t i = 3 * j;
    struct row near[4];
    for (int k = 0; k < 4; k++) {
        const int64_t at = k < 2 ? i - 1 - k : i - 1 + k;
        near[k] = inside ? row_at(in, at) : row_or_none(n, in, at);
    }
    row_put(out, j, without_both(row_at(in, i), near, near + 2));
}

static void reduce(int64_t n, struct tridiag_rows in, struct tridiag_rows out, struct team team)
{
    const int64_t last = third(n) - 1;
    int64_t from, to;
    team_span(team, third(n), &from, &to);
    if (from == 0) reduce_row(n, in, out, 0, false);
    for (int64_t j = from > 1 ? from : 1; j < (to < last ? to : last); j++) reduce_row(n, in, out, j, true);
    if (last > 0 && from <= last && to > last) reduce_row(n, in, out, last, false);
}

/* The unknowns of rows 3 j, 3 j + 1 and 3 j + 2, x of rows 0, 3, 6, ... being known. */
static inline void substitute_rows(int64_t n, struct tridiag_rows r, const real *x, int64_t j, bool inside)
{
    const int64_t i = 3 * j;
    const struct row one = inside ? row_at(r, i + 1) : row_or_none(n, r, i + 1);
    const struct row two = inside ? row_at(r, i + 2) : row_or_none(n, r, i + 2);
    const real f = two.a / one.b, d = one.d - one.a * x[j], e = two.d - (i + 3 < n ? two.c * x[j + 1] : 0);
    const real x2 = (e - f * d) / (two.b - f * one.c);
    r.d[i] = x[j];
    if (i + 1 < n) r.d[i + 1] = (d - one.c * x2) / one.b;
    if (i + 2 < n) r.d[i + 2] = x2;
}

static void substitute(int64_t n, struct tridiag_rows r, const real *x, struct team team)
{
    const int64_t last = third(n) - 1;
    int64_t from, to;
    team_span(team, third(n), &from, &to);
    for (int64_t j = from; j < (to < last ? to : last); j++) substitute_rows(n, r, x, j, true);
    if (from <= last && to > last) substitute_rows(n, r, x, last, false);
}

static int64_t solve_rows(int64_t n, struct tridiag_rows rows, real *workspace, struct team team, const void *options)
{
    struct qbd l = {.count = 1, .n = {n}, .rows = {rows}};
    for (int k = 0; l.n[k] > 1; k++) {
        l.n[k + 1] = third(l.n[k]);
        l.rows[k + 1] = rows_at(workspace, l.n[k + 1]);
        workspace += 4 * padded_length(l.n[k + 1]);
        l.count++;
        reduce(l.n[k], l.rows[k], l.rows[k + 1], team);
        team_wait(team);
    }
    const struct tridiag_rows top = l.rows[l.count - 1];
    if (team.rank == 0) top.d[0] /= top.b[0];
    team_wait(team);
    for (int k = l.count - 2; k >= 0; k--) {
        substitute(l.n[k], l.rows[k], l.rows[k + 1].d, team);
        team_wait(team);
    }
    return 0;
}

static const struct row_method method = {
    .splits = true, .flops = 19, .workspace_values = workspace_values, .solve = solve_rows, .checked = true};

const struct solver tridiag_tricyclic = {
    .method = "tricyclic",
    .about = "cyclic reduction by threes: two rows of three at a time",
    .source = "Dodson, Levin 1992; Chang 2014, section 2.1.3",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = FOR_ITS_PAPER | CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC |
           REPORTS_INFO | SEES_GROWTH,
    .variant = &method,
    .hooks = &gather_hooks,
};
