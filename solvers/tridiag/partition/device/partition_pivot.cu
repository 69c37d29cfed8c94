/* A batch of large systems, or one, cut into short parts that threads eliminate in parallel with partial pivoting, in
 * two passes over memory: for any regular matrix.
 *
 * Pass 1 leaves two equations of each part between the unknowns at its ends (pivot_three.cuh); trees of blocks of
 * threads join them level by level (pivot_join.cuh). Pass 2 eliminates each part again with its ends known, keeps the
 * pivot rows in shared memory, and substitutes. It checks x by the first and the last row of each part: where one is
 * missed by far more than the rounding of the largest |x|, or an x is not finite, the system is reported as not solved.
 * Systems in which a pivot was zero or out of range, before anything is written, are eliminated in order with partial
 * pivoting, by a thread each. Systems of one part are eliminated in order in shared memory (pivot_short.cuh).
 *
 * L.-W. Chang, thesis, Illinois, 2014, chapter 3: partitions with pivoting, rows that a warp moves in whole lines; C.
 * Klein, R. Strzodka, ICPP 2021: two passes over memory. Stable as partial pivoting is. Values moved a row: 9, since
 * each array but x is read twice, and 36 a part for its equations: 81 bytes in double, where a part has 32 rows, and 40
 * in float, where it has 64. 10 values a part of scratch. About 70 flops a row. */
#include "solvers/batch/cost.h"
#include "solvers/tridiag/partition/device/pivot_passes.cuh"
#include "solvers/tridiag/partition/device/pivot_short.cuh"
#include "solvers/tridiag/pivoting/pivot_in_order.cuh"

struct pivot_memory pivot_memory_at(void *workspace, const struct shape *shape, int64_t *bytes)
{
    struct pivot_memory m = {};
    int64_t count = (shape->n + PART - 1) / PART, rows = PART;
    for (;; count = (count + JOINED - 1) / JOINED, rows *= JOINED) {
        const int64_t stride = shape->batch * (count + 1);
        m.level[m.levels++] = {count, stride, rows, device_column(workspace, bytes, FIELDS * stride)};
        if (count <= JOINED) break;
    }
    m.verdict.missed = (real_bits *)device_column(workspace, bytes, shape->batch);
    m.verdict.failed = (int *)device_column(workspace, bytes, shape->batch);
    m.verdict.strange = (int *)device_column(workspace, bytes, shape->batch);
    return m;
}

/* A thread for two blocks of equations, a power of two of them. */
static inline unsigned joiners(const struct join_level &l)
{
    unsigned threads = WARP;
    while (threads < JOINED / 2 && 2 * threads < l.count) threads *= 2;
    return threads;
}

/* Two passes over parts, and the join between them. */
static void solve_parts(const struct plan *p, const struct device_batch &g, const struct part_cut &cut,
                        const struct pivot_memory &m)
{
    const struct verdict v = m.verdict;
    const struct join_level *const l = m.level;
    const int top = m.levels - 1;
    const int64_t batch = g.shape.batch;
    void *const stream = p->exec.stream;
    const auto groups = [&](int k) { return (unsigned)(batch * join_groups(l[k])); };
    LAUNCH(reduce_parts, blocks(cut.parts, WARP), WARP, 0, stream, g, cut, l[0], v);
    for (int k = 0; k < top; k++) LAUNCH(join_up, groups(k), joiners(l[k]), 0, stream, g, l[k], l[k + 1], v);
    if (l[top].count <= JOINED_FEW)
        LAUNCH((join_down<true, JOINED_FEW>), groups(top), WARP, 0, stream, g, l[top], l[top], v);
    else LAUNCH((join_down<true, JOINED>), groups(top), joiners(l[top]), 0, stream, g, l[top], l[top], v);
    for (int k = top; k-- > 0;)
        LAUNCH((join_down<false, JOINED>), groups(k), joiners(l[k]), 0, stream, g, l[k], l[k + 1], v);
    LAUNCH(substitute_parts, blocks(cut.parts, WARP), WARP, 0, stream, g, cut, l[0], v);
    if (g.system.info) LAUNCH(report, blocks(batch, SYSTEMS), SYSTEMS, 0, stream, g, v);
}

void pivot_batch_solve(const struct plan *p, const struct device_batch &g, struct pivot_memory m, const int *wanted)
{
    const struct part_cut cut = part_cut_of(&g.shape);
    const struct join_level &kept = m.level[0];
    if (g.shape.batch == 0) return;
    m.verdict.wanted = wanted;
    LAUNCH(clear, blocks(g.shape.batch, SYSTEMS), SYSTEMS, 0, p->exec.stream, m.verdict, g.shape.batch);
    if (cut.count == 1) LAUNCH(solve_short, blocks(cut.parts, WARP), WARP, 0, p->exec.stream, g, cut, m.verdict);
    else solve_parts(p, g, cut, m);
    launch_in_order(p, g, m.verdict.failed, kept.field, kept.field + kept.stride, kept.count + 1);
}

static int64_t workspace_bytes(const struct solver *, const struct shape *shape, const void *, const struct exec *)
{
    int64_t bytes = 0;
    pivot_memory_at(NULL, shape, &bytes);
    return bytes;
}

static enum status solve(struct plan *p, const struct system *system)
{
    int64_t bytes = 0;
    const struct pivot_memory m = pivot_memory_at(p->workspace, &p->shape, &bytes);
    pivot_batch_solve(p, device_batch_of(p, system), m, NULL);
    return ST_OK;
}

static struct cost cost(const struct solver *, const struct shape *shape, const void *)
{
    const bool once = shape->n <= PART;
    struct cost c = cost_rows(shape, once ? 15 : 70);
    if (!once) c.bytes += (4 + 36. / PART) * cost_unknowns(shape) * (double)sizeof(real);
    return c;
}

static constexpr struct solver_hooks hooks = {
    .workspace_bytes = workspace_bytes,
    .cost = cost,
    .solve = solve,
};

extern "C" const struct solver tridiag_partition_pivot_device = {
    .method = "partition_pivot",
    .about = "parts of large systems in parallel with pivoting, in two passes; thomas_pivot where pivots overflow",
    .source = "Chang 2014, chapter 3; Klein, Strzodka 2021",
    .kind = KIND_TRIDIAG,
    .space = DEVICE,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .hooks = &hooks,
};
