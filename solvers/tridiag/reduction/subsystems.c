/* Thomas for four subsystems at a time, which takes hardly longer than for one that waits for each division. Formulas
 * in thomas.c, with the same two divisions a row. */
#include "solvers/tridiag/reduction/subsystems.h"

#include "solvers/batch/simd.h"

/* Subsystems that a thread solves together, one in each lane. */
enum { BESIDE = 4 };
typedef real beside __attribute__((vector_size(BESIDE * sizeof(real))));

/* A row of each of the `width` subsystems `at`; the other lanes idle. Constant in every call. */
INLINE void eliminate(int width, const struct tridiag_rows *at, int64_t i, beside *c, beside *d)
{
    beside lower = {0}, diag = {1, 1, 1, 1}, upper = {0}, right = {0};
    for (int w = 0; w < width; w++) {
        lower[w] = at[w].a[i], diag[w] = at[w].b[i];
        upper[w] = at[w].c[i], right[w] = at[w].d[i];
    }
    const beside pivot = diag - *c * lower;
    *c = upper / pivot;
    *d = (right - *d * lower) / pivot;
    for (int w = 0; w < width; w++) at[w].c[i] = (*c)[w], at[w].d[i] = (*d)[w];
}

INLINE void substitute(int width, const struct tridiag_rows *at, int64_t i, beside *x)
{
    beside upper = {0}, right = {0};
    for (int w = 0; w < width; w++) upper[w] = at[w].c[i], right[w] = at[w].d[i];
    *x = right - upper * *x;
    for (int w = 0; w < width; w++) at[w].d[i] = (*x)[w];
}

/* The subsystems first ... last - 1, at most `width`; a spare lane repeats the one before it. */
INLINE void solve_beside(int width, const struct subsystems *c, struct tridiag_rows rows, int64_t first, int64_t last)
{
    const int64_t min = subsystem_of(c, last - 1).rows;
    struct tridiag_rows at[BESIDE];
    beside upper = {0}, right = {0}, x = {0};
    for (int w = 0; w < width; w++) {
        const struct subsystem own = subsystem_of(c, first + w < last ? first + w : last - 1);
        at[w] = rows_from(rows, own.start);
        if (own.rows == 0) continue;
        at[w].a[0] = 0;
        at[w].c[own.rows - 1] = 0;
    }
    for (int64_t i = 0; i < min; i++) eliminate(width, at, i, &upper, &right);
    for (int w = 0; first + w < last; w++) {
        if (subsystem_of(c, first + w).rows == min) continue;
        beside upper_w = {upper[w]}, right_w = {right[w]};
        eliminate(1, &at[w], min, &upper_w, &right_w);
        x[w] = right_w[0];
    }
    for (int64_t i = min - 1; i >= 0; i--) substitute(width, at, i, &x);
}

void subsystems_solve(const struct subsystems *c, struct tridiag_rows rows, int64_t first, int64_t last)
{
    for (; last - first > 1; first += BESIDE)
        solve_beside(BESIDE, c, rows, first, first + BESIDE < last ? first + BESIDE : last);
    if (first < last) solve_beside(1, c, rows, first, last);
}

void subsystems_finish(const struct subsystems *c, struct tridiag_rows rows, real *x, struct team team)
{
    int64_t first, last, from, to;
    team_part(team, INT64_C(1) << c->levels, &first, &last);
    team_enter(team, first < last ? "thomas" : NULL);
    subsystems_solve(c, rows, first, last);
    team_enter(team, NULL);
    team_wait(team);
    team_enter(team, "copy back");
    team_span(team, c->n, &from, &to);
    subsystems_collect(c, from, to, rows.d, x + from);
}
