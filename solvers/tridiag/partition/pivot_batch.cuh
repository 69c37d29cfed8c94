/* The systems of a batch, or some of them, solved as partition_pivot.cu says. */
#pragma once
#include "solvers/tridiag/partition/pivot_passes.cuh"
#include "solvers/tridiag/partition/pivot_short.cuh"
#include "solvers/tridiag/pivot_in_order.cuh"

struct pivot_memory {
    int levels;
    struct join_level level[JOIN_LEVELS];
    struct verdict verdict;
};

/* Takes from the work of a plan; *bytes as in device_column. */
static inline struct pivot_memory pivot_memory_at(void *work, const struct shape *shape, int64_t *bytes)
{
    struct pivot_memory m = {};
    int64_t count = (shape->n + PART - 1) / PART, rows = PART;
    for (;; count = (count + JOINED - 1) / JOINED, rows *= JOINED) {
        const int64_t stride = shape->batch * (count + 1);
        m.level[m.levels++] = {count, stride, rows, device_column(work, bytes, FIELDS * stride)};
        if (count <= JOINED) break;
    }
    m.verdict.missed = (real_bits *)device_column(work, bytes, shape->batch);
    m.verdict.failed = (int *)device_column(work, bytes, shape->batch);
    m.verdict.strange = (int *)device_column(work, bytes, shape->batch);
    return m;
}

static inline unsigned blocks(int64_t items, int64_t of_block)
{
    return (unsigned)((items + of_block - 1) / of_block);
}

/* A thread for two blocks of equations, a power of two of them. */
static inline unsigned joiners(const struct join_level &l)
{
    unsigned threads = WARP;
    while (threads < JOINED / 2 && 2 * threads < l.count) threads *= 2;
    return threads;
}

/* Two passes over parts, and the join between them. */
static inline void solve_parts(const struct plan *p, const struct device_batch &g, const struct part_cut &cut,
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

/* Solves the systems with a flag in `wanted`, or all. */
static inline void pivot_batch_solve(const struct plan *p, const struct device_batch &g, struct pivot_memory m,
                                     const int *wanted)
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
