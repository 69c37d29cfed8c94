/* Factors of a matrix: their memory, and elimination of its parts and their equations. */
#include "solvers/tridiag/factored/pivot_factors.h"

#include "solvers/tridiag/partition/partition.h"

/* Rows of the group at an end of the system; or two right sides of the last group, and their y. */
enum { RANK_VALUES = 4 * PARTS_ROWS };

static int64_t parts_of(int64_t n)
{
    return (n + PART - 1) / PART;
}

static int64_t groups_of(int64_t n)
{
    return (n + PARTS_ROWS - 1) / PARTS_ROWS;
}

struct pivot_factors pivot_factors_take(struct workspace *w, int64_t n)
{
    struct pivot_factors f = {.kept = workspace_take(w, sizeof *f.kept)};
    if (n <= PIVOT_SHORT) {
        f.rows.row = workspace_take(w, n * (int64_t)sizeof *f.rows.row);
        f.rows.pair = workspace_take(w, n);
        return f;
    }
    f.top = workspace_take(w, sizeof *f.top);
    f.group = workspace_take(w, groups_of(n) * (int64_t)sizeof *f.group);
    f.joined = workspace_take(w, pivot_join_groups(parts_of(n)) * (int64_t)sizeof *f.joined);
    return f;
}

struct pivot_scratch pivot_scratch_take(struct workspace *w, int64_t n, int64_t ranks)
{
    struct pivot_scratch t = {.side_values = padded_length(pivot_right_values(parts_of(n)))};
    t.workspace = workspace_take(w, partition_pivot.values(n, ranks) * (int64_t)sizeof(real));
    t.failed = workspace_take(w, PIVOT_SIDES * (int64_t)sizeof *t.failed);
    t.missed = workspace_take(w, PIVOT_SIDES * (int64_t)sizeof *t.missed);
    if (n > PIVOT_SHORT) t.rights = workspace_take(w, PIVOT_SIDES * t.side_values * (int64_t)sizeof(real));
    t.rank = workspace_take(w, ranks * RANK_VALUES * (int64_t)sizeof(real));
    return t;
}

real *pivot_scratch_of(const struct pivot_scratch *t, struct team team)
{
    return t->rank + team.rank * RANK_VALUES;
}

static real element(const real *row, int64_t i, int64_t from, int64_t to, real other)
{
    return i >= from && i < to ? row[i] : other;
}

/* `count` rows from row `first` on, with a right side of 0 and rows of the identity after the last one. */
static struct tridiag_rows copied(struct line l, int64_t first, int64_t count, real *copy)
{
    const struct tridiag_rows rows = {copy, copy + PARTS_ROWS, copy + 2 * PARTS_ROWS, copy + 3 * PARTS_ROWS};
    for (int64_t r = 0, i = first; r < count; r++, i++) {
        rows.a[r] = element(l.a, i, 1, l.n, 0), rows.b[r] = element(l.b, i, 0, l.n, 1);
        rows.c[r] = element(l.c, i, 0, l.n - 1, 0), rows.d[r] = 0;
    }
    return rows;
}

static bool factor_group(struct line l, int64_t g, const struct pivot_factors *f, const struct pivot_join *join,
                         real *copy)
{
    const int64_t at = g * PARTS_ROWS;
    const struct tridiag_rows end = copied(l, at, PARTS_ROWS, copy);
    struct parts parts = {end.a, end.b, end.c, end.d};
    if (g > 0 && at + PARTS_ROWS < l.n) parts = (struct parts){l.a + at, l.b + at, l.c + at, end.d};
    struct part_equations e;
    const bool regular = pivot_kept_factor(&parts, f->group + g, &e);
    pivot_join_put(join, g * LANES, &e);
    return regular;
}

static void factor_parts(struct line l, const struct pivot_factors *f, const struct pivot_scratch *t, struct team team)
{
    const struct pivot_join join = pivot_join_of(parts_of(l.n), t->workspace);
    int64_t from, to, *const failed = t->failed;
    if (team.rank == 0) *failed = 0;
    team_wait(team);
    team_part(team, groups_of(l.n), &from, &to);
    for (int64_t g = from; g < to; g++)
        if (!factor_group(l, g, f, &join, pivot_scratch_of(t, team))) {
#pragma omp atomic write
            *failed = 1;
        }
    team_wait(team);
    pivot_join_factor(&join, f->joined, f->top, team, failed);
    if (team.rank == 0) *f->kept = !*failed;
}

void pivot_factors_make(struct line l, const struct pivot_factors *f, const struct pivot_scratch *t, struct team team)
{
    team_enter(team, "factor");
    if (l.n > PIVOT_SHORT) factor_parts(l, f, t, team);
    else if (team.rank == 0)
        *f->kept = diagonal_kept_factor(l.n, copied(l, 0, l.n, pivot_scratch_of(t, team)), f->rows) == 0;
    team_wait(team);
}
