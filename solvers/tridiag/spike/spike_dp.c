/* Partitions by L B M^T with pivots of one or two rows on the diagonal, one in each lane of a vector: each step is a
 * row of all lanes, and a lane in which it is the second row of a pivot keeps what the step before has found for it.
 *
 * L.-W. Chang, thesis, Illinois, 2014, chapter 3; the equations of a pivot are in pivoting/diagonal_pivot.h. Any
 * regular matrix: partitions that are singular are cut elsewhere, or the system is left to thomas_pivot. 60 flops a
 * row, one division. Beside the four arrays, three values a row are written and read once more: 120 bytes a row in
 * double. */
#include "solvers/tridiag/pivoting/diagonal_pivot.h"
#include "solvers/tridiag/spike/spike_lanes.h"

/* A row of each partition, divided by powers of two; `most` is the largest coefficient of the partition's own. */
struct scaled {
    vec a, b, c, d, most;
};

/* The values that elimination carries from row to row: near, y and w of the row before, or, in lanes whose pivot has
 * that row and this one, of this one. */
struct chain {
    vec near, y, w;
    vec_bits second;
};

INLINE struct scaled scale(const struct spike_rows *in, int r, bool left, bool right)
{
    vec most = vec_magnitude(in->b[r]);
    if (left) most = vec_max(most, vec_magnitude(in->a[r]));
    if (right) most = vec_max(most, vec_magnitude(in->c[r]));
    const vec s = vec_inverse_power(RC(0.5) * most);
    return (struct scaled){in->a[r] * s, in->b[r] * s, in->c[r] * s, in->d[r] * s, most * s};
}

/* Rows i ... of each partition. The couplings to other partitions do not count where rows are scaled. */
INLINE void load(const struct spike *k, int64_t group, int64_t i, struct scaled out[ROWS])
{
    struct spike_rows in;
    spike_rows_load(k, group, i, &in);
    for (int r = 0; r < ROWS; r++) out[r] = scale(&in, r, i + r > 0, i + r < k->rows - 1);
}

/* f with its lowest bit saying whether it is a factor of the next unknown but one. */
INLINE vec marked(vec f, vec_bits far)
{
    return (vec)((((vec_bits)f | 1) ^ 1) | (far & 1));
}

/* A row; `after` is a of the row after `next`. */
INLINE void step(struct chain *s, const struct scaled *here, const struct scaled *next, vec after, real *slot)
{
    const vec p = here->b - here->a * s->near, e = here->d - here->a * s->y, g = -here->a * s->w;
    const vec sigma = vec_max(next->most, vec_max(vec_magnitude(here->c), vec_magnitude(after)));
    const vec across = next->a * here->c;
    const vec_bits two = vec_above(DIAGONAL_PIVOT_KAPPA * vec_magnitude(across), vec_magnitude(p) * sigma);
    const vec r = 1 / vec_pick(two, p * next->b - across, p);
    const vec f = vec_pick(two, -(here->c * next->c), here->c) * r;
    const vec y = vec_pick(two, next->b * e - here->c * next->d, e) * r;
    const vec w = vec_pick(two, next->b * g, g) * r;
    const vec_bits pair = two & ~s->second;
    const vec f_here = vec_pick(s->second, s->near, f);
    const vec y_here = vec_pick(s->second, s->y, y), w_here = vec_pick(s->second, s->w, w);
    vec_store(slot + SPIKE_Y * LANES, y_here);
    vec_store(slot + SPIKE_W * LANES, w_here);
    vec_store(slot + SPIKE_V * LANES, marked(f_here, pair));
    s->near = vec_pick(pair, p * next->c * r, f_here);
    s->y = vec_pick(pair, (p * next->d - next->a * e) * r, y_here);
    s->w = vec_pick(pair, -(next->a * g) * r, w_here);
    s->second = pair;
}

/* Steps lag two rows behind reading. */
NOINLINE void eliminate(const struct spike *k, int64_t group)
{
    const struct scaled none = {vec_all(0), vec_all(0), vec_all(0), vec_all(0), vec_all(0)};
    struct chain chain = {vec_all(0), vec_all(0), vec_all(-1), {0}};
    struct scaled row[ROWS + 2];
    load(k, group, 0, row + 2);
    for (int r = 2; r < 4; r++) step(&chain, &row[r], &row[r + 1], row[r + 2].a, spike_group_at(k, group, r - 2));
    for (int64_t i = ROWS; i < k->rows; i += ROWS) {
        row[0] = row[ROWS], row[1] = row[ROWS + 1];
        load(k, group, i, row + 2);
        for (int r = 0; r < ROWS; r++)
            step(&chain, &row[r], &row[r + 1], row[r + 2].a, spike_group_at(k, group, i - 2 + r));
    }
    step(&chain, &row[ROWS], &row[ROWS + 1], none.a, spike_group_at(k, group, k->rows - 2));
    step(&chain, &row[ROWS + 1], &none, none.a, spike_group_at(k, group, k->rows - 1));
}

static void reduce(const struct spike *k, int64_t group)
{
    eliminate(k, group);
    spike_back(k, group, true);
}

static const struct spike_kernel kernel = {
    .pivots = true, .has_spikes = true, .reduce = reduce, .collect = spike_collect, .x = spike_x};

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    return spike_solve(&kernel, n, rows, x, workspace, team, options);
}

static const struct row_method method = {
    .splits = true, .flops = 60, .workspace_values = spike_workspace_values, .read = read_rows};

const struct solver tridiag_spike_dp = {
    .method = "spike_dp",
    .about = "partitions by diagonal pivoting and a reduced system of their ends; thomas_pivot where no cut serves",
    .source = "Chang 2014, chapter 3; Polizzi, Sameh 2006",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | CAN_ANY_MATRIX | DETERMINISTIC |
           REPORTS_INFO,
    .options = spike_options,
    .options_bytes = sizeof(struct spike_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
