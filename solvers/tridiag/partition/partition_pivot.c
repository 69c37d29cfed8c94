/* One large system cut into short parts that are eliminated in parallel with pivoting, in vector lanes and by all
 * threads: for any regular matrix.
 *
 * Pass 1 leaves two equations of each part between the unknowns at its ends (pivot_part.h), by a recurrence without
 * divisions (pivot_chain.h), or, for the few parts that it does not serve and where a system is one group, with pivots
 * among three rows (pivot_three.h). The equations are joined (pivot_join.h). Pass 2 eliminates each part again with its
 * ends known, and substitutes; it checks x by the row that the recurrence left out and by the last one. Where one of
 * these is missed by far more than the rounding of the largest |x|, or an x is not finite, the system is reported as
 * not solved.
 *
 * L.-W. Chang, thesis, Illinois, 2014, chapters 3 and 4: partitions with pivoting, and the recurrence that needs none.
 * C. Klein, R. Strzodka, ICPP 2021: two passes over memory. Stable as partial pivoting is; where a pivot is zero or out
 * of range, before anything is written, the system is eliminated in order with partial pivoting. Methods without pivots
 * fall back to the same with rows divided by powers of two, so that a row of small elements keeps its own residual, as
 * it does without pivoting: all parts are then copied, as those at the ends of the system are. 72 bytes a row in
 * double, since each array but x crosses the memory bus twice; 1 / 10 of a value per row of workspace. A matrix that is
 * factored once is in pivot_factors.h. */
#include <string.h>

#include "solvers/tridiag/factored/pivot_reuse.h"
#include "solvers/tridiag/gather.h"
#include "solvers/tridiag/partition/partition.h"
#include "solvers/tridiag/partition/pivot_chain.h"
#include "solvers/tridiag/partition/pivot_check.h"
#include "solvers/tridiag/partition/pivot_join.h"
#include "solvers/tridiag/partition/pivot_three.h"
#include "solvers/tridiag/partition/single_system.h"
#include "solvers/tridiag/pivoting/diagonal_pivot.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"

enum {
    PLAIN_MAX = 255, /* most rows of a system that is not cut */
    HEADER = 64 / (int)sizeof(real),
    /* Scratch of a rank: rows of the ends of the system; states of a part; right sides of a group. */
    SCRATCH = 4 * PARTS_ROWS + 4 * PART * LANES + PARTS_ROWS
};

struct cut {
    struct line line;
    int64_t groups;
    int64_t *failed; /* [2] */
    real *missed;    /* as in pivot_three.h: of all parts */
    struct pivot_join join;
    real *scratch;             /* of the calling rank */
    bool scaled;               /* are rows divided by powers of two? */
    struct pivot_check *check; /* of the calling rank, or NULL */
};

static int64_t parts_of(int64_t n)
{
    return (n + PART - 1) / PART;
}

static int64_t values(int64_t n, int64_t ranks)
{
    const int64_t parts = padded_length(pivot_join_values(parts_of(n))) + ranks * SCRATCH;
    const int64_t in_order = pivot_checkpointed_values(n);
    return HEADER + (n > PLAIN_MAX && parts > in_order ? parts : in_order);
}

static struct cut cut_of(struct line line, real *workspace, struct team team)
{
    const int64_t parts = parts_of(line.n);
    real *const behind = workspace + HEADER + padded_length(pivot_join_values(parts));
    return (struct cut){.line = line,
                        .groups = (line.n + PARTS_ROWS - 1) / PARTS_ROWS,
                        .failed = (int64_t *)(void *)workspace,
                        .missed = workspace + HEADER / 2,
                        .join = pivot_join_of(parts, workspace + HEADER),
                        .scratch = behind + team.rank * SCRATCH};
}

/* The first and the last rows of the system are copied, with rows of the identity after them, and all where rows are
 * scaled. */
static struct parts copied(const struct cut *k, int64_t first)
{
    const struct line l = k->line;
    real *const a = k->scratch, *const b = a + PARTS_ROWS, *const c = b + PARTS_ROWS, *const x = c + PARTS_ROWS;
    for (int64_t r = 0; r < PARTS_ROWS; r++) {
        const int64_t i = first + r;
        const bool in = i < l.n;
        a[r] = in && i > 0 ? l.a[i] : 0;
        b[r] = in ? l.b[i] : 1;
        c[r] = in && i < l.n - 1 ? l.c[i] : 0;
        x[r] = in ? l.x[i] : 0;
        if (!k->scaled) continue;
        const struct diagonal_pivot_row row = diagonal_pivot_scaled(a[r], b[r], c[r], x[r], true, true);
        a[r] = row.a, b[r] = row.b, c[r] = row.c, x[r] = row.d;
    }
    return (struct parts){a, b, c, x};
}

static bool at_an_end(const struct cut *k, int64_t group)
{
    return group == 0 || group == k->groups - 1;
}

static bool is_copied(const struct cut *k, int64_t group)
{
    return k->scaled || at_an_end(k, group);
}

static struct parts parts_at(const struct cut *k, int64_t group)
{
    const int64_t first = group * PARTS_ROWS;
    if (is_copied(k, group)) return copied(k, first);
    return (struct parts){k->line.a + first, k->line.b + first, k->line.c + first, k->line.x + first};
}

/* The recurrence leaves row 0 of a part with up to 32 roundings; in a system of one group it would save a microsecond.
 */
static bool is_short(const struct cut *k)
{
    return k->groups == 1;
}

