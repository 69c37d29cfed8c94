/* Partitions whose spikes have grown, because they are singular or nearly so, get another cut a row or a few away: one
 * row after the first, then one before it, and so on. Each trial eliminates the two partitions next to it in order. */
#include "solvers/tridiag/spike/spike_repair.h"

#include "solvers/tridiag/pivoting/diagonal_pivot.h"

enum {
    MOVED_MAX = 8,    /* rows that a cut is moved */
    LEAST = 2,        /* rows of a partition */
    ROWS_MORE = 16384 /* that may be eliminated in addition to half of the system's */
};

struct repair {
    const struct spike *k;
    const struct spike_kernel *kernel;
    real bound;
    int64_t left; /* rows that may still be eliminated */
};

/* Row i of a partition with rows from ... to - 1, or zeros. */
static struct diagonal_pivot_row row_at(const struct spike *k, int64_t i, int64_t from, int64_t to)
{
    const struct diagonal_pivot_row none = {0};
    if (i >= to) return none;
    const real a = i > 0 ? k->in.a[i] : 0, c = i < k->n - 1 ? k->in.c[i] : 0;
    return diagonal_pivot_scaled(a, k->in.b[i], c, k->in.d[i], i > from, i < to - 1);
}

/* The factor of the next unknown, or, with its lowest bit set, of the next but one. */
static void keep(const struct spike *k, int64_t i, struct diagonal_pivot pivot, bool far)
{
    real *const slot = spike_slot(k, i);
    diagonal_pivot_bits bits;
    const real f = far ? pivot.far : pivot.near;
    memcpy(&bits, &f, sizeof bits);
    bits = ((bits | 1) ^ 1) | far;
    memcpy(slot + SPIKE_V * LANES, &bits, sizeof bits);
    slot[SPIKE_Y * LANES] = pivot.y, slot[SPIKE_W * LANES] = pivot.w;
}

static int64_t eliminate(const struct spike *k, int64_t from, int64_t to)
{
    struct diagonal_pivot_row here = row_at(k, from, from, to), next = row_at(k, from + 1, from, to);
    struct diagonal_pivot pivot[2] = {{.w = -1}};
    int64_t info = 0;
    for (int64_t i = from; i < to; i++) {
        const struct diagonal_pivot_row behind = row_at(k, i + 2, from, to);
        const real p = here.b - here.a * pivot[0].near, e = here.d - here.a * pivot[0].y, g = -here.a * pivot[0].w;
        if (diagonal_pivot_is_pair(p, here, next, behind.a)) {
            diagonal_pivot_two(p, e, g, here.c, next, pivot);
            keep(k, i, pivot[0], true), keep(k, i + 1, pivot[1], false);
            pivot[0] = pivot[1];
            here = behind, next = row_at(k, i + 3, from, to);
            i++;
        } else {
            if (!info && !(pivot_magnitude(p) > 0 && pivot_magnitude(p) <= REAL_MAX)) info = i + 1;
            pivot[0] = diagonal_pivot_one(p, e, g, here.c);
            keep(k, i, pivot[0], false);
            here = next, next = behind;
        }
    }
    return info;
}

static struct spike_equation equation_at(const struct spike *k, int64_t i, bool first)
{
    const real *const slot = spike_slot(k, i);
    return (struct spike_equation){slot[SPIKE_W * LANES], first, !first, slot[SPIKE_V * LANES], slot[SPIKE_Y * LANES]};
}

