/* Partitions by cyclic reduction, one in each lane of a vector. Rows are divided by their diagonal. On each level every
 * second row is eliminated from its neighbours, but for the first and the last row of the partition, which stay to the
 * end: two equations between them and the unknowns next to the partition are left, without a right side of their own
 * for any spike.
 *
 *     x_i + a_i x_l + c_i x_r = d_i      rows l and r next to row i are eliminated, each if it is not an end
 *     u = 1 - a_i c_l - c_i a_r      a'_i = -a_i a_l / u     c'_i = -c_i c_r / u
 *     d'_i = (d_i - a_i d_l - c_i d_r) / u
 *
 * L.-W. Chang, thesis, Illinois, 2014, section 3.3.3. Stable if the matrix is diagonally dominant. A partition whose
 * divisors say that it is not is solved by diagonal pivoting instead, and cut elsewhere if need be. 23 flops a row, one
 * division. Beside the four arrays, three values a row are written and read once more: 120 bytes a row in double. */
#include "solvers/tridiag/spike/spike_lanes.h"

enum { D = SPIKE_Y, A = SPIKE_W, C = SPIKE_V };

struct unit_rows {
    vec a, c, d;
};

/* The rows of a group, and the largest 1 / u of each lane. */
struct lanes {
    real *base;
    int64_t last, pitch; /* row; values from a row to the next */
    vec growth;
};

static struct lanes lanes_of(const struct spike *k, int64_t group)
{
    return (struct lanes){spike_group_at(k, group, 0), k->rows - 1, SPIKE_FIELDS * LANES, vec_all(0)};
}

INLINE struct unit_rows get(const struct lanes *l, int64_t i)
{
    const real *const at = l->base + i * l->pitch;
    return (struct unit_rows){spike_load(at, A), spike_load(at, C), spike_load(at, D)};
}

INLINE void put(const struct lanes *l, int64_t i, struct unit_rows r)
{
    real *const at = l->base + i * l->pitch;
    vec_store(at + A * LANES, r.a), vec_store(at + C * LANES, r.c), vec_store(at + D * LANES, r.d);
}

/* Rows are first divided by a power of two near b, so that reciprocals stay in range. */
static void fill(const struct spike *k, int64_t group, struct lanes *l)
{
    for (int64_t i = 0; i < k->rows; i += ROWS) {
        struct spike_rows in;
        spike_rows_load(k, group, i, &in);
        for (int r = 0; r < ROWS; r++) {
            const vec unit = vec_inverse_power(RC(0.5) * vec_magnitude(in.b[r])), w = unit / (in.b[r] * unit);
            put(l, i + r, (struct unit_rows){in.a[r] * w, in.c[r] * w, in.d[r] * w});
        }
    }
}

/* Row i without the row before it, without the one after it, or without both. */
INLINE void free_row(struct lanes *l, int64_t i, int64_t before, int64_t behind)
{
    struct unit_rows r = get(l, i), out = r;
    vec u = vec_all(1);
    if (before >= 0) {
        const struct unit_rows e = get(l, before);
        u -= r.a * e.c, out.d -= r.a * e.d, out.a = -r.a * e.a;
    }
    if (behind >= 0) {
        const struct unit_rows e = get(l, behind);
        u -= r.c * e.a, out.d -= r.c * e.d, out.c = -r.c * e.c;
    }
    const vec w = 1 / u;
    put(l, i, (struct unit_rows){out.a * w, out.c * w, out.d * w});
    l->growth = vec_max(vec_magnitude(w), l->growth) + 0 * w;
}

/* Rows 0, 2 s, 4 s, ... and the last one stay. */
NOINLINE void reduce_level(struct lanes *l, int64_t s)
{
    const int64_t end = (l->last - 1) / s * s; /* the row before the last one */
    const bool odd = end / s % 2 == 1;
    free_row(l, 0, -1, s);
    for (int64_t i = 2 * s; i + s <= end; i += 2 * s) free_row(l, i, i - s, i + s);
    if (!odd && end > 0) free_row(l, end, end - s, -1);
    if (odd) free_row(l, l->last, end, -1);
}

