/* A block of rows, D x = d with couplings a before it and c after it, is eliminated by its spikes,
 *
 *     D w = (a, 0)   D v = (0, c)   D y = d        x = y - w x_before - v x_behind
 *
 * whose first and last elements change the neighbouring rows. An operation m-(u, l) takes the blocks of u rows before
 * and of l rows after away from a block of m rows that stays. With t the tail of the spikes before, h the head of
 * those after:
 *
 *     1-(u, l)   b' = b - a v_t - c w_h   a' = -a w_t   c' = -c v_h   d' = d - a y_t - c y_h
 *     2-(u, l)   its first row has no part of h, its second none of t
 *
 * m, u and l are 1 or 2: eight operations, from two tables, of the spikes by u and l and of the rows by m. Where the
 * neighbouring block stays too, its spikes are those of no rows: w_t = v_h = -1. */
#include "solvers/tridiag/arcr/arcr_operations.h"

struct spike_row {
    real w, v, y;
};

/* The first and the last row of a block, which are one row, or two. */
struct spikes {
    struct spike_row head, tail;
};

static const struct spikes none = {.head = {0, -1, 0}, .tail = {-1, 0, 0}};

static struct spikes spikes_of_one(const struct arcr_level *l, int64_t i)
{
    const struct diagonal_pivot_row k = arcr_row(l, i, false);
    const real r = 1 / k.b;
    const struct spike_row row = {k.a * r, k.c * r, k.d * r};
    return (struct spikes){row, row};
}

static struct spikes spikes_of_two(const struct arcr_level *l, int64_t i)
{
    const struct diagonal_pivot_row h = arcr_row(l, i, false), t = arcr_row(l, i + 1, false);
    const real r = 1 / (h.b * t.b - t.a * h.c);
    return (struct spikes){.head = {t.b * h.a * r, -(h.c * t.c) * r, (t.b * h.d - h.c * t.d) * r},
                           .tail = {-(t.a * h.a) * r, h.b * t.c * r, (h.b * t.d - t.a * h.d) * r}};
}

static struct spikes (*const spikes_of[])(const struct arcr_level *l, int64_t i) = {spikes_of_one, spikes_of_two};

static struct spikes spikes_at(const struct arcr_level *l, int64_t i)
{
    return spikes_of[arcr_block_rows(l, i) - 1](l, i);
}

static void put(struct tridiag_rows out, int64_t k, struct diagonal_pivot_row r)
{
    out.d[k] = r.d;
    if (out.a) out.a[k] = r.a, out.b[k] = r.b, out.c[k] = r.c;
}

static struct diagonal_pivot_row without_before(struct diagonal_pivot_row r, struct spike_row tail)
{
    r.b -= r.a * tail.v, r.d -= r.a * tail.y, r.a *= -tail.w;
    return r;
}

static struct diagonal_pivot_row without_behind(struct diagonal_pivot_row r, struct spike_row head)
{
    r.b -= r.c * head.w, r.d -= r.c * head.y, r.c *= -head.v;
    return r;
}

static void reduce_one(const struct arcr_level *l, int64_t i, struct spikes before, struct spikes behind,
                       struct tridiag_rows out, int64_t k)
{
    put(out, k, without_behind(without_before(arcr_row(l, i, false), before.tail), behind.head));
}

static void reduce_two(const struct arcr_level *l, int64_t i, struct spikes before, struct spikes behind,
                       struct tridiag_rows out, int64_t k)
{
    put(out, k, without_before(arcr_row(l, i, false), before.tail));
    put(out, k + 1, without_behind(arcr_row(l, i + 1, false), behind.head));
}

static void (*const reduce_by[])(const struct arcr_level *l, int64_t i, struct spikes before, struct spikes behind,
                                 struct tridiag_rows out, int64_t k) = {reduce_one, reduce_two};

/* The spikes of the block that ends before row i, or begins with it; none if it stays, or there is none. */
static struct spikes spikes_before(const struct arcr_level *l, int64_t i)
{
    if (i == 0 || !(l->mark[i - 1] & ARCR_GONE)) return none;
    return spikes_at(l, i - arcr_block_rows(l, i - 1));
}

static struct spikes spikes_behind(const struct arcr_level *l, int64_t i)
{
    return i < l->n && (l->mark[i] & ARCR_GONE) ? spikes_at(l, i) : none;
}

void arcr_reduce(const struct arcr_level *l, int64_t chunk, struct tridiag_rows next)
{
    const int64_t end = arcr_chunk_end(l, chunk);
    int64_t i = arcr_first_block(l, chunk), k = l->chunk[chunk].kept;
    if (i > chunk * ARCR_CHUNK && !(l->mark[i - 1] & ARCR_GONE)) k++;
    struct spikes before = spikes_before(l, i);
    while (i < end) {
        const int rows = arcr_block_rows(l, i);
        if (l->mark[i] & ARCR_GONE) before = spikes_at(l, i);
        else {
            const struct spikes behind = spikes_behind(l, i + rows);
            reduce_by[rows - 1](l, i, before, behind, next, k);
            k += rows, before = behind;
            if (i + rows < end && (l->mark[i + rows] & ARCR_GONE)) i += arcr_block_rows(l, i + rows);
        }
        i += rows;
    }
}

void arcr_substitute(const struct arcr_level *l, int64_t chunk, const real *x)
{
    const int64_t end = arcr_chunk_end(l, chunk), kept = l->chunk[l->chunks].kept;
    int64_t i = chunk * ARCR_CHUNK, k = l->chunk[chunk].kept;
    for (int rows; i < end; i += rows) {
        rows = l->mark[i] & ARCR_TAIL ? 1 : arcr_block_rows(l, i);
        if (!(l->mark[i] & ARCR_GONE)) {
            l->x[i] = x[k++], rows = 1;
            continue;
        }
        if (l->mark[i] & ARCR_TAIL) continue; /* of the block that begins in the chunk before */
        const struct spikes s = spikes_at(l, i);
        const real left = x[k - 1], right = k < kept ? x[k] : 0;
        l->x[i] = s.head.y - s.head.w * left - s.head.v * right;
        if (rows == 2) l->x[i + 1] = s.tail.y - s.tail.w * left - s.tail.v * right;
    }
}
