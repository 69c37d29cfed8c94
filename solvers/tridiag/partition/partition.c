/* One large system cut into runs of rows that are eliminated in parallel, in vector lanes (lane_runs.h) and by all
 * threads.
 *
 * Pass 1 eliminates each run in order, with x of the row before it, u, as one more unknown, and keeps only two
 * relations for each block of rows: x before the block = y + f u - h x_first         x_first = P + F u + R x_after
 * From these come the two of the whole run, for its first and its last row, and from all runs a small system for x at
 * their ends, solved in order. Pass 2 goes through the blocks from the last to the first, recomputes h and y from the
 * relation before it, and substitutes: x is that of elimination in order, with u given.
 *
 * H. H. Wang, A parallel method for tridiagonal equations, ACM Trans. Math. Softw. 7, 1981, cuts so; the blocks are
 * recomputed as in A. Griewank, Optimization Methods and Software 1, 1992. Stable for the matrices that elimination in
 * order is stable for if each run is one too: dominant, or symmetric positive definite. For others it is checked:
 * |u_i| <= 8 |b_i|, and f, F and R up to 8. Where a check fails, before anything is written, pivots in order are
 * checked alike: if none is above 8 |b_i|, the system is eliminated in order, else with pivoting (partition_pivot.c),
 * with rows divided by powers of two. Where |a_i / u_i| is 1 rounding errors in a block do not decay, and residuals are
 * those of elimination in order times the root of its rows; where it is less they are the same. 22 flops a row, 8 more
 * where a run still depends on the others; 72 bytes in double, since each array but x crosses the memory bus twice;
 * 1 / 20 of a value per row of workspace, 1 / 10 of one to pivot. */
#include "solvers/tridiag/partition/partition.h"

#include <math.h>
#include <string.h>

#include "solvers/batch/info.h"
#include "solvers/tridiag/partition/partition_blocks.h"
#include "solvers/tridiag/partition/partition_reduced.h"
#include "solvers/tridiag/pivoting/pivot_checkpointed.h"
#include "solvers/tridiag/thomas_checkpointed.h"

enum {
    RING = 2 * PARTITION_BLOCK,
    PLAIN_MAX = 255, /* most rows of a system that is not cut */
    HEADER = 64 / (int)sizeof(real)
};

struct partition {
    struct line line;
    struct lane_cut cut;
    int64_t *failed;
    struct joint joint;
    struct partition_block *blocks; /* `each` of a group */
    int64_t each, ahead;            /* ahead: from a use to its prefetch, rows */
    real *ring;
};

static int64_t values(int64_t n, int64_t ranks)
{
    const int64_t blocks =
        lane_cut_blocks(n, PARTITION_BLOCK) * (int64_t)(sizeof(struct partition_block) / sizeof(real));
    const int64_t cut = blocks + lane_cut_groups(n) * LANES * JOINT_ARRAYS + ranks * RING * 2 * LANES;
    const int64_t own = HEADER + (n <= PLAIN_MAX ? 2 * PLAIN_MAX : cut),
                  other = partition_pivot_scaled.values(n, ranks);
    return own > other ? own : other;
}

static struct partition partition_of(struct line line, real *workspace, struct team team, const void *options)
{
    struct partition p = {.line = line, .cut = lane_cut_of(line.n)};
    p.ahead = single_system_ahead(options, TUNING_PARTITION_AHEAD);
    p.each = (p.cut.rows + PARTITION_BLOCK - 1) / PARTITION_BLOCK;
    p.failed = (void *)workspace;
    p.blocks = (struct partition_block *)(workspace + HEADER);
    real *const behind = (real *)(p.blocks + p.cut.groups * p.each);
    p.joint = joint_at(behind, p.cut.groups * LANES);
    p.ring = behind + p.cut.groups * LANES * JOINT_ARRAYS + team.rank * RING * 2 * LANES;
    return p;
}

/* One flag a phase: some ranks may be in the next phase before others have read the flag. */
enum phase { REDUCE, SUBSTITUTE };

static void fail_here(const struct partition *p, enum phase phase)
{
#pragma omp atomic write
    p->failed[phase] = 1;
}

static void relations_keep(struct relations to, int64_t group, struct partition_relation r)
{
    vec_store(to.one + group * LANES, r.one);
    vec_store(to.left + group * LANES, r.left);
    vec_store(to.right + group * LANES, r.right);
}

static void reduce(const struct partition *p, int64_t group)
{
    struct lane_runs f = lane_runs_of(p->line, p->cut, group);
    struct partition_block *const blocks = p->blocks + group * p->each;
    struct partition_pass k = {.chain.p = vec_all(1), .left = vec_all(1)};
    vec reach = vec_all(1);
    int64_t count = 0;
    bool sound = true;
    f.ahead = p->ahead;
    for (int64_t from = 0; from < f.rows; from += PARTITION_BLOCK, count++) {
        const int64_t to = from + PARTITION_BLOCK < f.rows ? from + PARTITION_BLOCK : f.rows;
        sound &= partition_block_reduce(&f, from, to, &k, &reach, blocks + count);
    }
    struct partition_relation first = blocks[count - 1].first, last;
    for (int64_t i = count - 2; i >= 0; i--) partition_block_join(&first, blocks + i);
    relations_keep(p->joint.first, group, first);
    partition_block_end(&k, &last);
    relations_keep(p->joint.last, group, last);
    if (!sound || any_lane(k.chain.out_of_range & LANE_OUT_OF_RANGE)) fail_here(p, REDUCE);
}

