/* Partitions by elimination in order, one in each lane of a vector.
 *
 *     p = b - a near     near = c / p     y = (d - a y) / p     w = -a w / p        with near, y, w of the row before
 *
 * L.-W. Chang, thesis, Illinois, 2014, section 3.3.2. Stable if the matrix is diagonally dominant. A partition whose
 * pivots or spikes say that it is not is solved by diagonal pivoting instead, and cut elsewhere if need be. 25 flops a
 * row, one division. Beside the four arrays, three values a row are written and read once more: 120 bytes a row in
 * double. */
#include "solvers/tridiag/spike/spike_lanes.h"

/* near, y and w of the row before. */
struct chain {
    vec near, y, w;
};

/* Rows are divided by a power of two near b, so that reciprocals stay in range. */
INLINE void step(struct chain *s, const struct spike_rows *in, int r, real *slot)
{
    const vec unit = vec_inverse_power(RC(0.5) * vec_magnitude(in->b[r]));
    const vec a = in->a[r] * unit, pivot = 1 / (in->b[r] * unit - a * s->near);
    s->near = in->c[r] * unit * pivot;
    s->y = (in->d[r] * unit - a * s->y) * pivot;
    s->w = -a * s->w * pivot;
    vec_store(slot + SPIKE_Y * LANES, s->y);
    vec_store(slot + SPIKE_W * LANES, s->w);
    vec_store(slot + SPIKE_V * LANES, s->near);
}

NOINLINE void eliminate(const struct spike *k, int64_t group)
{
    struct chain chain = {vec_all(0), vec_all(0), vec_all(-1)};
    for (int64_t i = 0; i < k->rows; i += ROWS) {
        struct spike_rows in;
        spike_rows_load(k, group, i, &in);
        for (int r = 0; r < ROWS; r++) step(&chain, &in, r, spike_group_at(k, group, i + r));
    }
}

static void reduce(const struct spike *k, int64_t group)
{
    eliminate(k, group);
    spike_back(k, group, false);
}

static const struct spike_kernel kernel = {
    .has_spikes = true, .reduce = reduce, .collect = spike_collect, .x = spike_x};

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    return spike_solve(&kernel, n, rows, x, workspace, team, options);
}

static const struct row_method method = {
    .splits = true, .flops = 25, .workspace_values = spike_workspace_values, .read = read_rows};

const struct solver tridiag_spike_thomas = {
    .method = "spike_thomas",
    .about = "partitions by elimination in order and a reduced system of their ends; others by pivoting as in spike_dp",
    .source = "Chang 2014, section 3.3.2; Polizzi, Sameh 2006",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO |
           SEES_GROWTH,
    .options = spike_options,
    .options_bytes = sizeof(struct spike_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