static void reduce(const struct spike *k, int64_t group)
{
    const vec one = vec_all(1), none = vec_all(0);
    struct lanes l = lanes_of(k, group);
    fill(k, group, &l);
    for (int64_t s = 1; s < l.last; s *= 2) reduce_level(&l, s);
    const struct unit_rows first = get(&l, 0), last = get(&l, l.last);
    const struct spike_equations upper = {first.a, one, first.c, none, first.d},
                                 lower = {none, last.a, one, last.c, last.d};
    const vec finite = 0 * (first.a + first.c) + 0 * first.d + 0 * (last.a + last.c) + 0 * last.d;
    spike_put(k, group, &upper, &lower, l.growth + finite, l.growth + finite);
}

/* x in the place of d, from the ends of each lane inwards. */
NOINLINE void substitute(const struct lanes *l)
{
    int64_t s = 1;
    while (2 * s < l->last) s *= 2;
    for (; s > 0; s /= 2)
        for (int64_t i = s; i < l->last; i += 2 * s) {
            const struct unit_rows r = get(l, i);
            const vec before = get(l, i - s).d, behind = get(l, i + s < l->last ? i + s : l->last).d;
            vec_store(l->base + i * l->pitch + D * LANES, r.d - r.a * before - r.c * behind);
        }
}

static void collect(const struct spike *k, int64_t group)
{
    const struct lanes l = lanes_of(k, group);
    vec first = vec_all(0), last = vec_all(0), x[ROWS];
    for (int q = 0; q < LANES && group * LANES + q < k->count; q++) {
        first[q] = k->pair[group * LANES + q].head;
        last[q] = k->pair[group * LANES + q + 1].tail;
    }
    vec_store(l.base + D * LANES, first);
    vec_store(l.base + l.last * l.pitch + D * LANES, last);
    substitute(&l);
    for (int64_t i = 0; i < k->rows; i += ROWS) {
        for (int r = 0; r < ROWS; r++) x[r] = get(&l, i + r).d;
        spike_store(k, group, i, x);
    }
}

/* x of row r of partition p, by its neighbours on the level on which it is eliminated. */
static real x_inside(const struct spike *k, int64_t p, int64_t r)
{
    const int64_t last = k->rows - 1, s = r & -r;
    if (r == 0) return k->pair[p].head;
    if (r == last) return k->pair[p + 1].tail;
    const real *const at = spike_slot(k, p * k->rows + r);
    const real rest = at[D * LANES] - at[A * LANES] * x_inside(k, p, r - s);
    return rest - at[C * LANES] * x_inside(k, p, r + s < last ? r + s : last);
}

static real x_of(const struct spike *k, int64_t p, int64_t i)
{
    return x_inside(k, p, i - p * k->rows);
}

static const struct spike_kernel kernel = {.reduce = reduce, .collect = collect, .x = x_of};

static int64_t read_rows(int64_t n, struct const_rows rows, real *x, real *workspace, struct team team,
                         const void *options)
{
    return spike_solve(&kernel, n, rows, x, workspace, team, options);
}

static const struct row_method method = {
    .splits = true, .flops = 23, .workspace_values = spike_workspace_values, .read = read_rows};

const struct solver tridiag_spike_cr = {
    .method = "spike_cr",
    .about = "partitions by cyclic reduction and a reduced system of their ends; others by pivoting as in spike_dp",
    .source = "Chang 2014, section 3.3.3; Polizzi, Sameh 2006",
    .kind = KIND_TRIDIAG,
    .space = HOST,
    .can = CAN_STRIDE | CAN_SIZES | CAN_RAGGED | CAN_SHARED | CAN_LAYOUT | CAN_SHIFT | DETERMINISTIC | REPORTS_INFO |
           SEES_GROWTH,
    .options = spike_options,
    .options_bytes = sizeof(struct spike_options),
    .variant = &method,
    .hooks = &gather_hooks,
};