int64_t spike_partition(const struct spike *k, int64_t p)
{
    const int64_t from = k->start[p], to = k->start[p + 1], info = eliminate(k, from, to);
    real x[SPIKE_FIELDS] = {[SPIKE_V] = -1}, behind[SPIKE_FIELDS] = {0}, zero = 0;
    struct spike_growth most = {0};
    for (int64_t i = to - 1; i >= from; i--) {
        real *const slot = spike_slot(k, i);
        const real f = slot[SPIKE_V * LANES];
        diagonal_pivot_bits bits;
        memcpy(&bits, &f, sizeof bits);
        slot[SPIKE_V * LANES] = 0;
        for (int q = 0; q < SPIKE_FIELDS; q++) {
            const real here = slot[q * LANES] - f * (bits & 1 ? behind[q] : x[q]);
            behind[q] = x[q], x[q] = slot[q * LANES] = here;
        }
        most.before = pivot_larger(pivot_magnitude(x[SPIKE_W]), most.before);
        most.behind = pivot_larger(pivot_magnitude(x[SPIKE_V]), most.behind);
        zero += 0 * x[SPIKE_Y] + 0 * (x[SPIKE_W] + x[SPIKE_V]);
    }
    k->block[p] = (struct spike_block){equation_at(k, from, true), equation_at(k, to - 1, false)};
    k->growth[p] = (struct spike_growth){most.before + zero, most.behind + zero};
    return info;
}

/* Solves partition p again and returns its growth. Methods that keep no spikes of rows have them in its group from now
 * on. */
static real again(struct repair *r, int64_t p)
{
    const struct spike *const k = r->k;
    spike_partition(k, p);
    r->left -= k->start[p + 1] - k->start[p];
    if (!r->kernel->has_spikes) k->by_rows[p / LANES] = true;
    return spike_growth(k, p);
}

/* 0, 1, -1, 2, -2, ... */
static int64_t move_of(int trial)
{
    return trial % 2 ? trial / 2 + 1 : -(trial / 2);
}

/* Solves the partitions next to cut `cut`, now at row `at`. The growth of the one before, or, where the cut is moved
 * for the one after it, the larger one; infinity where there is no such cut. */
static real growth_with(struct repair *r, int64_t cut, int64_t at, bool for_behind)
{
    int64_t *const start = r->k->start;
    if (at - start[cut - 1] < LEAST || start[cut + 1] - at < 1) return (real)INFINITY;
    start[cut] = at;
    const real before = again(r, cut - 1), behind = again(r, cut);
    return !for_behind ? before : before > behind ? before : behind;
}

/* Moves a cut to where the partition is fine for which it is moved, and, if that is the one after it, both are; or to
 * where they are best. True if they are fine. */
static bool move_cut(struct repair *r, int64_t cut, bool for_behind)
{
    const int64_t was = r->k->start[cut];
    int64_t best = was;
    real least = (real)INFINITY;
    for (int trial = 0; trial <= 2 * MOVED_MAX && r->left > 0; trial++) {
        const int64_t at = was + move_of(trial);
        const real growth = growth_with(r, cut, at, for_behind);
        if (growth <= r->bound) return true;
        if (growth < least) least = growth, best = at;
    }
    growth_with(r, cut, best, for_behind);
    return false;
}

/* With another cut after it, where the next partition is looked at afterwards, or before it, where the one before has
 * to be fine too. First where the larger spike comes from. */
static void mend(struct repair *r, int64_t p)
{
    const struct spike *const k = r->k;
    const bool behind_first = !(k->growth[p].before > k->growth[p].behind);
    for (int turn = 0; turn < 2; turn++) {
        const bool behind = behind_first == (turn == 0);
        if (behind ? p < k->count - 1 && move_cut(r, p + 1, false) : p > 0 && move_cut(r, p, true)) return;
    }
}

/* Groups in which a lane no longer has the rows that it began with. */
static void mark(const struct spike *k)
{
    for (int64_t p = 1; p < k->count; p++)
        if (k->start[p] != p * k->rows) k->by_rows[(p - 1) / LANES] = k->by_rows[p / LANES] = true;
}

bool spike_repair(const struct spike *k, const struct spike_kernel *kernel, real bound)
{
    struct repair r = {k, kernel, bound, k->n / 2 + ROWS_MORE};
    for (int64_t p = 0; p < k->count && r.left > 0; p++)
        if (!(spike_growth(k, p) <= bound)) mend(&r, p);
    mark(k);
    for (int64_t p = 0; !kernel->has_spikes && p < k->count; p++)
        if (k->by_rows[p / LANES]) again(&r, p);
    bool finite = r.left > 0;
    for (int64_t p = 0; p < k->count; p++) finite = finite && isfinite(spike_growth(k, p));
    return finite;
}