/* Blocks go from the last to the first, and the rows of a block from the first to the last. The prefetches, of a block
 * further on, go from its last row to its first, so that together they ask for all rows in descending order: processors
 * follow a stream that descends, but not one that reverses every few lines. A value that is not finite stays so up to
 * the first row of its run. */
static void substitute(const struct partition *p, int64_t group)
{
    struct lane_runs f = lane_runs_of(p->line, p->cut, group);
    const struct partition_block *const blocks = p->blocks + group * p->each;
    const vec u = vec_load(p->joint.u + group * LANES);
    struct lane_sweep s = {.x = vec_load(p->joint.v + group * LANES), .up = -STEP};
    f.ring = p->ring, f.mask = RING - 1, f.ahead = -p->ahead;
    for (int64_t i = (f.rows - 1) / PARTITION_BLOCK; i >= 0; i--) {
        const int64_t from = i * PARTITION_BLOCK,
                      to = from + PARTITION_BLOCK < f.rows ? from + PARTITION_BLOCK : f.rows;
        const struct partition_relation before = blocks[i].before;
        s.chain = (struct lane_chain){.q = -before.right, .p = vec_all(1), .y = before.one + before.left * u};
        s.down = from;
        f.mirror = from + to - STEP;
        lane_runs_down(&f, &s, to);
        lane_runs_up(&f, &s);
        s.up = to - STEP, s.end = from;
    }
    lane_runs_up(&f, &s);
    for (int q = 0; q < LANES; q++)
        if (!isfinite(s.x[q])) fail_here(p, SUBSTITUTE);
}

/* The info of what the fallback returned; where it failed too, the row without a pivot in order, if there is one. */
static int64_t info_otherwise(struct line l, int64_t info)
{
    const int64_t plain = info > 0 ? info_of_pivots(l, l.n) : 0;
    return info <= 0 ? SOLVED_BY_FALLBACK : plain ? plain : info;
}

/* Few rows in order, and again with pivoting where pivots are zero or have grown. */
static int64_t solve_short(struct line l, real *workspace)
{
    real *const right = workspace, *const kept = workspace + PLAIN_MAX;
    memcpy(right, l.x, (size_t)l.n * sizeof *right);
    if (thomas_checkpointed_solve(l, kept) == 0) return 0;
    memcpy(l.x, right, (size_t)l.n * sizeof *right);
    return info_otherwise(l, pivot_checkpointed_solve_scaled(l, kept));
}

static int64_t grows(struct line l, real *unused)
{
    return thomas_grows(l);
}

/* In order, where only relations or continuants have left their range; else with pivoting. */
static int64_t fall_back(struct line l, real *workspace, struct team team)
{
    int64_t *const info = (int64_t *)(void *)workspace;
    real *const scratch = workspace + HEADER;
    if (!single_system_in_order(l, grows, info, scratch, team, 0))
        return single_system_in_order(l, thomas_checkpointed_solve, info, scratch, team, SOLVED_BY_FALLBACK);
    single_system_wait(team);
    return info_otherwise(l, partition_pivot_scaled.solve(l, workspace, team, NULL));
}

static int64_t solve_line(struct line l, real *workspace, struct team team, const void *options)
{
    if (l.n <= PLAIN_MAX)
        return single_system_in_order(l, solve_short, (int64_t *)(void *)workspace, workspace + HEADER, team, 0);
    const struct partition p = partition_of(l, workspace, team, options);
    int64_t from, to;
    team_part(team, p.cut.groups, &from, &to);
    if (team.rank == 0) p.failed[REDUCE] = p.failed[SUBSTITUTE] = 0;
    single_system_wait(team);
    team_enter(team, "reduce");
    for (int64_t g = from; g < to; g++) reduce(&p, g);
    single_system_wait(team);
    if (team.rank == 0 && !p.failed[REDUCE]) {
        team_enter(team, "join");
        if (!joint_solve(&p.joint)) p.failed[REDUCE] = 1;
    }
    single_system_wait(team);
    if (p.failed[REDUCE]) return fall_back(l, workspace, team);
    team_enter(team, "substitute");
    for (int64_t g = from; g < to; g++) substitute(&p, g);
    single_system_wait(team);
    return p.failed[SUBSTITUTE] ? info_find(l) : 0;
}

static const struct option options[] = {SINGLE_SYSTEM_AHEAD, {.key = NULL}};

const struct single_system_method partition = {values, solve_line, .flops = 22};

const struct solver tridiag_partition = {
    .method = "partition",
    .about = "runs of one large system in parallel, in two passes; partition_pivot where pivots grow",
    .source = "Wang 1981",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_SIZES | CAN_RAGGED | CAN_SHARED | DETERMINISTIC | REPORTS_INFO | SEES_GROWTH,
    .options = options,
    .options_bytes = sizeof(struct single_system_options),
    .variant = &partition,
    .hooks = &single_system_hooks,
};
