/* The memory of a cut batch on the device. */
#pragma once
#include "solvers/tridiag/spike/device/spike_cut.cuh"

static inline int64_t spike_quotient_up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

/* `workspace` is on the device, or NULL while bytes are only counted. */
static inline struct spike_cut spike_cut_of(const struct shape *shape, int64_t rows, int64_t padding, bool moved,
                                            void *workspace, int64_t *bytes)
{
    struct spike_cut k = {};
    const auto take = [&](int64_t count, int64_t size) {
        return (void *)device_column(workspace, bytes, spike_quotient_up(count * size, (int64_t)sizeof(real)));
    };
    k.rows = rows, k.count = spike_quotient_up(shape->n, rows), k.pitch = rows + padding;
    k.slots = shape->batch * k.count, k.groups = spike_quotient_up(k.slots, SPIKE_WARP);
    k.across = shape->dist < shape->stride;
    k.found = (int64_t *)take(shape->batch, sizeof *k.found);
    k.block = (struct spike_block *)take(k.slots, sizeof *k.block);
    k.between = (struct spike_kept *)take(k.slots, sizeof *k.between);
    k.edge = (struct spike_edge *)take(k.slots, SPIKE_EDGES * sizeof *k.edge);
    k.growth = (real *)take(k.slots, sizeof *k.growth);
    k.pair = (struct spike_pair *)take(k.slots + shape->batch, sizeof *k.pair);
    k.kept = (real *)take(k.groups * k.pitch, KEPT_STEP * sizeof *k.kept);
    if (moved) k.moved = (real *)take(k.groups * k.pitch, SPIKE_COLUMNS * SPIKE_WARP * sizeof *k.moved);
    return k;
}
