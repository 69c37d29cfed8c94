/* x of interleaved partitions, from y, w and v of their rows and the unknowns next to them. */
#include "solvers/tridiag/spike/spike_lanes.h"

/* Rows i ... i + ROWS - 1 of each lane, those of the system. */
static void store_edge(const struct spike *k, int64_t first, const vec x[ROWS])
{
    for (int q = 0; q < LANES; q++)
        for (int r = 0; r < ROWS; r++) {
            const int64_t i = first + q * k->rows + r;
            if (i < k->n) k->x[i] = x[r][q];
        }
}

void spike_store(const struct spike *k, int64_t group, int64_t i, vec x[ROWS])
{
    const int64_t first = spike_first(k, group) + i;
    if (spike_last_lane(k, group) + i + ROWS > k->n) store_edge(k, first, x);
    else rows_store(k->x + first, k->rows, x);
}

void spike_collect(const struct spike *k, int64_t group)
{
    vec before = vec_all(0), behind = vec_all(0), x[ROWS];
    for (int q = 0; q < LANES && group * LANES + q < k->count; q++) {
        before[q] = k->pair[group * LANES + q].tail;
        behind[q] = k->pair[group * LANES + q + 1].head;
    }
    for (int64_t i = 0; i < k->rows; i += ROWS) {
        for (int r = 0; r < ROWS; r++) {
            const real *const slot = spike_group_at(k, group, i + r);
            const vec rest = spike_load(slot, SPIKE_Y) - spike_load(slot, SPIKE_W) * before;
            x[r] = rest - spike_load(slot, SPIKE_V) * behind;
        }
        spike_store(k, group, i, x);
    }
}