static void *states(const struct cut *k)
{
    return k->scratch + 4 * PARTS_ROWS;
}

static void reduce(const struct cut *k, int64_t group, vec_bits *strange, vec *missed)
{
    const struct parts parts = parts_at(k, group);
    struct part_equations e;
    if (is_short(k) || vec_any(pivot_chain_reduce(&parts, states(k), &e))) e = pivot_three_reduce(&parts, strange);
    pivot_join_put(&k->join, group * LANES, &e);
}

/* The unknowns at the ends of the parts of a group; 0 for parts after the system, whose rows are of the identity. */
static struct part_ends ends_at(const struct cut *k, int64_t group)
{
    struct part_ends e = pivot_join_ends(&k->join, group * LANES);
    for (int64_t q = 0; at_an_end(k, group) && q < LANES; q++)
        if ((group * LANES + q) * PART >= k->line.n) e.before[q] = e.first[q] = e.last[q] = e.behind[q] = 0;
    return e;
}

static void substitute(const struct cut *k, int64_t group, vec_bits *strange, vec *missed)
{
    const struct parts parts = parts_at(k, group);
    const struct part_ends ends = ends_at(k, group);
    real *const near = k->scratch + SCRATCH - PARTS_ROWS;
    if (k->check) pivot_check_keep(k->check, &k->line, group * PARTS_ROWS, near);
    vec *const kept = states(k), *const right = kept + 3 * PART;
    if (is_short(k) || vec_any(pivot_chain_substitute(&parts, &ends, kept, right)))
        pivot_three_substitute(&parts, &ends, kept, strange, missed);
    for (int64_t r = 0, i = group * PARTS_ROWS; is_copied(k, group) && r < PARTS_ROWS && i < k->line.n; r++, i++)
        k->line.x[i] = parts.x[r];
    if (k->check) pivot_check_add(k->check, &k->line, group * PARTS_ROWS, &ends, near);
}

/* One flag a phase: some ranks may be in the next phase before others have read the flag. */
enum phase { REDUCE, SUBSTITUTE };

static void each_group(const struct cut *k, struct team team, enum phase phase)
{
    vec_bits strange = {0};
    vec missed = {0};
    int64_t from, to;
    team_part(team, k->groups, &from, &to);
    for (int64_t g = from; g < to; g++) (phase == REDUCE ? reduce : substitute)(k, g, &strange, &missed);
    if (vec_any(strange)) {
#pragma omp atomic write
        k->failed[phase] = 1;
    }
#pragma omp critical(partition_pivot_missed)
    for (int q = 0; q < LANES; q++) *k->missed = *k->missed < missed[q] ? missed[q] : *k->missed;
    single_system_wait(team);
}

/* The right side is there still. */
static int64_t in_order(const struct cut *k, real *workspace, struct team team, int64_t done)
{
    if (k->check && team.rank == 0) memcpy(k->check->right, k->line.x, (size_t)k->line.n * sizeof(real));
    return single_system_in_order(k->line, k->scaled ? pivot_checkpointed_solve_scaled : pivot_checkpointed_solve,
                                  (int64_t *)(void *)workspace, workspace + HEADER, team, done);
}

static int64_t solve_cut(struct cut *k, real *workspace, struct team team)
{
    if (k->line.n <= PLAIN_MAX) return in_order(k, workspace, team, 0);
    if (team.rank == 0) k->failed[REDUCE] = k->failed[SUBSTITUTE] = 0, *k->missed = 0;
    single_system_wait(team);
    team_enter(team, "reduce");
    each_group(k, team, REDUCE);
    team_enter(team, "join");
    pivot_join_solve(&k->join, team, &k->failed[REDUCE]);
    if (k->failed[REDUCE]) return in_order(k, workspace, team, SOLVED_BY_FALLBACK);
    if (k->check) k->check->done = true;
    team_enter(team, "substitute");
    each_group(k, team, SUBSTITUTE);
    if (!k->failed[SUBSTITUTE] && !(*k->missed > 0)) return 0;
    return pivot_three_info(k->line, k->failed[SUBSTITUTE] != 0, *k->missed);
}

static int64_t solve_as_given(struct line l, real *workspace, struct team team, const void *unused)
{
    struct cut k = cut_of(l, workspace, team);
    return solve_cut(&k, workspace, team);
}

static int64_t solve_scaled(struct line l, real *workspace, struct team team, const void *unused)
{
    struct cut k = cut_of(l, workspace, team);
    k.scaled = true;
    return solve_cut(&k, workspace, team);
}

int64_t partition_pivot_checked(struct line l, real *workspace, struct team team, struct pivot_check *check)
{
    struct cut k = cut_of(l, workspace, team);
    check->sizes = (struct check_sizes){0}, check->done = false;
    k.check = check;
    return solve_cut(&k, workspace, team);
}

const struct single_system_method partition_pivot = {values, solve_as_given, .flops = 40};
const struct single_system_method partition_pivot_scaled = {values, solve_scaled, .flops = 40};

const struct solver tridiag_partition_pivot = {
    .method = "partition_pivot",
    .about = "parts of one large system in parallel with pivoting, in two passes; thomas_pivot where pivots overflow",
    .source = "Chang 2014, chapters 3 and 4; Klein, Strzodka 2021",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_ANY_MATRIX | DETERMINISTIC | REPORTS_INFO,
    .variant = &partition_pivot,
    .hooks = &partition_pivot_hooks,
};
