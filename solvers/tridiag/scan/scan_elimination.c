/* The passes over the rows, and the scans between them. */
#include "solvers/tridiag/scan/scan_elimination.h"

#include <math.h>
#include <string.h>

#include "solvers/batch/info.h"
#include "solvers/tridiag/pivoting/diagonal_pivot.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/scan/scan_stages.h"

static const char *const normalisations[] = {"a", "b", "power_of_two", NULL};
static const char *const structures[] = {"group", "tree", NULL};

const struct option scan_option_table[] = {
    {.key = "normalisation",
     .help = "leading minors are divided by pivots, by pivots that are far from 1, or by powers of two",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_options, normalisation),
     .default_value = "power_of_two",
     .words = normalisations},
    {.key = "structure",
     .help = "scans over chunks of rows: one after the other, or by doubling",
     .type = OPT_WORD,
     .offset = offsetof(struct scan_options, structure),
     .default_value = "group",
     .words = structures},
    {.key = NULL},
};

/* Residuals of a row, relative to its elements times the largest |x| near it and to its right side: more is poor, or no
 * solution. */
#define GOOD (6 * REAL_EPS)
#define TRUST (64 * REAL_EPS)

int64_t scan_elimination_values(int64_t n)
{
    struct workspace count = {0};
    stages_of(n, &count);
    workspace_take(&count, pivot_checkpointed_values(n) * (int64_t)sizeof(real));
    workspace_take(&count, (int64_t)sizeof(int64_t));
    return count.used / (int64_t)sizeof(real);
}

/* Rows from ... to - 1, each divided by a power of two; after the last those of the identity. */
static void scale(const struct scan_stages *s, struct const_rows in, int64_t from, int64_t to)
{
    const int64_t n = s->chunks.n, end = to < n ? to : n;
    const struct tridiag_rows r = s->rows;
    for (int64_t i = from; i < end; i++) {
        const real a = i > 0 ? in.a[i] : 0, c = i < n - 1 ? in.c[i] : 0;
        const struct diagonal_pivot_row row = diagonal_pivot_scaled(a, in.b[i], c, in.d[i], true, true);
        r.a[i] = row.a, r.b[i] = row.b, r.c[i] = row.c, r.d[i] = row.d;
    }
    for (int64_t i = end > from ? end : from; i < to; i++) r.a[i] = r.c[i] = r.d[i] = 0, r.b[i] = 1;
}

/* Looks at the residuals of a chunk; the largest |x| is that of its own rows and of their neighbours. */
static void check(const struct scan_stages *s, int turn, int64_t chunk)
{
    const int64_t from = chunk * s->chunks.rows, to = from + s->chunks.rows;
    const struct tridiag_rows r = s->rows;
    const real *const x = s->x;
    real largest = 0;
    int poor = 0, wrong = 0;
    for (int64_t i = from - 1; i <= to; i++) largest = pivot_larger(pivot_magnitude(x[i]), largest);
    for (int64_t i = from; i < to; i++) {
        const real rest = pivot_magnitude(r.d[i] - r.a[i] * x[i - 1] - r.b[i] * x[i] - r.c[i] * x[i + 1]);
        const real row = pivot_magnitude(r.a[i]) + pivot_magnitude(r.b[i]) + pivot_magnitude(r.c[i]);
        const real size = row * largest + pivot_magnitude(r.d[i]);
        poor |= !(rest - GOOD * size <= 0), wrong |= !(rest - TRUST * size <= 0);
    }
    if (poor) stages_poor(s, turn, chunk);
    if (wrong) stages_fail(s, turn);
}

/* Every rank checks its chunks, and once more where some of them were poor. */
static bool is_solved(const struct scan_stages *s, int64_t from, int64_t to)
{
    if (!stages_run(s)) return false;
    for (int turn = 0;; turn++) {
        team_enter(s->team, "check");
        for (int64_t chunk = from; chunk < to; chunk++) check(s, turn, chunk);
        team_wait(s->team);
        if (!stages_any_poor(s, turn)) return true;
        if (turn == SCAN_TURNS - 1) return !stages_failed(s, turn);
        stages_run_poor(s);
    }
}

/* The scaled rows by partial pivoting in order. Without pivoting the row that is said is the first without a pivot in
 * order. */
static int64_t in_order(const struct scan_stages *s, real *x, real *scratch)
{
    const int64_t n = s->chunks.n;
    const struct tridiag_rows r = s->rows;
    const struct line l = {
        .n = n, .stride = 1, .x_stride = 1, .a = r.a, .b = r.b, .c = r.c, .x = r.d, .shift = RC(-0.0)};
    const int64_t info = pivot_checkpointed_solve(l, scratch);
    const int64_t plain = info && !s->pivoting ? info_of_pivots(l, n) : 0;
    memcpy(x, r.d, (size_t)n * sizeof *x);
    return plain ? plain : info ? info : SOLVED_BY_FALLBACK;
}

int64_t scan_elimination(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const struct scan_options *options, bool pivoting)
{
    struct workspace memory = {.memory = (char *)workspace};
    struct scan_stages s = stages_of(n, &memory);
    real *const scratch = workspace_take(&memory, pivot_checkpointed_values(n) * (int64_t)sizeof(real));
    int64_t *const answer = workspace_take(&memory, (int64_t)sizeof *answer);
    s.team = team, s.pivoting = pivoting;
    s.normalisation = (enum normalisation)options->normalisation;
    s.structure = (enum scan_structure)options->structure;
    int64_t first, last;
    team_part(team, s.chunks.groups, &first, &last);
    const int64_t pitch = s.chunks.rows * LANES;
    team_enter(team, "scale");
    if (team.rank == 0) stages_begin(&s);
    scale(&s, rows, first * pitch, last * pitch);
    team_wait(team);
    if (is_solved(&s, first * LANES, last * LANES)) {
        const int64_t end = last * pitch < n ? last * pitch : n;
        if (end > first * pitch)
            memcpy(x + first * pitch, s.x + first * pitch, (size_t)(end - first * pitch) * sizeof *x);
        return 0;
    }
    if (team.rank == 0) {
        team_enter(team, "in order");
        *answer = in_order(&s, x, scratch);
    }
    team_wait(team);
    return *answer;
}
