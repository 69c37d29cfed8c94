/* Right sides of a matrix that has been factored: the right sides of the equations of all parts, the pairs between
 * them, and substitution. */
#include "solvers/batch/info.h"
#include "solvers/tridiag/factored/pivot_factors.h"
#include "solvers/tridiag/partition/partition.h"
#include "solvers/tridiag/partition/pivot_three.h"

struct sides {
    const struct line *line;
    int64_t count, groups;
    const struct pivot_factors *factors;
    const struct pivot_scratch *scratch;
    struct pivot_right right[PIVOT_SIDES];
    real *copy; /* of the calling rank: right sides of the last group, and y */
};

static struct sides sides_of(const struct line *line, int64_t count, const struct pivot_factors *f,
                             const struct pivot_scratch *t, struct team team)
{
    const int64_t n = line->n, parts = (n + PART - 1) / PART;
    struct sides k = {.line = line, .count = count, .factors = f, .scratch = t, .copy = pivot_scratch_of(t, team)};
    k.groups = (n + PARTS_ROWS - 1) / PARTS_ROWS;
    for (int64_t s = 0; s < count; s++) k.right[s] = pivot_right_of(parts, t->rights + s * t->side_values);
    return k;
}

static int64_t rows_of(const struct sides *k, int64_t group)
{
    const int64_t rest = k->line->n - group * PARTS_ROWS;
    return rest < PARTS_ROWS ? rest : PARTS_ROWS;
}

/* Rows of a group, copied where the system ends within it. */
static real *group_at(const struct sides *k, int64_t s, int64_t group, real *copy)
{
    real *const x = k->line[s].x + group * PARTS_ROWS;
    const int64_t rows = rows_of(k, group);
    if (rows == PARTS_ROWS) return x;
    for (int64_t i = 0; i < PARTS_ROWS; i++) copy[i] = i < rows ? x[i] : 0;
    return copy;
}

static void reduce(const struct sides *k, int64_t group)
{
    for (int64_t s = 0; s < k->count; s++) {
        const struct pivot_right_level *const l = &k->right[s].level[0];
        pivot_kept_reduce(k->factors->group + group, s == 0, group_at(k, s, group, k->copy), l->upper + group * LANES,
                          l->lower + group * LANES);
    }
}

/* The unknowns at the ends of the parts of a group; 0 for parts after the system, whose rows are of the identity. */
static struct part_ends ends_at(const struct sides *k, int64_t s, int64_t group)
{
    struct part_ends e = pivot_right_ends(&k->right[s], group * LANES);
    for (int64_t q = 0; group == k->groups - 1 && q < LANES; q++)
        if ((group * LANES + q) * PART >= k->line->n) e.before[q] = e.first[q] = e.last[q] = e.behind[q] = 0;
    return e;
}

/* Some right sides from s on. */
static void substitute(const struct sides *k, int64_t s, int count, int64_t group, struct pivot_kept_side *found)
{
    const int64_t at = group * PARTS_ROWS, rows = rows_of(k, group);
    vec *const y = (vec *)(void *)(k->copy + PIVOT_KEPT_SIDES * PARTS_ROWS);
    for (int q = 0; q < count; q++) {
        found[q].x = group_at(k, s + q, group, k->copy + q * PARTS_ROWS);
        found[q].first = s == 0;
        found[q].ends = ends_at(k, s + q, group);
    }
    pivot_kept_substitute(k->factors->group + group, found, count, y);
    for (int q = 0; q < count; q++)
        for (int64_t i = 0; rows < PARTS_ROWS && i < rows; i++) k->line[s + q].x[at + i] = found[q].x[i];
}

/* Adds what this rank has found of each right side. */
static void report(const struct sides *k, const struct pivot_kept_side *found)
{
#pragma omp critical(partition_pivot_missed)
    for (int64_t s = 0; s < k->count; s++) {
        if (vec_any(found[s].strange)) k->scratch->failed[s] = 1;
        real *const missed = k->scratch->missed + s;
        for (int q = 0; q < LANES; q++) *missed = *missed < found[s].missed[q] ? found[s].missed[q] : *missed;
    }
}

static void solve_parts(const struct sides *k, struct team team, int64_t *info)
{
    struct pivot_kept_side found[PIVOT_SIDES] = {0};
    int64_t from, to, *const failed = k->scratch->failed;
    real *const missed = k->scratch->missed;
    team_part(team, k->groups, &from, &to);
    for (int64_t s = 0; team.rank == 0 && s < k->count; s++) failed[s] = 0, missed[s] = 0;
    team_enter(team, "reduce");
    for (int64_t g = from; g < to; g++) reduce(k, g);
    single_system_wait(team);
    team_enter(team, "join");
    pivot_right_solve(k->right, k->count, k->factors->joined, k->factors->top, team);
    team_enter(team, "substitute");
    for (int64_t g = from; g < to; g++)
        for (int64_t s = 0; s < k->count; s += PIVOT_KEPT_SIDES)
            substitute(k, s, s + 1 < k->count ? PIVOT_KEPT_SIDES : 1, g, found + s);
    report(k, found);
    single_system_wait(team);
    for (int64_t s = team.rank; info && s < k->count; s += team.ranks)
        info[s] = failed[s] || missed[s] > 0 ? pivot_three_info(k->line[s], failed[s] != 0, missed[s]) : 0;
    single_system_wait(team);
}

static int64_t solve_short(struct line l, struct diagonal_kept kept)
{
    diagonal_kept_solve(l.n, kept, l.x);
    for (int64_t i = 0; i < l.n; i++)
        if (!isfinite(l.x[i])) return i + 1;
    return 0;
}

void pivot_factors_solve(const struct line *line, int64_t count, const struct pivot_factors *f,
                         const struct pivot_scratch *t, struct team team, int64_t *info)
{
    if (*f->kept && line->n > PIVOT_SHORT) {
        const struct sides k = sides_of(line, count, f, t, team);
        solve_parts(&k, team, info);
        return;
    }
    for (int64_t s = 0; !*f->kept && s < count; s++) {
        const int64_t found = partition_pivot.solve(line[s], t->workspace, team, NULL);
        if (info && team.rank == 0) info[s] = found;
        team_wait(team);
    }
    for (int64_t s = team.rank; *f->kept && s < count; s += team.ranks) {
        const int64_t found = solve_short(line[s], f->rows);
        if (info) info[s] = found;
    }
    team_wait(team);
}
